// How a game ended, and why a move is not allowed: codes and numbers here, sentences in Python.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/types.hpp"

namespace duiyi {

/// Why a game ended. The names in REASON_NAMES are the words of the rules text.
enum class Reason : std::uint8_t {
    FIVE_IN_ROW,
    BOARD_FULL,
    CAPTURE,
    SUICIDE,
    NO_LEGAL_MOVE,
    DISC_COUNT,
    CHECKMATE,
    STALEMATE,
    PERPETUAL_CHECK,
    PERPETUAL_CHASE,
    REPETITION,
    NATURAL_LIMIT,
    INSUFFICIENT_MATERIAL,
    ALL_HOME,
    DISTANCE,
    HOME_DEADLINE,
};

inline constexpr std::array<const char*, 16> REASON_NAMES = {
    "five_in_row",           "board_full",      "capture",    "suicide",
    "no_legal_move",         "disc_count",      "checkmate",  "stalemate",
    "perpetual_check",       "perpetual_chase", "repetition", "natural_limit",
    "insufficient_material", "all_home",        "distance",   "home_deadline",
};

/// The end of a game: a score in 0..1 for every seat. Small enough to be made inside a search.
struct Outcome {
    std::array<float, MAX_SEATS> scores{};
    Reason reason{};

    static constexpr Outcome win(Seat winner, Reason reason) {
        Outcome o{{}, reason};
        o.scores[static_cast<std::size_t>(winner)] = 1.0F;
        return o;
    }
    static constexpr Outcome draw(Reason reason) { return Outcome{{0.5F, 0.5F}, reason}; }
};

/// A fact with its particulars, for people: `{"horse_leg", cells {19}, words {"h"}}`. Not for hot code.
struct Explanation {
    std::string code;
    std::vector<int> cells;
    std::vector<std::string> words;
};

}  // namespace duiyi
