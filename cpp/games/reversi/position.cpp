#include "games/reversi/position.hpp"

#include "core/random.hpp"

namespace duiyi::reversi {
namespace {

constexpr auto ZOBRIST = random_keys<2 * 256 + 1>(0x5E7E5100);

/// Lines of play below a board, without a position around it: the fast count of perft.
template <class Board>
std::uint64_t count_lines(const Board& board, const typename Board::Set& own, const typename Board::Set& other, int depth) {
    auto moves = board.moves(own, other);
    if (!Board::any(moves)) {
        if (!Board::any(board.moves(other, own))) return 1;  // finished: one leaf
        return depth == 1 ? 1 : count_lines(board, other, own, depth - 1);
    }
    if (depth == 1) return static_cast<std::uint64_t>(Board::count(moves));
    std::uint64_t nodes = 0;
    while (Board::any(moves)) {
        const int cell = board.pop(moves);
        const auto turned = board.flips(own, other, cell);
        nodes += count_lines(board, other ^ turned, own ^ turned ^ board.bit(cell), depth - 1);
    }
    return nodes;
}

}  // namespace

template <class Board>
Position<Board> Position<Board>::initial(const Rules& rules) {
    Position position(rules);
    const int n = rules.size;
    const int centre = (n / 2 - 1) * n + n / 2 - 1;  // upper left of the four middle points
    position.own_ = position.board_.bit(centre + 1) | position.board_.bit(centre + n);
    position.other_ = position.board_.bit(centre) | position.board_.bit(centre + n + 1);
    return position;
}

template <class Board>
Key Position<Board>::key() const {
    // Computed, not kept: a pass and a turn flip so many discs that keeping it costs more than it saves.
    Key key = to_move_ == 0 ? 0 : ZOBRIST[512];
    const auto add = [&](Set set, Seat seat) {
        while (Board::any(set)) key ^= ZOBRIST[static_cast<std::size_t>(board_.pop(set) * 2 + seat)];
    };
    add(own_, to_move_);
    add(other_, 1 - to_move_);
    return key;
}

template <class Board>
void Position<Board>::generate(MoveList<MAX_MOVES>& list) const {
    list.clear();
    Set moves = move_set();
    if (!Board::any(moves)) {
        if (Board::any(board_.moves(other_, own_))) list.push(pass_move());
        return;
    }
    while (Board::any(moves)) list.push(static_cast<Move>(board_.pop(moves)));
}

template <class Board>
int Position<Board>::count_moves() const {
    const Set moves = move_set();
    if (Board::any(moves)) return Board::count(moves);
    return Board::any(board_.moves(other_, own_)) ? 1 : 0;
}

template <class Board>
bool Position<Board>::is_legal(Move move) const {
    const Set moves = move_set();
    if (move == pass_move()) return !Board::any(moves) && Board::any(board_.moves(other_, own_));
    return Board::any(moves & board_.bit(move));
}

template <class Board>
void Position<Board>::do_move(Move move, Undo& undo) {
    undo = {own_, other_};
    const bool passes = move == pass_move();
    const Set turned = passes ? Set{} : board_.flips(own_, other_, move) | board_.bit(move);
    const Set own = own_ | turned;
    own_ = other_ & ~turned;
    other_ = own;
    to_move_ = 1 - to_move_;
}

template <class Board>
void Position<Board>::undo_move(Move, const Undo& undo) {
    own_ = undo.own;
    other_ = undo.other;
    to_move_ = 1 - to_move_;
}

template <class Board>
std::optional<Outcome> Position<Board>::outcome() const {
    if (Board::any(move_set()) || Board::any(board_.moves(other_, own_))) return std::nullopt;
    const auto [black, white] = discs();
    if (black == white) return Outcome::draw(Reason::DISC_COUNT);
    return Outcome::win(black > white ? 0 : 1, Reason::DISC_COUNT);
}

template <class Board>
std::uint64_t Position<Board>::perft(int depth) const {
    return count_lines(board_, own_, other_, depth);
}

template <class Board>
std::array<int, 2> Position<Board>::discs() const {
    const int own = Board::count(own_);
    const int other = Board::count(other_);
    return to_move_ == 0 ? std::array{own, other} : std::array{other, own};
}

template <class Board>
int Position<Board>::disc_at(int cell) const {
    const Set here = board_.bit(cell);
    if (Board::any(own_ & here)) return to_move_;
    return Board::any(other_ & here) ? 1 - to_move_ : -1;
}

template class Position<Board8>;
template class Position<BoardAny>;

static_assert(PositionLike<Standard> && PositionLike<AnySize>);

}  // namespace duiyi::reversi
