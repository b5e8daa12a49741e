#include "games/chinese_checkers/evaluation.hpp"

#include <algorithm>
#include <bit>

namespace duiyi::chinese_checkers {
namespace {

constexpr int HALF_TURN = TURN_VALUE / 2;  // equal armies: who is to move will be first
constexpr int LATE = 7;                    // men in the goal from which it matters which holes are left
constexpr int LATE_BONUS = 50;             // so that coming that far is never put off
constexpr int HEMMED = 2;                  // for a man at home and the square of the number of others there
constexpr int FINISHED = 40 * TURN_VALUE;  // so far ahead that a duel with such a seat is lost
constexpr int OUT = -40 * TURN_VALUE;
constexpr int FARTHEST_SUM = ARMY * static_cast<int>(FARTHEST);

/// How much each stage counts, of 64, by the distances of all men to the tip. Between the peaks two stages share.
constexpr std::array<int, STAGES> PEAKS = {125, 75, 30};
constexpr auto SHARES = [] {
    std::array<std::array<int, STAGES>, FARTHEST_SUM + 1> shares{};
    for (int sum = 0; sum <= FARTHEST_SUM; ++sum) {
        auto& share = shares[static_cast<std::size_t>(sum)];
        const std::size_t upper = sum >= PEAKS[1] ? 0 : 1;
        const int at = std::clamp(sum, PEAKS[upper + 1], PEAKS[upper]);
        share[upper] = 64 * (at - PEAKS[upper + 1]) / (PEAKS[upper] - PEAKS[upper + 1]);
        share[upper + 1] = 64 - share[upper];
    }
    return shares;
}();

/// What the distances to the tip sum up to at the least, by the number of men.
constexpr std::array<int, ARMY + 1> DEEPEST = {0, 0, 1, 2, 4, 6, 8, 11, 14, 17, 20};

constexpr std::size_t table_for(int seats) { return seats <= 3 ? static_cast<std::size_t>(seats - 2) : 2; }

}  // namespace

void Evaluation::reset(const Position& position) {
    table_ = &(*tables_)[table_for(position.seats())];
    for (Seat seat = 0; seat < position.seats(); ++seat) {
        const auto& costs = table_->costs[static_cast<std::size_t>(position.rules().goal(seat))];
        Army& army = armies_[static_cast<std::size_t>(seat)];
        army = {};
        for (Slots own = position.marbles(seat); own.any();)
            put(army, costs[static_cast<std::size_t>(cell_of(static_cast<int>(own.pop())))], 1);
    }
}

int Evaluation::cost(const Army& army) const {
    const auto& shares = SHARES[static_cast<std::size_t>(army.distance)];
    int sum = 0;
    for (std::size_t stage = 0; stage < STAGES; ++stage) sum += shares[stage] * army.sums[stage];
    if (army.crowd == 0) return sum / 64;
    // The highest group of four bits that is not empty is the rear.
    const int last = (63 - std::countl_zero(army.crowd)) / 4;
    const std::uint64_t others = army.crowd - (std::uint64_t{1} << (4 * last));
    const int next = others == 0 ? -1 : (63 - std::countl_zero(others)) / 4;
    return sum / 64 + table_->weights.last_man[static_cast<std::size_t>(last + 1)] +
           table_->weights.last_but_one[static_cast<std::size_t>(next + 1)];
}

int Evaluation::late_cost(const Position& position, const Slots& inside, Seat seat) const {
    const auto goal = static_cast<std::size_t>(position.rules().goal(seat));
    const Slots free = STAR.camps[goal] & ~position.occupied();
    const auto cell = [](std::size_t slot) { return static_cast<std::size_t>(cell_of(static_cast<int>(slot))); };
    const LateWeights& late = table_->weights.late;
    int depth = -DEEPEST[static_cast<std::size_t>(inside.count())];
    for (Slots men = inside; men.any();) depth += table_->costs[goal][cell(men.pop())].distance;
    int sum = late.always + late.deep * depth - LATE_BONUS;
    for (Slots men = position.marbles(seat) & ~inside; men.any();) {
        const Axial at = STAR.axial[cell(men.pop())];
        int nearest = 2 * RADIUS;
        for (Slots holes = free; holes.any();) nearest = std::min(nearest, hex_distance(at, STAR.axial[cell(holes.pop())]));
        sum += late.man + late.step * nearest;
    }
    return sum;
}

/// Men who are still at home while others arrive there will be walled in, perhaps for good.
int Evaluation::hemmed(const Position& position, Seat seat) {
    const Slots& home = STAR.camps[static_cast<std::size_t>(position.rules().home(seat))];
    const int own = (position.marbles(seat) & home).count();
    if (own == 0) return 0;
    const int others = (position.occupied() & home).count() - own;
    return HEMMED * own * others * others;
}

int Evaluation::standing(const Position& position, Seat seat) const {
    // Seats that finished earlier have more company at home: their rank shows in the outcome, not here.
    if (position.is_idle(seat)) return position.marbles(seat).any() ? FINISHED : OUT;
    const Slots inside = position.marbles(seat) & STAR.camps[static_cast<std::size_t>(position.rules().goal(seat))];
    if (inside.count() >= LATE) return -late_cost(position, inside, seat);
    return -cost(armies_[static_cast<std::size_t>(seat)]) - hemmed(position, seat);
}

int Evaluation::evaluate(const Position& position) const {
    const Seat own = position.to_move();
    return standing(position, own) - standing(position, 1 - own) + HALF_TURN;
}

void Evaluation::evaluate_seats(const Position& position, std::array<int, MAX_SEATS>& seats) const {
    for (Seat seat = 0; seat < position.seats(); ++seat) seats[static_cast<std::size_t>(seat)] = standing(position, seat);
    seats[static_cast<std::size_t>(position.to_move())] += HALF_TURN;
}

static_assert(EvaluatorFor<Evaluation, Position>);

}  // namespace duiyi::chinese_checkers
