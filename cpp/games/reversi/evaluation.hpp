// A hand-made evaluation of Reversi: mobility, corners and what leads to them, edges that can no longer be turned, discs at the
// end.
#pragma once

#include "core/evaluator.hpp"
#include "games/reversi/position.hpp"

namespace duiyi::reversi {

/// In hundredths of a disc for the seat to move.
template <class Board>
class Evaluation : public PlainEvaluator<Evaluation<Board>, Position<Board>> {
  public:
    static constexpr double UNIT = 500.0;
    using Set = typename Board::Set;

    void reset(const Position<Board>& position);
    int evaluate(const Position<Board>& position);

  private:
    static constexpr int SIDES = 4;
    struct Corner {
        Set corner{};
        Set diagonal{};                              // the point diagonally inside: gives the corner away
        Set beside{};                                // the two on the edges
        std::array<std::array<Set, 16>, 2> edges{};  // points along both edges, from the corner
    };

    int stable_on_edges(const Set& discs) const;

    int size_ = 0;
    std::array<Corner, SIDES> corners_{};
};

extern template class Evaluation<Board8>;
extern template class Evaluation<BoardAny>;

}  // namespace duiyi::reversi
