#include "engines/any_position.hpp"

namespace duiyi {

std::unique_ptr<AnyRules> load_rules(std::string_view name, const Options& options) {
    if (name == "reversi") return reversi_rules(options);
    if (name == "gomoku") return gomoku_rules(options);
    if (name == "nogo") return nogo_rules(options);
    if (name == "xiangqi") return xiangqi_rules(options);
    if (name == "chinese_checkers") return chinese_checkers_rules(options);
    throw RulesError("expected a native game, got '" + std::string(name) + "'");
}

}  // namespace duiyi
