// Playing: marbles change place, seats finish, the turn goes on.
#include "games/chinese_checkers/position.hpp"

#include <algorithm>
#include <bit>

#include "core/errors.hpp"
#include "core/random.hpp"

namespace duiyi::chinese_checkers {

namespace {

constexpr auto MARBLE_KEYS = random_keys<MAX_SEATS * SLOTS>(0x6A756D70);
constexpr auto TURN_KEYS = random_keys<MAX_SEATS>(0x7475726E);
constexpr auto FINISHED_KEYS = random_keys<MAX_SEATS * MAX_SEATS>(0x686F6D65);
constexpr auto OUT_KEYS = random_keys<MAX_SEATS>(0x6F757421);

constexpr std::size_t index(Seat seat) { return static_cast<std::size_t>(seat); }
constexpr std::size_t seat_and_place(std::size_t seat, std::size_t place) { return seat * MAX_SEATS + place; }

}  // namespace

Position Position::initial(const Rules& rules) {
    Position position(rules);
    for (Seat seat = 0; seat < rules.seats; ++seat) position.marbles_[index(seat)] = STAR.camps[index(rules.home(seat))];
    position.derive();
    return position;
}

Position Position::without_seat(Seat seat) const {
    if (seat < 0 || seat >= seats())
        throw RulesError("expected a seat from 0 to " + std::to_string(seats() - 1) + ", got " + std::to_string(seat));
    const std::string camp = std::string("camp ") + camp_letter(rules_.home(seat));
    if (is_over()) throw RulesError("the game is over: " + camp + " can no longer be taken out");
    if (is_idle(seat)) throw RulesError(camp + " plays no more: it can not be taken out");
    Position position = *this;
    position.marbles_[index(seat)] = {};
    position.out_ = static_cast<std::uint8_t>(out_ | 1U << seat);
    position.idle_ = static_cast<std::uint8_t>(idle_ | 1U << seat);
    if (seat == to_move_) position.pass_turn();
    position.derive();
    return position;
}

void Position::do_move(Move move, Undo& undo) {
    undo = {key_, to_move_, idle_, finished_.size, static_cast<std::uint8_t>(ending_)};
    const Seat mover = to_move_;
    if (move != PASS) {
        toggle(mover, slot_of(move / HOLES));
        toggle(mover, slot_of(move % HOLES));
    }
    ++plies_;
    note_finishers(mover);
    key_ ^= TURN_KEYS[index(mover)];
    pass_turn();
    key_ ^= TURN_KEYS[to_move_];
    ending_ = judge_ending();
}

void Position::undo_move(Move move, const Undo& undo) {
    to_move_ = undo.to_move;
    idle_ = undo.idle;
    finished_.size = undo.num_finished;
    ending_ = static_cast<Ending>(undo.ending);
    --plies_;
    if (move != PASS) {
        toggle(to_move_, slot_of(move % HOLES));
        toggle(to_move_, slot_of(move / HOLES));
    }
    key_ = undo.key;
}

/// Puts a marble down or takes it away. Directions d and d + 3 are opposite: the neighbour in d sees this slot in d + 3.
void Position::toggle(Seat seat, int slot) {
    const auto s = static_cast<std::size_t>(slot);
    marbles_[index(seat)].flip(s);
    occupied_.flip(s);
    key_ ^= MARBLE_KEYS[index(seat) * SLOTS + s];
    const auto& next = STAR.next[s];
    for (std::size_t d = 0; d < 6; ++d)
        crowd_[next[d]] ^= static_cast<std::uint8_t>(1U << (d + 3) % 6);  // NO_SLOT's entry is never read
}

/// Tests the mover first, then the others in turn order: a man who comes home may fill his opponent's last hole. When one seat is
/// left the game is over, and that seat is last, wherever it stands.
void Position::note_finishers(Seat mover) {
    for (Seat i = 0, seat = mover; i < seats(); ++i, seat = seat + 1 == seats() ? 0 : seat + 1) {
        if (is_idle(seat) || !has_reached_goal(seat) || playing_seats() == 1) continue;
        key_ ^= FINISHED_KEYS[seat_and_place(index(seat), finished_.size)];
        finished_.seats[finished_.size++] = static_cast<std::uint8_t>(seat);
        idle_ = static_cast<std::uint8_t>(idle_ | 1U << seat);
    }
}

bool Position::has_reached_goal(Seat seat) const {
    const Slots& goal = STAR.camps[index(rules_.goal(seat))];
    const Slots own = marbles(seat) & goal;
    if (rules_.limits_camps()) return (occupied_ & goal) == goal && own.any();
    return own == goal;
}

/// Gives the turn to the next seat that still plays; with none left the next seat keeps it, and the game is over.
void Position::pass_turn() {
    Seat seat = to_move_;
    for (int i = 0; i < seats(); ++i) {
        seat = seat + 1 == seats() ? 0 : seat + 1;
        if (!is_idle(seat)) break;
    }
    to_move_ = static_cast<std::uint8_t>(seat);
}

/// Computes from the marbles, the orders and the turn what moves keep up to date.
void Position::derive() {
    key_ = TURN_KEYS[to_move_];
    occupied_ = {};
    crowd_ = {};
    for (Seat seat = 0; seat < seats(); ++seat) {
        Slots own = marbles(seat);
        marbles_[index(seat)] = {};
        while (own.any()) toggle(seat, static_cast<int>(own.pop()));
    }
    idle_ = out_;
    for (std::size_t place = 0; place < finished_.size; ++place) {
        key_ ^= FINISHED_KEYS[seat_and_place(finished_.seats[place], place)];
        idle_ = static_cast<std::uint8_t>(idle_ | 1U << finished_.seats[place]);
    }
    for (Seat seat = 0; seat < seats(); ++seat)
        if (is_out(seat)) key_ ^= OUT_KEYS[index(seat)];
    ending_ = judge_ending();
}

int Position::playing_seats() const { return seats() - std::popcount(idle_); }

bool operator==(const Position& a, const Position& b) {
    return a.rules_ == b.rules_ && a.marbles_ == b.marbles_ && a.to_move_ == b.to_move_ && a.plies_ == b.plies_ &&
           a.out_ == b.out_ &&
           std::equal(a.finished_.seats.begin(), a.finished_.seats.begin() + a.finished_.size, b.finished_.seats.begin(),
                      b.finished_.seats.begin() + b.finished_.size);
}

}  // namespace duiyi::chinese_checkers
