// The options of NoGo: how large the board is, and what happens to a losing move.
#pragma once

#include <cstddef>

#include "core/options.hpp"

namespace duiyi::nogo {

inline constexpr int SMALLEST = 2;
inline constexpr int LARGEST = 19;

/// What becomes of a move that captures or is suicide.
enum class LosingMoves {
    ILLEGAL,  // rule=legal: it may not be played
    LOSE,     // rule=course: it may be played and loses at once
};

struct Rules {
    int rows = 9;
    int cols = 9;
    LosingMoves losing_moves = LosingMoves::ILLEGAL;

    int cells() const { return rows * cols; }
    friend bool operator==(const Rules&, const Rules&) = default;

    /// `size` is the length of both sides; `rows` and `cols` replace it, each for its own side.
    static Rules from(const Options& options) {
        const int size = options.number("size", 9, SMALLEST, LARGEST);
        Rules rules;
        rules.rows = options.number("rows", size, SMALLEST, LARGEST);
        rules.cols = options.number("cols", size, SMALLEST, LARGEST);
        const std::string rule = options.text("rule", "legal");
        if (rule != "legal" && rule != "course") throw RulesError("option rule: expected legal or course, got '" + rule + "'");
        rules.losing_moves = rule == "course" ? LosingMoves::LOSE : LosingMoves::ILLEGAL;
        return rules;
    }
};

}  // namespace duiyi::nogo
