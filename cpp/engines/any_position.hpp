// Type erasure, once per request: bindings and tools hold a position of any game behind this interface.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/options.hpp"
#include "core/outcome.hpp"
#include "core/random.hpp"
#include "core/types.hpp"

namespace duiyi {

struct PlayoutTotals {
    std::uint64_t games = 0;
    std::uint64_t plies = 0;
    std::uint64_t finished = 0;
    std::array<double, MAX_SEATS> scores{};
};

/// An immutable position of some game. See core/concepts.hpp for the meaning of each word.
class AnyPosition {
  public:
    virtual ~AnyPosition() = default;

    // The position
    virtual int seats() const = 0;
    virtual Seat to_move() const = 0;
    virtual Key key() const = 0;
    virtual bool equals(const AnyPosition& other) const = 0;
    virtual std::optional<Outcome> outcome() const = 0;
    virtual std::vector<Move> legal_moves() const = 0;                // empty when the outcome is set
    virtual bool is_legal(Move move) const = 0;                       // false when the outcome is set
    virtual std::unique_ptr<AnyPosition> after(Move move) const = 0;  // the move must be legal

    virtual std::unique_ptr<AnyPosition> without_seat(Seat seat) const = 0;  // null where the game knows no such thing

    // For people
    virtual std::string text() const = 0;
    virtual std::vector<std::string> board() const = 0;
    virtual std::optional<Explanation> why_illegal(Move move) const = 0;
    virtual std::optional<Explanation> why_over() const = 0;
    virtual std::vector<int> path(Move move) const = 0;
    virtual std::optional<std::string> start_text() const = 0;  // set when the value includes the moves since
    virtual std::vector<Move> history() const = 0;

    // For learners and tools
    virtual std::array<int, 3> feature_shape() const = 0;
    virtual void write_features(std::span<float> planes) const = 0;
    virtual std::uint64_t perft(int depth) const = 0;
    virtual PlayoutTotals playouts(int games, std::uint64_t seed, int max_plies) const = 0;
};

/// The rules of some game with its options fixed: makes positions, reads and writes moves.
class AnyRules {
  public:
    virtual ~AnyRules() = default;
    virtual int seats() const = 0;
    virtual int num_moves() const = 0;
    virtual std::unique_ptr<AnyPosition> initial() const = 0;
    virtual std::unique_ptr<AnyPosition> parse(std::string_view text) const = 0;
    virtual std::string move_text(Move move) const = 0;
    virtual Move parse_move(std::string_view text) const = 0;
    virtual std::array<int, 3> feature_shape() const = 0;
    virtual int num_symmetries() const = 0;
    virtual Move symmetric_move(int symmetry, Move move) const = 0;
    virtual int symmetric_cell(int symmetry, int cell) const = 0;
    virtual Move seen_move(Seat seat, Move move) const = 0;
};

// One function per game, defined in engines/<game>.cpp.
std::unique_ptr<AnyRules> reversi_rules(const Options& options);
std::unique_ptr<AnyRules> gomoku_rules(const Options& options);
std::unique_ptr<AnyRules> nogo_rules(const Options& options);
std::unique_ptr<AnyRules> xiangqi_rules(const Options& options);
std::unique_ptr<AnyRules> chinese_checkers_rules(const Options& options);

/// Rules by the game's name: throws RulesError for an unknown one.
std::unique_ptr<AnyRules> load_rules(std::string_view name, const Options& options);

}  // namespace duiyi
