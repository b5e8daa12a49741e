// The erasure itself: wraps a Forest over one position type into AnyForest. Included by engines/puct_<game>.cpp only.
#pragma once

#include "engines/erased.hpp"
#include "engines/puct.hpp"

namespace duiyi {

template <PositionLike P, class Prover = GlanceProver<P>>
class ErasedForest final : public AnyForest {
  public:
    ErasedForest(const typename P::Rules& rules, const ForestOptions& options, const std::vector<int>& places = {})
        : forest_(rules, options, places), rules_(rules) {}

    std::size_t size() const override { return forest_.size(); }
    std::size_t capacity() const override { return forest_.capacity(); }
    std::array<std::size_t, 3> row_sizes() const override { return {forest_.row(), forest_.num_moves(), forest_.seats()}; }
    void begin(std::size_t tree, const AnyPosition& position, int simulations, bool is_noisy, bool is_fresh) override {
        const auto* same = dynamic_cast<const ErasedPosition<P>*>(&position);
        if (same == nullptr || !(same->value().rules() == rules_))
            throw RulesError("expected a position of the forest's own game and size");
        if (same->value().outcome()) throw RulesError("expected a game that goes on, got one that is over: " + position.text());
        forest_.tree(tree).begin(same->value(), simulations, is_noisy, is_fresh);
    }
    std::size_t gather(std::span<float> rows) override { return forest_.gather(rows); }
    void give(std::span<const float> logits, std::span<const float> rates) override { forest_.give(logits, rates); }
    bool is_done(std::size_t tree) const override { return forest_.tree(tree).is_done(); }
    ForestRoot root(std::size_t tree) override {
        auto& search = forest_.tree(tree);
        ForestRoot root{{}, spread(search.value()), spread(search.estimate()), search.is_proven(), search.simulations()};
        for (const auto& choice : search.choices())
            root.moves.push_back({choice.move, choice.visits, choice.prior, choice.target, spread(choice.values), choice.end_in});
        return root;
    }
    std::vector<Move> line(std::size_t tree, Move first) const override { return forest_.tree(tree).line(first); }
    void forget() override { forest_.forget(); }

  private:
    template <class Values>
    std::vector<double> spread(const Values& values) const {
        if (values.size() == 1) return {values[0], 1.0 - values[0]};
        return {values.begin(), values.begin() + static_cast<std::ptrdiff_t>(forest_.seats())};
    }

    Forest<P, Prover> forest_;
    typename P::Rules rules_;
};

}  // namespace duiyi
