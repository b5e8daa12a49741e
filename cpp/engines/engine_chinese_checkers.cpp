// Chinese Checkers meets the searches. All evaluate by the weights that ship; `alphabeta` also by those of the file `net`, or
// (`off`) by hand.
#include "engines/engine_chinese_checkers_homing.hpp"
#include "engines/engine_erased.hpp"
#include "games/chinese_checkers/evaluation.hpp"
#include "games/chinese_checkers/search_traits.hpp"

namespace duiyi {
namespace {

using chinese_checkers::Evaluation;

Evaluation evaluation_of(const EngineSpec& spec) {
    const std::string net = spec.name == "alphabeta" ? spec.options.text("net", "") : "";
    if (net.empty()) return {};
    return net == "off" ? Evaluation::by_hand() : Evaluation(chinese_checkers::load_net(net));
}

}  // namespace

std::unique_ptr<AnyEngine> chinese_checkers_engine(const Options& rules, const EngineSpec& spec) {
    const int seats = chinese_checkers::Rules::from(rules).seats;
    const Evaluation evaluation = evaluation_of(spec);
    auto engine = make_engine<chinese_checkers::Position, Evaluation>(spec, seats, evaluation);
    if (spec.name == "greedy" || spec.name == "minimax") return engine;
    return chinese_checkers::homing(std::move(engine), evaluation);
}

}  // namespace duiyi
