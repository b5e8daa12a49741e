// A check every game passes: random games in which each move is done, undone and done again, and texts are read back.
#pragma once

#include "core/concepts.hpp"
#include "core/random.hpp"
#include "tests/check.hpp"

namespace duiyi::testing {

template <PositionLike P>
void walk(const typename P::Rules& rules, int games, int max_plies, std::uint64_t seed = 1) {
    Random random(seed);
    for (int game = 0; game < games; ++game) {
        P position = P::initial(rules);
        for (int ply = 0; ply < max_plies && !position.outcome(); ++ply) {
            MoveList<P::MAX_MOVES> moves;
            position.generate(moves);
            CHECK(!moves.empty());
            CHECK_EQUAL(position.count_moves(), static_cast<int>(moves.size()));
            const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
            CHECK(position.is_legal(move));
            const P before = position;
            typename P::Undo undo;
            position.do_move(move, undo);
            CHECK(!(position == before));
            const std::string text = position.text();
            const P read = P::parse(rules, text);
            CHECK_EQUAL(read.text(), text);
            CHECK_EQUAL(read.key(), position.key());
            position.undo_move(move, undo);
            CHECK(position == before);
            CHECK_EQUAL(position.key(), before.key());
            position.do_move(move, undo);
        }
    }
}

}  // namespace duiyi::testing
