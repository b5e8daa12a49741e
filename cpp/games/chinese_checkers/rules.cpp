#include "games/chinese_checkers/rules.hpp"

namespace duiyi::chinese_checkers {

Rules Rules::from(const Options& options) {
    Rules rules;
    rules.seats = options.number("seats", 2, 2, MAX_SEATS);
    if (rules.seats == 5) throw RulesError("option seats: expected 2, 3, 4 or 6, got '5' (no fair seating of five is known)");

    const std::string set = options.text("rules", "standard");
    if (set == "standard") {
        rules.rule_set = RuleSet::STANDARD;
    } else if (set == "ruc") {
        rules.rule_set = RuleSet::RUC;
    } else if (set == "tsinghua") {
        rules.rule_set = RuleSet::TSINGHUA;
    } else {
        throw RulesError("option rules: expected standard, ruc or tsinghua, got '" + set + "'");
    }
    if (rules.rule_set == RuleSet::TSINGHUA && rules.seats != 2)
        throw RulesError("option seats: rules=tsinghua is for 2 seats, got '" + std::to_string(rules.seats) + "'");

    const std::string hop = options.text("hop", "short");
    if (hop != "short" && hop != "long") throw RulesError("option hop: expected short or long, got '" + hop + "'");
    rules.long_hop = hop == "long";
    return rules;
}

}  // namespace duiyi::chinese_checkers
