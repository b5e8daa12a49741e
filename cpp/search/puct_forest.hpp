// Many trees in lock-step: their leaves are gathered into one batch for the network, its answers handed back to them.
#pragma once

#include <memory>

#include "core/errors.hpp"
#include "search/puct.hpp"

namespace duiyi {

struct ForestOptions {
    PuctOptions search;
    int trees = 1;
    int leaves = 1;  // of one tree in one batch
    std::uint64_t seed = 1;
    std::size_t cache_bytes = std::size_t{32} << 20;
};

/// `Prover` is asked about roots and new leaves: `std::optional<Proof> operator()(P&, int simulations)`. The trees share it.
template <PositionLike P, class Prover = GlanceProver<P>>
class Forest {
  public:
    using Search = PuctSearch<P>;

    /// `places` tells where on a plane each cell stands, for games whose planes are wider than their board.
    Forest(const typename P::Rules& rules, const ForestOptions& options, const std::vector<int>& places = {})
        : rules_(rules),
          options_(options),
          shape_(P::feature_shape(rules)),
          num_moves_(static_cast<std::size_t>(P::num_moves(rules))),
          num_symmetries_(P::num_symmetries(rules)),
          seats_(static_cast<std::size_t>(P::initial(rules).seats())),
          cache_(options.cache_bytes, std::min(P::MAX_MOVES, num_moves_)) {
        if (!Advises<Prover, P> && (options.search.advice > 0 || options.search.glances > 0))
            throw RulesError("expected no advice of an evaluation, which this game does not give");
        turn_boards(rules, places);
        for (int i = 0; i < options.trees; ++i)
            trees_.push_back(std::make_unique<Search>(options.search, options.seed * 1000003 + static_cast<std::uint64_t>(i)));
        leaves_.resize(static_cast<std::size_t>(options.trees * options.leaves));
        owners_.resize(leaves_.size());
        planes_.resize(row());
    }

    std::size_t capacity() const { return leaves_.size(); }
    std::size_t row() const { return static_cast<std::size_t>(shape_[0] * shape_[1] * shape_[2]); }
    std::size_t num_moves() const { return num_moves_; }
    std::size_t seats() const { return seats_; }
    Search& tree(std::size_t i) { return *trees_[i]; }
    const Search& tree(std::size_t i) const { return *trees_[i]; }
    std::size_t size() const { return trees_.size(); }

    /// Walks every tree; writes the positions that need the network, one row each, and says how many.
    std::size_t gather(std::span<float> rows) {
        count_ = 0;
        for (int round = 0; round < options_.leaves; ++round)
            for (std::size_t i = 0; i < trees_.size(); ++i) {
                const auto out = rows.subspan(count_ * row(), row());
                const bool is_found =
                    trees_[i]->find_leaf(leaves_[count_], cache_, prover_, num_symmetries_,
                                         [&](const P& position, int symmetry) { write(position, symmetry, out); });
                if (is_found) owners_[count_++] = i;
            }
        return count_;
    }

    /// The answers, row by row: a logit for every move of the game, a rate for every seat counted from the one to move.
    void give(std::span<const float> logits, std::span<const float> rates) {
        for (std::size_t i = 0; i < count_; ++i) {
            const auto row_logits = logits.subspan(i * num_moves_, num_moves_);
            const Move* turned = turned_moves_.data() + static_cast<std::size_t>(leaves_[i].symmetry) * num_moves_;
            const auto logit_of = [&](Move move) { return row_logits[turned[seen_move<P>(rules_, leaves_[i].mover, move)]]; };
            trees_[owners_[i]]->grow(leaves_[i], cache_, logit_of, rates.subspan(i * seats_, seats_));
        }
        count_ = 0;
    }

    /// For new weights: what the old ones said must not be mixed in.
    void forget() { cache_.clear(); }

  private:
    void turn_boards(const typename P::Rules& rules, const std::vector<int>& places) {
        const auto area = static_cast<std::size_t>(shape_[1] * shape_[2]);
        const std::size_t cells = places.empty() ? area : places.size();
        for (int symmetry = 0; symmetry < num_symmetries_; ++symmetry) {
            for (std::size_t move = 0; move < num_moves_; ++move)
                turned_moves_.push_back(P::symmetric_move(rules, symmetry, static_cast<Move>(move)));
            std::vector<std::size_t> turned(area);
            for (std::size_t i = 0; i < area; ++i) turned[i] = i;
            const auto place = [&](int cell) {
                return static_cast<std::size_t>(places.empty() ? cell : places[static_cast<std::size_t>(cell)]);
            };
            for (std::size_t cell = 0; cell < cells; ++cell)
                turned[place(static_cast<int>(cell))] = place(P::symmetric_cell(rules, symmetry, static_cast<int>(cell)));
            turned_places_.push_back(std::move(turned));
        }
    }

    void write(const P& position, int symmetry, std::span<float> out) {
        if (symmetry == 0) return position.write_features(out);
        position.write_features(planes_);
        const auto& turned = turned_places_[static_cast<std::size_t>(symmetry)];
        const std::size_t area = turned.size();
        for (std::size_t plane = 0; plane < static_cast<std::size_t>(shape_[0]); ++plane)
            for (std::size_t i = 0; i < area; ++i) out[plane * area + turned[i]] = planes_[plane * area + i];
    }

    typename P::Rules rules_;
    ForestOptions options_;
    std::array<int, 3> shape_;
    std::size_t num_moves_;
    int num_symmetries_;
    std::size_t seats_;
    PuctCache<Search::VALUES> cache_;
    Prover prover_;
    std::vector<std::unique_ptr<Search>> trees_;
    std::vector<Move> turned_moves_;                       // by symmetry and move
    std::vector<std::vector<std::size_t>> turned_places_;  // by symmetry and place
    std::vector<PuctLeaf> leaves_;
    std::vector<std::size_t> owners_;
    std::vector<float> planes_;
    std::size_t count_ = 0;
};

}  // namespace duiyi
