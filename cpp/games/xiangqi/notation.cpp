// Texts: FEN for positions, "h2e2" for moves (files a-i from red's left, ranks 0-9 from red's side).
#include <charconv>

#include "core/text.hpp"
#include "games/xiangqi/position.hpp"

namespace duiyi::xiangqi {
namespace {

constexpr std::string_view LETTERS = "KABNRCP";
constexpr std::array<int, TYPES> MOST = {1, 2, 2, 2, 2, 2, 5};
constexpr std::array<const char*, TYPES> NAMES = {"general", "advisor", "elephant", "horse", "rook", "cannon", "soldier"};
const std::vector<int> WIDTHS(ROWS, FILES);

const char* color_name(Color color) { return color == RED ? "red" : "black"; }

std::optional<Piece> piece_of(char letter) {
    const bool black = letter >= 'a' && letter <= 'z';
    char upper = black ? static_cast<char>(letter - 'a' + 'A') : letter;
    if (upper == 'H') upper = 'N';
    if (upper == 'E') upper = 'B';
    const std::size_t type = LETTERS.find(upper);
    if (type == std::string_view::npos) return std::nullopt;
    return make_piece(black ? BLACK : RED, static_cast<int>(type));
}

/// Whether a piece may be set up on a cell: those bound to the palace or to their bank only where they can ever stand.
bool can_stand(Piece piece, int cell) {
    const Color color = color_of(piece);
    const int file = file_of(cell);
    const int row = color == RED ? row_of(cell) : ROWS - 1 - row_of(cell);  // as red sees it: 9 is the own back rank
    switch (type_of(piece)) {
        case KING:
            return row >= 7 && in_palace(row, file);
        case ADVISOR:
            return row >= 7 && in_palace(row, file) && (row + file) % 2 == 0;
        case ELEPHANT:
            return (row == 9 && (file == 2 || file == 6)) || (row == 7 && file % 4 == 0) ||
                   (row == 5 && (file == 2 || file == 6));
        default:
            return true;
    }
}

void place(Board& board, Piece piece, int cell) {
    const int type = type_of(piece);
    const std::string name = std::string(color_name(color_of(piece))) + " " + NAMES[static_cast<std::size_t>(type)];
    if (!can_stand(piece, cell))
        throw TextError("board: expected a point that a " + name + " can reach, found it on " + cell_text(cell));
    if (count(board.pieces(color_of(piece), type)) == MOST[static_cast<std::size_t>(type)])
        throw TextError("board: expected at most " + std::to_string(MOST[static_cast<std::size_t>(type)]) + " of " + name +
                        ", found one more on " + cell_text(cell));
    board.put(piece, cell);
}

int read_number(std::string_view field, const char* name, int least) {
    constexpr int MOST_PLIES = 99999;
    int value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size() || value < least || value > MOST_PLIES ||
        std::to_string(value) != field)
        throw TextError(std::string(name) + ": expected a whole number from " + std::to_string(least) + " to " +
                        std::to_string(MOST_PLIES) + ", got '" + std::string(field.substr(0, 20)) + "'");
    return value;
}

}  // namespace

std::string cell_text(int cell) { return {static_cast<char>('a' + file_of(cell)), static_cast<char>('9' - row_of(cell))}; }

std::string piece_letter(Piece piece) {
    if (piece == EMPTY) return "";
    const char upper = LETTERS[static_cast<std::size_t>(type_of(piece))];
    return {color_of(piece) == RED ? upper : static_cast<char>(upper - 'A' + 'a')};
}

Position Position::parse(const Rules& rules, std::string_view text) {
    const auto fields = split_fields(text);
    if (fields.size() != 2 && fields.size() != 6)
        throw TextError(
            "position: expected board and side, or these and '- - "
            "plies number', got " +
            std::to_string(fields.size()) + " fields");
    Position position(rules);
    Board& board = position.board_;
    // 1. The board
    read_board(fields[0], WIDTHS,
               "KABNRCP"
               "kabnrcp",
               [&board](int row, int file, char letter) {
                   const auto piece = piece_of(letter);
                   if (piece) place(board, *piece, cell_at(row, file));
                   return piece.has_value();
               });
    for (Color color = RED; color <= BLACK; ++color)
        if (board.pieces(color, KING) == 0)
            throw TextError(std::string("board: expected a ") + color_name(color) + " general, found none");
    // 2. The side
    if (fields[1] != "w" && fields[1] != "r" && fields[1] != "b")
        throw TextError("side: expected 'w' or 'r' for red, 'b' for black, got '" + std::string(fields[1].substr(0, 20)) + "'");
    board.set_to_move(fields[1] == "b" ? BLACK : RED);
    // 3. The counters
    if (fields.size() == 6) {
        if (fields[2] != "-" || fields[3] != "-") throw TextError("position: expected '-' as third and fourth field");
        position.clock_.plies = position.clock_.counted = read_number(fields[4], "plies without a capture", 0);
        position.clock_.number = read_number(fields[5], "number of the move", 1);
    }
    position.clock_.in_check = board.in_check(board.to_move());
    return position;
}

std::string Position::text_of(const Board& board, int plies, int number) {
    const std::string ranks = write_board(WIDTHS, [&board](int row, int file) {
        const std::string letter = piece_letter(board.at(cell_at(row, file)));
        return letter.empty() ? '\0' : letter[0];
    });
    return ranks + (board.to_move() == RED ? " w - - " : " b - - ") + std::to_string(plies) + " " + std::to_string(number);
}

std::vector<std::string> Position::board() const {
    std::vector<std::string> codes;
    for (int cell = 0; cell < CELLS; ++cell) codes.push_back(piece_letter(board_.at(cell)));
    return codes;
}

std::string Position::move_text(const Rules&, Move move) { return cell_text(from_of(move)) + cell_text(to_of(move)); }

Move Position::parse_move(const Rules&, std::string_view text) {
    // "h2e2", "H2E2" and the ICCS form "H2-E2"
    std::array<int, 2> cells{};
    std::size_t i = 0;
    const auto fail = [&](const char* expected) {
        throw TextError(std::string("move: expected ") + expected + ", found " + at_character(text, i));
    };
    for (std::size_t part = 0; part < 2; ++part) {
        if (part == 1 && i < text.size() && text[i] == '-') ++i;
        const char c = i < text.size() ? text[i] : '\0';
        const int file = c >= 'a' && c <= 'i' ? c - 'a' : c >= 'A' && c <= 'I' ? c - 'A' : -1;
        if (file < 0) fail("a file from a to i");
        ++i;
        if (i >= text.size() || text[i] < '0' || text[i] > '9') fail("a rank from 0 to 9");
        cells[part] = cell_at('9' - text[i++], file);
    }
    if (i != text.size()) fail("the end of the move");
    return make_move(cells[0], cells[1]);
}

}  // namespace duiyi::xiangqi
