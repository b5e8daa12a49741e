// Brings an army home that nobody meets any more, or among others who stand still: a beam search over the moves of one seat.
//
//     const std::vector<Move> way = find_race(alone(position), 3000, is_stopped);   // 27 moves from the start
//
// A beam proves no minimum; the way it finds is one that can be played.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "games/chinese_checkers/position.hpp"

namespace duiyi::chinese_checkers {

inline constexpr int MOST_MOVES = 120;  // no army needs as many

/// The position with the marbles of the seat to move alone; every other seat can only pass.
Position alone(const Position& position);

/// True for two seats whose armies have passed each other by more than a hop: from here on each runs its own race.
bool has_passed(const Position& position);

struct Race {
    std::vector<Move> moves;  // of the one seat, to the end; empty when no way was found
    std::uint64_t nodes = 0;
};

/// A short way home for the seat to move while all others pass, keeping the `width` most promising armies of every move.
/// Gives up after `most` moves.
Race find_race(const Position& position, std::size_t width, const std::function<bool()>& is_stopped, int most = MOST_MOVES);

}  // namespace duiyi::chinese_checkers
