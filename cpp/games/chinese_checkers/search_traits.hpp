// What searches may know about Chinese Checkers: go forward.
#pragma once

#include "core/search_traits.hpp"
#include "games/chinese_checkers/forward.hpp"
#include "games/chinese_checkers/position.hpp"

namespace duiyi {

template <>
struct SearchTraits<chinese_checkers::Position> : DefaultSearchTraits<chinese_checkers::Position> {
    using Position = chinese_checkers::Position;

    static constexpr int SEATS = MAX_SEATS;
    static constexpr int HISTORY = chinese_checkers::HOLES + 1;
    static int history_index(const Position&, Move move) {
        return move == chinese_checkers::PASS ? chinese_checkers::HOLES : move % chinese_checkers::HOLES;
    }

    static std::optional<Outcome> judged(const Position& position, int) {
        return position.is_over() ? position.outcome() : std::nullopt;
    }

    /// Steps back are left out unless nothing else is left: a marble that must make way steps aside.
    static void candidates(const Position& position, Moves& moves) {
        Moves all;
        position.generate(all);
        moves.clear();
        for (const Move move : all)
            if (move == chinese_checkers::PASS || gain(position, move) > BACKWARD) moves.push(move);
        if (moves.empty()) moves = all;
    }
    static int order(const Position& position, Move move) {
        return move == chinese_checkers::PASS ? 0 : 20 * gain(position, move);
    }

    /// True for a seat that plays no more: its place is known.
    static bool is_done(const Position& position, Seat seat) { return position.is_idle(seat); }

    static constexpr int ASPIRATION = 40;
    static constexpr int FUTILITY = 100;
    static constexpr double PRIOR_UNIT = 5000.0;

  private:
    static constexpr int BACKWARD = -80;
    static int gain(const Position& position, Move move) {
        const auto& values =
            chinese_checkers::FORWARD_VALUES[static_cast<std::size_t>(position.rules().goal(position.to_move()))];
        return values[move % chinese_checkers::HOLES] - values[move / chinese_checkers::HOLES];
    }
};

}  // namespace duiyi
