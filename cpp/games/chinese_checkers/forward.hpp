// What forward means: a plain value of every hole on the way to a camp, by which moves are ordered before anything is searched.
#pragma once

#include <array>

#include "games/chinese_checkers/star.hpp"

namespace duiyi::chinese_checkers {

/// Twice the distance from the axis through a camp's tip and the centre: points mirrored by it swap two of the three coordinates.
constexpr int stray(Axial at, Axial tip) {
    const int z = -at.x - at.y, tip_z = -tip.x - tip.y;
    const auto size = [](int n) { return n < 0 ? -n : n; };
    if (tip.x == tip.y) return size(at.x - at.y);
    if (tip.x == tip_z) return size(at.x - z);
    return size(at.y - z);
}

/// The outermost hole of a camp.
constexpr Axial tip_of(int camp) {
    for (const Axial at : STAR.axial)
        if (camp_of(at) == camp && hex_distance(at, {0, 0}) == RADIUS) return at;
    return {0, 0};
}

/// By goal camp and cell, 0 at the tip and less elsewhere: 100 a step, more for stragglers, a little for holes off the middle
/// line.
inline constexpr std::array<std::array<std::int16_t, HOLES>, CAMPS> FORWARD_VALUES = [] {
    constexpr int STEP = 100, STRAGGLER = 4, STRAY = 12;
    std::array<std::array<std::int16_t, HOLES>, CAMPS> values{};
    for (std::size_t camp = 0; camp < CAMPS; ++camp) {
        const Axial tip = tip_of(static_cast<int>(camp));
        for (std::size_t cell = 0; cell < HOLES; ++cell) {
            const Axial at = STAR.axial[cell];
            const int distance = hex_distance(at, tip);
            const int aside = camp_of(at) == static_cast<int>(camp) ? 0 : stray(at, tip);
            values[camp][cell] = static_cast<std::int16_t>(-STEP * distance - STRAGGLER * distance * distance - STRAY * aside);
        }
    }
    return values;
}();

}  // namespace duiyi::chinese_checkers
