#include "games/nogo/notation.hpp"

#include "core/text.hpp"

namespace duiyi::nogo {
namespace {

constexpr std::string_view COLUMNS = "ABCDEFGHJKLMNOPQRST";
constexpr std::string_view SIDES = "xo";

std::vector<int> widths(const Rules& rules) { return std::vector<int>(static_cast<std::size_t>(rules.rows), rules.cols); }

/// The beginning of the text in quotes. Bytes outside ASCII become '?': cutting a character in two would make bad UTF-8.
std::string shown(std::string_view text) {
    std::string out(1, '\'');
    for (const char c : text.substr(0, 20)) out += c >= 0x20 && c < 0x7F ? c : '?';
    return out += text.size() > 20 ? "...'" : "'";
}

}  // namespace

std::string point_text(const Rules& rules, int point) {
    return COLUMNS[static_cast<std::size_t>(point % rules.cols)] + std::to_string(rules.rows - point / rules.cols);
}

Move parse_point(const Rules& rules, std::string_view text) {
    const char last = COLUMNS[static_cast<std::size_t>(rules.cols - 1)];
    const auto fail = [&](const std::string& found) {
        throw TextError("move: expected a column A to " + std::string(1, last) + (last > 'I' ? " without I" : "") +
                        " and a row 1 to " + std::to_string(rules.rows) + ", such as " + point_text(rules, rules.cells() / 2) +
                        ", found " + found);
    };
    if (text.size() < 2 || text.size() > 3) fail(shown(text));
    const char letter = text[0] >= 'a' && text[0] <= 'z' ? static_cast<char>(text[0] - 'a' + 'A') : text[0];
    const std::size_t column = COLUMNS.find(letter);
    if (column >= static_cast<std::size_t>(rules.cols)) fail(at_character(text, 0) + " in " + shown(text));
    int row = 0;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] < (i == 1 ? '1' : '0') || text[i] > '9') fail(at_character(text, i) + " in " + shown(text));
        row = row * 10 + (text[i] - '0');
    }
    if (row > rules.rows) fail("row " + std::to_string(row) + " in " + shown(text));
    return static_cast<Move>((rules.rows - row) * rules.cols + static_cast<int>(column));
}

std::string setup_text(const Rules& rules, std::span<const std::uint8_t> colours, Seat to_move) {
    std::string text = write_board(widths(rules), [&](int rank, int file) {
        const std::uint8_t colour = colours[static_cast<std::size_t>(rank * rules.cols + file)];
        return colour == EMPTY ? '\0' : SIDES[colour];
    });
    return text + ' ' + SIDES[static_cast<std::size_t>(to_move)];
}

Setup parse_setup(const Rules& rules, std::string_view text) {
    const auto fields = split_fields(text);
    if (fields.size() != 2)
        throw TextError("position: expected two fields, board and side to move, found " + std::to_string(fields.size()));
    Setup setup;
    setup.colours.assign(static_cast<std::size_t>(rules.cells()), EMPTY);
    read_board(fields[0], widths(rules), SIDES, [&](int rank, int file, char letter) {
        const std::size_t seat = SIDES.find(letter);
        if (seat == std::string_view::npos) return false;
        setup.colours[static_cast<std::size_t>(rank * rules.cols + file)] = static_cast<std::uint8_t>(seat);
        return true;
    });
    if (fields[1] != "x" && fields[1] != "o") throw TextError("side to move: expected x or o, found " + shown(fields[1]));
    setup.to_move = fields[1] == "o" ? 1 : 0;
    return setup;
}

}  // namespace duiyi::nogo
