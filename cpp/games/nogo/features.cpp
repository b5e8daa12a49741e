// Planes for learning, from the view of the seat to move.
#include <algorithm>

#include "games/nogo/position.hpp"

namespace duiyi::nogo {
namespace {

/// One plane each. Legal points carry what the rules are about; one and two liberties are where they will change next; sealed
/// regions are counted already; what a stone would take, of its own seat and of the other, is how it is judged; the plane of ones
/// lets a convolution see the edge.
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
    OWN_SEALED,
    OTHER_SEALED,
    OWN_TAKES_OWN,
    OTHER_TAKES_OTHER,
    OWN_TAKES_OTHERS,
    OTHER_TAKES_OWN,
    NUM_PLANES,
};

constexpr float MOST_TAKEN = 4;  // points besides that of the stone; more count as so many

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
    if (lost_by_ != NO_MOVE) return;
    Position tried = *this;
    for (const Seat seat : {to_move_, 1 - to_move_}) {
        const std::size_t other = seat == to_move_ ? 0 : 1;
        for (Points rest = prospects(seat).sealed; rest.any();) mark(OWN_SEALED + other, rest.pop());
        tried.to_move_ = seat;
        for (Points rest = legal_points(seat); rest.any();) {
            const auto point = static_cast<Point>(rest.pop());
            if (!takes_points(point, seat)) continue;
            Undo undo;
            tried.do_move(point, undo);
            const auto taken = [&](Seat of) {
                const int count = (undo.legal[static_cast<std::size_t>(of)] & ~tried.legal_points(of)).count();
                const int itself = undo.legal[static_cast<std::size_t>(of)].test(point);
                return std::min(1.0F, static_cast<float>(count - itself) / MOST_TAKEN);
            };
            planes[(OWN_TAKES_OWN + other) * cells + point] = taken(seat);
            planes[(OWN_TAKES_OTHERS + other) * cells + point] = taken(1 - seat);
            tried.undo_move(point, undo);
        }
    }
}

/// Whether a seat's stone may take more than its own point: only where it has no room, or leaves others none.
template <std::size_t Words>
bool Position<Words>::takes_points(Point point, Seat seat) const {
    if (open_[point] < 2) return true;
    for (const Point next : geometry_->neighbours[point]) {
        if (colour_[next] == EMPTY && open_[next] == 1) return true;
        if (colour_[next] == 1 - seat && liberties_[root(next)].count() <= 2) return true;
    }
    return false;
}

template bool Position<1>::takes_points(Point point, Seat seat) const;
template void Position<1>::write_features(std::span<float> planes) const;
template bool Position<2>::takes_points(Point point, Seat seat) const;
template void Position<2>::write_features(std::span<float> planes) const;
template bool Position<4>::takes_points(Point point, Seat seat) const;
template void Position<4>::write_features(std::span<float> planes) const;
template bool Position<6>::takes_points(Point point, Seat seat) const;
template void Position<6>::write_features(std::span<float> planes) const;

}  // namespace duiyi::nogo
