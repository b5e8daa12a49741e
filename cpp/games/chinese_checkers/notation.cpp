// The texts of positions and moves, and the reasons why a move is not allowed.
#include <algorithm>
#include <charconv>

#include "core/errors.hpp"
#include "core/text.hpp"
#include "games/chinese_checkers/position.hpp"

namespace duiyi::chinese_checkers {

namespace {

constexpr int MOST_PLIES = 1'000'000;

const std::vector<int>& widths() {
    static const std::vector<int> result(STAR.width.begin(), STAR.width.end());
    return result;
}

std::vector<int> first_cells() {
    std::vector<int> first{0};
    for (const int width : widths()) first.push_back(first.back() + width);
    return first;
}

std::string seating(const Rules& rules) {
    std::string letters;
    for (Seat seat = 0; seat < rules.seats; ++seat) letters += camp_letter(rules.home(seat));
    return letters;
}

int read_plies(std::string_view field) {
    int plies = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), plies);
    if (error != std::errc() || end != field.data() + field.size() || plies < 0 || plies > MOST_PLIES ||
        std::to_string(plies) != field)
        throw TextError("plies played: expected a number from 0 to " + std::to_string(MOST_PLIES) + ", found '" +
                        std::string(field) + "'");
    return plies;
}

std::string hole_text(int cell) {
    const Axial at = STAR.axial[static_cast<std::size_t>(cell)];
    return std::to_string(at.x) + "," + std::to_string(at.y);
}

/// Reads numbers between separators: the canonical "x,y:x,y:..." and the plain "x y x y ..." of the course protocol alike.
std::vector<int> read_numbers(std::string_view text) {
    std::vector<int> numbers;
    const auto fail = [&](std::size_t i) -> TextError {
        return TextError("move: expected 'pass' or holes such as -1,5:1,3, found " + at_character(text, i));
    };
    const bool plain = text.find_first_of(",:") == std::string_view::npos;
    std::size_t i = 0;
    const auto skip_blanks = [&] {
        while (i < text.size() && text[i] == ' ') ++i;
    };
    for (skip_blanks();; skip_blanks()) {
        int number = 0;
        const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), number);
        if (error != std::errc() || number < -RADIUS || number > RADIUS) throw fail(i);
        numbers.push_back(number);
        i = static_cast<std::size_t>(end - text.data());
        const std::size_t after = i;
        skip_blanks();
        if (i == text.size()) return numbers;
        if (plain ? i == after : text[i++] != (numbers.size() % 2 == 1 ? ',' : ':')) throw fail(plain ? i : i - 1);
    }
}

bool says_pass(std::string_view text) {
    constexpr std::string_view WORD = "pass";
    if (text.size() != WORD.size()) return false;
    for (std::size_t i = 0; i < WORD.size(); ++i)
        if ((text[i] | 0x20) != WORD[i]) return false;
    return true;
}

}  // namespace

std::string Position::text() const {
    const std::vector<int> first = first_cells();
    const std::vector<std::string> codes = board();
    std::string out = write_board(widths(), [&](int rank, int file) {
        const std::string& code = codes[static_cast<std::size_t>(first[static_cast<std::size_t>(rank)] + file)];
        return code.empty() ? '\0' : code[0];
    });
    std::string finished, gone;
    for (std::size_t place = 0; place < finished_.size; ++place) finished += camp_letter(rules_.home(finished_.seats[place]));
    for (Seat seat = 0; seat < seats(); ++seat)
        if (is_out(seat)) gone += camp_letter(rules_.home(seat));
    out += ' ';
    out += camp_letter(rules_.home(to_move_));
    return out + ' ' + std::to_string(plies_) + ' ' + (finished.empty() ? "-" : finished) + ' ' + (gone.empty() ? "-" : gone);
}

Position Position::parse(const Rules& rules, std::string_view text) {
    const std::vector<std::string_view> fields = split_fields(text);
    if (fields.size() < 2 || fields.size() > 5)
        throw TextError(
            "position: expected 2 to 5 fields (board, camp to move, plies, finished camps, camps that are out), found " +
            std::to_string(fields.size()));
    Position position(rules);
    const std::string camps = seating(rules);
    const std::vector<int> first = first_cells();
    read_board(fields[0], widths(), camps, [&](int rank, int file, char letter) {
        const Seat seat = rules.seat_of(letter - 'A');
        if (seat < 0) return false;
        Slots& own = position.marbles_[static_cast<std::size_t>(seat)];
        own.set(static_cast<std::size_t>(slot_of(first[static_cast<std::size_t>(rank)] + file)));
        if (own.count() > ARMY)
            throw TextError(std::string("board: expected at most 10 marbles of camp ") + letter +
                            ", the eleventh stands in rank " + std::to_string(rank + 1));
        return true;
    });
    const Seat seat = fields[1].size() == 1 ? rules.seat_of(fields[1][0] - 'A') : -1;
    if (seat < 0) throw TextError("camp to move: expected one of '" + camps + "', found '" + std::string(fields[1]) + "'");
    position.to_move_ = static_cast<std::uint8_t>(seat);
    if (fields.size() > 2) position.plies_ = read_plies(fields[2]);
    if (fields.size() > 3)
        for (const Seat one : position.read_seats(fields[3], "finished camps"))
            position.finished_.seats[position.finished_.size++] = static_cast<std::uint8_t>(one);
    if (fields.size() > 4) {
        const std::vector<Seat> gone = position.read_seats(fields[4], "camps that are out");
        if (!std::is_sorted(gone.begin(), gone.end()))
            throw TextError("camps that are out: expected the order of the alphabet, found '" + std::string(fields[4]) + "'");
        for (const Seat one : gone) position.out_ = static_cast<std::uint8_t>(position.out_ | 1U << one);
    }
    position.derive();
    if (position.is_idle(seat) && !position.is_over())
        throw TextError("camp to move: expected a camp that plays on, found '" + std::string(fields[1]) +
                        "', which has finished or is out");
    return position;
}

std::vector<Seat> Position::read_seats(std::string_view field, std::string_view name) {
    std::vector<Seat> read;
    if (field == "-") return read;
    for (std::size_t i = 0; i < field.size(); ++i) {
        read.push_back(rules_.seat_of(field[i] - 'A'));
        if (read.back() < 0 || is_idle(read.back()))
            throw TextError(std::string(name) + ": expected '-' or camps of '" + seating(rules_) +
                            "', each at most once, found " + at_character(field, i));
        idle_ = static_cast<std::uint8_t>(idle_ | 1U << read.back());
    }
    return read;
}

std::vector<std::string> Position::board() const {
    std::vector<std::string> codes(HOLES);
    for (Seat seat = 0; seat < seats(); ++seat)
        for (Slots own = marbles(seat); own.any();)
            codes[static_cast<std::size_t>(cell_of(static_cast<int>(own.pop())))] =
                std::string(1, camp_letter(rules_.home(seat)));
    return codes;
}

std::string Position::move_text(const Rules&, Move move) {
    if (move == PASS) return "pass";
    if (move > PASS) throw RulesError("expected a move below " + std::to_string(PASS + 1) + ", got " + std::to_string(move));
    return hole_text(move / HOLES) + ":" + hole_text(move % HOLES);
}

Move Position::parse_move(const Rules&, std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    if (says_pass(text)) return PASS;
    const std::vector<int> numbers = read_numbers(text);
    if (numbers.size() < 4 || numbers.size() % 2 != 0)
        throw TextError("move: expected two holes or more such as -1,5:1,3, found " + std::to_string(numbers.size()) +
                        " numbers in '" + std::string(text) + "'");
    std::vector<int> cells;
    for (std::size_t i = 0; i < numbers.size(); i += 2) {
        cells.push_back(STAR.cell({numbers[i], numbers[i + 1]}));
        if (cells.back() < 0)
            throw TextError("move: there is no hole " + std::to_string(numbers[i]) + "," + std::to_string(numbers[i + 1]) +
                            " in '" + std::string(text) + "'");
    }
    return static_cast<Move>(cells.front() * HOLES + cells.back());
}

std::optional<Explanation> Position::why_illegal(Move move) const {
    if (is_legal(move)) return std::nullopt;
    const std::string mover(1, camp_letter(rules_.home(to_move_)));
    if (move > PASS) return Explanation{"no_such_move", {}, {}};
    if (is_over()) return Explanation{"game_over", {}, {}};
    if (move == PASS) return Explanation{"may_not_pass", {}, {mover}};

    const int from = move / HOLES, to = move % HOLES;
    const std::vector<std::string> codes = board();
    const std::string& owner = codes[static_cast<std::size_t>(from)];
    if (owner.empty()) return Explanation{"empty_hole", {from}, {hole_text(from)}};
    if (owner != mover) {
        const bool idle = is_idle(rules_.seat_of(owner[0] - 'A'));
        return Explanation{idle ? "seat_finished" : "not_your_marble", {from}, {hole_text(from), owner}};
    }
    if (!has_moves()) return Explanation{"must_pass", {}, {mover}};
    if (from == to) return Explanation{"same_hole", {from}, {hole_text(from)}};
    if (!codes[static_cast<std::size_t>(to)].empty())
        return Explanation{"hole_occupied", {to}, {hole_text(to), codes[static_cast<std::size_t>(to)]}};
    if (path(move).empty()) return Explanation{"no_way", {from, to}, {hole_text(from), hole_text(to)}};
    const int goal = rules_.goal(to_move_);
    if (camp_of(STAR.axial[static_cast<std::size_t>(from)]) == goal)
        return Explanation{"goal_left", {from, to}, {hole_text(from), std::string(1, camp_letter(goal))}};
    return Explanation{
        "foreign_camp", {to}, {hole_text(to), std::string(1, camp_letter(camp_of(STAR.axial[static_cast<std::size_t>(to)])))}};
}

}  // namespace duiyi::chinese_checkers
