// The random keys of Gomoku positions: stones, offered points, phase, colour of the next stone, seat that has black.
#pragma once

#include "core/random.hpp"
#include "core/types.hpp"
#include "games/gomoku/opening.hpp"

namespace duiyi::gomoku {

inline constexpr auto ZOBRIST = random_keys<3 * MAX_CELLS + PHASE_NAMES.size() + 2>(0x60B0C0);

constexpr Key stone_key(int cell, Colour colour) { return ZOBRIST[static_cast<std::size_t>(2 * cell + colour)]; }
constexpr Key offer_key(int cell) { return ZOBRIST[static_cast<std::size_t>(2 * MAX_CELLS + cell)]; }
/// Zero in the game proper, so that it is the same game whatever opening led there.
constexpr Key phase_key(Phase phase) {
    return phase == Phase::PLAY ? 0 : ZOBRIST[3 * MAX_CELLS + static_cast<std::size_t>(phase)];
}
inline constexpr Key WHITE_NEXT_KEY = ZOBRIST[3 * MAX_CELLS + PHASE_NAMES.size()];
inline constexpr Key BLACK_SEAT_KEY = ZOBRIST[3 * MAX_CELLS + PHASE_NAMES.size() + 1];

}  // namespace duiyi::gomoku
