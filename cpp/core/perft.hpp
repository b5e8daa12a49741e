// Counting lines of play: perft for checking the rules, random playouts for measuring them.
#pragma once

#include <cstdint>
#include <optional>

#include "core/concepts.hpp"
#include "core/random.hpp"

namespace duiyi {

struct Playout {
    int plies = 0;
    std::optional<Outcome> outcome;  // nothing when the cap came first
};

/// A position may bring a faster count or playout of its own; these concepts find it.
template <class P>
concept CountsLines = requires(P p, int depth) {
    { p.perft(depth) } -> std::same_as<std::uint64_t>;
};

template <class P>
concept PlaysOut = requires(P p, Random& random, int max_plies) {
    { p.random_playout(random, max_plies) } -> std::same_as<Playout>;
};

/// Number of lines of exactly `depth` plies by legality alone. The last ply is counted, not played.
template <PositionLike P>
std::uint64_t perft(P& position, int depth) {
    if (depth == 0) return 1;
    if constexpr (CountsLines<P>) return position.perft(depth);
    if (depth == 1) {
        const int count = position.count_moves();
        return count == 0 && P::FINISHED_IS_LEAF ? 1 : static_cast<std::uint64_t>(count);
    }
    MoveList<P::MAX_MOVES> moves;
    position.generate(moves);
    if (moves.empty()) return P::FINISHED_IS_LEAF ? 1 : 0;
    std::uint64_t nodes = 0;
    for (const Move move : moves) {
        typename P::Undo undo;
        position.do_move(move, undo);
        nodes += perft(position, depth - 1);
        position.undo_move(move, undo);
    }
    return nodes;
}

/// Plays random moves (uniform, unless the position brings a playout of its own) until the game ends or `max_plies` are played.
template <PositionLike P>
Playout random_playout(P position, Random& random, int max_plies) {
    if constexpr (PlaysOut<P>) return position.random_playout(random, max_plies);
    MoveList<P::MAX_MOVES> moves;
    Playout result;
    while (result.plies < max_plies) {
        result.outcome = position.outcome();
        if (result.outcome) return result;
        position.generate(moves);
        typename P::Undo undo;
        position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))], undo);
        ++result.plies;
    }
    result.outcome = position.outcome();
    return result;
}

}  // namespace duiyi
