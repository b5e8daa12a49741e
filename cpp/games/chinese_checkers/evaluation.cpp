#include "games/chinese_checkers/evaluation.hpp"

#include <algorithm>

namespace duiyi::chinese_checkers {
namespace {

constexpr int STEP = 100;
constexpr int STRAGGLER = 4;  // more for every step of distance, squared: the last man counts most
constexpr int STRAY = 12;     // per step off the line from home to goal
constexpr int TURN = 60;
constexpr int LATE = 7;         // men in the goal from which it matters which holes are left, not how deep they are
constexpr int TO_HOLE = 125;    // per step from a man outside to the nearest of them
constexpr int DEEP = 3;         // per step of a man inside: room at the entrance
constexpr int FINISHED = 6000;  // less a little for every place

/// Twice the distance from the axis through a camp's tip and the centre.
constexpr int stray(Axial at, Axial tip) {
    // The axis runs through the tip; points mirrored by it swap two of the three coordinates.
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

constexpr std::array<std::array<std::int16_t, HOLES>, CAMPS> make_values() {
    std::array<std::array<std::int16_t, HOLES>, CAMPS> values{};
    for (std::size_t camp = 0; camp < CAMPS; ++camp) {
        const Axial tip = tip_of(static_cast<int>(camp));
        for (std::size_t cell = 0; cell < HOLES; ++cell) {
            const Axial at = STAR.axial[cell];
            const int distance = hex_distance(at, tip);
            const bool inside = camp_of(at) == static_cast<int>(camp);
            values[camp][cell] = static_cast<std::int16_t>(-STEP * distance - STRAGGLER * distance * distance -
                                                           (inside ? 0 : STRAY * stray(at, tip)));
        }
    }
    return values;
}

}  // namespace

constexpr std::array<std::array<std::int16_t, HOLES>, CAMPS> CELL_VALUES = make_values();

namespace {

/// What ten men at home sum up to.
constexpr int ALL_HOME = [] {
    int sum = 0;
    for (std::size_t cell = 0; cell < HOLES; ++cell)
        if (camp_of(STAR.axial[cell]) == 0) sum += CELL_VALUES[0][cell];
    return sum;
}();

/// Near the end: everything but the way of the last men to the free holes. Never less than the plain sum, so that coming this
/// far is never put off.
int late_standing(const Position& position, const Slots& inside, Seat seat) {
    const auto goal = static_cast<std::size_t>(position.rules().goal(seat));
    const Slots free = STAR.camps[goal] & ~position.occupied();
    const auto place = [](std::size_t slot) { return STAR.axial[static_cast<std::size_t>(cell_of(static_cast<int>(slot)))]; };
    const Axial tip = tip_of(static_cast<int>(goal));
    int sum = ALL_HOME;
    for (Slots men = inside; men.any();) sum -= DEEP * hex_distance(place(men.pop()), tip);
    for (Slots men = position.marbles(seat) & ~inside; men.any();) {
        const Axial at = place(men.pop());
        int nearest = 2 * RADIUS;
        for (Slots holes = free; holes.any();) nearest = std::min(nearest, hex_distance(at, place(holes.pop())));
        sum -= TO_HOLE * nearest;
    }
    return sum;
}

}  // namespace

void Evaluation::reset(const Position& position) {
    for (Seat seat = 0; seat < position.seats(); ++seat) {
        const auto& values = CELL_VALUES[static_cast<std::size_t>(position.rules().goal(seat))];
        int sum = 0;
        for (Slots own = position.marbles(seat); own.any();)
            sum += values[static_cast<std::size_t>(cell_of(static_cast<int>(own.pop())))];
        sums_[static_cast<std::size_t>(seat)] = sum;
    }
}

int Evaluation::standing(const Position& position, Seat seat) const {
    if (!position.is_idle(seat)) {
        const Slots inside = position.marbles(seat) & STAR.camps[static_cast<std::size_t>(position.rules().goal(seat))];
        return inside.count() < LATE ? sums_[static_cast<std::size_t>(seat)] : late_standing(position, inside, seat);
    }
    // Finished or out. Seats that finished earlier have more company at home: their rank shows in the outcome, not here.
    return position.marbles(seat).any() ? FINISHED : -4 * FINISHED;
}

int Evaluation::evaluate(const Position& position) const {
    const Seat own = position.to_move();
    return standing(position, own) - standing(position, 1 - own) + TURN;
}

void Evaluation::evaluate_seats(const Position& position, std::array<int, MAX_SEATS>& seats) const {
    for (Seat seat = 0; seat < position.seats(); ++seat) seats[static_cast<std::size_t>(seat)] = standing(position, seat);
    seats[static_cast<std::size_t>(position.to_move())] += TURN;
}

static_assert(EvaluatorFor<Evaluation, Position>);

}  // namespace duiyi::chinese_checkers
