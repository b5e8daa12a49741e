#include "games/nogo/net_file.hpp"

#include <algorithm>

#include "core/weights_file.hpp"

namespace duiyi::nogo {
namespace {

using States = std::array<int, 5>;  // the point, above, left, right, below

States states_of(std::size_t cross) {
    States states;
    auto rest = static_cast<int>(cross);
    for (std::size_t i = 5; i-- > 0; rest /= NUM_STATES) states[i] = rest % NUM_STATES;
    return states;
}

std::size_t cross_of(const States& states) {
    int cross = 0;
    for (const int state : states) cross = cross * NUM_STATES + state;
    return static_cast<std::size_t>(cross);
}

std::size_t least_image(States states) {
    std::size_t least = cross_of(states);
    for (int turn = 0; turn < 4; ++turn) {
        auto& [point, above, left, right, below] = states;
        states = {point, left, below, above, right};
        const States mirrored = {states[0], states[1], states[3], states[2], states[4]};
        least = std::min({least, cross_of(states), cross_of(mirrored)});
    }
    return least;
}

/// The same cross as the other seat sees it.
std::size_t swapped(std::size_t cross) {
    static constexpr std::array<int, NUM_STATES> OTHER = {SHARED,       OWN_ONLY,  OTHERS_ONLY, NOBODYS,
                                                          OTHERS_STONE, OWN_STONE, OFF_BOARD};
    States states = states_of(cross);
    for (int& state : states) state = OTHER[static_cast<std::size_t>(state)];
    return cross_of(states);
}

}  // namespace

const std::vector<std::uint16_t>& folded_crosses() {
    static const std::vector<std::uint16_t> made = [] {
        std::vector<std::uint16_t> number(CROSSES);
        std::uint16_t next = 0;
        for (std::size_t cross = 0; cross < CROSSES; ++cross) {
            const std::size_t least = least_image(states_of(cross));
            number[cross] = least == cross ? next++ : number[least];
        }
        return number;
    }();
    return made;
}

std::size_t num_folded_crosses() {
    static const std::size_t count = 1U + *std::max_element(folded_crosses().begin(), folded_crosses().end());
    return count;
}

std::shared_ptr<const NetWeights> parse_net(std::string_view bytes, const std::string& from) {
    const std::size_t crosses = num_folded_crosses();
    const WeightsFormat format{
        "nogo", "net", {{{"stages", STAGES, STAGES}, {"crosses", crosses, crosses}, {"turns", TURNS, TURNS}}}};
    WeightsReader body = WeightsFile(format, bytes, from).body(2 * STAGES * (crosses + TURNS));

    auto weights = std::make_shared<NetWeights>();
    std::vector<std::int16_t> folded(crosses);
    for (std::size_t stage = 0; stage < STAGES; ++stage) {
        body.row(folded, crosses);
        for (std::size_t cross = 0; cross < CROSSES; ++cross) {
            weights->crosses[cross][stage] = folded[folded_crosses()[cross]];
            weights->crosses[cross][STAGES + stage] = folded[folded_crosses()[swapped(cross)]];
        }
    }
    for (auto& parities : weights->turn) body.row(parities, TURNS);
    return weights;
}

std::shared_ptr<const NetWeights> load_net(const std::string& path) { return parse_net(read_weights(path), path); }

std::shared_ptr<const NetWeights> shipped_net() {
    static const std::shared_ptr<const NetWeights> shipped = parse_net(shipped_net_bytes(), "nogo.net");
    return shipped;
}

}  // namespace duiyi::nogo
