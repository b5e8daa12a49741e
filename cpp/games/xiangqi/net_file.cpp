#include "games/xiangqi/net_file.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/weights_file.hpp"

namespace duiyi::xiangqi {
namespace {

constexpr WeightsFormat FORMAT{
    "xiangqi",
    "net",
    {{{"hidden units", 1, NET_HIDDEN}, {"features", NET_FEATURES, NET_FEATURES}, {"stages", NET_STAGES, NET_STAGES}}}};
constexpr int MOST_PIECES = 32;

std::size_t body_size(std::size_t hidden) {
    return 2 * (hidden * (NET_FEATURES + 1 + 1 + 2 * NET_STAGES) + NET_FEATURES + 1) + 4 * NET_STAGES;
}

/// Whether no sum of rows and no product of an activation and a weight can leave 16 bits.
bool fits(const NetWeights& weights) {
    int largest = 0;
    for (const NetRow& row : weights.rows)
        for (const int value : row) largest = std::max(largest, std::abs(value));
    for (const int value : weights.bias)
        if (MOST_PIECES * largest + std::abs(value) > INT16_MAX) return false;
    for (const auto& halves : weights.output)
        for (const NetRow& half : halves)
            for (const int value : half)
                if (NET_ONE * std::abs(value) > INT16_MAX) return false;
    return true;
}

}  // namespace

NetWeights parse_net(std::string_view bytes, const std::string& from) {
    const WeightsFile file(FORMAT, bytes, from);
    const std::size_t hidden = file.size(0);
    WeightsReader body = file.body(body_size(hidden));

    NetWeights weights;
    for (NetRow& row : weights.rows) body.row(row, hidden);
    body.row(weights.bias, hidden);
    for (auto& halves : weights.output)
        for (NetRow& half : halves) body.row(half, hidden);
    for (std::int32_t& bias : weights.output_bias) bias = body.large();
    for (std::int16_t& value : weights.direct) value = body.small();
    if (!fits(weights)) throw file.expected("weights whose sums fit into 16 bits", "larger ones");
    return weights;
}

std::shared_ptr<const NetWeights> load_net(const std::string& path) {
    return std::make_shared<const NetWeights>(parse_net(read_weights(path), path));
}

const NetWeights& shipped_net() {
    static const NetWeights shipped = parse_net(shipped_net_bytes(), "xiangqi.net");
    return shipped;
}

}  // namespace duiyi::xiangqi
