#include "games/chinese_checkers/net_file.hpp"

#include "core/weights_file.hpp"

namespace duiyi::chinese_checkers {
namespace {

constexpr std::string_view FAMILY = "duiyi chinese_checkers weights ";
constexpr std::string_view VERSION = "1\n";
constexpr std::size_t SIZES = FAMILY.size() + VERSION.size();
constexpr std::size_t HEADER = SIZES + 4 * 4;  // tables, stages, holes, checksum of the rest
constexpr std::size_t LATE = 4;
constexpr std::size_t WHOLE = HEADER + 2 * TABLES * (STAGES * HOLES + 2 * (FARTHEST + 1) + LATE);

Weights read(WeightsReader& body) {
    Weights weights;
    for (auto& stage : weights.cells) body.row(stage, HOLES);
    body.row(weights.last_man, FARTHEST + 1);
    body.row(weights.last_but_one, FARTHEST + 1);
    LateWeights& late = weights.late;
    for (std::int16_t* value : {&late.man, &late.step, &late.deep, &late.always}) *value = body.small();
    return weights;
}

}  // namespace

std::shared_ptr<const Tables> parse_net(std::string_view bytes, const std::string& from) {
    const auto expected = [&](const std::string& what, const std::string& found) {
        return RulesError("expected " + what + ", got " + found + " in '" + from + "'");
    };
    const auto text = [](std::size_t number) { return std::to_string(number); };
    if (!bytes.starts_with(FAMILY))
        throw expected("weights as `duiyi learn eval chinese_checkers` writes them", "something else");
    if (bytes.substr(FAMILY.size(), VERSION.size()) != VERSION)
        throw expected("version 1 of the weights' file",
                       "version " + std::string(bytes.substr(FAMILY.size(), bytes.substr(FAMILY.size(), 8).find('\n'))));
    if (bytes.size() != WHOLE) throw expected(text(WHOLE) + " bytes", text(bytes.size()));
    WeightsReader header(bytes.substr(SIZES));
    const std::size_t tables = header.number(4), stages = header.number(4), holes = header.number(4);
    if (tables != TABLES || stages != STAGES || holes != HOLES)
        throw expected(text(TABLES) + " tables of " + text(STAGES) + " stages of " + text(HOLES) + " holes",
                       text(tables) + ", " + text(stages) + " and " + text(holes));
    const std::uint32_t told = header.number(4), found = checksum(bytes.substr(HEADER));
    if (told != found) throw expected("the checksum " + text(told), text(found));

    WeightsReader body(bytes.substr(HEADER));
    const Weights two = read(body), three = read(body), more = read(body);
    return std::make_shared<const Tables>(Tables{Table(two), Table(three), Table(more)});
}

std::shared_ptr<const Tables> load_net(const std::string& path) { return parse_net(read_weights(path), path); }

const Tables& shipped_net() {
    static const std::shared_ptr<const Tables> shipped = parse_net(shipped_net_bytes(), "chinese_checkers.weights");
    return *shipped;
}

}  // namespace duiyi::chinese_checkers
