// Random play, turn by turn, as a beginner's hand would: any marble in any direction, and on from hole to hop to hole.
#include "core/perft.hpp"
#include "games/chinese_checkers/position.hpp"

namespace duiyi::chinese_checkers {

namespace {

constexpr std::uint32_t SIDES = 6;
constexpr int PATIENCE = 64;  // vain attempts before the moves are listed: often there is none

constexpr int WAYS = 21;  // three-bit numbers in a word

constexpr Slots CAMPS_TOGETHER = [] {
    Slots all{};
    for (const Slots& camp : STAR.camps) all |= camp;
    return all;
}();

/// The marbles of every seat by number, so that one can be drawn at once.
struct Hands {
    std::array<std::array<std::uint8_t, ARMY>, MAX_SEATS> slots{};
    std::array<std::uint32_t, MAX_SEATS> sizes{};
};

}  // namespace

/// A turn is drawn by trial: a marble and a direction, one try in 60 as likely as any other. An empty neighbour is a step, an
/// occupied one with an empty hole behind it a hop; after a hop the turn goes on by one of the further hops or ends, all equally
/// likely. A turn that ends where it may not is drawn again. So every legal move can come, but not every one equally often: for
/// that the moves would have to be listed. (Under `hop=long` they are.) Neither key nor crowds are kept: nobody sees this
/// position afterwards.
Playout Position::random_playout(Random& random, int max_plies) const {
    Position at = *this;
    Hands hands;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(seats()); ++seat)
        for (Slots own = marbles_[seat]; own.any();)
            hands.slots[seat][hands.sizes[seat]++] = static_cast<std::uint8_t>(own.pop());

    Playout result;
    while (result.plies < max_plies && !at.is_over()) {
        const Seat mover = at.to_move_;
        const auto seat = static_cast<std::size_t>(mover);
        const std::uint32_t tries = SIDES * hands.sizes[seat];
        int from = NO_SLOT, to = NO_SLOT;
        std::uint32_t which = 0;
        for (int left = rules_.long_hop || tries == 0 ? 0 : PATIENCE; left > 0 && to == NO_SLOT; --left) {
            const std::uint32_t draw = random.below(tries);
            which = draw / SIDES;
            from = hands.slots[seat][which];
            to = at.random_turn(from, static_cast<int>(draw % SIDES), random);
        }
        if (to == NO_SLOT) {
            MoveList<MAX_MOVES> moves;
            at.recount_crowds();
            at.generate(moves);
            const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
            if (move != PASS) {
                from = slot_of(move / HOLES);
                to = slot_of(move % HOLES);
                while (hands.slots[seat][which] != from) which = which + 1 == hands.sizes[seat] ? 0 : which + 1;
            }
        }
        if (to != NO_SLOT) {
            hands.slots[seat][which] = static_cast<std::uint8_t>(to);
            for (const int slot : {from, to}) {
                at.marbles_[seat].flip(static_cast<std::size_t>(slot));
                at.occupied_.flip(static_cast<std::size_t>(slot));
            }
        }
        ++at.plies_;
        ++result.plies;
        // Somebody comes home only when a camp gains a marble; a text may leave somebody at home unnoticed until the first ply.
        if (result.plies == 1 || (to != NO_SLOT && CAMPS_TOGETHER.test(static_cast<std::size_t>(to)))) at.note_finishers(mover);
        at.pass_turn();
        at.ending_ = at.judge_ending();
    }
    result.outcome = at.outcome();
    return result;
}

/// Where a marble comes to rest that sets off in a direction, or NO_SLOT when it cannot, or not there.
int Position::random_turn(int from, int direction, Random& random) const {
    int to = next_slot(from, direction);
    if (to == NO_SLOT) return NO_SLOT;
    if (occupied_.test(static_cast<std::size_t>(to))) {
        to = next_slot(to, direction);
        if (to == NO_SLOT || occupied_.test(static_cast<std::size_t>(to))) return NO_SLOT;
        std::uint64_t ways = random.next();  // in three bits each: a direction, the end, or nothing
        for (int left = WAYS;; ways >>= 3, --left) {
            if (left == 0) {
                ways = random.next();
                left = WAYS;
            }
            const auto way = static_cast<std::uint32_t>(ways & 7);
            if (way == SIDES) break;
            if (way > SIDES) continue;
            const int pivot = next_slot(to, static_cast<int>(way));
            if (pivot == NO_SLOT || !occupied_.test(static_cast<std::size_t>(pivot))) continue;
            const int landing = next_slot(pivot, static_cast<int>(way));
            if (landing == NO_SLOT || (landing != from && occupied_.test(static_cast<std::size_t>(landing)))) continue;
            to = landing;
        }
        if (to == from) return NO_SLOT;
    }
    return allowed(from).test(static_cast<std::size_t>(to)) ? to : NO_SLOT;
}

void Position::recount_crowds() {
    crowd_ = {};
    for (Slots all = occupied_; all.any();) {
        const auto& next = STAR.next[all.pop()];
        for (std::size_t d = 0; d < SIDES; ++d) crowd_[next[d]] ^= static_cast<std::uint8_t>(1U << (d + 3) % SIDES);
    }
}

}  // namespace duiyi::chinese_checkers
