// Planes for learning, from the view of the seat to move.
#include <algorithm>

#include "games/nogo/position.hpp"

namespace duiyi::nogo {
namespace {

/// One plane each. Legal points carry what the rules are about; one and two liberties are where they will change next;
/// the plane of ones lets a convolution see the edge.
enum Plane : std::size_t {
    OWN_STONES,
    OTHER_STONES,
    OWN_LEGAL,
    OTHER_LEGAL,
    OWN_ONE_LIBERTY,
    OTHER_ONE_LIBERTY,
    OWN_TWO_LIBERTIES,
    OTHER_TWO_LIBERTIES,
    BOARD,
    NUM_PLANES,
};

}  // namespace

std::array<int, 3> feature_planes(const Rules& rules) { return {static_cast<int>(NUM_PLANES), rules.rows, rules.cols}; }

template <std::size_t Words>
void Position<Words>::write_features(std::span<float> planes) const {
    const auto cells = static_cast<std::size_t>(rules_.cells());
    const auto mark = [&](std::size_t plane, std::size_t point) { planes[plane * cells + point] = 1.0F; };
    std::fill(planes.begin(), planes.end(), 0.0F);
    for (std::size_t point = 0; point < cells; ++point) {
        mark(BOARD, point);
        if (colour_[point] == EMPTY) {
            if (legal_points(to_move_).test(point)) mark(OWN_LEGAL, point);
            if (legal_points(1 - to_move_).test(point)) mark(OTHER_LEGAL, point);
            continue;
        }
        const std::size_t other = colour_[point] == to_move_ ? 0 : 1;
        mark(OWN_STONES + other, point);
        if (point == lost_by_) continue;  // the stone that ended the game belongs to no group
        const int liberties = liberties_[root(static_cast<Point>(point))].count();
        if (liberties == 1) mark(OWN_ONE_LIBERTY + other, point);
        if (liberties == 2) mark(OWN_TWO_LIBERTIES + other, point);
    }
}

template void Position<1>::write_features(std::span<float> planes) const;
template void Position<2>::write_features(std::span<float> planes) const;
template void Position<4>::write_features(std::span<float> planes) const;
template void Position<6>::write_features(std::span<float> planes) const;

}  // namespace duiyi::nogo
