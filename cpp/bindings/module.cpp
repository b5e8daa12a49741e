// The native module: rules and positions of all games for Python. Nanobind and nothing else.
//
// This file is built once per instruction set, as duiyi._core_v1 and (on x86-64) duiyi._core_v3; duiyi._core picks one.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "core/errors.hpp"
#include "engines/any_position.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace duiyi {

void bind_engine(nb::module_& m);  // engine.cpp
void bind_layers(nb::module_& m);  // layers.cpp
void bind_tower(nb::module_& m);   // tower.cpp
void bind_tree(nb::module_& m);    // tree.cpp
void bind_learn(nb::module_& m);   // learn.cpp

namespace {

using Why = std::tuple<std::string, std::vector<int>, std::vector<std::string>>;
using Planes = nb::ndarray<nb::numpy, float, nb::ndim<3>>;

std::optional<Why> as_tuple(const std::optional<Explanation>& why) {
    if (!why) return std::nullopt;
    return Why{why->code, why->cells, why->words};
}

nb::list as_list(const std::vector<Move>& moves) {
    nb::list list;
    for (const Move move : moves) list.append(static_cast<int>(move));
    return list;
}

std::optional<std::pair<std::vector<float>, std::string>> outcome_of(const AnyPosition& position) {
    const auto outcome = position.outcome();
    if (!outcome) return std::nullopt;
    const auto* first = outcome->scores.data();
    return std::pair{std::vector<float>(first, first + position.seats()),
                     std::string(REASON_NAMES[static_cast<std::size_t>(outcome->reason)])};
}

/// For every image of a board, which cell lands on each of its cells.
using Images = nb::ndarray<const std::uint16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// The codes on the board in order, and the number of the code of every cell in the image that comes first of all: the same for
/// all images, and fast to hash.
std::pair<std::vector<std::string>, nb::bytes> first_image_of(const AnyPosition& position, const Images& images) {
    const std::vector<std::string> board = position.board();
    const std::size_t cells = board.size();
    if (images.shape(1) != cells) throw nb::value_error("expected as many cells in every image as on the board");
    std::vector<std::string> codes;
    std::string numbers(cells, '\0');
    for (std::size_t cell = 0; cell < cells; ++cell) {
        const std::string& code = board[cell];
        // Most differ in the first letter already, and asking for it saves a call.
        const auto known =
            std::find_if(codes.begin(), codes.end(), [&](const std::string& c) { return c[0] == code[0] && c == code; });
        numbers[cell] = static_cast<char>(known - codes.begin());
        if (known == codes.end()) codes.push_back(code);
    }
    const std::vector<std::string> seen = codes;
    std::sort(codes.begin(), codes.end());
    std::string order;
    for (const std::string& code : seen)
        order.push_back(static_cast<char>(std::find(codes.begin(), codes.end(), code) - codes.begin()));
    for (char& number : numbers) number = order[static_cast<unsigned char>(number)];

    std::string first, image(cells, '\0');
    for (std::size_t i = 0; i < images.shape(0); ++i) {
        const std::uint16_t* from = images.data() + i * cells;
        for (std::size_t cell = 0; cell < cells; ++cell) {
            if (from[cell] >= cells) throw nb::value_error("expected cells of the board in every image");
            image[cell] = numbers[from[cell]];
        }
        if (i == 0 || image < first) first = image;
    }
    return {std::move(codes), nb::bytes(first.data(), first.size())};
}

Planes features_of(const AnyPosition& position) {
    const auto [planes, rows, columns] = position.feature_shape();
    const auto size = static_cast<std::size_t>(planes * rows * columns);
    auto* values = new float[size];
    nb::capsule owner(values, [](void* p) noexcept { delete[] static_cast<float*>(p); });
    position.write_features({values, size});
    return Planes(values, {static_cast<std::size_t>(planes), static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)},
                  owner);
}

void bind_position(nb::module_& m) {
    nb::class_<AnyPosition>(m, "Position", "An immutable position of some game.")
        .def_prop_ro("seats", &AnyPosition::seats)
        .def_prop_ro("to_move", &AnyPosition::to_move)
        .def_prop_ro("key", &AnyPosition::key)
        .def(
            "__eq__", [](const AnyPosition& a, const AnyPosition& b) { return a.equals(b); }, nb::is_operator(),
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", &AnyPosition::key)
        .def("outcome", &outcome_of, nb::sig("def outcome(self) -> tuple[list[float], str] | None"))
        .def(
            "legal_moves", [](const AnyPosition& p) { return as_list(p.legal_moves()); },
            nb::sig("def legal_moves(self) -> list[int]"))
        .def("is_legal", &AnyPosition::is_legal, "move"_a)
        .def("after", &AnyPosition::after, "move"_a, "The position after a legal move.")
        .def("without_seat", &AnyPosition::without_seat, "seat"_a,
             "The position without a seat's pieces; None where a game knows no such thing.")
        .def("text", &AnyPosition::text)
        .def("board", &AnyPosition::board)
        .def("first_image", &first_image_of, "images"_a,
             "The codes on the board in order, and the number of every cell's code in the first of the board's images.")
        .def(
            "why_illegal", [](const AnyPosition& p, Move move) { return as_tuple(p.why_illegal(move)); }, "move"_a)
        .def("why_over", [](const AnyPosition& p) { return as_tuple(p.why_over()); })
        .def("path", &AnyPosition::path, "move"_a)
        .def("start_text", &AnyPosition::start_text)
        .def(
            "history", [](const AnyPosition& p) { return as_list(p.history()); }, nb::sig("def history(self) -> list[int]"))
        .def("features", &features_of, nb::sig("def features(self) -> numpy.typing.NDArray[numpy.float32]"))
        .def("perft", &AnyPosition::perft, "depth"_a, nb::call_guard<nb::gil_scoped_release>())
        .def(
            "playouts",
            [](const AnyPosition& position, int games, std::uint64_t seed, int max_plies) {
                const PlayoutTotals totals = position.playouts(games, seed, max_plies);
                return std::tuple{totals.games, totals.plies, totals.finished,
                                  std::vector<double>(totals.scores.begin(), totals.scores.begin() + position.seats())};
            },
            "games"_a, "seed"_a = 1, "max_plies"_a = 100000, nb::call_guard<nb::gil_scoped_release>(),
            "Uniformly random games from here: games, plies, games that ended, and the sum of scores by seat.");
}

void bind_rules(nb::module_& m) {
    nb::class_<AnyRules>(m, "Rules", "The rules of some game with its options fixed.")
        .def_prop_ro("seats", &AnyRules::seats)
        .def_prop_ro("num_moves", &AnyRules::num_moves)
        .def_prop_ro("num_symmetries", &AnyRules::num_symmetries)
        .def_prop_ro("feature_shape",
                     [](const AnyRules& rules) {
                         const auto [planes, rows, columns] = rules.feature_shape();
                         return std::tuple{planes, rows, columns};
                     })
        .def("initial", &AnyRules::initial)
        .def("parse", &AnyRules::parse, "text"_a)
        .def("move_text", &AnyRules::move_text, "move"_a)
        .def("parse_move", &AnyRules::parse_move, "text"_a)
        .def("symmetric_move", &AnyRules::symmetric_move, "symmetry"_a, "move"_a)
        .def("symmetric_cell", &AnyRules::symmetric_cell, "symmetry"_a, "cell"_a)
        .def("seen_move", &AnyRules::seen_move, "seat"_a, "move"_a, "A move on planes that are turned to a seat.");

    m.def(
        "load_rules",
        [](std::string_view name, const std::map<std::string, std::string>& options) {
            return load_rules(name, Options(Options::Map(options.begin(), options.end())));
        },
        "name"_a, "options"_a, "The rules of a native game; raises RulesError for options that make no game.");
}

}  // namespace

NB_MODULE(DUIYI_MODULE, m) {
    m.doc() = "Rules of the five games.";
    nb::set_leak_warnings(false);  // games are cached for ever on the Python side: at exit that is no leak
    nb::exception<TextError>(m, "TextError", PyExc_ValueError);
    nb::exception<RulesError>(m, "RulesError", PyExc_ValueError);
    bind_position(m);
    bind_rules(m);
    bind_engine(m);
    bind_layers(m);
    bind_tower(m);
    bind_tree(m);
    bind_learn(m);
}

}  // namespace duiyi
