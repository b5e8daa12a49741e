// Why a move is not allowed and why a game is over: codes, cells to point at, and the words that vary.
#include <cstdlib>

#include "games/xiangqi/position.hpp"

namespace duiyi::xiangqi {
namespace {

using Why = std::optional<Explanation>;

Explanation because(const char* code, std::vector<int> cells, std::vector<std::string> words = {}) {
    return {code, std::move(cells), std::move(words)};
}

std::vector<int> listed(Set cells) {
    std::vector<int> list;
    while (cells != 0) list.push_back(pop(cells));
    return list;
}

std::string side(Color color) { return color == RED ? "red" : "black"; }

/// The pieces strictly between two cells of one line, nearest first.
std::vector<int> met_between(const Board& board, int from, int to) {
    const int step = (row_of(from) == row_of(to) ? 1 : FILES) * (to > from ? 1 : -1);
    std::vector<int> met;
    for (int cell = from + step; cell != to; cell += step)
        if (board.at(cell) != EMPTY) met.push_back(cell);
    return met;
}

/// Why a piece cannot go there by its own rule; nothing when it can.
Why against_the_piece(const Board& board, int from, int to) {
    const Piece piece = board.at(from);
    const Color color = color_of(piece);
    const int down = row_of(to) - row_of(from), right = file_of(to) - file_of(from);
    const int rows = std::abs(down), files = std::abs(right);
    const int forward = color == RED ? -down : down;
    const auto never = because("not_its_way", {from, to}, {piece_letter(piece)});
    switch (type_of(piece)) {
        case KING:
            if (rows + files != 1) return never;
            if (!in_palace(row_of(to), file_of(to))) return because("palace", {to}, {piece_letter(piece)});
            return std::nullopt;
        case ADVISOR:
            if (rows != 1 || files != 1) return never;
            if (!in_palace(row_of(to), file_of(to))) return because("palace", {to}, {piece_letter(piece)});
            return std::nullopt;
        case ELEPHANT: {
            if (rows != 2 || files != 2) return never;
            if (crossed(color, row_of(to))) return because("river", {to});
            const int eye = (from + to) / 2;
            if (board.at(eye) != EMPTY) return because("elephant_eye", {eye}, {cell_text(eye)});
            return std::nullopt;
        }
        case HORSE: {
            if (rows * files != 2) return never;
            const int leg = horse_leg(from, to);
            if (board.at(leg) != EMPTY) return because("horse_leg", {leg}, {cell_text(leg)});
            return std::nullopt;
        }
        case PAWN:
            if (rows + files != 1) return never;
            if (forward < 0) return because("soldier_backward", {from, to});
            if (forward == 0 && !crossed(color, row_of(from))) return because("soldier_sideways", {from, to});
            return std::nullopt;
        default:
            break;
    }
    // Rook and cannon
    if (rows != 0 && files != 0) return never;
    const auto met = met_between(board, from, to);
    if (type_of(piece) == CANNON && board.at(to) != EMPTY) {
        if (met.size() == 1) return std::nullopt;
        std::vector<int> cells = met;
        cells.insert(cells.begin(), to);
        return because("cannon_screen", cells, {std::to_string(met.size())});
    }
    if (!met.empty()) return because("path_blocked", {met[0]}, {cell_text(met[0])});
    return std::nullopt;
}

/// Why the mover's king would be taken; nothing when it is safe.
Why against_the_king(const Board& board, int from, int to) {
    const Color color = board.to_move();
    const Set attackers = board.attackers_after(from, to);
    if (attackers == 0) return std::nullopt;
    const bool king_moves = type_of(board.at(from)) == KING;
    const int king = king_moves ? to : board.king(color);
    if (attackers == bit(board.king(color ^ 1))) return because("generals_face", {king, board.king(color ^ 1)});
    std::vector<int> cells = listed(attackers);
    const int nearest = cells[0];
    cells.insert(cells.begin(), king);
    const char* code = king_moves ? "king_attacked" : board.in_check(color) ? "check_not_answered" : "exposes_king";
    return because(code, cells, {piece_letter(board.at(nearest)), cell_text(nearest)});
}

Explanation explain_chase(const Board& board, Color loser, const Conduct& conduct) {
    const char* code = conduct.habit == Habit::MIX ? "check_and_chase" : "perpetual_chase";
    if (conduct.victim < 0) return because("check_and_threat", {board.king(loser ^ 1)}, {side(loser)});
    return because(code, {conduct.victim},
                   {side(loser), piece_letter(board.at(conduct.victim)), cell_text(conduct.victim),
                    conduct.loose ? "unprotected" : "protected"});
}

Explanation explain_verdict(const Board& board, const Verdict& verdict) {
    if (verdict.reason == Reason::PERPETUAL_CHECK) {
        const int king = board.king(verdict.loser ^ 1);
        std::vector<int> cells = listed(board.danger(verdict.loser ^ 1).checkers);
        cells.insert(cells.begin(), king);
        return because("perpetual_check", cells, {side(verdict.loser)});
    }
    if (verdict.loser >= 0) return explain_chase(board, verdict.loser, verdict.conduct[static_cast<std::size_t>(verdict.loser)]);
    std::vector<int> cells;
    bool both = true, checks = true;
    for (const Conduct& conduct : verdict.conduct) {
        both &= conduct.habit != Habit::IDLE;
        checks &= conduct.habit == Habit::CHECK;
        if (conduct.victim >= 0) cells.push_back(conduct.victim);
    }
    return because(checks ? "both_check" : both ? "both_chase" : "repetition", both ? cells : std::vector<int>{});
}

}  // namespace

std::optional<Explanation> Position::why_illegal(Move move) const {
    if (is_legal(move)) return std::nullopt;
    const int from = from_of(move), to = to_of(move);
    const Piece piece = board_.at(from), target = board_.at(to);
    if (piece == EMPTY) return because("no_piece", {from}, {cell_text(from)});
    if (color_of(piece) != to_move()) return because("not_your_piece", {from}, {cell_text(from), piece_letter(piece)});
    if (from == to) return because("same_point", {from}, {cell_text(from)});
    if (target != EMPTY && color_of(target) == to_move())
        return because("own_piece", {to}, {cell_text(to), piece_letter(target)});
    if (auto why = against_the_piece(board_, from, to)) return why;
    if (target != EMPTY && type_of(target) == KING) return because("general_is_not_taken", {to});
    return against_the_king(board_, from, to);
}

std::optional<Explanation> Position::why_over() const {
    const auto end = outcome();
    if (!end) return std::nullopt;
    switch (end->reason) {
        case Reason::CHECKMATE: {
            std::vector<int> cells = listed(board_.danger(to_move()).checkers);
            cells.insert(cells.begin(), board_.king(to_move()));
            return because("checkmate", cells, {side(to_move())});
        }
        case Reason::STALEMATE:
            return because("stalemate", {board_.king(to_move())}, {side(to_move())});
        case Reason::NATURAL_LIMIT:
            if (clock_.counted >= 2 * rules_.natural) return because("natural_limit", {}, {std::to_string(rules_.natural)});
            return because("memory_limit", {}, {std::to_string(REMEMBERED)});
        case Reason::INSUFFICIENT_MATERIAL:
            return because("insufficient_material", {});
        default:
            return explain_verdict(board_, verdict(recurrence().farthest));
    }
}

}  // namespace duiyi::xiangqi
