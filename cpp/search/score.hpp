// Scores of searches: evaluations in the middle, proven wins and losses with their distance at the ends.
#pragma once

#include "core/outcome.hpp"
#include "core/types.hpp"

namespace duiyi {

using Score = int;

inline constexpr Score INFINITE = 32000;
inline constexpr Score WIN = 31000;       // a win at once; a win in n plies is WIN - n
inline constexpr Score PROVEN = 30000;    // beyond this a score is a proof
inline constexpr Score FORECAST = 28000;  // an end that is likely, not proven
inline constexpr Score MAX_EVALUATION = 27000;
inline constexpr int MAX_PLY = 128;

constexpr Score win_in(int plies) { return WIN - plies; }
constexpr Score loss_in(int plies) { return plies - WIN; }
constexpr bool is_proven(Score score) { return score > PROVEN || score < -PROVEN; }

/// Plies to the end that a proven score promises: positive for a win, negative for a loss.
constexpr int plies_to_end(Score score) { return score > 0 ? WIN - score : -(WIN + score); }

/// A finished game for one of two seats, `ply` plies below the root.
constexpr Score outcome_score(const Outcome& outcome, Seat seat, int ply, bool is_proof = true) {
    const float own = outcome.scores[static_cast<std::size_t>(seat)];
    if (own == 0.5F) return 0;
    const Score size = is_proof ? win_in(ply) : FORECAST - ply;
    return own > 0.5F ? size : -size;
}

// In the table distances count from the stored position, not from the root.
constexpr Score to_table(Score score, int ply) { return score > PROVEN ? score + ply : score < -PROVEN ? score - ply : score; }
constexpr Score from_table(Score score, int ply) { return score > PROVEN ? score - ply : score < -PROVEN ? score + ply : score; }

}  // namespace duiyi
