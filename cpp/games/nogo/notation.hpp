// Texts of points and boards: `D4` as in GTP, and ranks of `x` and `o` from the top.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/types.hpp"
#include "games/nogo/geometry.hpp"

namespace duiyi::nogo {

struct Setup {
    std::vector<std::uint8_t> colours;  // point by point: a seat or EMPTY
    Seat to_move = 0;
};

/// `D4`: columns A to T without I, rows from the bottom.
std::string point_text(const Rules& rules, int point);
/// Reads either case; throws TextError.
Move parse_point(const Rules& rules, std::string_view text);

std::string setup_text(const Rules& rules, std::span<const std::uint8_t> colours, Seat to_move);
/// Throws TextError for anything malformed; says nothing about liberties.
Setup parse_setup(const Rules& rules, std::string_view text);

}  // namespace duiyi::nogo
