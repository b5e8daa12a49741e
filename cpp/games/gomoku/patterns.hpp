// The line patterns of a whole board, kept up to date stone by stone: what searches and evaluations look at.
//
//     patterns.pattern(cell, ACROSS, BLACK)     what a black stone on this empty cell would make of its rank
//     patterns.threat(cell, WHITE)              the best a white stone there would do in all four lines
//     patterns.count(BLACK, Threat::FIVE) > 0   black has a move that wins at once
//     patterns.find(BLACK, Threat::FIVE)        and here it is
//     patterns.shape(cell, BLACK)               all four patterns in 16 bits: the index for an evaluation's own table
//
// Cells with a stone have the shape 0 and the threat NONE, and are not counted.
#pragma once

#include <array>
#include <cstdint>

#include "games/gomoku/line_table.hpp"
#include "games/gomoku/lines.hpp"
#include "games/gomoku/threat_table.hpp"

namespace duiyi::gomoku {

/// Both colours' shapes of a cell, black's in the low half.
using Shapes = std::uint32_t;
constexpr Shape shape_of(Shapes shapes, Colour colour) { return static_cast<Shape>(colour == BLACK ? shapes : shapes >> 16); }

/// Called as watch(cell, before, after) for every empty cell whose shapes change, so that an evaluation can keep a sum.
struct Unwatched {
    void operator()(int, Shapes, Shapes) const {}
};

template <Rule R>
class Patterns {
  public:
    /// The empty board.
    explicit Patterns(int size);

    Pattern pattern(int cell, int direction, Colour colour) const { return pattern_of(shape(cell, colour), direction); }
    Shape shape(int cell, Colour colour) const { return shape_of(shapes_[static_cast<std::size_t>(cell)], colour); }
    Shapes shapes(int cell) const { return shapes_[static_cast<std::size_t>(cell)]; }
    Threat threat(int cell, Colour colour) const { return threats_[static_cast<std::size_t>(cell)][colour]; }
    /// Number of empty cells where a stone of the colour would be this threat, in constant time.
    int count(Colour colour, Threat threat) const { return counts_[colour][static_cast<std::size_t>(threat)]; }
    /// The first cell with this threat, or -1.
    int find(Colour colour, Threat threat) const;
    const Lines& lines() const { return lines_; }

    /// Puts a stone on an empty cell. The cell's own shapes become 0, which is watched too.
    template <class Watch = Unwatched>
    void put(int cell, Colour colour, Watch&& watch = {}) {
        count_cell(cell, -1);
        set_shapes(cell, 0, watch);
        threats_[static_cast<std::size_t>(cell)] = {Threat::NONE, Threat::NONE};
        for (int direction = 0; direction < DIRECTIONS; ++direction) update_line(cell, colour, direction, watch);
    }

    /// Takes that stone away again.
    template <class Watch = Unwatched>
    void take(int cell, Colour colour, Watch&& watch = {}) {
        Shapes shapes = 0;
        for (int direction = 0; direction < DIRECTIONS; ++direction) {
            const std::uint64_t word = update_line(cell, colour, direction, watch);
            shapes |= look(word, lines_.geometry().place(cell, direction).shift) << 4 * direction;
        }
        set_shapes(cell, shapes, watch);
        threats_[static_cast<std::size_t>(cell)] = threats_of(shapes);
        count_cell(cell, 1);
    }

    friend bool operator==(const Patterns&, const Patterns&) = default;

  private:
    using Threats = std::array<Threat, 2>;

    Shapes look(std::uint64_t word, int shift) const {
        const auto pair = line_table_->look(word, shift);
        return static_cast<Shapes>(pair.black) | static_cast<Shapes>(pair.white) << 16;
    }
    Threats threats_of(Shapes shapes) const {
        return {threat_table_->look(shape_of(shapes, BLACK), BLACK), threat_table_->look(shape_of(shapes, WHITE), WHITE)};
    }
    void count_cell(int cell, int change) {
        const Threats& threats = threats_[static_cast<std::size_t>(cell)];
        for (const Colour colour : {BLACK, WHITE}) {
            auto& count = counts_[colour][static_cast<std::size_t>(threats[colour])];
            count = static_cast<std::uint16_t>(count + change);
        }
    }
    template <class Watch>
    void set_shapes(int cell, Shapes shapes, Watch& watch) {
        Shapes& current = shapes_[static_cast<std::size_t>(cell)];
        if (current != shapes) watch(cell, current, shapes);
        current = shapes;
    }

    /// Toggles the stone in one line and renews the patterns of the empty cells that can see it; returns the new word.
    template <class Watch>
    std::uint64_t update_line(int cell, Colour colour, int direction, Watch& watch) {
        const std::uint64_t word = lines_.toggle(cell, colour, direction);
        const int shift = lines_.geometry().place(cell, direction).shift;
        const int step = lines_.geometry().step(direction);
        for (const int sign : {-1, 1}) {
            unsigned between =
                0;  // colours seen on the way: what lies beyond both is out of sight, and so is the wall's far side
            for (int distance = 1; distance <= LineTable<R>::RADIUS; ++distance) {
                const int at = shift + 2 * sign * distance;
                const unsigned point = word >> at & 3;
                if (point == EMPTY) update_cell(cell + sign * distance * step, direction, look(word, at), watch);
                else if ((between |= point) == WALL) break;
            }
        }
        return word;
    }

    template <class Watch>
    void update_cell(int cell, int direction, Shapes looked, Watch& watch) {
        const auto i = static_cast<std::size_t>(cell);
        const Shapes before = shapes_[i];
        const Shapes after = (before & ~(0x000F000FU << 4 * direction)) | looked << 4 * direction;
        if (after == before) return;
        set_shapes(cell, after, watch);
        const Threats threats = threats_of(after);
        if (threats == threats_[i]) return;
        count_cell(cell, -1);
        threats_[i] = threats;
        count_cell(cell, 1);
    }

    const LineTable<R>* line_table_;
    const ThreatTable<R>* threat_table_;
    Lines lines_;
    std::array<Shapes, MAX_CELLS> shapes_{};
    std::array<Threats, MAX_CELLS> threats_{};
    std::array<std::array<std::uint16_t, THREATS>, 2> counts_{};
};

}  // namespace duiyi::gomoku
