// The options of Xiangqi: how repetitions are judged and when a game without captures is drawn.
#pragma once

#include <cstdint>

#include "core/options.hpp"

namespace duiyi::xiangqi {

/// NONE lets a game repeat for ever: for records whose arbiter did.
enum class Repetition : std::uint8_t { AXF, COMPUTER, CXA, SIMPLE, NONE };

struct Rules {
    Repetition repetition = Repetition::AXF;
    int natural = 60;  // moves of both sides without a capture that draw; 0 switches the limit off

    static Rules from(const Options& options) {
        Rules rules;
        const std::string judge = options.text("repetition", "axf");
        if (judge == "axf") rules.repetition = Repetition::AXF;
        else if (judge == "computer") rules.repetition = Repetition::COMPUTER;
        else if (judge == "cxa") rules.repetition = Repetition::CXA;
        else if (judge == "simple") rules.repetition = Repetition::SIMPLE;
        else if (judge == "none") rules.repetition = Repetition::NONE;
        else throw RulesError("option repetition: expected axf, computer, cxa, simple or none, got '" + judge + "'");
        rules.natural = options.number("natural", 60, 0, 60);
        if (rules.natural != 60 && rules.natural != 50 && rules.natural != 0)
            throw RulesError("option natural: expected 60, 50 or 0, got '" + std::to_string(rules.natural) + "'");
        return rules;
    }

    friend bool operator==(const Rules&, const Rules&) = default;
};

}  // namespace duiyi::xiangqi
