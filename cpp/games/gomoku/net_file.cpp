#include "games/gomoku/net_file.hpp"

#include <cstdlib>

#include "core/weights_file.hpp"

namespace duiyi::gomoku {
namespace {

constexpr std::string_view FAMILY = "duiyi gomoku net ";
constexpr std::string_view VERSION = "1\n";
constexpr std::size_t SIZES = FAMILY.size() + VERSION.size();
constexpr std::size_t HEADER = SIZES + 4 * 4;  // channels, hidden units, shapes, checksum of the rest
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
    const auto expected = [&](const std::string& what, const std::string& found) {
        return RulesError("expected " + what + ", got " + found + " in '" + from + "'");
    };
    const auto text = [](std::size_t number) { return std::to_string(number); };
    if (!bytes.starts_with(FAMILY)) throw expected("a network as `duiyi learn eval gomoku` writes it", "something else");
    if (bytes.substr(FAMILY.size(), VERSION.size()) != VERSION)
        throw expected("version 1 of the network's file",
                       "version " + std::string(bytes.substr(FAMILY.size(), bytes.substr(FAMILY.size(), 8).find('\n'))));
    if (bytes.size() < HEADER) throw expected(text(HEADER) + " bytes and more", text(bytes.size()));
    WeightsReader header(bytes.substr(SIZES));
    const std::size_t channels = header.number(4), hidden = header.number(4), shapes = header.number(4);
    if (channels < 1 || channels > NET_CHANNELS) throw expected("1 to " + text(NET_CHANNELS) + " channels", text(channels));
    if (hidden < 1 || hidden > NET_HIDDEN) throw expected("1 to " + text(NET_HIDDEN) + " hidden units", text(hidden));
    if (shapes != MULTISETS) throw expected(text(MULTISETS) + " shapes", text(shapes));
    const std::size_t size = HEADER + body_size(channels, hidden);
    if (bytes.size() != size) throw expected(text(size) + " bytes", text(bytes.size()));
    const std::uint32_t told = header.number(4), found = checksum(bytes.substr(HEADER));
    if (told != found) throw expected("the checksum " + text(told), text(found));

    auto weights = std::make_shared<NetWeights>();
    WeightsReader body(bytes.substr(HEADER));
    for (auto& rows : weights->points)
        for (NetRow& row : rows) body.row(row, channels);
    for (auto& values : weights->direct) body.row(values, MULTISETS);
    for (auto& colours : weights->turn)
        for (std::int32_t& value : colours) value = body.large();
    for (std::size_t channel = 0; channel < channels; ++channel)
        for (std::size_t unit = 0; unit < hidden; ++unit) weights->mix[channel / 2][2 * unit + channel % 2] = body.small();
    for (std::size_t unit = 0; unit < hidden; ++unit) weights->mix_bias[unit] = body.large();
    body.row(weights->output, hidden);
    if (!fits(*weights)) throw expected("weights whose sums fit into their bits", "larger ones");
    return weights;
}

std::shared_ptr<const NetWeights> load_net(const std::string& path) { return parse_net(read_weights(path), path); }

std::shared_ptr<const NetWeights> shipped_net() {
    static const std::shared_ptr<const NetWeights> shipped = parse_net(shipped_net_bytes(), "gomoku.net");
    return shipped;
}

}  // namespace duiyi::gomoku
