// Chinese Checkers meets the searches.
#include "engines/engine_chinese_checkers_homing.hpp"
#include "engines/engine_erased.hpp"
#include "games/chinese_checkers/evaluation.hpp"
#include "games/chinese_checkers/search_traits.hpp"

namespace duiyi {

std::unique_ptr<AnyEngine> chinese_checkers_engine(const Options& rules, const EngineSpec& spec) {
    const int seats = chinese_checkers::Rules::from(rules).seats;
    auto engine = make_engine<chinese_checkers::Position, chinese_checkers::Evaluation>(spec, seats);
    if (spec.name == "greedy" || spec.name == "minimax") return engine;
    return chinese_checkers::homing(std::move(engine));
}

}  // namespace duiyi
