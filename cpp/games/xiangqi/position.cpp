// Playing with a memory, and the ends of a game.
#include "games/xiangqi/position.hpp"

#include <algorithm>

namespace duiyi::xiangqi {
namespace {

constexpr int FREE_CHECKS = 10;  // checks of a side that the natural limit counts

}  // namespace

Position Position::initial(const Rules& rules) {
    static const Position start = parse(Rules{}, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1");
    Position position = start;
    position.rules_ = rules;
    return position;
}

void Position::do_move(Move move, Undo& undo) {
    step(move, undo);
    note_check(board_.in_check(board_.to_move()));
}

void Position::step(Move move, Undo& undo) {
    const std::size_t here = slot(0);
    undo.clock = clock_;
    undo.length = length_;
    undo.key = keys_[here];
    undo.move = moves_[here];
    keys_[here] = board_.key();
    moves_[here] = move;
    ++head_;

    clock_.number += board_.to_move() == BLACK;
    board_.do_move(move, undo.board);
    if (undo.board.captured != EMPTY) {
        length_ = 0;
        clock_.plies = clock_.counted = 0;
        clock_.checks = {};
        clock_.excess = false;
        return;
    }
    if (length_ < REMEMBERED) ++length_;
    ++clock_.plies;
}

void Position::note_check(bool in_check) {
    clock_.in_check = in_check;
    if (clock_.plies == 0) return;  // a capture begins the count anew
    // Checks of a side beyond the tenth, and the replies to them, do not count.
    const bool excess = in_check && ++clock_.checks[static_cast<std::size_t>(board_.to_move() ^ 1)] > FREE_CHECKS;
    if (!excess && !clock_.excess) ++clock_.counted;
    clock_.excess = excess;
}

void Position::undo_move(Move move, const Undo& undo) {
    board_.undo_move(move, undo.board);
    clock_ = undo.clock;
    length_ = undo.length;
    --head_;
    keys_[slot(0)] = undo.key;
    moves_[slot(0)] = undo.move;
}

void Position::do_null(Undo& undo) {
    undo.clock = clock_;
    undo.length = length_;
    length_ = 0;
    clock_.excess = false;
    board_.set_to_move(board_.to_move() ^ 1);
}

void Position::undo_null(const Undo& undo) {
    clock_ = undo.clock;
    length_ = undo.length;
    board_.set_to_move(board_.to_move() ^ 1);
}

std::optional<Outcome> Position::outcome() const {
    if (!board_.has_move()) return Outcome::win(to_move() ^ 1, clock_.in_check ? Reason::CHECKMATE : Reason::STALEMATE);
    return drawn_or_judged();
}

std::optional<Outcome> Position::drawn_or_judged() const {
    if (rules_.repetition != Repetition::NONE) {
        if (const Recurrence seen = recurrence(); seen.times >= 3) {
            const Verdict found = verdict(seen.farthest);
            return found.loser < 0 ? Outcome::draw(found.reason) : Outcome::win(found.loser ^ 1, found.reason);
        }
    }
    if (is_at_limit()) return Outcome::draw(Reason::NATURAL_LIMIT);
    if (is_insufficient()) return Outcome::draw(Reason::INSUFFICIENT_MATERIAL);
    return std::nullopt;
}

Recurrence Position::recurrence() const {
    Recurrence seen;
    const Key key = board_.key();
    for (int back = 4; back <= length_; back += 2) {
        if (keys_[slot(back)] != key) continue;
        ++seen.times;
        seen.farthest = back;
        if (seen.nearest == 0) seen.nearest = back;
    }
    return seen;
}

Verdict Position::verdict(int plies) const {
    std::array<Move, REMEMBERED> moves;
    for (int i = 0; i < plies; ++i) moves[static_cast<std::size_t>(i)] = moves_[slot(plies - i)];
    return judge(board_, std::span<const Move>(moves.data(), static_cast<std::size_t>(plies)), rules_.repetition);
}

bool Position::is_at_limit() const {
    return rules_.natural != 0 && (clock_.counted >= 2 * rules_.natural || length_ >= REMEMBERED);
}

bool Position::is_insufficient() const {
    const auto there = [this](int type) { return board_.pieces(RED, type) | board_.pieces(BLACK, type); };
    if ((there(PAWN) | there(ROOK) | there(HORSE)) != 0) return false;
    const auto number = [this](Color color, int type) { return count(board_.pieces(color, type)); };
    const auto of_both = [&](int type) { return number(RED, type) + number(BLACK, type); };
    const int cannons = of_both(CANNON);
    if (cannons == 0) return true;
    if (cannons == 2) return number(RED, CANNON) == 1 && of_both(ADVISOR) == 0;
    if (cannons != 1) return false;
    // One cannon on the board: it needs screens, own advisors or elephants, to win.
    const Color side = number(RED, CANNON) == 1 ? RED : BLACK;
    if (number(side, ADVISOR) != 0) return false;
    const int guards = number(side ^ 1, ADVISOR);
    if (guards == 0) return true;
    if (number(side, ELEPHANT) != 0) return false;
    return guards == 1 || !can_mate_at_once();
}

bool Position::can_mate_at_once() const {
    Board board = board_;
    Moves moves;
    board.generate(moves);
    return std::any_of(moves.begin(), moves.end(), [&board](Move move) {
        Board::Undo undo;
        board.do_move(move, undo);
        const bool over = !board.has_move();
        board.undo_move(move, undo);
        return over;
    });
}

Playout Position::random_playout(Random& random, int max_plies) const {
    Position position = *this;
    Playout result;
    while (true) {  // one look at the dangers serves the check and the moves; the drawn move tells whether there are any
        const Danger found = position.board_.danger(position.to_move());
        if (result.plies > 0) position.note_check(found.checkers != 0);
        const Move move = position.board_.random_move(random, found);
        result.outcome = move == NO_MOVE ? position.outcome() : position.drawn_or_judged();
        if (result.outcome || result.plies >= max_plies) return result;
        Undo undo;
        position.step(move, undo);
        ++result.plies;
    }
}

std::string Position::start_text() const {
    Board board = board_;
    int number = clock_.number;
    for (int back = 1; back <= length_; ++back) {
        board.retract(moves_[slot(back)]);
        number -= board.to_move() == BLACK;
    }
    return text_of(board, clock_.plies - length_, number);
}

std::vector<Move> Position::history() const {
    std::vector<Move> moves;
    for (int back = length_; back > 0; --back) moves.push_back(moves_[slot(back)]);
    return moves;
}

bool operator==(const Position& a, const Position& b) {
    if (!(a.rules_ == b.rules_ && a.board_ == b.board_ && a.clock_ == b.clock_ && a.length_ == b.length_)) return false;
    for (int back = 1; back <= a.length_; ++back)
        if (a.moves_[a.slot(back)] != b.moves_[b.slot(back)]) return false;
    return true;
}

}  // namespace duiyi::xiangqi
