// Engines behind one interface: type erasure happens here, once per request, never inside a search.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/options.hpp"
#include "engines/any_position.hpp"
#include "search/limits.hpp"

namespace duiyi {

/// A search with its memory (table, tree), for one game. One search at a time.
/// Aligned as the widest of the games' searches, so that whoever deletes one through this class (nanobind does, by its size and
/// alignment) frees it the way it was made.
class alignas(64) AnyEngine {
  public:
    virtual ~AnyEngine() = default;
    /// The position must be of the engine's game and not over. Reports come from the calling thread, at most ten a second.
    virtual Report search(const AnyPosition& position, const Limits& limits, const StopFlag& stop, const OnReport& on_report) = 0;
};

/// The exact value of a position: a number where the game counts (final disc difference), else a win, loss or draw.
struct Solution {
    enum class Value : std::uint8_t { UNKNOWN, LOST, DRAWN, WON };
    Value value = Value::UNKNOWN;  // for the seat to move
    std::optional<int> margin;     // where the game counts
    std::vector<Move> moves;       // the best or winning first moves
    std::uint64_t nodes = 0;
    double seconds = 0;
};

class AnySolver {
  public:
    virtual ~AnySolver() = default;
    virtual Solution solve(const AnyPosition& position, const Limits& limits, const StopFlag& stop,
                           const OnReport& on_report) = 0;
};

/// The names of the native searches: greedy, minimax, alphabeta, mcts. Options: `memory` (megabytes) and those of the search.
struct EngineSpec {
    std::string name;
    Options options;
};

// One function per game, defined in engines/engine_<game>.cpp.
std::unique_ptr<AnyEngine> reversi_engine(const Options& rules, const EngineSpec& spec);
std::unique_ptr<AnyEngine> gomoku_engine(const Options& rules, const EngineSpec& spec);
std::unique_ptr<AnyEngine> nogo_engine(const Options& rules, const EngineSpec& spec);
std::unique_ptr<AnyEngine> xiangqi_engine(const Options& rules, const EngineSpec& spec);
std::unique_ptr<AnyEngine> chinese_checkers_engine(const Options& rules, const EngineSpec& spec);

/// An engine for a game by name; throws RulesError for a game or engine that does not exist.
std::unique_ptr<AnyEngine> load_engine(std::string_view game, const Options& rules, const EngineSpec& spec);

/// The solver of a game, or null where there is none. Games with one are listed in solve_load.cpp.
std::unique_ptr<AnySolver> load_solver(std::string_view game, const Options& rules);

}  // namespace duiyi
