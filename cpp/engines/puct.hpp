// Forests of any game behind one interface: type erasure happens once per batch, never inside a tree.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engines/any_position.hpp"
#include "search/puct_forest.hpp"

namespace duiyi {

/// One move of a root, rates by absolute seat.
struct ForestMove {
    Move move = NO_MOVE;
    std::uint32_t visits = 0;
    double prior = 0;
    double target = 0;  // what a policy should learn from this search
    std::vector<double> rates;
    std::optional<int> end_in;
};

struct ForestRoot {
    std::vector<ForestMove> moves;  // the one to play first
    std::vector<double> rates;      // after the search
    std::vector<double> estimate;   // of the network alone
    bool is_proven = false;
    int simulations = 0;
};

/// Searches over many positions of one game, which share batches of a network that the caller runs.
/// Aligned for the same reason as AnyEngine.
class alignas(64) AnyForest {
  public:
    virtual ~AnyForest() = default;
    virtual std::size_t size() const = 0;
    virtual std::size_t capacity() const = 0;                  // rows that one batch may have
    virtual std::array<std::size_t, 3> row_sizes() const = 0;  // floats of features, logits, rates
    virtual void begin(std::size_t tree, const AnyPosition& position, int simulations, bool is_noisy, bool is_fresh) = 0;
    virtual std::size_t gather(std::span<float> rows) = 0;
    virtual void give(std::span<const float> logits, std::span<const float> rates) = 0;
    virtual bool is_done(std::size_t tree) const = 0;
    virtual ForestRoot root(std::size_t tree) = 0;
    virtual std::vector<Move> line(std::size_t tree, Move first) const = 0;
    virtual void forget() = 0;
};

// One function per game, defined in engines/puct_<game>.cpp.
std::unique_ptr<AnyForest> reversi_forest(const Options& rules, const ForestOptions& options);
std::unique_ptr<AnyForest> gomoku_forest(const Options& rules, const ForestOptions& options);
std::unique_ptr<AnyForest> nogo_forest(const Options& rules, const ForestOptions& options);
std::unique_ptr<AnyForest> xiangqi_forest(const Options& rules, const ForestOptions& options);
std::unique_ptr<AnyForest> chinese_checkers_forest(const Options& rules, const ForestOptions& options);

/// A forest for a game by name; throws RulesError for a game that does not exist.
std::unique_ptr<AnyForest> load_forest(std::string_view game, const Options& rules, const ForestOptions& options);

}  // namespace duiyi
