// An exact search of Reversi endings on boards of other sizes: plain, with a table and the fewest replies first.
#pragma once

#include "engines/solve_table.hpp"
#include "games/reversi/board_any.hpp"
#include "search/limits.hpp"

namespace duiyi::reversi {

class AnySizeSearch {
  public:
    using Set = BoardAny::Set;

    AnySizeSearch(const BoardAny& board, std::size_t table_bytes, Control& control)
        : board_(board), cells_(board.size() * board.size()), table_(table_bytes), control_(control) {}

    /// As EndgameSearch::test.
    int test(const Set& own, const Set& other, int alpha) { return search(own, other, alpha, false); }

    /// The fewer moves the mover has, the worse: this orders moves and starts the tests at a draw.
    int guess(const Set& own, const Set& other) const { return BoardAny::count(board_.moves(own, other)) / 2 * 2; }

    std::uint64_t nodes() const { return nodes_; }

  private:
    int search(const Set& own, const Set& other, int alpha, bool passed) {
        if ((++nodes_ & 0x3FF) == 0) control_.poll(nodes_);
        if (control_.stopped()) return alpha;
        Set moves = board_.moves(own, other);
        if (!BoardAny::any(moves)) return passed ? finished(own, other) : -search(other, own, -alpha - 1, true);
        const std::uint64_t hash = BoundsTable<Set>::hash(own, other);
        int known = -1;
        if (const Bounds* bounds = table_.find(hash, own, other)) {
            if (bounds->upper <= alpha) return bounds->upper;
            if (bounds->lower > alpha) return bounds->lower;
            known = bounds->move;
        }
        struct Child {
            int cell, replies;
        };
        std::array<Child, 256> children;
        std::size_t count = 0;
        const auto play = [&](int cell) {
            const Set turned = board_.flips(own, other, cell) | board_.bit(cell);
            return std::pair{other & ~turned, own | turned};
        };
        while (BoardAny::any(moves)) {
            const int cell = board_.pop(moves);
            const auto [next, mine] = play(cell);
            children[count++] = {cell, cell == known ? -1 : BoardAny::count(board_.moves(next, mine))};
        }
        std::sort(children.begin(), children.begin() + static_cast<std::ptrdiff_t>(count), [](const Child& a, const Child& b) {
            return a.replies != b.replies ? a.replies < b.replies : a.cell < b.cell;
        });
        const std::uint64_t before = nodes_;
        int best = -cells_ - 1, best_cell = -1;
        for (std::size_t i = 0; i < count && best <= alpha; ++i) {
            const auto [next, mine] = play(children[i].cell);
            const int score = -search(next, mine, -alpha - 1, false);
            if (control_.stopped()) return alpha;
            if (score > best) {
                best = score;
                best_cell = children[i].cell;
            }
        }
        table_.store(hash, own, other, alpha, best, best_cell, std::bit_width(nodes_ - before) + 1, -cells_, cells_);
        return best;
    }

    int finished(const Set& own, const Set& other) const {
        const int mine = BoardAny::count(own), theirs = BoardAny::count(other);
        if (mine == theirs) return 0;
        return mine > theirs ? cells_ - 2 * theirs : 2 * mine - cells_;
    }

    const BoardAny& board_;
    int cells_;
    BoundsTable<Set> table_;
    Control& control_;
    std::uint64_t nodes_ = 0;
};

}  // namespace duiyi::reversi
