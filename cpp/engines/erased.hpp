// The erasure itself: wraps a PositionLike into AnyPosition and AnyRules. Included by engines/<game>.cpp only.
#pragma once

#include "core/concepts.hpp"
#include "core/perft.hpp"
#include "engines/any_position.hpp"

namespace duiyi {

template <PositionLike P>
class ErasedPosition final : public AnyPosition {
  public:
    explicit ErasedPosition(P position) : position_(std::move(position)) {}

    const P& value() const { return position_; }

    int seats() const override { return position_.seats(); }
    Seat to_move() const override { return position_.to_move(); }
    Key key() const override { return position_.key(); }
    bool equals(const AnyPosition& other) const override {
        const auto* same = dynamic_cast<const ErasedPosition*>(&other);
        return same != nullptr && same->position_ == position_;
    }
    std::optional<Outcome> outcome() const override { return position_.outcome(); }
    std::vector<Move> legal_moves() const override {
        if (position_.outcome()) return {};
        MoveList<P::MAX_MOVES> moves;
        position_.generate(moves);
        return {moves.begin(), moves.end()};
    }
    bool is_legal(Move move) const override { return position_.is_legal(move) && !position_.outcome(); }
    std::unique_ptr<AnyPosition> after(Move move) const override {
        auto next = std::make_unique<ErasedPosition>(position_);
        typename P::Undo undo;
        next->position_.do_move(move, undo);
        return next;
    }
    std::unique_ptr<AnyPosition> without_seat(Seat seat) const override {
        if constexpr (RemovesSeats<P>) return std::make_unique<ErasedPosition>(position_.without_seat(seat));
        return nullptr;
    }

    std::string text() const override { return position_.text(); }
    std::vector<std::string> board() const override { return position_.board(); }
    std::optional<Explanation> why_illegal(Move move) const override { return position_.why_illegal(move); }
    std::optional<Explanation> why_over() const override { return position_.why_over(); }
    std::vector<int> path(Move move) const override { return position_.path(move); }
    std::optional<std::string> start_text() const override {
        if constexpr (RemembersHistory<P>) return position_.start_text();
        return std::nullopt;
    }
    std::vector<Move> history() const override {
        if constexpr (RemembersHistory<P>) return position_.history();
        return {};
    }

    std::array<int, 3> feature_shape() const override { return P::feature_shape(position_.rules()); }
    void write_features(std::span<float> planes) const override { position_.write_features(planes); }
    std::uint64_t perft(int depth) const override {
        P copy = position_;
        return duiyi::perft(copy, depth);
    }
    PlayoutTotals playouts(int games, std::uint64_t seed, int max_plies) const override {
        Random random(seed);
        PlayoutTotals totals;
        for (int i = 0; i < games; ++i) {
            const Playout playout = random_playout(position_, random, max_plies);
            ++totals.games;
            totals.plies += static_cast<std::uint64_t>(playout.plies);
            if (!playout.outcome) continue;
            ++totals.finished;
            for (std::size_t seat = 0; seat < MAX_SEATS; ++seat) totals.scores[seat] += playout.outcome->scores[seat];
        }
        return totals;
    }

  private:
    P position_;
};

template <PositionLike P>
class ErasedRules final : public AnyRules {
  public:
    explicit ErasedRules(typename P::Rules rules) : rules_(std::move(rules)) {}

    int seats() const override { return P::initial(rules_).seats(); }
    int num_moves() const override { return P::num_moves(rules_); }
    std::unique_ptr<AnyPosition> initial() const override { return std::make_unique<ErasedPosition<P>>(P::initial(rules_)); }
    std::unique_ptr<AnyPosition> parse(std::string_view text) const override {
        return std::make_unique<ErasedPosition<P>>(P::parse(rules_, text));
    }
    std::string move_text(Move move) const override { return P::move_text(rules_, move); }
    Move parse_move(std::string_view text) const override { return P::parse_move(rules_, text); }
    std::array<int, 3> feature_shape() const override { return P::feature_shape(rules_); }
    int num_symmetries() const override { return P::num_symmetries(rules_); }
    Move symmetric_move(int symmetry, Move move) const override { return P::symmetric_move(rules_, symmetry, move); }
    int symmetric_cell(int symmetry, int cell) const override { return P::symmetric_cell(rules_, symmetry, cell); }
    Move seen_move(Seat seat, Move move) const override { return duiyi::seen_move<P>(rules_, seat, move); }

  private:
    typename P::Rules rules_;
};

}  // namespace duiyi
