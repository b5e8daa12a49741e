// The end of a game of NoGo, searched exactly within a few nodes.
//
// A sealed region is worth a whole number of moves to its owner, and it is never worse to play elsewhere first: so its points are
// one move, and the last to be tried. What is left to try are the points that are still disputed.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "games/nogo/position.hpp"

namespace duiyi::nogo {

template <std::size_t N>
class EndSearch {
  public:
    explicit EndSearch(std::size_t entries) : known_(std::bit_ceil(entries)) {}

    /// Whether the seat to move wins; nothing when that takes more nodes.
    std::optional<bool> find(const Position<N>& position, int most_nodes) {
        position_ = position;
        nodes_left_ = most_nodes;
        const bool won = wins();
        if (nodes_left_ < 0) return std::nullopt;
        return won;
    }

    /// A move that wins, or NO_MOVE when there is none; nothing when that takes more nodes.
    std::optional<Move> find_move(const Position<N>& position, int most_nodes) {
        position_ = position;
        nodes_left_ = most_nodes;
        const Move move = winning_move(position_.to_move(), position_.prospects(position_.to_move()));
        if (nodes_left_ < 0) return std::nullopt;
        return move;
    }

  private:
    struct Entry {
        Key key = 0;
        bool won = false;
    };
    struct Candidate {
        Move move;
        int order;
    };

    /// Means nothing once no node is left.
    bool wins() {
        if (--nodes_left_ < 0) return false;
        const Seat me = position_.to_move();
        const auto mine = position_.prospects(me), theirs = position_.prospects(1 - me);
        if (mine.least > theirs.most) return true;
        if (mine.most <= theirs.least) return false;
        Entry& entry = known_[position_.key() & (known_.size() - 1)];
        if (entry.key == position_.key()) return entry.won;
        const bool won = winning_move(me, mine) != NO_MOVE;
        if (nodes_left_ >= 0) entry = {position_.key(), won};
        return won;
    }

    Move winning_move(Seat me, const Prospects<N>& mine) {
        std::array<Candidate, Position<N>::MAX_MOVES> moves;
        std::size_t count = 0;
        typename Position<N>::Undo undo;
        for (auto rest = position_.legal_points(me) & ~mine.sealed; rest.any();) {
            const auto move = static_cast<Move>(rest.pop());
            const int shared = position_.legal_points(1 - me).test(move) ? 2 : 0;
            position_.do_move(move, undo);
            const int gained = position_.legal_points(me).count() - position_.legal_points(1 - me).count();
            position_.undo_move(move, undo);
            moves[count++] = {move, 4 * gained + shared};
        }
        std::stable_sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(count),
                         [](const Candidate& a, const Candidate& b) { return a.order > b.order; });
        if (mine.sealed_moves > 0) moves[count++] = {static_cast<Move>((mine.sealed & position_.legal_points(me)).first()), 0};
        for (std::size_t i = 0; i < count; ++i) {
            position_.do_move(moves[i].move, undo);
            const bool won = !wins();
            position_.undo_move(moves[i].move, undo);
            if (nodes_left_ < 0) break;
            if (won) return moves[i].move;
        }
        return NO_MOVE;
    }

    Position<N> position_;
    std::vector<Entry> known_;  // by the low bits of the key
    int nodes_left_ = 0;
};

}  // namespace duiyi::nogo
