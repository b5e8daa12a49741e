// Texts of Gomoku: `15/.../15 x`, with an opening also `phase black_seat offers`; moves `h8` and the words of choices.
#include <algorithm>
#include <cctype>

#include "core/text.hpp"
#include "games/gomoku/position.hpp"

namespace duiyi::gomoku {
namespace {

std::vector<int> widths(const Rules& rules) { return std::vector<int>(static_cast<std::size_t>(rules.size), rules.size); }

std::string quoted(std::string_view text) { return "'" + std::string(text.substr(0, 40)) + "'"; }

char letter_of(Colour colour) { return colour == BLACK ? 'x' : 'o'; }

template <std::size_t N>
std::string joined(const std::array<std::string_view, N>& names) {
    std::string all;
    for (const auto name : names) all += (all.empty() ? "" : ", ") + std::string(name);
    return all;
}

}  // namespace

// Positions

template <Rule R>
Position<R> Position<R>::parse(const Rules& rules, std::string_view text) {
    const auto fields = split_fields(text);
    const bool has_opening = rules.opening != Opening::NONE;
    if (fields.size() < 2 || fields.size() > (has_opening ? 5 : 2))
        throw TextError(std::string("position: expected a board and the side to move") +
                        (has_opening ? ", then phase, black's seat and offers" : "") + "; got " + std::to_string(fields.size()) +
                        " fields");
    Position position(rules);
    read_board(fields[0], widths(rules), "xo", [&](int rank, int file, char c) {
        if (c != 'x' && c != 'o') return false;
        position.put(rank * rules.size + file, c == 'x' ? BLACK : WHITE);
        return true;
    });
    if (fields[1] != "x" && fields[1] != "o") throw TextError("side to move: expected 'x' or 'o', got " + quoted(fields[1]));
    position.next_ = fields[1] == "x" ? BLACK : WHITE;
    if (has_opening) position.read_opening(fields);
    if (position.next_ == WHITE) position.key_ ^= WHITE_NEXT_KEY;

    const bool black = !position.winning_cells(BLACK).empty();
    const bool white = !position.winning_cells(WHITE).empty();
    if (black && white) throw TextError("board: expected a winning row of one side at most, found rows of both");
    if (black || white) position.winner_ = black ? BLACK : WHITE;
    return position;
}

template <Rule R>
void Position<R>::put(int cell, Colour colour) {
    patterns_.put(cell, colour);
    stones_[colour].set(static_cast<std::size_t>(cell));
    ++stone_count_;
    key_ ^= stone_key(cell, colour);
}

/// Reads the fields after the side. The side is the colour of the next stone, whoever decides something before.
template <Rule R>
void Position<R>::read_opening(std::span<const std::string_view> fields) {
    if (fields.size() > 2) {
        const auto found = std::find(PHASE_NAMES.begin(), PHASE_NAMES.end(), fields[2]);
        const auto phase = static_cast<Phase>(found - PHASE_NAMES.begin());
        if (found == PHASE_NAMES.end() || !has_phase(rules_.opening, phase))
            throw TextError("phase: expected one of " + joined(PHASE_NAMES) + " that the opening has, got " + quoted(fields[2]));
        change_phase(phase);
    }
    if (fields.size() > 3) {
        // Until somebody has chosen, the seat that puts the stones of swap and swap2 has black.
        const bool is_settled = rules_.opening == Opening::TARAGUCHI10 || phase_ == Phase::PLAY;
        if (fields[3] != "0" && (fields[3] != "1" || !is_settled))
            throw TextError(std::string("seat of black: expected '0'") + (is_settled ? " or '1'" : "") + ", got " +
                            quoted(fields[3]));
        black_seat_ = fields[3] == "1";
        if (black_seat_ == 1) key_ ^= BLACK_SEAT_KEY;
    }
    if (phase_ != Phase::PLAY) {
        const int black = stones_[BLACK].count();
        const int white = stones_[WHITE].count();
        if (!stones_fit(rules_.opening, phase_, black + white) || black - white != (black + white) % 2)
            throw TextError("phase: expected the stones of '" + std::string(PHASE_NAMES[static_cast<std::size_t>(phase_)]) +
                            "', found " + std::to_string(black) + " black and " + std::to_string(white) + " white");
        const Colour next = black == white ? BLACK : WHITE;
        if (next_ != next)
            throw TextError(std::string("side to move: expected '") + letter_of(next) + "' in this phase, got '" +
                            letter_of(next_) + "'");
    }
    read_offers(fields.size() > 4 ? fields[4] : "-");
}

template <Rule R>
void Position<R>::read_offers(std::string_view field) {
    const Phase phase = phase_;
    if (phase == Phase::PICK) change_phase(Phase::OFFER);  // the tenth offer leads back
    std::size_t start = 0;
    while (field != "-" && start <= field.size()) {
        const std::size_t end = std::min(field.find(',', start), field.size());
        const std::string_view point = field.substr(start, end - start);
        if (phase_ != Phase::OFFER)
            throw TextError("offers: expected '-'" + std::string(phase == Phase::PICK ? " or ten points" : " in this phase") +
                            ", got " + quoted(field));
        const Move move = parse_move(rules_, point);
        if (!is_point(move) || move_text(rules_, move) != point || !may_name(move))
            throw TextError("offers: expected empty points that differ by more than symmetry, got " + quoted(point));
        offer(move);
        start = end + 1;
    }
    if (phase_ != phase)
        throw TextError("offers: expected " + std::string(phase == Phase::PICK ? "ten points" : "fewer than ten points") +
                        ", got " + std::to_string(offer_count_));
}

template <Rule R>
std::string Position<R>::text() const {
    const auto letter = [&](int rank, int file) {
        const Point point = patterns_.lines().at(rank * rules_.size + file);
        return point == EMPTY ? '\0' : letter_of(point == BLACK_STONE ? BLACK : WHITE);
    };
    std::string text = write_board(widths(rules_), letter) + ' ' + letter_of(next_);
    if (rules_.opening == Opening::NONE) return text;
    text += ' ' + std::string(PHASE_NAMES[static_cast<std::size_t>(phase_)]) + (black_seat_ == 0 ? " 0 " : " 1 ");
    if (offer_count_ == 0) return text + '-';
    for (const auto point : offers()) text += move_text(rules_, point) + ',';
    text.pop_back();
    return text;
}

template <Rule R>
std::vector<std::string> Position<R>::board() const {
    std::vector<std::string> codes;
    for (int cell = 0; cell < rules_.cells(); ++cell) {
        const Point point = patterns_.lines().at(cell);
        codes.emplace_back(point == EMPTY ? "" : point == BLACK_STONE ? "x" : "o");
    }
    return codes;
}

// Moves

template <Rule R>
std::string Position<R>::move_text(const Rules& rules, Move move) {
    if (move >= rules.cells()) return std::string(CHOICE_NAMES[static_cast<std::size_t>(move - rules.cells())]);
    return static_cast<char>('a' + move % rules.size) + std::to_string(rules.size - move / rules.size);
}

template <Rule R>
Move Position<R>::parse_move(const Rules& rules, std::string_view text) {
    std::string lower(text.substr(0, 40));
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const bool has_opening = rules.opening != Opening::NONE;
    if (has_opening) {
        const auto found = std::find(CHOICE_NAMES.begin(), CHOICE_NAMES.end(), lower);
        if (found != CHOICE_NAMES.end()) return static_cast<Move>(rules.cells() + (found - CHOICE_NAMES.begin()));
    }
    const int file = lower.empty() ? -1 : lower[0] - 'a';
    const bool is_number = (lower.size() == 2 || lower.size() == 3) && lower[1] != '0' &&
                           std::all_of(lower.begin() + 1, lower.end(), [](char c) { return c >= '0' && c <= '9'; });
    const int rank = is_number ? std::stoi(lower.substr(1)) : 0;
    if (file < 0 || file >= rules.size || rank < 1 || rank > rules.size)
        throw TextError(std::string("move: expected a file a-") + static_cast<char>('a' + rules.size - 1) + " and a rank 1-" +
                        std::to_string(rules.size) + (has_opening ? ", or one of " + joined(CHOICE_NAMES) : "") + "; got " +
                        quoted(lower));
    return static_cast<Move>((rules.size - rank) * rules.size + file);
}

template class Position<Rule::FREESTYLE>;
template class Position<Rule::STANDARD>;
template class Position<Rule::CARO>;
template class Position<Rule::RENJU>;

}  // namespace duiyi::gomoku
