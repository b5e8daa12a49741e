// What searches may know about NoGo.
#pragma once

#include "core/search_traits.hpp"
#include "games/nogo/position.hpp"

namespace duiyi {

template <std::size_t Words>
struct SearchTraits<nogo::Position<Words>> : DefaultSearchTraits<nogo::Position<Words>> {
    using Position = nogo::Position<Words>;
    using Points = typename Position::Points;
    using Moves = MoveList<Position::MAX_MOVES>;

    static constexpr int HISTORY = nogo::Geometry::MAX_POINTS;
    static int history_index(const Position&, Move move) { return move; }

    /// Under rule=course losing moves are legal; they are searched only when there is no other.
    static void candidates(const Position& position, Moves& moves) {
        const Points& safe = position.legal_points(position.to_move());
        if (safe.none()) return position.generate(moves);
        moves.clear();
        for (Points rest = safe; rest.any();) moves.push(static_cast<Move>(rest.pop()));
    }

    /// A point that only we may play can wait.
    static int order(const Position& position, Move move) {
        return position.legal_points(1 - position.to_move()).test(move) ? 0 : -20000;
    }

    static constexpr int ASPIRATION = 80;
    static constexpr int FUTILITY = 120;

    /// Games are short and random ones tell much: play to the end.
    static constexpr int PLAYOUT = 1000;
    static constexpr bool RAVE = true;
    static constexpr int RAVE_SEED = 10;
    static constexpr double CURIOSITY = 0.1;  // RAVE already leads the search to every point that matters
    /// Points that are one's own are played last, in any order.
    static bool is_telling(const Position& position, Move move) {
        return position.legal_points(1 - position.to_move()).test(move);
    }

    /// Uniform among the points that both may play, and only then among one's own.
    static Move playout_move(const Position& position, Random& random) {
        const Points& own = position.legal_points(position.to_move());
        Points shared = own & position.legal_points(1 - position.to_move());
        if (shared.none()) shared = own;
        int skip = shared.count();
        if (skip == 0) return NO_MOVE;
        skip = static_cast<int>(random.below(static_cast<std::uint32_t>(skip)));
        for (std::size_t w = 0; w < Words; ++w) {
            std::uint64_t word = shared.words[w];
            const int here = std::popcount(word);
            if (skip >= here) {
                skip -= here;
                continue;
            }
            for (; skip > 0; --skip) word &= word - 1;
            return static_cast<Move>(w * 64 + static_cast<std::size_t>(std::countr_zero(word)));
        }
        return NO_MOVE;
    }
};

}  // namespace duiyi
