// What learning asks of the core beyond playing: games of self-play as bytes, and the bare evaluation.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include "core/errors.hpp"
#include "engines/selfplay_xiangqi.hpp"
#include "games/xiangqi/evaluation.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace duiyi {
namespace {

nb::bytes play(std::uint64_t seed, std::uint32_t nodes, const std::string& net) {
    if (nodes < 1) throw RulesError("expected one node a move or more, got 0");
    std::vector<XiangqiRow> rows;
    {
        const nb::gil_scoped_release released;
        rows = play_xiangqi(seed, nodes, net);
    }
    return nb::bytes(rows.data(), rows.size() * sizeof(XiangqiRow));
}

int value(const std::string& text, const std::string& net) {
    const auto position = xiangqi::Position::parse({}, text);
    auto evaluation = net.empty() ? xiangqi::Evaluation() : xiangqi::Evaluation(xiangqi::load_net(net));
    evaluation.reset(position);
    return evaluation.evaluate(position);
}

}  // namespace

void bind_learn(nb::module_& m) {
    m.def("xiangqi_hidden", [] { return xiangqi::NET_HIDDEN; }, "Hidden units that a network may have.");
    m.def("play_xiangqi", &play, "seed"_a, "nodes"_a, "net"_a = "",
          "The rows of one game of self-play: a network's file, nothing for the one that ships, or off.");
    m.def("evaluate_xiangqi", &value, "text"_a, "net"_a = "", "What a network makes of a position, for the side to move.");
}

}  // namespace duiyi
