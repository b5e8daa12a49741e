// Forests for Python: trees grow here with the GIL released, the network runs there on the rows that they ask for.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "engines/puct.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace duiyi {
namespace {

using Words = std::map<std::string, std::string>;
using Rows = nb::ndarray<float, nb::c_contig, nb::device::cpu>;
using Answers = nb::ndarray<const float, nb::c_contig, nb::device::cpu>;
/// Move, visits, prior, target, rates by seat, plies to a proven end.
using MoveTuple = std::tuple<int, std::uint32_t, double, double, std::vector<double>, std::optional<int>>;
/// Moves with the one to play first, rates after the search, rates by the network, whether they are proven, simulations.
using RootTuple = std::tuple<std::vector<MoveTuple>, std::vector<double>, std::vector<double>, bool, int>;

double real(const Words& words, const char* name, double otherwise) {
    const auto it = words.find(name);
    return it == words.end() ? otherwise : std::stod(it->second);
}

ForestOptions as_options(const Words& words, int trees, int leaves, std::uint64_t seed) {
    if (trees < 1 || leaves < 1) throw RulesError("expected one tree and one leaf or more");
    const Options whole(Options::Map(words.begin(), words.end()));
    ForestOptions options;
    options.trees = trees;
    options.leaves = leaves;
    options.seed = seed;
    options.cache_bytes = static_cast<std::size_t>(whole.number("cache", 32, 0, 1 << 16)) << 20;
    PuctOptions& search = options.search;
    search.gumbel = whole.text("root", "gumbel") == "gumbel";
    search.considered = whole.number("considered", search.considered, 1, 10000);
    search.is_guided = whole.text("guided", "on") != "off";
    search.uses_symmetry = whole.text("symmetry", "on") != "off";
    search.tree_bytes = static_cast<std::size_t>(whole.number("memory", 256, 1, 1 << 16)) << 20;
    search.value_scale.scale = real(words, "value_scale", search.value_scale.scale);
    search.value_scale.visits = real(words, "value_visits", search.value_scale.visits);
    search.advice = real(words, "advice", search.advice);
    search.glances = whole.number("glances", search.glances, 0, 1000);
    search.merges = whole.text("merges", "on") != "off";
    search.curiosity = real(words, "curiosity", search.curiosity);
    search.doubt = real(words, "doubt", search.doubt);
    search.unseen = real(words, "unseen", search.unseen);
    search.dirichlet = real(words, "dirichlet", search.dirichlet);
    search.dirichlet_total = real(words, "dirichlet_total", search.dirichlet_total);
    return options;
}

void check_tree(const AnyForest& forest, std::size_t tree) {
    if (tree >= forest.size()) throw nb::index_error("no such tree");
}

std::size_t gather(AnyForest& forest, const Rows& rows) {
    if (rows.size() < forest.capacity() * forest.row_sizes()[0]) throw RulesError("expected room for a whole batch of rows");
    const nb::gil_scoped_release released;
    return forest.gather({rows.data(), rows.size()});
}

void give(AnyForest& forest, const Answers& logits, const Answers& rates) {
    const auto [features, moves, seats] = forest.row_sizes();
    if (logits.size() / moves != rates.size() / seats || logits.size() % moves != 0 || rates.size() % seats != 0)
        throw RulesError("expected a logit for every move and a rate for every seat, row by row");
    const nb::gil_scoped_release released;
    forest.give({logits.data(), logits.size()}, {rates.data(), rates.size()});
}

RootTuple root(AnyForest& forest, std::size_t tree) {
    check_tree(forest, tree);
    const ForestRoot found = forest.root(tree);
    std::vector<MoveTuple> moves;
    for (const ForestMove& move : found.moves)
        moves.emplace_back(move.move, move.visits, move.prior, move.target, move.rates, move.end_in);
    return {std::move(moves), found.rates, found.estimate, found.is_proven, found.simulations};
}

}  // namespace

void bind_tree(nb::module_& m) {
    nb::class_<AnyForest>(m, "Forest", "Trees of one game that share batches of a network, which the caller runs.")
        .def_prop_ro("size", &AnyForest::size)
        .def_prop_ro("capacity", &AnyForest::capacity, "Rows that one batch may have.")
        .def(
            "begin",
            [](AnyForest& forest, std::size_t tree, const AnyPosition& position, int simulations, bool noisy, bool fresh) {
                check_tree(forest, tree);
                forest.begin(tree, position, simulations, noisy, fresh);
            },
            "tree"_a, "position"_a, "simulations"_a, "noisy"_a = false, "fresh"_a = false,
            "Start to think about a position; what the tree knows of it from before is kept unless it must be fresh.")
        .def("gather", &gather, "rows"_a, "Fill rows with positions that need the network; how many.")
        .def("give", &give, "logits"_a, "rates"_a, "The network's answers to the rows gathered last.")
        .def(
            "is_done",
            [](const AnyForest& forest, std::size_t tree) {
                check_tree(forest, tree);
                return forest.is_done(tree);
            },
            "tree"_a)
        .def("root", &root, "tree"_a,
             "Moves (move, visits, prior, target, rates, end_in) with the one to play first; rates, estimate, proven, "
             "simulations.")
        .def(
            "line",
            [](const AnyForest& forest, std::size_t tree, int first) {
                check_tree(forest, tree);
                const auto moves = forest.line(tree, static_cast<Move>(first));
                return std::vector<int>(moves.begin(), moves.end());
            },
            "tree"_a, "first"_a, "The most visited line that begins with a move.")
        .def("forget", &AnyForest::forget, "Empty the cache: the network has changed.");

    m.def(
        "load_forest",
        [](std::string_view game, const Words& rules, const Words& options, int trees, int leaves, std::uint64_t seed) {
            return load_forest(game, Options(Options::Map(rules.begin(), rules.end())), as_options(options, trees, leaves, seed));
        },
        "game"_a, "rules"_a, "options"_a, "trees"_a = 1, "leaves"_a = 1, "seed"_a = 1,
        "Trees for a native game; raises RulesError for options that make no game.");
}

}  // namespace duiyi
