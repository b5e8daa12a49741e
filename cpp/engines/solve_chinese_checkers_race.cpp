#include "engines/solve_chinese_checkers_race.hpp"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <tuple>
#include <unordered_set>

#include "core/random.hpp"
#include "core/text.hpp"

namespace duiyi::chinese_checkers {
namespace {

constexpr auto HOLE_KEYS = random_keys<HOLES>(0x27);

/// Where a hole lies on the way to a camp: how far behind (4 to 8 or so is home), how far off the middle line, its mirror image.
struct Place {
    int height;
    int aside;
    Axial mirrored;
};

Place place_of(Axial at, int goal) {
    const int sign = goal < 3 ? -1 : 1;
    switch (goal % 3) {
        case 0:
            return {sign * at.y, std::abs(2 * at.x + at.y), {-at.x - at.y, at.y}};
        case 1:
            return {sign * (at.x + at.y), std::abs(at.x - at.y), {at.y, at.x}};
        default:
            return {sign * at.x, std::abs(at.x + 2 * at.y), {at.x, -at.x - at.y}};
    }
}

/// By cell: what a marble there costs, and its part of the army's key and of its mirror image's.
struct Course {
    std::array<int, HOLES> cost{};
    std::array<Key, HOLES> mirrored{};
    Slots goal;

    explicit Course(int camp) : goal(STAR.camps[static_cast<std::size_t>(camp)]) {
        for (std::size_t cell = 0; cell < HOLES; ++cell) {
            const Place place = place_of(STAR.axial[cell], camp);
            const int lag = std::max(0, place.height + 4);
            cost[cell] = 20 * place.height + 2 * place.aside + lag * lag;  // stragglers cost most
            mirrored[cell] = HOLE_KEYS[static_cast<std::size_t>(STAR.cell(place.mirrored))];
        }
    }
};

struct Army {
    Position position;
    std::size_t parent;  // in the layer before
    Move move;
    int cost;
    Key key, mirrored;
};

constexpr int HOME = INT_MIN;  // the cost of an army that has arrived: less than any other

struct Candidate {
    int cost;
    Key key, mirrored;
    std::size_t parent;
    Move move;

    Key canonical() const { return std::min(key, mirrored); }
    auto order() const { return std::tuple(cost, canonical(), parent, move); }
};

Army first_army(const Position& position, const Course& course) {
    Army army{position, 0, PASS, 0, 0, 0};
    for (Slots own = position.marbles(position.to_move()); own.any();) {
        const auto cell = static_cast<std::size_t>(cell_of(static_cast<int>(own.pop())));
        army.cost += course.cost[cell];
        army.key ^= HOLE_KEYS[cell];
        army.mirrored ^= course.mirrored[cell];
    }
    return army;
}

/// Whether a move of the seat to move brings the last of its men home, as Position judges it.
bool brings_home(const Position& position, Move move, const Slots& goal) {
    const Slots ends =
        Slots::of(static_cast<std::size_t>(slot_of(move / HOLES))) ^ Slots::of(static_cast<std::size_t>(slot_of(move % HOLES)));
    const Slots own = (position.marbles(position.to_move()) ^ ends) & goal;
    if (!position.rules().limits_camps()) return own == goal;
    return ((position.occupied() ^ ends) & goal) == goal && own.any();
}

/// All different armies after a move of each army of the layer, the most promising first.
std::vector<Candidate> candidates_of(const std::vector<Army>& layer, const Course& course) {
    std::vector<Candidate> candidates;
    for (std::size_t parent = 0; parent < layer.size(); ++parent) {
        const Army& army = layer[parent];
        MoveList<Position::MAX_MOVES> moves;
        army.position.generate(moves);
        for (const Move move : moves) {
            if (move == PASS) continue;
            const auto from = static_cast<std::size_t>(move / HOLES), to = static_cast<std::size_t>(move % HOLES);
            candidates.push_back(
                {brings_home(army.position, move, course.goal) ? HOME : army.cost - course.cost[from] + course.cost[to],
                 army.key ^ HOLE_KEYS[from] ^ HOLE_KEYS[to], army.mirrored ^ course.mirrored[from] ^ course.mirrored[to], parent,
                 move});
        }
    }
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) { return a.order() < b.order(); });
    return candidates;
}

void play(Position& position, Move move, Seat seat) {
    Position::Undo undo;
    position.do_move(move, undo);
    while (!position.is_over() && !position.is_idle(seat) && position.to_move() != seat) position.do_move(PASS, undo);
}

}  // namespace

Position alone(const Position& position) {
    const char own = camp_letter(position.rules().home(position.to_move()));
    std::string board;
    const std::string text = position.text();
    int empties = 0;
    const auto flush = [&] {
        if (empties > 0) board += std::to_string(empties);
        empties = 0;
    };
    const std::string_view ranks = split_fields(text)[0];
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (ranks[i] >= '0' && ranks[i] <= '9') {
            int run = ranks[i] - '0';
            while (i + 1 < ranks.size() && ranks[i + 1] >= '0' && ranks[i + 1] <= '9') run = 10 * run + ranks[++i] - '0';
            empties += run;
        } else if (ranks[i] == '/' || ranks[i] == own) {
            flush();
            board += ranks[i];
        } else {
            ++empties;
        }
    }
    flush();
    return Position::parse(position.rules(), board + ' ' + own);
}

bool has_passed(const Position& position) {
    if (position.seats() != 2) return false;
    std::array<int, 2> rear = {INT_MIN, INT_MIN};  // height of the hindmost marble, seen from its own side
    for (Seat seat = 0; seat < 2; ++seat)
        for (Slots own = position.marbles(seat); own.any();) {
            const Axial at = STAR.axial[static_cast<std::size_t>(cell_of(static_cast<int>(own.pop())))];
            auto& hindmost = rear[static_cast<std::size_t>(seat)];
            hindmost = std::max(hindmost, place_of(at, position.rules().goal(seat)).height);
        }
    // The other's heights are the negative of the own: nobody is within two rows of the enemy's rear.
    return rear[0] != INT_MIN && rear[1] != INT_MIN && rear[0] + rear[1] < -2;
}

Race find_race(const Position& position, std::size_t width, const std::function<bool()>& is_stopped, int most) {
    const Seat seat = position.to_move();
    const Course course(position.rules().goal(seat));
    Race race;
    std::vector<std::vector<Army>> layers{{first_army(position, course)}};
    for (int turn = 0; turn < most && !layers.back().empty() && !is_stopped(); ++turn) {
        const std::vector<Army>& last = layers.back();
        const auto candidates = candidates_of(last, course);
        race.nodes += candidates.size();
        std::vector<Army> next;
        std::unordered_set<Key> seen;
        for (const Candidate& candidate : candidates) {
            if (next.size() == width) break;
            if (!seen.insert(candidate.canonical()).second) continue;
            Army army{last[candidate.parent].position,
                      candidate.parent,
                      candidate.move,
                      candidate.cost,
                      candidate.key,
                      candidate.mirrored};
            play(army.position, candidate.move, seat);
            if (army.position.is_over() && candidate.cost != HOME) continue;  // the cap, or a deadline missed
            next.push_back(army);
        }
        layers.push_back(std::move(next));
        if (layers.back().empty() || layers.back().front().cost != HOME) continue;
        std::size_t at = 0;
        for (std::size_t i = layers.size(); --i > 0; at = layers[i][at].parent) race.moves.push_back(layers[i][at].move);
        std::reverse(race.moves.begin(), race.moves.end());
        return race;
    }
    return race;
}

}  // namespace duiyi::chinese_checkers
