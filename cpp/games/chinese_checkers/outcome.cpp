// The end of a game: everybody home, a missed home deadline, or the cap, where the remaining distance ranks.
#include <algorithm>
#include <numeric>
#include <utility>

#include "games/chinese_checkers/position.hpp"

namespace duiyi::chinese_checkers {

namespace {

struct Deadline {
    int round;
    int most_at_home;
};
/// By the end of its turn in these rounds a seat must have 5, 8, all 10 marbles out of its home.
constexpr std::array<Deadline, 3> HOME_DEADLINES = {{{20, 5}, {25, 2}, {30, 0}}};

}  // namespace

std::optional<Outcome> Position::outcome() const {
    switch (ending_) {
        case Ending::NONE:
            return std::nullopt;
        case Ending::HOME_DEADLINE:
            return Outcome::win(to_move_, Reason::HOME_DEADLINE);
        case Ending::ALL_HOME:
        case Ending::DISTANCE:
            break;
    }
    return ranking();
}

Position::Ending Position::judge_ending() const {
    if (playing_seats() <= 1) return Ending::ALL_HOME;
    if (rules_.rule_set == RuleSet::TSINGHUA && missed_home_deadline()) return Ending::HOME_DEADLINE;
    if (plies_ >= rules_.ply_cap()) return Ending::DISTANCE;
    return Ending::NONE;
}

/// With two seats ply 39 ends the first seat's 20th turn and ply 40 the second's: each is judged when its own turn is over.
bool Position::missed_home_deadline() const {
    for (const auto& [round, most_at_home] : HOME_DEADLINES)
        if ((plies_ + 1) / 2 == round) {
            const Seat seat = last_mover();
            return (marbles(seat) & STAR.camps[static_cast<std::size_t>(rules_.home(seat))]).count() > most_at_home;
        }
    return false;
}

/// Of two seats that both play on: the one that is not to move.
Seat Position::last_mover() const { return 1 - to_move_; }

int Position::distance(Seat seat) const {
    int sum = 0;
    for (Slots own = marbles(seat); own.any();) sum += STAR.steps_to_camp[static_cast<std::size_t>(rules_.goal(seat))][own.pop()];
    return sum;
}

/// First those who finished, in order; then those who play on, by distance (only the cap leaves several). Places share out 1 to 0
/// evenly, and seats of equal distance share their places. Who is out has lost: 0, behind all others.
Outcome Position::ranking() const {
    std::array<std::pair<int, int>, MAX_SEATS> standing{};
    for (Seat seat = 0; seat < seats(); ++seat) standing[static_cast<std::size_t>(seat)] = {is_out(seat) ? 2 : 1, distance(seat)};
    for (int place = 0; place < finished_.size; ++place) standing[finished_.seats[static_cast<std::size_t>(place)]] = {0, place};

    Outcome outcome;
    outcome.reason = ending_ == Ending::DISTANCE ? Reason::DISTANCE : Reason::ALL_HOME;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(seats()); ++seat) {
        if (is_out(static_cast<Seat>(seat))) continue;
        int better = 0, equal = -1;
        for (std::size_t other = 0; other < static_cast<std::size_t>(seats()); ++other) {
            better += standing[other] < standing[seat];
            equal += standing[other] == standing[seat];
        }
        outcome.scores[seat] = static_cast<float>(1.0 - (better + equal / 2.0) / (seats() - 1));
    }
    return outcome;
}

std::vector<std::string> Position::letters_by_score() const {
    const Outcome result = ranking();
    std::vector<int> order(static_cast<std::size_t>(seats()));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return result.scores[static_cast<std::size_t>(a)] > result.scores[static_cast<std::size_t>(b)];
    });
    std::vector<std::string> letters;
    for (const int seat : order) letters.emplace_back(1, camp_letter(rules_.home(seat)));
    return letters;
}

/// Words: all_home and others_out the camps by rank; distance each camp that plays on, by rank, and its distance; home_deadline
/// the camp, the round and how many marbles are still at home, whose holes are the cells.
std::optional<Explanation> Position::why_over() const {
    if (ending_ == Ending::NONE) return std::nullopt;
    if (ending_ == Ending::ALL_HOME) return Explanation{finished_.size > 0 ? "all_home" : "others_out", {}, letters_by_score()};
    if (ending_ == Ending::DISTANCE) {
        Explanation why{"distance", {}, {}};
        for (const std::string& letter : letters_by_score()) {
            const Seat seat = rules_.seat_of(letter[0] - 'A');
            if (!is_idle(seat)) why.words.insert(why.words.end(), {letter, std::to_string(distance(seat))});
        }
        return why;
    }
    const Seat seat = last_mover();
    const int home = rules_.home(seat);
    Slots late = marbles(seat) & STAR.camps[static_cast<std::size_t>(home)];
    Explanation why{
        "home_deadline", {}, {std::string(1, camp_letter(home)), std::to_string((plies_ + 1) / 2), std::to_string(late.count())}};
    while (late.any()) why.cells.push_back(cell_of(static_cast<int>(late.pop())));
    std::sort(why.cells.begin(), why.cells.end());
    return why;
}

}  // namespace duiyi::chinese_checkers
