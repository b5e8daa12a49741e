#include "engines/puct.hpp"

namespace duiyi {

std::unique_ptr<AnyForest> load_forest(std::string_view game, const Options& rules, const ForestOptions& options) {
    if (game == "reversi") return reversi_forest(rules, options);
    if (game == "gomoku") return gomoku_forest(rules, options);
    if (game == "nogo") return nogo_forest(rules, options);
    if (game == "xiangqi") return xiangqi_forest(rules, options);
    if (game == "chinese_checkers") return chinese_checkers_forest(rules, options);
    throw RulesError("expected a native game, got '" + std::string(game) + "'");
}

}  // namespace duiyi
