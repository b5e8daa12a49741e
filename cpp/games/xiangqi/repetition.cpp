#include "games/xiangqi/repetition.hpp"

namespace duiyi::xiangqi {
namespace {

using Ids = std::uint32_t;  // a set of pieces: they keep their number while they move

/// A board that is rolled back move by move, with the number of every piece.
class Rollback {
  public:
    explicit Rollback(const Board& now) : board(now) {
        Set all = now.occupied();
        for (std::uint8_t id = 0; all != 0; ++id) ids_[static_cast<std::size_t>(pop(all))] = id;
    }
    void retract(Move move) {
        board.retract(move);
        ids_[static_cast<std::size_t>(from_of(move))] = ids_[static_cast<std::size_t>(to_of(move))];
    }
    Ids numbered(Set cells) const {
        Ids found = 0;
        while (cells != 0) found |= Ids{1} << ids_[static_cast<std::size_t>(pop(cells))];
        return found;
    }
    /// The cell of the piece with that number.
    int cell_of(int id) const {
        Set all = board.occupied();
        while (all != 0) {
            const int cell = pop(all);
            if (ids_[static_cast<std::size_t>(cell)] == id) return cell;
        }
        return -1;
    }

    Board board;

  private:
    std::array<std::uint8_t, CELLS> ids_{};
};

/// Pieces whose capture a chase may threaten: no king, no pawn that has not crossed the river.
Set prey(const Board& board, Color side) {
    constexpr Set NEAR_BLACK = bit(cell_at(5, 0)) - 1;  // rows 0 to 4
    const Color enemy = side ^ 1;
    const Set home = enemy == BLACK ? NEAR_BLACK : ~NEAR_BLACK;
    return board.pieces(enemy) & ~board.pieces(enemy, KING) & ~(board.pieces(enemy, PAWN) & home);
}

/// Horse and cannon against a rook, advisor and elephant against a rook, cannon or horse: a threat even when protected.
bool worth_more(int victim, int attacker) {
    switch (attacker) {
        case HORSE:
        case CANNON:
            return victim == ROOK;
        case ADVISOR:
        case ELEPHANT:
            return victim == ROOK || victim == CANNON || victim == HORSE;
        default:
            return false;
    }
}

/// Whether anybody takes back on `to` after the capture; with `pins`, only legal recaptures protect.
bool protected_after(const Board& board, int from, int to, bool pins) {
    Board after = board;
    Board::Undo undo;
    after.do_move(make_move(from, to), undo);
    for (Set s = after.pieces(color_of(undo.captured)); s != 0;) {
        const int cell = pop(s);
        if (has(after.targets(cell), to) && (!pins || after.safe_after(cell, to))) return true;
    }
    return false;
}

/// Whether the piece on `from` truly threatens the one on `to`, which it attacks.
bool threatens(const Board& board, int from, int to, bool pins) {
    if (pins && !board.safe_after(from, to)) return false;
    const int attacker = type_of(board.at(from)), victim = type_of(board.at(to));
    if (worth_more(victim, attacker)) return true;
    if (protected_after(board, from, to, pins)) return false;
    // Alike pieces offer an exchange, unless the victim cannot hit back.
    return attacker != victim || !has(board.targets(to), from) || (pins && !board.safe_after(to, from));
}

Set threatened_by(const Board& board, int from, bool pins) {
    const int type = type_of(board.at(from));
    if (type == KING || type == PAWN) return 0;
    Set found = 0;
    for (Set s = board.targets(from) & prey(board, color_of(board.at(from))); s != 0;) {
        const int to = pop(s);
        if (threatens(board, from, to, pins)) found |= bit(to);
    }
    return found;
}

/// Whether the side mates with its next move, the other side passing if need be (cxa: a threat to kill).
bool threatens_mate(const Board& board, Color side) {
    Board next = board;
    next.set_to_move(side);
    Moves moves;
    next.generate(moves);
    for (const Move move : moves) {
        Board::Undo undo;
        next.do_move(move, undo);
        const bool mate = next.in_check(side ^ 1) && !next.has_move();
        next.undo_move(move, undo);
        if (mate) return true;
    }
    return false;
}

struct Checks {
    std::array<bool, 2> always{true, true};
    bool any = false;
};

Checks find_checks(const Board& now, std::span<const Move> moves) {
    Checks found;
    Board board = now;
    for (std::size_t i = moves.size(); i-- > 0;) {
        const Color mover = board.to_move() ^ 1;
        const bool check = board.in_check(board.to_move());
        found.any |= check;
        if (!check) found.always[static_cast<std::size_t>(mover)] = false;
        board.retract(moves[i]);
    }
    return found;
}

/// Follows one side through the cycle: the pieces it newly threatened with every move. Under cxa checks and new threats
/// to mate may stand in for attacks.
struct Hunt {
    Ids victims = ~Ids{0};
    bool mixed = false;  // some move was excused from attacking
};

Hunt follow(const Board& now, std::span<const Move> moves, Color side, Repetition rule) {
    Hunt hunt;
    Rollback at(now);
    for (std::size_t i = moves.size(); i-- > 0 && hunt.victims != 0;) {
        const Move move = moves[i];
        if (at.board.to_move() == side) {  // a move of the other side
            at.retract(move);
            continue;
        }
        const auto attacked = [&at, side, rule](int moved) {  // the simple rule looks at the moved piece alone
            return at.numbered(rule == Repetition::SIMPLE ? threatened_by(at.board, moved, false) : threatened(at.board, side));
        };
        const bool checks = at.board.in_check(side ^ 1);
        const bool mates = rule == Repetition::CXA && !checks && threatens_mate(at.board, side);
        const Ids after = attacked(to_of(move));
        at.retract(move);
        // Only what is new counts: neither standing attacks nor a mate that could have been given before.
        if (rule == Repetition::CXA && (checks || (mates && !threatens_mate(at.board, side)))) hunt.mixed = true;
        else hunt.victims &= after & ~attacked(from_of(move));
    }
    return hunt;
}

/// Where the chased piece stands, and whether it was unprotected after the chaser's last move.
void describe_victim(const Board& now, std::span<const Move> moves, Color side, Ids victims, Repetition rule, Conduct& conduct) {
    Rollback at(now);
    const int id = std::countr_zero(victims);
    conduct.victim = at.cell_of(id);
    if (at.board.to_move() == side) at.retract(moves.back());
    const int cell = at.cell_of(id);
    const bool pins = rule != Repetition::SIMPLE;
    for (Set s = at.board.pieces(side); s != 0;) {
        const int from = pop(s);
        if (has(at.board.targets(from), cell) && (!pins || at.board.safe_after(from, cell)) &&
            !protected_after(at.board, from, cell, pins))
            conduct.loose = true;
    }
}

Conduct conduct_of(const Board& now, std::span<const Move> moves, Color side, Repetition rule) {
    const Hunt hunt = follow(now, moves, side, rule);
    Conduct conduct;
    if (hunt.victims == 0) return conduct;
    conduct.habit = hunt.mixed ? Habit::MIX : Habit::CHASE;
    if (hunt.victims != ~Ids{0}) describe_victim(now, moves, side, hunt.victims, rule, conduct);
    return conduct;
}

}  // namespace

Set threatened(const Board& board, Color side) {
    Set found = 0;
    for (Set s = board.pieces(side); s != 0;) found |= threatened_by(board, pop(s), true);
    return found;
}

Verdict judge(const Board& now, std::span<const Move> moves, Repetition rule) {
    Verdict verdict;
    // 1. Checks: a lone perpetual check loses whatever the other side does
    const Checks checks = find_checks(now, moves);
    for (Color side = RED; side <= BLACK; ++side)
        if (checks.always[static_cast<std::size_t>(side)]) verdict.conduct[static_cast<std::size_t>(side)].habit = Habit::CHECK;
    if (checks.always[0] || checks.always[1]) {
        if (checks.always[0] && checks.always[1]) return verdict;
        verdict.loser = checks.always[0] ? RED : BLACK;
        verdict.reason = Reason::PERPETUAL_CHECK;
        return verdict;
    }
    // 2. The computer rule looks no further when there was any check
    if (rule == Repetition::COMPUTER && checks.any) return verdict;
    // 3. Chases: one side alone loses, both or neither draw
    for (Color side = RED; side <= BLACK; ++side)
        verdict.conduct[static_cast<std::size_t>(side)] = conduct_of(now, moves, side, rule);
    const bool red = verdict.conduct[0].habit != Habit::IDLE, black = verdict.conduct[1].habit != Habit::IDLE;
    if (red != black) {
        verdict.loser = red ? RED : BLACK;
        verdict.reason = Reason::PERPETUAL_CHASE;
    }
    return verdict;
}

}  // namespace duiyi::xiangqi
