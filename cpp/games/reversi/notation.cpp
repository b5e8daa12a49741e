// Texts of Reversi: `8/8/8/3ox3/3xo3/8/8/8 x`, the 64-character form, moves `f5` and `pass`.
#include <algorithm>

#include "core/text.hpp"
#include "games/reversi/position.hpp"

namespace duiyi::reversi {
namespace {

/// The form of problem files: one character per point, `X`/`x`/`*` black, `O`/`o` white, `-` or `.` empty.
bool is_flat(std::string_view board, int size) {
    return board.size() == static_cast<std::size_t>(size * size) && board.find_first_not_of("XxOo*-.") == std::string_view::npos;
}

int colour_of(char c) {
    if (c == 'x' || c == 'X' || c == '*') return 0;
    return c == 'o' || c == 'O' ? 1 : -1;
}

}  // namespace

template <class Board>
Position<Board> Position<Board>::parse(const Rules& rules, std::string_view text) {
    const auto fields = split_fields(text);
    if (fields.size() != 2)
        throw TextError("position: expected a board and the side to move, got " + std::to_string(fields.size()) + " fields");
    Position position(rules);
    Set discs[2] = {};
    const auto put = [&](int cell, int colour) { discs[colour] |= position.board_.bit(cell); };
    if (is_flat(fields[0], rules.size)) {
        for (int cell = 0; cell < rules.size * rules.size; ++cell) {
            const int colour = colour_of(fields[0][static_cast<std::size_t>(cell)]);
            if (colour >= 0) put(cell, colour);
        }
    } else {
        read_board(fields[0], std::vector<int>(static_cast<std::size_t>(rules.size), rules.size), "xo",
                   [&](int rank, int file, char c) {
                       if (c != 'x' && c != 'o') return false;
                       put(rank * rules.size + file, colour_of(c));
                       return true;
                   });
    }
    const int side = fields[1].size() == 1 ? colour_of(fields[1][0]) : -1;
    if (side < 0) throw TextError("side to move: expected 'x' or 'o', got '" + std::string(fields[1].substr(0, 20)) + "'");
    position.to_move_ = side;
    position.own_ = discs[side];
    position.other_ = discs[1 - side];
    return position;
}

template <class Board>
std::string Position<Board>::text() const {
    const int n = board_.size();
    const auto letter = [&](int rank, int file) {
        const int seat = disc_at(rank * n + file);
        return seat < 0 ? '\0' : seat == 0 ? 'x' : 'o';
    };
    return write_board(std::vector<int>(static_cast<std::size_t>(n), n), letter) + (to_move_ == 0 ? " x" : " o");
}

template <class Board>
std::vector<std::string> Position<Board>::board() const {
    std::vector<std::string> codes;
    for (int cell = 0; cell < board_.size() * board_.size(); ++cell) {
        const int seat = disc_at(cell);
        codes.emplace_back(seat < 0 ? "" : seat == 0 ? "x" : "o");
    }
    return codes;
}

template <class Board>
std::string Position<Board>::move_text(const Rules& rules, Move move) {
    if (move == pass(rules)) return "pass";
    return std::string(1, static_cast<char>('a' + move % rules.size)) + std::to_string(move / rules.size + 1);
}

template <class Board>
Move Position<Board>::parse_move(const Rules& rules, std::string_view text) {
    std::string lower(text.substr(0, 40));
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (lower == "pass" || lower == "pa") return pass(rules);
    const char last = static_cast<char>('a' + rules.size - 1);
    const std::string expected = std::string("move: expected a file a-") + last + " and a rank 1-" + std::to_string(rules.size) +
                                 ", or pass; got '" + lower + "'";
    if (lower.size() < 2 || lower.size() > 3 || lower[0] < 'a' || lower[0] > last) throw TextError(expected);
    int rank = 0;
    for (const char c : lower.substr(1)) {
        if (c < '0' || c > '9') throw TextError(expected);
        rank = rank * 10 + (c - '0');
    }
    if (rank < 1 || rank > rules.size || lower[1] == '0') throw TextError(expected);
    return static_cast<Move>((rank - 1) * rules.size + (lower[0] - 'a'));
}

template <class Board>
std::optional<Explanation> Position<Board>::why_illegal(Move move) const {
    if (is_legal(move)) return std::nullopt;
    if (move == pass_move()) return Explanation{"must_move", {}, {}};
    const std::string name = move_text(rules(), move);
    if (disc_at(move) >= 0) return Explanation{"occupied", {move}, {name}};
    if (!Board::any(move_set()) && count_moves() > 0) return Explanation{"must_pass", {}, {}};
    return Explanation{"turns_nothing", {move}, {name}};
}

template <class Board>
std::optional<Explanation> Position<Board>::why_over() const {
    if (!outcome()) return std::nullopt;
    const auto [black, white] = discs();
    return Explanation{"disc_count", {}, {std::to_string(black), std::to_string(white)}};
}

template <class Board>
std::vector<int> Position<Board>::path(Move move) const {
    return move == pass_move() ? std::vector<int>{} : std::vector<int>{move};
}

template <class Board>
void Position<Board>::write_features(std::span<float> planes) const {
    const auto cells = static_cast<std::size_t>(board_.size() * board_.size());
    std::fill(planes.begin(), planes.end(), 0.0F);
    const auto mark = [&](Set set, std::size_t plane) {
        while (Board::any(set)) planes[plane * cells + static_cast<std::size_t>(board_.pop(set))] = 1.0F;
    };
    mark(own_, 0);
    mark(other_, 1);
    mark(move_set(), 2);
}

template <class Board>
int Position<Board>::symmetric_cell(const Rules& rules, int symmetry, int cell) {
    const int n = rules.size;
    int x = cell % n;
    int y = cell / n;
    if ((symmetry & 1) != 0) x = n - 1 - x;
    if ((symmetry & 2) != 0) y = n - 1 - y;
    if ((symmetry & 4) != 0) std::swap(x, y);
    return y * n + x;
}

template <class Board>
Move Position<Board>::symmetric_move(const Rules& rules, int symmetry, Move move) {
    return move == pass(rules) ? move : static_cast<Move>(symmetric_cell(rules, symmetry, move));
}

template class Position<Board8>;
template class Position<BoardAny>;

}  // namespace duiyi::reversi
