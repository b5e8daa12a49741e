// What can be chosen about Reversi: the size of the board.
#pragma once

#include "core/options.hpp"

namespace duiyi::reversi {

struct Rules {
    int size = 8;

    static Rules from(const Options& options) {
        Rules rules{options.number("size", 8, 4, 16)};
        if (rules.size % 2 != 0)
            throw RulesError("option size: expected an even number from 4 to 16, got " + std::to_string(rules.size));
        return rules;
    }
    friend bool operator==(const Rules&, const Rules&) = default;
};

}  // namespace duiyi::reversi
