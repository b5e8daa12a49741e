// From null-window tests to the value of a position and all its best moves.
#pragma once

#include <algorithm>
#include <vector>

#include "engines/any_engine.hpp"
#include "games/reversi/position.hpp"

namespace duiyi::reversi {

/// `Search` answers `test(own, other, alpha)` and `guess(own, other)` for the seat to move, as EndgameSearch does, and may be
/// able to `believe`.
template <class Board, class Search>
class Root {
  public:
    using Set = typename Board::Set;

    Root(const Position<Board>& position, Search& search, Control& control)
        : position_(position),
          board_(position.geometry()),
          cells_(board_.size() * board_.size()),
          search_(search),
          control_(control) {}

    Solution solve() {
        const Set &own = position_.own(), &other = position_.other();
        Solution solution;
        std::optional<int> value;
        if (Board::any(board_.moves(own, other))) {
            value = best_move(own, other);
            for (const Child* child : best_) solution.moves.push_back(child->move);
        } else if (Board::any(board_.moves(other, own))) {
            value = -best_move(other, own);
            solution.moves = {Position<Board>::pass(position_.rules())};
        } else {
            value = finished(own, other);
        }
        solution.nodes = search_.nodes();
        if (control_.stopped()) {
            solution.moves.clear();
            return solution;
        }
        solution.margin = value;
        solution.value = *value > 0 ? Solution::Value::WON : *value < 0 ? Solution::Value::LOST : Solution::Value::DRAWN;
        return solution;
    }

  private:
    struct Child {
        Set own, other;
        Move move;
        int guess;  // of its value for the seat to move there
    };

    int best_move(const Set& own, const Set& other) {
        expand(own, other);
        if constexpr (requires { search_.believe(1); }) {
            for (const int margin : {MARGIN, 2 * MARGIN}) {
                search_.believe(margin);
                const int value = find_best(false);
                if (control_.stopped()) return 0;
                const auto best = children_.begin() + (best_.front() - children_.data());
                best->guess = -value;
                std::rotate(children_.begin(), best, best + 1);
            }
            search_.believe(0);
        }
        return find_best(true);
    }

    /// The best value; `best_` gets the moves that reach it, or one of them.
    int find_best(bool all) {
        best_.clear();
        int best = 0;
        for (Child& child : children_) {
            if (control_.stopped()) break;
            if (best_.empty()) {
                best = -exact(child, cells_);
            } else {
                if (all && search_.test(child.own, child.other, -best) > -best) continue;
                if (search_.test(child.own, child.other, -best - 1) > -best - 1) {
                    if (all) best_.push_back(&child);
                    continue;
                }
                best = -exact(child, -best - 2);
                best_.clear();
            }
            best_.push_back(&child);
        }
        return best;
    }

    /// The value of a child, which is known to be `upper` at most.
    int exact(const Child& child, int upper) {
        int lower = -cells_, bound = child.guess;
        while (lower < upper && !control_.stopped()) {
            bound = std::clamp(bound, lower + 2, upper);
            const int result = search_.test(child.own, child.other, bound - 1);
            // To fail costs much more than to succeed: climb in small steps, go down in larger ones.
            if (result >= bound) {
                lower = result;
                bound = result + 2;
            } else {
                upper = result;
                bound = result - 2;
            }
        }
        return lower;
    }

    /// The positions after all moves, the most promising first.
    void expand(const Set& own, const Set& other) {
        for (Set moves = board_.moves(own, other); Board::any(moves);) {
            const int cell = board_.pop(moves);
            const Set turned = board_.flips(own, other, cell) | board_.bit(cell);
            const Set next = other & ~turned, mine = own | turned;
            children_.push_back({next, mine, static_cast<Move>(cell), search_.guess(next, mine)});
        }
        std::stable_sort(children_.begin(), children_.end(), [](const Child& a, const Child& b) { return a.guess < b.guess; });
    }

    int finished(const Set& own, const Set& other) const {
        const int mine = Board::count(own), theirs = Board::count(other);
        if (mine == theirs) return 0;
        return mine > theirs ? cells_ - 2 * theirs : 2 * mine - cells_;
    }

    static constexpr int MARGIN = 6;  // discs by which an estimate must be beyond a bound to be believed

    const Position<Board>& position_;
    const Board& board_;
    int cells_;
    Search& search_;
    Control& control_;
    std::vector<Child> children_;
    std::vector<Child*> best_;
};

}  // namespace duiyi::reversi
