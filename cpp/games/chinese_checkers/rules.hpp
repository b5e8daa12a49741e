// What a spec such as chinese_checkers(seats=3,rules=ruc,hop=long) fixes for a whole game.
#pragma once

#include <array>
#include <cstdint>

#include "core/options.hpp"
#include "core/types.hpp"

namespace duiyi::chinese_checkers {

/// STANDARD limits where a marble may stop; RUC has no camp limits; TSINGHUA is STANDARD for two seats with home deadlines.
enum class RuleSet : std::uint8_t { STANDARD, RUC, TSINGHUA };

/// A game still open after so many turns a seat is ranked by remaining distance.
inline constexpr int TURNS_A_SEAT = 400;

struct Rules {
    int seats = 2;
    RuleSet rule_set = RuleSet::STANDARD;
    bool long_hop = false;

    /// Throws RulesError for options that make no game.
    static Rules from(const Options& options);

    /// The camp (0 is A, clockwise to 5, F) where a seat begins; its goal lies opposite.
    constexpr int home(Seat seat) const { return SEATING[static_cast<std::size_t>(seats)][static_cast<std::size_t>(seat)]; }
    constexpr int goal(Seat seat) const { return (home(seat) + 3) % 6; }

    /// The seat that begins in a camp, or -1.
    constexpr Seat seat_of(int camp) const {
        for (Seat seat = 0; seat < seats; ++seat)
            if (home(seat) == camp) return seat;
        return -1;
    }

    /// False where any hole may be a destination, and only ten own marbles fill a goal.
    constexpr bool limits_camps() const { return rule_set != RuleSet::RUC; }

    /// Plies after which the remaining distance decides. Plies are the only counter a text carries, so the cap counts them.
    constexpr int ply_cap() const { return TURNS_A_SEAT * seats; }

    friend constexpr bool operator==(const Rules&, const Rules&) = default;

  private:
    static constexpr std::array<std::array<std::int8_t, MAX_SEATS>, MAX_SEATS + 1> SEATING = {{
        {},
        {},
        {0, 3},
        {0, 2, 4},
        {0, 1, 3, 4},
        {},
        {0, 1, 2, 3, 4, 5},
    }};
};

}  // namespace duiyi::chinese_checkers
