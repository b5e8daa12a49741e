#include "games/gomoku/position.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace duiyi::gomoku {

template <Rule R>
Position<R> Position<R>::initial(const Rules& rules) {
    Position position(rules);
    position.change_phase(first_phase(rules.opening));
    return position;
}

// Legality

template <Rule R>
bool Position<R>::is_forbidden_point(int cell) const {
    if constexpr (R != Rule::RENJU) return false;
    const Threat threat = patterns_.threat(cell, BLACK);
    if (threat != Threat::DOUBLE_THREE) return threat == Threat::FORBIDDEN;
    Lines scratch = patterns_.lines();
    return is_forbidden(judge_black(scratch, cell));
}

template <Rule R>
bool Position<R>::in_centre(int cell) const {
    const int radius = centre_radius(rules_.opening, phase_, stone_count_);
    const int middle = rules_.size / 2;
    return radius < 0 || (std::abs(cell % rules_.size - middle) <= radius && std::abs(cell / rules_.size - middle) <= radius);
}

template <Rule R>
int Position<R>::offered_twin(int cell) const {
    for (int symmetry = 0; symmetry < num_symmetries(rules_); ++symmetry) {
        const auto keeps = [&](Set set, Colour colour) {
            while (set.any())
                if (!stones_[colour].test(
                        static_cast<std::size_t>(symmetric_cell(rules_, symmetry, static_cast<int>(set.pop())))))
                    return false;
            return true;
        };
        if (!keeps(stones_[BLACK], BLACK) || !keeps(stones_[WHITE], WHITE)) continue;
        for (const int point : offers())
            if (symmetric_cell(rules_, symmetry, point) == cell) return point;
    }
    return -1;
}

template <Rule R>
bool Position<R>::may_name(int cell) const {
    if (phase_ == Phase::PICK) return std::find(offers().begin(), offers().end(), cell) != offers().end();
    if (!is_empty(cell) || (has_forbidden_points() && is_forbidden_point(cell))) return false;
    if (phase_ == Phase::PLAY) return true;
    return answers(rules_.opening, phase_) == 0 && in_centre(cell) && (phase_ != Phase::OFFER || offered_twin(cell) < 0);
}

template <Rule R>
bool Position<R>::is_legal(Move move) const {
    if (winner_) return false;
    if (is_point(move)) return may_name(move);
    return (answers(rules_.opening, phase_) >> (move - rules_.cells()) & 1) != 0;
}

template <Rule R>
typename Position<R>::Set Position<R>::points() const {
    Set points;
    for (int cell = 0; cell < rules_.cells(); cell += 64) {
        const int left = rules_.cells() - cell;
        points.words[static_cast<std::size_t>(cell / 64)] = left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
    }
    points &= ~(stones_[BLACK] | stones_[WHITE]);
    const bool all = phase_ == Phase::PLAY || phase_ == Phase::TWO;
    if (all && !has_forbidden_points()) return points;
    if (all && patterns_.count(BLACK, Threat::FORBIDDEN) + patterns_.count(BLACK, Threat::DOUBLE_THREE) == 0) return points;
    for (Set rest = points; rest.any();) {
        const auto cell = rest.pop();
        if (!may_name(static_cast<int>(cell))) points.reset(cell);
    }
    return points;
}

template <Rule R>
void Position<R>::generate(MoveList<MAX_MOVES>& list) const {
    list.clear();
    if (winner_) return;
    if (const unsigned set = answers(rules_.opening, phase_); set != 0) {
        for (int choice = 0; choice < CHOICES; ++choice)
            if ((set >> choice & 1) != 0) list.push(static_cast<Move>(rules_.cells() + choice));
        return;
    }
    const Set set = points();
    for (std::size_t word = 0; word < set.words.size(); ++word)
        for (std::uint64_t bits = set.words[word]; bits != 0; bits &= bits - 1)
            list.push(static_cast<Move>(64 * word + static_cast<std::size_t>(std::countr_zero(bits))));
}

template <Rule R>
int Position<R>::count_moves() const {
    if (winner_) return 0;
    if (const unsigned set = answers(rules_.opening, phase_); set != 0) return std::popcount(set);
    if (phase_ == Phase::PLAY && !has_forbidden_points()) return empties();
    return points().count();
}

template <Rule R>
bool Position<R>::has_legal_point() const {
    if (!has_forbidden_points()) return empties() > 0;
    if (empties() > patterns_.count(BLACK, Threat::FORBIDDEN) + patterns_.count(BLACK, Threat::DOUBLE_THREE)) return true;
    return points().any();
}

template <Rule R>
std::optional<Outcome> Position<R>::outcome() const {
    if (winner_) return Outcome::win(seat_of(*winner_), Reason::FIVE_IN_ROW);
    if (phase_ != Phase::PLAY || has_legal_point()) return std::nullopt;
    return Outcome::draw(Reason::BOARD_FULL);
}

// The opening

template <Rule R>
void Position<R>::choose(Choice choice) {
    const Seat seat = to_move();
    int black_seat = black_seat_;
    if (choice == Choice::BLACK) black_seat = seat;
    if (choice == Choice::WHITE) black_seat = 1 - seat;
    if (choice == Choice::SWAP) black_seat = 1 - black_seat;
    if (black_seat != black_seat_) key_ ^= BLACK_SEAT_KEY;
    black_seat_ = static_cast<std::uint8_t>(black_seat);
    change_phase(phase_after_choice(phase_, choice, stone_count_));
}

template <Rule R>
void Position<R>::offer(int cell) {
    offers_[offer_count_++] = static_cast<std::uint16_t>(cell);
    key_ ^= offer_key(cell);
    if (offer_count_ == OFFERS) change_phase(Phase::PICK);
}

template <Rule R>
void Position<R>::clear_offers() {
    for (const int cell : offers()) key_ ^= offer_key(cell);
    offer_count_ = 0;
}

// Rows on the board, for positions that are set up and for the end of a game

template <Rule R>
bool Position<R>::wins_row(int first, int direction, int length, Colour colour) const {
    if (length < 5) return false;
    if (R == Rule::FREESTYLE || (R == Rule::RENJU && colour == WHITE)) return true;
    if (length > 5 || R != Rule::CARO) return length == 5;
    const Point enemy = stone_of(other(colour));
    return patterns_.lines().at(first, direction, -1) != enemy || patterns_.lines().at(first, direction, length) != enemy;
}

template <Rule R>
std::vector<int> Position<R>::winning_cells(Colour colour) const {
    const Lines& lines = patterns_.lines();
    Set cells;
    for (Set rest = stones_[colour]; rest.any();) {
        const int first = static_cast<int>(rest.pop());
        for (int direction = 0; direction < DIRECTIONS; ++direction) {
            if (lines.at(first, direction, -1) == stone_of(colour)) continue;
            const int length = 1 + lines.run(first, direction, 1, colour);
            if (!wins_row(first, direction, length, colour)) continue;
            for (int i = 0; i < length; ++i) cells.set(static_cast<std::size_t>(first + i * lines.geometry().step(direction)));
        }
    }
    std::vector<int> list;
    while (cells.any()) list.push_back(static_cast<int>(cells.pop()));
    return list;
}

template class Position<Rule::FREESTYLE>;
template class Position<Rule::STANDARD>;
template class Position<Rule::CARO>;
template class Position<Rule::RENJU>;

static_assert(PositionLike<Position<Rule::RENJU>>);

}  // namespace duiyi::gomoku
