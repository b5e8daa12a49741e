#include "games/xiangqi/net_file.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/weights_file.hpp"

namespace duiyi::xiangqi {
namespace {

constexpr std::string_view FAMILY = "duiyi xiangqi net ";
constexpr std::string_view VERSION = "1\n";
constexpr std::size_t SIZES = FAMILY.size() + VERSION.size();
constexpr std::size_t HEADER = SIZES + 4 * 4;  // hidden units, features, stages, checksum of the rest
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
    const auto expected = [&](const std::string& what, const std::string& found) {
        return RulesError("expected " + what + ", got " + found + " in '" + from + "'");
    };
    const auto text = [](std::size_t number) { return std::to_string(number); };
    if (!bytes.starts_with(FAMILY)) throw expected("a network as `duiyi learn eval xiangqi` writes it", "something else");
    if (bytes.substr(FAMILY.size(), VERSION.size()) != VERSION)
        throw expected("version 1 of the network's file",
                       "version " + std::string(bytes.substr(FAMILY.size(), bytes.substr(FAMILY.size(), 8).find('\n'))));
    if (bytes.size() < HEADER) throw expected(text(HEADER) + " bytes and more", text(bytes.size()));
    WeightsReader header(bytes.substr(SIZES));
    const std::size_t hidden = header.number(4), features = header.number(4), stages = header.number(4);
    if (hidden < 1 || hidden > NET_HIDDEN) throw expected("1 to " + text(NET_HIDDEN) + " hidden units", text(hidden));
    if (features != NET_FEATURES) throw expected(text(NET_FEATURES) + " features", text(features));
    if (stages != NET_STAGES) throw expected(text(NET_STAGES) + " stages", text(stages));
    const std::size_t size = HEADER + body_size(hidden);
    if (bytes.size() != size) throw expected(text(size) + " bytes", text(bytes.size()));
    const std::uint32_t told = header.number(4), found = checksum(bytes.substr(HEADER));
    if (told != found) throw expected("the checksum " + text(told), text(found));

    NetWeights weights;
    WeightsReader body(bytes.substr(HEADER));
    for (NetRow& row : weights.rows) body.row(row, hidden);
    body.row(weights.bias, hidden);
    for (auto& halves : weights.output)
        for (NetRow& half : halves) body.row(half, hidden);
    for (std::int32_t& bias : weights.output_bias) bias = body.large();
    for (std::int16_t& value : weights.direct) value = body.small();
    if (!fits(weights)) throw expected("weights whose sums fit into 16 bits", "larger ones");
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
