// Planes for learning on a 17x17 grid of y (from the top) and x, and the symmetries of the board.
#include <algorithm>

#include "games/chinese_checkers/position.hpp"

namespace duiyi::chinese_checkers {

namespace {

/// After one plane of marbles per seat, the mover's first and the others in turn order.
enum Plane { HOME, GOAL, BARRED, IDLE, HOLE, PROGRESS, FIXED_PLANES };

constexpr std::size_t AREA = RANKS * RANKS;

/// A hole of the board turned so that a seat's home is where that of the first is.
constexpr Axial seen(const Rules& rules, Seat seat, Axial at) {
    for (int turns = rules.home(seat); turns > 0; --turns) at = {-at.y, at.x + at.y};
    return at;
}

constexpr bool homes_meet() {
    const Rules six{6};
    for (Seat seat = 0; seat < 6; ++seat)
        for (const Axial& at : STAR.axial)
            if ((camp_of(at) == six.home(seat)) != (camp_of(seen(six, seat, at)) == six.home(0))) return false;
    return true;
}
static_assert(homes_meet());

}  // namespace

std::array<int, 3> Position::feature_shape(const Rules& rules) { return {rules.seats + FIXED_PLANES, RANKS, RANKS}; }

void Position::write_features(std::span<float> planes) const {
    std::fill(planes.begin(), planes.end(), 0.0F);
    const auto fill = [&](int plane, Slots set) {
        while (set.any()) {
            const Axial at = seen(rules_, to_move_, STAR.axial[static_cast<std::size_t>(cell_of(static_cast<int>(set.pop())))]);
            planes[static_cast<std::size_t>(plane) * AREA + static_cast<std::size_t>((RADIUS - at.y) * RANKS + at.x + RADIUS)] =
                1.0F;
        }
    };
    const int home = rules_.home(to_move_), goal = rules_.goal(to_move_);
    Slots idle;
    for (int i = 0; i < seats(); ++i) {
        const Seat seat = (to_move_ + i) % seats();
        fill(i, marbles(seat));
        if (is_idle(seat)) idle |= marbles(seat);
    }
    fill(seats() + HOME, STAR.camps[static_cast<std::size_t>(home)]);
    fill(seats() + GOAL, STAR.camps[static_cast<std::size_t>(goal)]);
    if (rules_.limits_camps())
        for (int camp = 0; camp < CAMPS; ++camp)
            if (camp != home && camp != goal) fill(seats() + BARRED, STAR.camps[static_cast<std::size_t>(camp)]);
    fill(seats() + IDLE, idle);
    fill(seats() + HOLE, STAR.holes);
    const float progress = static_cast<float>(std::min(plies_, rules_.ply_cap())) / static_cast<float>(rules_.ply_cap());
    const auto last = static_cast<std::size_t>(seats() + PROGRESS) * AREA;
    std::fill(planes.begin() + static_cast<std::ptrdiff_t>(last), planes.begin() + static_cast<std::ptrdiff_t>(last + AREA),
              progress);
}

Move Position::seen_move(const Rules& rules, Seat seat, Move move) {
    if (move == PASS) return PASS;
    const auto cell = [&](int from) { return STAR.cell(seen(rules, seat, STAR.axial[static_cast<std::size_t>(from)])); };
    return static_cast<Move>(cell(move / HOLES) * HOLES + cell(move % HOLES));
}

/// Only what leaves every seat its camp keeps the rules: for two seats the mirror at the line from A to D, else nothing.
int Position::num_symmetries(const Rules& rules) { return rules.seats == 2 ? 2 : 1; }

Move Position::symmetric_move(const Rules& rules, int symmetry, Move move) {
    if (move == PASS) return PASS;
    return static_cast<Move>(symmetric_cell(rules, symmetry, move / HOLES) * HOLES +
                             symmetric_cell(rules, symmetry, move % HOLES));
}

int Position::symmetric_cell(const Rules&, int symmetry, int cell) {
    const Axial at = STAR.axial[static_cast<std::size_t>(cell)];
    return symmetry == 0 ? cell : STAR.cell({-at.x - at.y, at.y});
}

}  // namespace duiyi::chinese_checkers
