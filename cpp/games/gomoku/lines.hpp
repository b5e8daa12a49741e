// The board as lines: every row, column and diagonal is one 64-bit word, two bits a point, with walls at both ends.
//
// 22 points and five walls on either side are just 32 points, so the eleven points around any stone are one shift away.
#pragma once

#include <array>
#include <cstdint>

#include "games/gomoku/rules.hpp"

namespace duiyi::gomoku {

/// What two bits of a line say. A colour is stopped by whatever has the other colour's bit: that stone, or the wall.
enum Point : std::uint8_t { EMPTY = 0, BLACK_STONE = 1, WHITE_STONE = 2, WALL = 3 };
constexpr Point stone_of(Colour colour) { return colour == BLACK ? BLACK_STONE : WHITE_STONE; }

/// Directions of lines: along the rank, along the file, falling and rising diagonal.
enum Direction : int { ACROSS, DOWN, FALLING, RISING };
inline constexpr int DIRECTIONS = 4;

inline constexpr int WALLS = 5;  // how far any rule looks
inline constexpr int LINES = 2 * MAX_SIZE + 2 * (2 * MAX_SIZE - 1);

/// Where the cells of a board of one size lie on its lines. One per size, built on first use, never freed.
struct Geometry {
    struct Place {
        std::uint8_t line;
        std::uint8_t shift;  // of the point's two bits
    };

    int size = 0;
    std::array<std::array<Place, DIRECTIONS>, MAX_CELLS> places{};
    std::array<int, DIRECTIONS> steps{};       // cell id of the next point of a line, minus this one's
    std::array<std::uint64_t, LINES> empty{};  // the words of an empty board

    static const Geometry& of(int size);

    const Place& place(int cell, int direction) const {
        return places[static_cast<std::size_t>(cell)][static_cast<std::size_t>(direction)];
    }
    int step(int direction) const { return steps[static_cast<std::size_t>(direction)]; }
};

class Lines {
  public:
    explicit Lines(const Geometry& geometry) : geometry_(&geometry), words_(geometry.empty) {}

    const Geometry& geometry() const { return *geometry_; }

    /// Puts a stone on an empty cell, or takes that stone away again.
    void toggle(int cell, Colour colour) {
        for (int direction = 0; direction < DIRECTIONS; ++direction) toggle(cell, colour, direction);
    }
    /// The same in one line only, for those who look at each line in turn; returns the line's word.
    std::uint64_t toggle(int cell, Colour colour, int direction) {
        const auto place = geometry_->place(cell, direction);
        return words_[place.line] ^= std::uint64_t{stone_of(colour)} << place.shift;
    }

    std::uint64_t word(int cell, int direction) const { return words_[geometry_->place(cell, direction).line]; }
    Point at(int cell) const {
        const auto place = geometry_->place(cell, ACROSS);
        return static_cast<Point>(words_[place.line] >> place.shift & 3);
    }
    /// The point `distance` steps from a cell (negative: backwards), at most WALLS beyond the edge.
    Point at(int cell, int direction, int distance) const {
        const auto place = geometry_->place(cell, direction);
        return static_cast<Point>(words_[place.line] >> (place.shift + 2 * distance) & 3);
    }
    /// Stones of one colour in a row, counted from the neighbour of a cell onwards; `sign` is 1 or -1.
    int run(int cell, int direction, int sign, Colour colour) const {
        int length = 0;
        while (at(cell, direction, sign * (length + 1)) == stone_of(colour)) ++length;
        return length;
    }

    friend bool operator==(const Lines&, const Lines&) = default;

  private:
    const Geometry* geometry_;
    std::array<std::uint64_t, LINES> words_;
};

}  // namespace duiyi::gomoku
