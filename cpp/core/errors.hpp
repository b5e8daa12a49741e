// The errors of the rules layer. Python sees them as duiyi.TextError and duiyi.RulesError.
#pragma once

#include <stdexcept>
#include <string>

namespace duiyi {

/// Text that cannot be read as a position or a move: says what was expected, what came and where.
struct TextError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// Rule options that make no game, e.g. an odd Reversi board.
struct RulesError : std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

}  // namespace duiyi
