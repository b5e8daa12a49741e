#include "games/reversi/evaluation.hpp"

namespace duiyi::reversi {
namespace {

constexpr int MOBILITY = 75;  // per move more than the other
constexpr int CORNER = 900;
constexpr int DIAGONAL = 500;  // a disc diagonal to an empty corner
constexpr int BESIDE = 180;    // a disc beside an empty corner
constexpr int EDGE = 120;      // per disc in a row from an own corner
constexpr int PARITY = 80;     // who moves last, near the end
constexpr int LATE = 20;       // empties from which discs begin to count

}  // namespace

template <class Board>
void Evaluation<Board>::reset(const Position<Board>& position) {
    if (size_ == position.geometry().size()) return;
    const Board& board = position.geometry();
    size_ = board.size();
    for (std::size_t i = 0; i < SIDES; ++i) {
        const int row = i < 2 ? 0 : size_ - 1, file = i % 2 == 0 ? 0 : size_ - 1;
        const int down = i < 2 ? 1 : -1, right = i % 2 == 0 ? 1 : -1;
        const auto bit = [&](int r, int f) { return board.bit(r * size_ + f); };
        Corner& corner = corners_[i];
        corner.corner = bit(row, file);
        corner.diagonal = bit(row + down, file + right);
        corner.beside = bit(row + down, file) | bit(row, file + right);
        for (int step = 0; step < size_; ++step) {
            corner.edges[0][static_cast<std::size_t>(step)] = bit(row, file + right * step);
            corner.edges[1][static_cast<std::size_t>(step)] = bit(row + down * step, file);
        }
    }
}

template <class Board>
int Evaluation<Board>::evaluate(const Position<Board>& position) {
    const Board& board = position.geometry();
    const Set& own = position.own();
    const Set& other = position.other();
    const int empties = size_ * size_ - Board::count(own) - Board::count(other);
    const int own_moves = Board::count(board.moves(own, other));
    const int other_moves = Board::count(board.moves(other, own));
    int score = MOBILITY * (own_moves - other_moves);
    for (const Corner& corner : corners_) {
        if (Board::any(own & corner.corner)) score += CORNER;
        else if (Board::any(other & corner.corner)) score -= CORNER;
        else {
            score += DIAGONAL * (Board::count(other & corner.diagonal) - Board::count(own & corner.diagonal));
            score += BESIDE * (Board::count(other & corner.beside) - Board::count(own & corner.beside));
        }
    }
    score += EDGE * (stable_on_edges(own) - stable_on_edges(other));
    if (empties <= LATE) {
        score += 100 * (LATE - empties) / LATE * (Board::count(own) - Board::count(other));
        score += empties % 2 == 1 ? PARITY : -PARITY;
    }
    return score;
}

/// Discs in unbroken rows from a corner along an edge: nothing can turn them.
template <class Board>
int Evaluation<Board>::stable_on_edges(const Set& discs) const {
    int count = 0;
    for (const Corner& corner : corners_) {
        if (!Board::any(discs & corner.corner)) continue;
        for (const auto& edge : corner.edges)
            for (int step = 1; step < size_ && Board::any(discs & edge[static_cast<std::size_t>(step)]); ++step) ++count;
    }
    return count;
}

template class Evaluation<Board8>;
template class Evaluation<BoardAny>;

static_assert(EvaluatorFor<Evaluation<Board8>, Standard> && EvaluatorFor<Evaluation<BoardAny>, AnySize>);

}  // namespace duiyi::reversi
