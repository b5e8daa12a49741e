// Reading and writing board texts: ranks joined by '/', runs of empty points as decimal numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/errors.hpp"

namespace duiyi {

/// "character 7 ('q')": where in the text and what stands there.
inline std::string at_character(std::string_view text, std::size_t i) {
    if (i >= text.size()) return "the end of the text (character " + std::to_string(i + 1) + ")";
    const auto c = static_cast<unsigned char>(text[i]);
    std::string shown = c >= 0x20 && c < 0x7F ? std::string("'") + text[i] + "'" : "byte " + std::to_string(c);
    return "character " + std::to_string(i + 1) + " (" + shown + ")";
}

/// Splits at single spaces; several spaces in a row, or at the ends, are forgiven.
inline std::vector<std::string_view> split_fields(std::string_view text) {
    std::vector<std::string_view> fields;
    std::size_t i = 0;
    while (i < text.size()) {
        while (i < text.size() && text[i] == ' ') ++i;
        std::size_t j = i;
        while (j < text.size() && text[j] != ' ') ++j;
        if (j > i) fields.push_back(text.substr(i, j - i));
        i = j;
    }
    return fields;
}

/// Reads a board of ranks given by their widths, calling place(rank, file, letter) for every piece.
/// `place` returns false for a letter it does not know.
template <class Place>
void read_board(std::string_view board, const std::vector<int>& widths, std::string_view letters, Place&& place) {
    std::size_t rank = 0;
    int file = 0;
    const auto fail = [&](std::size_t i, const std::string& expected) {
        throw TextError("board: expected " + expected + ", found " + at_character(board, i));
    };
    for (std::size_t i = 0; i < board.size(); ++i) {
        const char c = board[i];
        if (c == '/') {
            if (file != widths[rank])
                fail(i, "rank " + std::to_string(rank + 1) + " of width " + std::to_string(widths[rank]) + ", it has " +
                            std::to_string(file));
            if (++rank == widths.size()) fail(i, "only " + std::to_string(widths.size()) + " ranks");
            file = 0;
            continue;
        }
        if (c >= '0' && c <= '9') {
            const std::size_t start = i;
            int run = 0;
            while (i < board.size() && board[i] >= '0' && board[i] <= '9' && run < 1000) run = run * 10 + (board[i++] - '0');
            --i;
            if (run == 0 || board[start] == '0') fail(start, "a run of empty points that begins with 1 to 9");
            file += run;
            if (file > widths[rank])
                fail(start, "at most " + std::to_string(widths[rank]) + " points in rank " + std::to_string(rank + 1));
            continue;
        }
        if (file >= widths[rank])
            fail(i, "at most " + std::to_string(widths[rank]) + " points in rank " + std::to_string(rank + 1));
        if (!place(static_cast<int>(rank), file, c)) fail(i, "one of '" + std::string(letters) + "', a number or '/'");
        ++file;
    }
    if (rank + 1 != widths.size())
        fail(board.size(), std::to_string(widths.size()) + " ranks, there are " + std::to_string(rank + 1));
    if (file != widths[rank])
        fail(board.size(), "rank " + std::to_string(rank + 1) + " of width " + std::to_string(widths[rank]) + ", it has " +
                               std::to_string(file));
}

/// Writes the board back; letter(rank, file) returns '\0' for an empty point.
template <class Letter>
std::string write_board(const std::vector<int>& widths, Letter&& letter) {
    std::string out;
    for (std::size_t rank = 0; rank < widths.size(); ++rank) {
        if (rank > 0) out += '/';
        int run = 0;
        for (int file = 0; file < widths[rank]; ++file) {
            const char c = letter(static_cast<int>(rank), file);
            if (c == '\0') {
                ++run;
                continue;
            }
            if (run > 0) out += std::to_string(run);
            run = 0;
            out += c;
        }
        if (run > 0) out += std::to_string(run);
    }
    return out;
}

}  // namespace duiyi
