#include "games/gomoku/net_file.hpp"

#include <cstdlib>

#include "core/weights_file.hpp"

namespace duiyi::gomoku {
namespace {

constexpr WeightsFormat FORMAT{
    "gomoku", "net", {{{"channels", 1, NET_CHANNELS}, {"hidden units", 1, NET_HIDDEN}, {"shapes", MULTISETS, MULTISETS}}}};
constexpr int MOST_SUM = NET_ONE * MAX_CELLS / 2;

std::size_t body_size(std::size_t channels, std::size_t hidden) {
    return 2 * (2 * MULTISETS * (channels + 1) + channels * hidden + hidden) + 4 * (8 + hidden);
}

/// Whether nothing can leave its 16 or 32 bits, and a point with nothing counts nothing.
bool fits(const NetWeights& weights) {
    for (const auto& rows : weights.points) {
        for (const NetRow& row : rows)
            for (const int value : row)
                if (std::abs(value) > INT16_MAX / 2) return false;
        for (const int value : rows[NOTHING_THERE])
            if (value != 0) return false;
    }
    for (const auto& values : weights.direct)
        if (values[NOTHING_THERE] != 0) return false;
    std::int64_t output = 0;
    for (std::size_t unit = 0; unit < NET_HIDDEN; ++unit) {
        std::int64_t most = std::abs(std::int64_t{weights.mix_bias[unit]});
        for (const auto& pair : weights.mix)
            most += std::int64_t{MOST_SUM} * (std::abs(pair[2 * unit]) + std::abs(pair[2 * unit + 1]));
        if (most > INT32_MAX) return false;
        output += std::int64_t{NET_MIXED} * std::abs(weights.output[unit]);
    }
    return output <= INT32_MAX;
}

}  // namespace

std::shared_ptr<const NetWeights> parse_net(std::string_view bytes, const std::string& from) {
    const WeightsFile file(FORMAT, bytes, from);
    const std::size_t channels = file.size(0), hidden = file.size(1);
    WeightsReader body = file.body(body_size(channels, hidden));

    auto weights = std::make_shared<NetWeights>();
    for (auto& rows : weights->points)
        for (NetRow& row : rows) body.row(row, channels);
    for (auto& values : weights->direct) body.row(values, MULTISETS);
    for (auto& colours : weights->turn)
        for (std::int32_t& value : colours) value = body.large();
    for (std::size_t channel = 0; channel < channels; ++channel)
        for (std::size_t unit = 0; unit < hidden; ++unit) weights->mix[channel / 2][2 * unit + channel % 2] = body.small();
    for (std::size_t unit = 0; unit < hidden; ++unit) weights->mix_bias[unit] = body.large();
    body.row(weights->output, hidden);
    if (!fits(*weights)) throw file.expected("weights whose sums fit into their bits", "larger ones");
    return weights;
}

std::shared_ptr<const NetWeights> load_net(const std::string& path) { return parse_net(read_weights(path), path); }

std::shared_ptr<const NetWeights> shipped_net() {
    static const std::shared_ptr<const NetWeights> shipped = parse_net(shipped_net_bytes(), "gomoku.net");
    return shipped;
}

}  // namespace duiyi::gomoku
