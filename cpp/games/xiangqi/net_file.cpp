#include "games/xiangqi/net_file.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/weights_file.hpp"

namespace duiyi::xiangqi {
namespace {

constexpr WeightsFormat FORMAT{
    "xiangqi",
    "net",
    {{{"hidden units", 1, NET_HIDDEN}, {"rows", NET_PLACES, NET_SETS * NET_PLACES}, {"stages", NET_STAGES, NET_STAGES}}}};
constexpr int MOST_PIECES = 32;

std::size_t body_size(std::size_t hidden, std::size_t rows) {
    return 2 * (hidden * (rows + 1 + 1 + 2 * NET_STAGES) + rows + 1) + 4 * NET_STAGES;
}

/// A file has the sets one after the other and then, once, what pieces count that cannot be there.
template <class ReadOne>
void read_sets(std::size_t rows, ReadOne&& read) {
    for (std::size_t row = 0; row < rows; ++row) read(row / NET_PLACES * (NET_PLACES + 1) + row % NET_PLACES);
    read(NET_PLACES);
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

std::unique_ptr<const NetWeights> parse_net(std::string_view bytes, const std::string& from) {
    const WeightsFile file(FORMAT, bytes, from);
    const std::size_t hidden = file.size(0), rows = file.size(1);
    if (rows != NET_PLACES && rows != NET_SETS * NET_PLACES)
        throw file.expected(std::to_string(NET_PLACES) + " rows or " + std::to_string(NET_SETS) + " times as many",
                            std::to_string(rows));
    WeightsReader body = file.body(body_size(hidden, rows));

    auto found = std::make_unique<NetWeights>();
    NetWeights& weights = *found;
    weights.has_sets = rows > NET_PLACES;
    read_sets(rows, [&](std::size_t row) { body.row(weights.rows[row], hidden); });
    body.row(weights.bias, hidden);
    for (auto& halves : weights.output)
        for (NetRow& half : halves) body.row(half, hidden);
    for (std::int32_t& bias : weights.output_bias) bias = body.large();
    read_sets(rows, [&](std::size_t row) { weights.direct[row] = body.small(); });
    if (!fits(weights)) throw file.expected("weights whose sums fit into 16 bits", "larger ones");
    return found;
}

std::shared_ptr<const NetWeights> load_net(const std::string& path) { return parse_net(read_weights(path), path); }

const NetWeights& shipped_net() {
    static const auto shipped = parse_net(shipped_net_bytes(), "xiangqi.net");
    return *shipped;
}

}  // namespace duiyi::xiangqi
