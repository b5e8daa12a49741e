// An exact search of NoGo: who wins, with a table in which all symmetric positions are one.
//
// Legal points only ever vanish, so a good move leaves the mover many points and the other few; that is the order of moves. A
// seat whose opponent has no point left has won as soon as it has one itself.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "engines/solve_table.hpp"
#include "games/nogo/position.hpp"
#include "search/limits.hpp"

namespace duiyi::nogo {

/// The stones of a position under every symmetry of the board, kept move by move. Up to 64 points the two words are the stones
/// themselves; beyond, a hash of 128 bits. Exchanging the words exchanges the colours.
class Images {
  public:
    struct Words {
        std::uint64_t own = 0, other = 0;
        friend auto operator<=>(const Words&, const Words&) = default;
    };

    template <std::size_t N>
    explicit Images(const Position<N>& position) : cells_(position.rules().cells()), tokens_(static_cast<std::size_t>(cells_)) {
        const int count = Position<N>::num_symmetries(position.rules());
        for (std::size_t point = 0; point < tokens_.size(); ++point)
            for (std::size_t i = 0; i < 8; ++i) {  // a rectangle has four, which then stand twice
                const auto target = static_cast<std::size_t>(
                    Position<N>::symmetric_cell(position.rules(), static_cast<int>(i) % count, static_cast<int>(point)));
                tokens_[point].own[i] = cells_ <= 64 ? std::uint64_t{1} << target : STONE_KEYS[target];
                tokens_[point].other[i] = cells_ <= 64 ? 0 : STONE_KEYS[Geometry::MAX_POINTS + target];
            }
        const auto board = position.board();
        for (std::size_t point = 0; point < board.size(); ++point)
            if (!board[point].empty()) toggle(static_cast<int>(point), board[point] == "x" ? 0 : 1);
    }

    /// Puts a stone of a seat, or takes it away.
    void toggle(int point, Seat seat) {
        const Eight& token = tokens_[static_cast<std::size_t>(point)];
        auto& own = seat == 0 ? images_.own : images_.other;
        auto& other = seat == 0 ? images_.other : images_.own;
        for (std::size_t i = 0; i < 8; ++i) own[i] ^= token.own[i];
        if (cells_ > 64)
            for (std::size_t i = 0; i < 8; ++i) other[i] ^= token.other[i];
    }

    /// The same for all symmetric positions and for both colours: the mover's stones come first.
    Words canonical(Seat to_move) const {
        const auto& own = to_move == 0 ? images_.own : images_.other;
        const auto& other = to_move == 0 ? images_.other : images_.own;
        Words least{own[0], other[0]};
        if (cells_ <= 32) {  // both fit into one word, which is quick to compare
            std::uint64_t packed = own[0] << 32 | other[0];
            for (std::size_t i = 1; i < 8; ++i) packed = std::min(packed, own[i] << 32 | other[i]);
            return {packed >> 32, packed & 0xFFFFFFFF};
        }
        for (std::size_t i = 1; i < 8; ++i) least = std::min(least, Words{own[i], other[i]});
        return least;
    }

  private:
    struct Eight {
        std::array<std::uint64_t, 8> own{}, other{};
    };

    int cells_;
    std::vector<Eight> tokens_;  // by point: what a stone of seat 0 changes in each image
    Eight images_;
};

template <std::size_t N>
class Search {
  public:
    Search(const Position<N>& position, std::size_t table_bytes, Control& control)
        : position_(position), images_(position), table_(table_bytes), control_(control) {}

    /// Whether the seat to move wins; means nothing once the control has stopped.
    bool wins() {
        if ((++nodes_ & 0xFF) == 0) control_.poll(nodes_);
        if (control_.stopped()) return false;
        const Seat me = position_.to_move();
        if (position_.legal_points(me).none()) return false;
        if (position_.legal_points(1 - me).none()) return true;
        const auto here = images_.canonical(me);
        const auto hash = BoundsTable<std::uint64_t>::hash(here.own, here.other);
        if (const Bounds* known = table_.find(hash, here.own, here.other)) return known->lower > 0;
        const std::uint64_t before = nodes_;
        const bool won = finds_win(me);
        if (!control_.stopped())
            table_.store(hash, here.own, here.other, 0, won ? 1 : -1, -1, std::bit_width(nodes_ - before) + 1, -1, 1);
        return won;
    }

    /// Whether a legal move of the seat to move wins.
    bool wins_by(Move move) {
        typename Position<N>::Undo undo;
        play(move, undo);
        const bool won = !wins();
        take_back(move, undo);
        return won && !control_.stopped();
    }

    std::uint64_t nodes() const { return nodes_; }

  private:
    struct Candidate {
        Move move;
        int order;
    };

    bool finds_win(Seat me) {
        std::array<Candidate, Position<N>::MAX_MOVES> moves;
        std::size_t count = 0;
        typename Position<N>::Undo undo;
        for (auto rest = position_.legal_points(me); rest.any();) {
            const auto move = static_cast<Move>(rest.pop());
            const bool is_shared = position_.legal_points(1 - me).test(move);
            play(move, undo);
            const int mine = position_.legal_points(me).count(), theirs = position_.legal_points(1 - me).count();
            bool is_win = theirs == 0;
            if (!is_win) {
                const auto next = images_.canonical(1 - me);
                const Bounds* known = table_.find(BoundsTable<std::uint64_t>::hash(next.own, next.other), next.own, next.other);
                is_win = known != nullptr && known->upper < 0;
                // A move that is known to lose needs no second look.
                if (known == nullptr) moves[count++] = {move, 4 * (mine - theirs) + (is_shared ? 2 : 0)};
            }
            take_back(move, undo);
            if (is_win) return true;
        }
        std::stable_sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(count),
                         [](const Candidate& a, const Candidate& b) { return a.order > b.order; });
        for (std::size_t i = 0; i < count; ++i) {
            if (wins_by(moves[i].move)) return true;
            if (control_.stopped()) return false;
        }
        return false;
    }

    void play(Move move, typename Position<N>::Undo& undo) {
        images_.toggle(move, position_.to_move());
        position_.do_move(move, undo);
    }
    void take_back(Move move, const typename Position<N>::Undo& undo) {
        position_.undo_move(move, undo);
        images_.toggle(move, position_.to_move());
    }

    Position<N> position_;
    Images images_;
    BoundsTable<std::uint64_t> table_;
    Control& control_;
    std::uint64_t nodes_ = 0;
};

}  // namespace duiyi::nogo
