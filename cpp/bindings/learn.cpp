// What learning asks of the core beyond playing: games of self-play as bytes, and the bare evaluation.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "core/errors.hpp"
#include "engines/selfplay_gomoku.hpp"
#include "engines/selfplay_reversi.hpp"
#include "engines/selfplay_xiangqi.hpp"
#include "games/chinese_checkers/evaluation.hpp"
#include "games/gomoku/net_evaluation.hpp"
#include "games/nogo/net_evaluation.hpp"
#include "games/xiangqi/evaluation.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace duiyi {
namespace {

template <class Rows>
nb::bytes bytes_of(const Rows& rows) {
    return nb::bytes(rows.data(), rows.size() * sizeof(typename Rows::value_type));
}

template <auto Play>
nb::bytes play(std::uint64_t seed, std::uint32_t nodes, const std::string& net) {
    if (nodes < 1) throw RulesError("expected one node a move or more, got 0");
    decltype(Play(seed, nodes, net)) rows;
    {
        const nb::gil_scoped_release released;
        rows = Play(seed, nodes, net);
    }
    return bytes_of(rows);
}

int value(const std::string& text, const std::string& net) {
    const auto position = xiangqi::Position::parse({}, text);
    auto evaluation = net.empty() ? xiangqi::Evaluation() : xiangqi::Evaluation(xiangqi::load_net(net));
    evaluation.reset(position);
    return evaluation.evaluate(position);
}

int gomoku_value(const std::string& text, const std::string& rule, const std::string& net) {
    const gomoku::Rules rules = gomoku::Rules::from(Options({{"rule", rule}}));
    return gomoku::with_rule(rules.rule, [&]<gomoku::Rule R>() {
        const auto position = gomoku::Position<R>::parse(rules, text);
        auto evaluation = net.empty() ? gomoku::NetEvaluation<R>() : gomoku::NetEvaluation<R>(gomoku::load_net(net));
        evaluation.reset(position);
        return evaluation.evaluate(position);
    });
}

int nogo_value(const std::string& text, int rows, int cols, const std::string& net) {
    const nogo::Rules rules = nogo::Rules::from(Options({{"rows", std::to_string(rows)}, {"cols", std::to_string(cols)}}));
    const auto value_on = [&]<std::size_t Words>() {
        const auto position = nogo::Position<Words>::parse(rules, text);
        auto evaluation = net.empty() ? nogo::NetEvaluation<Words>() : nogo::NetEvaluation<Words>(nogo::load_net(net));
        evaluation.reset(position);
        return evaluation.evaluate(position);
    };
    return rules.cells() <= 128 ? value_on.template operator()<2>() : value_on.template operator()<6>();
}

std::vector<int> chinese_checkers_standings(const std::string& text, int seats, const std::string& net) {
    using namespace chinese_checkers;
    const auto position = Position::parse(Rules::from(Options({{"seats", std::to_string(seats)}})), text);
    auto evaluation = net.empty() ? Evaluation() : net == "off" ? Evaluation::by_hand() : Evaluation(load_net(net));
    evaluation.reset(position);
    std::array<int, MAX_SEATS> standings{};
    evaluation.evaluate_seats(position, standings);
    return {standings.begin(), standings.begin() + seats};
}

}  // namespace

void bind_learn(nb::module_& m) {
    m.def("xiangqi_hidden", [] { return xiangqi::NET_HIDDEN; }, "Hidden units that a network may have.");
    m.def("play_xiangqi", &play<play_xiangqi>, "seed"_a, "nodes"_a, "net"_a = "",
          "The rows of one game of self-play: a network's file, nothing for the one that ships, or off.");
    m.def("evaluate_xiangqi", &value, "text"_a, "net"_a = "", "What a network makes of a position, for the side to move.");
    m.def(
        "gomoku_net_sizes", [] { return std::pair(gomoku::NET_CHANNELS, gomoku::NET_HIDDEN); },
        "Channels of a point and hidden units that a network may have.");
    m.def("play_gomoku", &play<play_gomoku>, "seed"_a, "nodes"_a, "net"_a = "",
          "The rows of one game of self-play: a network's file, nothing for the one that ships, or off.");
    m.def("play_reversi", &play<play_reversi>, "seed"_a, "nodes"_a, "net"_a = "off",
          "The rows of one game of self-play: by the weights of a file, or off.");
    m.def("evaluate_gomoku", &gomoku_value, "text"_a, "rule"_a = "freestyle", "net"_a = "",
          "What a network makes of a position on 15x15, for the side to move.");
    m.def("evaluate_nogo", &nogo_value, "text"_a, "rows"_a = 9, "cols"_a = 9, "net"_a = "",
          "What learnt weights make of a position, for the side to move.");
    m.def(
        "evaluate_chinese_checkers", &chinese_checkers_standings, "text"_a, "seats"_a = 2, "net"_a = "",
        "How every seat stands by a file of weights, by those that ship, or (off) by hand; half a turn more for who is to move.");
    m.def(
        "gomoku_shapes",
        [](const nb::bytes& rows) {
            std::vector<std::uint16_t> shapes;
            const std::string_view bytes(rows.c_str(), rows.size());
            {
                const nb::gil_scoped_release released;
                shapes = gomoku_shapes(bytes);
            }
            return bytes_of(shapes);
        },
        "rows"_a, "Two bytes each, by row and cell: the numbers of the mover's shape and of the other's.");
}

}  // namespace duiyi
