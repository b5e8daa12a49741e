// The small network behind the evaluation: what every empty point is good for, added up over the board, and a hidden layer.
//
// A point is known by two shapes, the mover's and the other's; each is a row of channels, and their sum, clipped, is added up
// over all points. A stone changes a few dozen shapes, so the sums are kept: one for either colour as the mover. Moves are only
// noted; sums are made when somebody asks for a value, from the nearest position on the way that has them, so a search pays
// nothing for positions that it decides by threats. All numbers are integers: every compiler and every instruction set gives the
// same value. The weights come from a file (net_file.hpp) that src/duiyi/learn/gomoku_net.py writes; the one that ships is part
// of the core.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/gomoku/patterns.hpp"
#include "games/gomoku/shape_numbers.hpp"

namespace duiyi::gomoku {

inline constexpr std::size_t NET_CHANNELS = 32;  // of a point; a multiple of 16; files may have fewer
inline constexpr std::size_t NET_HIDDEN = 32;    // of the board; a multiple of 8; files may have fewer

// Fixed-point scales: a point's activation of 1, bits dropped from the mixed sums, a hidden activation of 1, an output weight of
// 1, and the parts of an evaluation unit in the direct values.
inline constexpr int NET_ONE = 127;
inline constexpr int NET_SHIFT = 8;
inline constexpr int NET_MIXED = 1024;
inline constexpr int NET_OUTPUT = 256;
inline constexpr int NET_DIRECT = 16;
inline constexpr int NET_UNIT = 250;  // of the evaluation: an output of 1

using NetRow = std::array<std::int16_t, NET_CHANNELS>;
using NetHidden = std::array<std::int16_t, NET_HIDDEN>;
/// Without sign: NET_ONE on every point of the largest board just fits.
using NetSums = std::array<std::uint16_t, NET_CHANNELS>;
static_assert(NET_ONE * MAX_CELLS <= UINT16_MAX);

struct NetWeights {
    /// By whose shape (the mover's, the other's) and its number; nothing for NOTHING_THERE.
    alignas(64) std::array<std::array<NetRow, MULTISETS>, 2> points{};
    std::array<std::array<std::int16_t, MULTISETS>, 2> direct{};  // straight to the output
    std::array<std::array<std::int32_t, 2>, 4> turn{};            // by rule and colour to move, straight to the output
    /// Channels to hidden units, two channels side by side: [channel / 2][2 * unit + channel % 2].
    alignas(64) std::array<std::array<std::int16_t, 2 * NET_HIDDEN>, NET_CHANNELS / 2> mix{};
    alignas(64) std::array<std::int32_t, NET_HIDDEN> mix_bias{};
    alignas(64) NetHidden output{};
};

/// What becomes of a point: rows of the mover's and the other's shape, before and after.
struct NetChange {
    const std::int16_t* own_before;
    const std::int16_t* enemy_before;
    const std::int16_t* own_after;
    const std::int16_t* enemy_after;
};
/// Adds what the points are now and takes away what they were.
void add_points(NetSums& sums, const NetChange* changes, std::size_t count);
/// The hidden layer and the output's products with it.
std::int32_t mixed(const NetSums& sums, const NetWeights& weights);

/// The sums of a position and of those before it. The weights must outlive it.
template <Rule R>
class NetState {
  public:
    explicit NetState(const NetWeights& weights) : weights_(&weights) {}

    void reset(const Patterns<R>& patterns, int cells);
    /// A move is about to be made: what `watch` hears from now on belongs to it.
    void push() {
        Step& step = steps_[++depth_];
        step.is_known = {false, false};
        step.count = 0;
    }
    void pop() { --depth_; }
    auto watch() {
        return [&step = steps_[depth_]](int, Shapes before, Shapes after) { step.changes[step.count++] = {before, after}; };
    }
    /// In units of the evaluation, for a colour to move.
    int value(Colour own);

  private:
    // Ten points in each of four lines and the stone itself.
    static constexpr std::size_t MOST_CHANGES = 8 * WALLS + 1;
    struct Change {
        Shapes before, after;
    };
    struct alignas(64) Step {
        std::array<NetSums, 2> sums;
        std::array<std::int32_t, 2> direct;
        std::array<bool, 2> is_known;
        std::uint32_t count;
        std::array<Change, MOST_CHANGES> changes;
    };
    void add_step(const Step& before, Step& step, Colour own) const;

    const NetWeights* weights_;
    const ShapeNumbers<R>* numbers_ = &ShapeNumbers<R>::instance();
    std::size_t depth_ = 0;
    std::vector<Step> steps_;  // one for every stone that may still come, so that moves need no memory
};

}  // namespace duiyi::gomoku
