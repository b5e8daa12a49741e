#include "games/chinese_checkers/net_file.hpp"

#include "core/weights_file.hpp"

namespace duiyi::chinese_checkers {
namespace {

constexpr WeightsFormat FORMAT{
    "chinese_checkers", "weights", {{{"tables", TABLES, TABLES}, {"stages", STAGES, STAGES}, {"holes", HOLES, HOLES}}}};
constexpr std::size_t LATE = 4;
constexpr std::size_t BODY = 2 * TABLES * (STAGES * HOLES + 2 * (FARTHEST + 1) + LATE);

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
    WeightsReader body = WeightsFile(FORMAT, bytes, from).body(BODY);

    const Weights two = read(body), three = read(body), more = read(body);
    return std::make_shared<const Tables>(Tables{Table(two), Table(three), Table(more)});
}

std::shared_ptr<const Tables> load_net(const std::string& path) { return parse_net(read_weights(path), path); }

const Tables& shipped_net() {
    static const std::shared_ptr<const Tables> shipped = parse_net(shipped_net_bytes(), "chinese_checkers.weights");
    return *shipped;
}

}  // namespace duiyi::chinese_checkers
