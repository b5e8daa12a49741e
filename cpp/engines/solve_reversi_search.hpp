// An exact search of Reversi endings on the 8x8 board.
//
// Every search has a null window: it says whether the value exceeds a bound. Near the leaves moves are ordered by the replies
// they leave, further up by a shallow search of the estimate; tables keep bounds; enough stable discs decide at once.
#pragma once

#include <span>

#include "engines/solve_reversi_estimate.hpp"
#include "engines/solve_reversi_last.hpp"
#include "engines/solve_table.hpp"
#include "search/limits.hpp"

namespace duiyi::reversi {

class EndgameSearch {
  public:
    EndgameSearch(std::size_t table_bytes, Control& control);

    /// Says whether the value exceeds `alpha`: a result above it is a lower bound of the value, any other an upper bound.
    /// Means nothing once the control has stopped.
    int test(Set own, Set other, int alpha);

    /// A guess at the value, from a shallow search.
    int guess(Set own, Set other) const;

    /// While above 0, positions whose estimate is so many discs beyond the bound are believed: quick and mostly right. What is
    /// found so only orders the moves of exact tests.
    void believe(int margin) { margin_ = margin; }

    std::uint64_t nodes() const { return nodes_; }

  private:
    struct Child {
        Set own, other, moves;
        std::uint64_t hash;
        int cell;
        int order;
    };

    /// The positions after all moves, handed out one by one.
    class Children {
      public:
        Child& add() { return children_[count_++]; }
        std::span<Child> all() { return {children_.data(), count_}; }
        std::span<Child> rest() { return {children_.data() + taken_, count_ - taken_}; }
        bool empty() const { return taken_ == count_; }

        /// Puts the move on a cell next, if there is one.
        bool take(int cell) {
            for (std::size_t i = taken_; i < count_; ++i)
                if (children_[i].cell == cell) {
                    std::swap(children_[i], children_[taken_]);
                    return true;
                }
            return false;
        }
        /// Puts the first in order next.
        void take_best() {
            std::size_t best = taken_;
            for (std::size_t i = taken_ + 1; i < count_; ++i)
                if (children_[i].order > children_[best].order) best = i;
            std::swap(children_[best], children_[taken_]);
        }
        const Child& next() { return children_[taken_++]; }

      private:
        std::size_t count_ = 0, taken_ = 0;
        std::array<Child, 64> children_;  // left unset on purpose
    };

    int search(Set own, Set other, Set moves, int empties, int alpha);
    bool expand(Set own, Set other, Set moves, int empties, Children& children);
    void order_by_replies(Children& children, Set empty, int known) const;
    int order_by_estimate(Children& children, Set empty, int empties, int known) const;
    int look_ahead(Set own, Set other, Set moves, int depth, int alpha, int beta) const;
    BoundsTable<Set>& table(int empties) {
        if (empties < NEAR_EMPTIES) return near_;
        return margin_ > 0 ? rough_ : far_;
    }

    static constexpr int NEAR_EMPTIES = 12;  // below, a small table that stays in the cache

    BoundsTable<Set> far_;
    BoundsTable<Set> rough_;  // of tests that believed
    BoundsTable<Set> near_;
    const Estimate& estimate_;
    Control& control_;
    std::uint64_t nodes_ = 0;
    std::uint32_t ticks_ = 0;
    int margin_ = 0;
};

}  // namespace duiyi::reversi
