// Where marbles may go: steps, hop chains, and the camps in which they may not stop.
#include <bit>

#include "games/chinese_checkers/position.hpp"

namespace duiyi::chinese_checkers {

namespace {

/// The classes are where class_start says, none is larger than MAX_MOVES thinks, and none overlap.
constexpr bool classes_fit() {
    const Slots& holes = STAR.holes;
    return std::popcount(holes.words[0]) == LARGEST_CLASS && std::popcount(holes.words[1] & 0xFFFFFFFF) == 28 &&
           std::popcount(holes.words[1] >> 32) == 28 && std::popcount(holes.words[2]) == 28 && holes.count() == HOLES &&
           !holes.test(NO_SLOT);
}
static_assert(classes_fit());

/// Camps where nobody who begins in `home` may stop under the standard rules: all but the own home and the goal.
constexpr std::array<Slots, CAMPS> make_open() {
    std::array<Slots, CAMPS> open{};
    for (std::size_t home = 0; home < CAMPS; ++home) {
        open[home] = STAR.holes;
        for (std::size_t camp = 0; camp < CAMPS; ++camp)
            if (camp % 3 != home % 3) open[home] &= ~STAR.camps[camp];
    }
    return open;
}
constexpr std::array<Slots, CAMPS> OPEN = make_open();

}  // namespace

Slots Position::destinations(int slot) const {
    Slots to = STAR.neighbours[static_cast<std::size_t>(slot)] & ~occupied_;
    // A step changes the class and a chain of hops does not, so the two sets are disjoint.
    to.words[static_cast<std::size_t>(slot >> 6)] |= hops(slot);
    return to & allowed(slot);
}

void Position::generate(MoveList<MAX_MOVES>& list) const {
    list.clear();
    if (is_over()) return;
    for (Slots mine = marbles(to_move_); mine.any();) {
        const int from = static_cast<int>(mine.pop());
        const int base = cell_of(from) * HOLES;
        for (Slots to = destinations(from); to.any();) list.push(static_cast<Move>(base + cell_of(static_cast<int>(to.pop()))));
    }
    if (list.empty()) list.push(PASS);
}

int Position::count_moves() const {
    if (is_over()) return 0;
    int count = 0;
    for (Slots mine = marbles(to_move_); mine.any();) count += destinations(static_cast<int>(mine.pop())).count();
    return count == 0 ? 1 : count;
}

bool Position::has_moves() const {
    for (Slots mine = marbles(to_move_); mine.any();)
        if (destinations(static_cast<int>(mine.pop())).any()) return true;
    return false;
}

bool Position::is_legal(Move move) const {
    if (is_over() || move > PASS) return false;
    if (move == PASS) return !has_moves();
    const int from = slot_of(move / HOLES);
    const int to = slot_of(move % HOLES);
    return marbles(to_move_).test(static_cast<std::size_t>(from)) && destinations(from).test(static_cast<std::size_t>(to));
}

/// Holes of the own class that a chain of hops reaches. The pivots of a class lie in the other classes, so the moving marble
/// is never its own pivot; and a way back over its origin reaches nothing new, so the origin need not be lifted.
Word Position::hops(int slot) const {
    if (rules_.long_hop) return long_hops(slot);
    const auto start = static_cast<std::size_t>(slot & ~63);
    const Word empty = ~occupied_.words[start >> 6];
    Word seen = landings(static_cast<std::size_t>(slot), crowd_[static_cast<std::size_t>(slot)]) & empty;
    for (Word fresh = seen; fresh != 0;) {
        const auto from = start + static_cast<std::size_t>(std::countr_zero(fresh));
        fresh &= fresh - 1;
        const Word more = landings(from, crowd_[from]) & empty & ~seen;
        seen |= more;
        fresh |= more;
    }
    return seen;
}

/// The same for equal-distance hops: here a pivot may lie in the own class, so the moving marble is really lifted.
Word Position::long_hops(int slot) const {
    const int start = slot & ~63;
    const Word origin = Word{1} << (slot & 63);
    Slots standing = occupied_;
    standing.reset(static_cast<std::size_t>(slot));
    Word seen = origin;
    for (Word fresh = seen; fresh != 0;) {
        const int from = start + std::countr_zero(fresh);
        fresh &= fresh - 1;
        for (int direction = 0; direction < 6; ++direction) {
            const int to = hop_landing(from, direction, standing);
            if (to == NO_SLOT) continue;
            const Word more = (Word{1} << (to & 63)) & ~seen;
            seen |= more;
            fresh |= more;
        }
    }
    return seen & ~origin;
}

/// The hole where one hop from `slot` lands among the marbles `standing`, or NO_SLOT. The first marble on the line is
/// the pivot: next door (short), or anywhere with as many empty holes behind it as before it (long).
int Position::hop_landing(int slot, int direction, const Slots& standing) const {
    const auto taken = [&](int at) { return standing.test(static_cast<std::size_t>(at)); };
    int distance = 1;
    int at = next_slot(slot, direction);
    while (rules_.long_hop && at != NO_SLOT && !taken(at)) {
        at = next_slot(at, direction);
        ++distance;
    }
    if (at == NO_SLOT || !taken(at)) return NO_SLOT;
    for (; distance > 0; --distance) {
        at = next_slot(at, direction);
        if (at == NO_SLOT || taken(at)) return NO_SLOT;
    }
    return at;
}

Slots Position::allowed(int slot) const {
    if (!rules_.limits_camps()) return STAR.holes;
    const Slots& goal = STAR.camps[static_cast<std::size_t>(rules_.goal(to_move_))];
    return goal.test(static_cast<std::size_t>(slot)) ? goal : OPEN[static_cast<std::size_t>(rules_.home(to_move_))];
}

/// Breadth first with the directions in order finds, of all shortest chains, the one whose directions come first.
std::vector<int> Position::path(Move move) const {
    if (move >= PASS) return {};
    const int from = slot_of(move / HOLES);
    const int to = slot_of(move % HOLES);
    if (from == to || !occupied_.test(static_cast<std::size_t>(from)) || occupied_.test(static_cast<std::size_t>(to))) return {};
    if (STAR.neighbours[static_cast<std::size_t>(from)].test(static_cast<std::size_t>(to))) return {cell_of(from), cell_of(to)};

    Slots standing = occupied_;
    standing.reset(static_cast<std::size_t>(from));
    std::array<std::uint8_t, SLOTS> came_from{};
    came_from.fill(NO_SLOT);
    came_from[static_cast<std::size_t>(from)] = static_cast<std::uint8_t>(from);
    std::vector<int> queue{from};
    for (std::size_t i = 0; i < queue.size() && came_from[static_cast<std::size_t>(to)] == NO_SLOT; ++i)
        for (int direction = 0; direction < 6; ++direction) {
            const int at = hop_landing(queue[i], direction, standing);
            if (at == NO_SLOT || came_from[static_cast<std::size_t>(at)] != NO_SLOT) continue;
            came_from[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(queue[i]);
            queue.push_back(at);
        }
    if (came_from[static_cast<std::size_t>(to)] == NO_SLOT) return {};

    std::vector<int> cells;
    for (int at = to; at != from; at = came_from[static_cast<std::size_t>(at)]) cells.insert(cells.begin(), cell_of(at));
    cells.insert(cells.begin(), cell_of(from));
    return cells;
}

}  // namespace duiyi::chinese_checkers
