// The erasure itself: wraps a search over one position type into AnyEngine. Included by engines/engine_<game>.cpp only.
#pragma once

#include "engines/any_engine.hpp"
#include "engines/erased.hpp"
#include "search/alphabeta.hpp"
#include "search/best_reply.hpp"
#include "search/mcts.hpp"
#include "search/minimax.hpp"

namespace duiyi {

/// `Search` has `Report search(const P&, const Limits&, const StopFlag&, const OnReport&)`.
template <PositionLike P, class Search>
class ErasedEngine final : public AnyEngine {
  public:
    template <class... Arguments>
    explicit ErasedEngine(int deepest, Arguments&&... arguments)
        : search_(std::forward<Arguments>(arguments)...), deepest_(deepest) {}

    Report search(const AnyPosition& position, const Limits& limits, const StopFlag& stop, const OnReport& on_report) override {
        const auto* same = dynamic_cast<const ErasedPosition<P>*>(&position);
        if (same == nullptr) throw RulesError("expected a position of the engine's own game and size");
        if (same->value().outcome()) throw RulesError("expected a game that goes on, got one that is over: " + position.text());
        Limits within = limits;
        within.depth = std::min(limits.depth, deepest_);
        return search_.search(same->value(), within, stop, on_report);
    }

  private:
    Search search_;
    int deepest_;
};

/// Megabytes of the option `memory`, in bytes.
inline std::size_t memory_of(const EngineSpec& spec, int megabytes) {
    return static_cast<std::size_t>(spec.options.number("memory", megabytes, 1, 1 << 20)) << 20;
}

inline AlphaBetaOptions alphabeta_options(const EngineSpec& spec) {
    AlphaBetaOptions options;
    options.table_bytes = memory_of(spec, 64);
    options.is_selective = spec.options.text("selective", "on") != "off";
    options.uses_table = spec.options.text("table", "on") != "off";
    return options;
}

/// The searches that every game offers, by name. More than two seats are for games whose trait says so. `evaluator` is what
/// `alphabeta` evaluates by.
template <PositionLike P, EvaluatorFor<P> E>
std::unique_ptr<AnyEngine> make_engine(const EngineSpec& spec, int seats = 2, const E& evaluator = E()) {
    if (spec.name == "greedy") return std::make_unique<ErasedEngine<P, Minimax<P, E>>>(1);
    if (spec.name == "minimax") return std::make_unique<ErasedEngine<P, Minimax<P, E>>>(MAX_PLY - 1);
    if (spec.name == "alphabeta") {
        if constexpr (SearchTraits<P>::SEATS > 2)
            if (seats > 2) return std::make_unique<ErasedEngine<P, BestReply<P, E>>>(MAX_PLY - 1, memory_of(spec, 64), evaluator);
        return std::make_unique<ErasedEngine<P, AlphaBeta<P, E>>>(MAX_PLY - 1, alphabeta_options(spec), evaluator);
    }
    if (spec.name == "mcts") {
        MctsOptions options;
        options.tree_bytes = memory_of(spec, 192);
        options.playout = spec.options.number("playout", -1, -1, 10000);
        options.rave = spec.options.text("rave", "on") != "off";
        options.curiosity = spec.options.number("curiosity", 0, 0, 1000) / 100.0;
        options.roulette = spec.options.number("roulette", 0, 0, 100) / 100.0;
        return std::make_unique<ErasedEngine<P, Mcts<P, E>>>(MAX_PLY - 1, options);
    }
    throw RulesError("expected an engine among greedy, minimax, alphabeta, mcts; got '" + spec.name + "'");
}

}  // namespace duiyi
