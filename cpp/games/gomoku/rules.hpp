// What a Gomoku spec may say: board size, which rows win, and how the first stones are agreed on.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/options.hpp"

namespace duiyi::gomoku {

inline constexpr int MIN_SIZE = 5;
inline constexpr int MAX_SIZE = 22;
inline constexpr int MAX_CELLS = MAX_SIZE * MAX_SIZE;

enum class Rule : std::uint8_t {
    FREESTYLE,  // five or more win
    STANDARD,   // exactly five win
    CARO,       // exactly five win, unless enemy stones stand at both ends
    RENJU,      // black: exactly five wins, and some points are forbidden; white: five or more win
};
inline constexpr std::array<const char*, 4> RULE_NAMES = {"freestyle", "standard", "caro", "renju"};

enum class Opening : std::uint8_t { NONE, SWAP, SWAP2, TARAGUCHI10 };
inline constexpr std::array<const char*, 4> OPENING_NAMES = {"none", "swap", "swap2", "taraguchi10"};

enum Colour : std::uint8_t { BLACK, WHITE };
constexpr Colour other(Colour colour) { return colour == BLACK ? WHITE : BLACK; }

struct Rules {
    int size = 15;
    Rule rule = Rule::FREESTYLE;
    Opening opening = Opening::NONE;

    int cells() const { return size * size; }

    static Rules from(const Options& options) {
        Rules rules;
        rules.size = options.number("size", 15, MIN_SIZE, MAX_SIZE);
        rules.rule = static_cast<Rule>(named("rule", options.text("rule", "freestyle"), RULE_NAMES));
        rules.opening = static_cast<Opening>(named("opening", options.text("opening", "none"), OPENING_NAMES));
        // Its squares of 3, 5, 7 and 9 points lie around one middle point.
        if (rules.opening == Opening::TARAGUCHI10 && (rules.size % 2 == 0 || rules.size < 9))
            throw RulesError("option opening: expected an odd size of at least 9 for taraguchi10, got size " +
                             std::to_string(rules.size));
        return rules;
    }

    friend bool operator==(const Rules&, const Rules&) = default;

  private:
    static std::size_t named(const std::string& option, const std::string& value, const std::array<const char*, 4>& names) {
        std::string expected;
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (value == names[i]) return i;
            expected += (i == 0 ? "" : ", ") + std::string(names[i]);
        }
        throw RulesError("option " + option + ": expected one of " + expected + ", got '" + value.substr(0, 40) + "'");
    }
};

/// Calls `function` with the rule as its template argument.
template <class Function>
auto with_rule(Rule rule, Function&& function) {
    switch (rule) {
        case Rule::STANDARD:
            return function.template operator()<Rule::STANDARD>();
        case Rule::CARO:
            return function.template operator()<Rule::CARO>();
        case Rule::RENJU:
            return function.template operator()<Rule::RENJU>();
        default:
            return function.template operator()<Rule::FREESTYLE>();
    }
}

}  // namespace duiyi::gomoku
