// A learnt evaluation of NoGo on boards of any size: what every point is worth together with the four beside it.
//
// A point is a stone, or empty and open to both seats, to one or to nobody; with the four points beside it that makes a cross,
// and mirror images of a cross share a weight. The sum of all crosses is a win rate's logarithm of odds. Weights change while the
// points that both may play run out: there are two of each, one for many such points and one for few, mixed in between.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace duiyi::nogo {

inline constexpr std::size_t STAGES = 2;
inline constexpr int FEW_SHARED = 5;     // and fewer points for both: the first stage alone
inline constexpr int MANY_SHARED = 40;   // and more: the second alone
inline constexpr std::size_t TURNS = 2;  // for an even and for an odd number of points for both
inline constexpr int NET_SCALE = 16;     // weights are in sixteenths of the evaluation's unit

/// What a point is to a seat; the file keeps this order.
enum PointState : int { SHARED, OTHERS_ONLY, OWN_ONLY, NOBODYS, OWN_STONE, OTHERS_STONE, OFF_BOARD, NUM_STATES };

/// A cross is a number: the point's own state times CENTRE, plus those above, left, right and below.
inline constexpr std::array<int, 4> ARMS = {343, 49, 7, 1};
inline constexpr int CENTRE = 2401;
inline constexpr std::size_t CROSSES = std::size_t{CENTRE} * OFF_BOARD;

/// By number of a cross: the number of its weight. Numbers go up with the least of each set of mirror images.
const std::vector<std::uint16_t>& folded_crosses();
std::size_t num_folded_crosses();

/// The weights of one file, for look-up. Immutable, so engines and threads share it.
struct NetWeights {
    /// Of a cross as seat 0 sees it, by who is to move and stage.
    using Row = std::array<std::int16_t, 2 * STAGES>;
    std::vector<Row> crosses = std::vector<Row>(CROSSES);
    /// Of the turn, by stage.
    std::array<std::array<std::int16_t, TURNS>, STAGES> turn{};
};

}  // namespace duiyi::nogo
