#include "engines/any_engine.hpp"

namespace duiyi {

std::unique_ptr<AnyEngine> load_engine(std::string_view game, const Options& rules, const EngineSpec& spec) {
    if (game == "reversi") return reversi_engine(rules, spec);
    if (game == "gomoku") return gomoku_engine(rules, spec);
    if (game == "nogo") return nogo_engine(rules, spec);
    if (game == "xiangqi") return xiangqi_engine(rules, spec);
    if (game == "chinese_checkers") return chinese_checkers_engine(rules, spec);
    throw RulesError("expected a native game, got '" + std::string(game) + "'");
}

}  // namespace duiyi
