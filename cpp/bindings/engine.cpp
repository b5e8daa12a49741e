// Engines for Python: a search blocks its thread with the GIL released; reports take it for a moment.
#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "engines/any_engine.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace duiyi {
namespace {

using Words = std::map<std::string, std::string>;
/// Moves, expected scores, score, share of the visits, plies to the end.
using LineTuple = std::tuple<std::vector<int>, std::vector<double>, double, std::optional<double>, std::optional<int>>;
/// Lines, depth, nodes, seconds, progress.
using ReportTuple = std::tuple<std::vector<LineTuple>, int, std::uint64_t, double, double>;

Options as_options(const Words& words) { return Options(Options::Map(words.begin(), words.end())); }

ReportTuple as_tuple(const Report& report, int seats) {
    std::vector<LineTuple> lines;
    for (const Line& line : report.lines)
        lines.emplace_back(std::vector<int>(line.moves.begin(), line.moves.end()),
                           std::vector<double>(line.rates.begin(), line.rates.begin() + seats), line.score, line.share,
                           line.end_in);
    return {std::move(lines), report.depth, report.nodes, report.seconds, report.progress};
}

Limits as_limits(std::optional<double> seconds, std::optional<std::uint64_t> nodes, std::optional<int> depth, int threads,
                 int lines, std::optional<std::uint64_t> seed) {
    Limits limits;
    if (seconds) limits.seconds = *seconds;
    if (nodes) limits.nodes = *nodes;
    if (depth) limits.depth = *depth;
    limits.threads = threads;
    limits.lines = lines;
    limits.is_fresh = seed.has_value();
    if (seed) limits.seed = *seed;
    return limits;
}

ReportTuple search(AnyEngine& engine, const AnyPosition& position, StopFlag& stop, std::optional<double> seconds,
                   std::optional<std::uint64_t> nodes, std::optional<int> depth, int threads, int lines,
                   std::optional<std::uint64_t> seed, const std::optional<nb::callable>& on_report) {
    const Limits limits = as_limits(seconds, nodes, depth, threads, lines, seed);
    std::exception_ptr failure;  // an exception must not fly through the search and its threads
    OnReport report;
    if (on_report)
        report = [&](const Report& found) {
            const nb::gil_scoped_acquire acquired;
            if (failure) return;
            try {
                (*on_report)(as_tuple(found, position.seats()));
            } catch (...) {
                failure = std::current_exception();
                stop.raised = true;
            }
        };
    Report found;
    {
        const nb::gil_scoped_release released;
        found = engine.search(position, limits, stop, report);
    }
    if (failure) std::rethrow_exception(failure);
    return as_tuple(found, position.seats());
}

std::tuple<std::string, std::optional<int>, std::vector<int>, std::uint64_t, double> solve(
    AnySolver& solver, const AnyPosition& position, StopFlag& stop, std::optional<double> seconds, int threads) {
    static constexpr std::array<const char*, 4> NAMES = {"unknown", "loss", "draw", "win"};
    const nb::gil_scoped_release released;
    const Solution found = solver.solve(position, as_limits(seconds, {}, {}, threads, 1, 1), stop, nullptr);
    return {NAMES[static_cast<std::size_t>(found.value)], found.margin, std::vector<int>(found.moves.begin(), found.moves.end()),
            found.nodes, found.seconds};
}

}  // namespace

void bind_engine(nb::module_& m) {
    nb::class_<StopFlag>(m, "StopFlag", "Ends a search from another thread.")
        .def(nb::init<>())
        .def("stop", [](StopFlag& flag) { flag.raised = true; }, "Ends the search within milliseconds.");

    nb::class_<AnyEngine>(m, "Engine", "A search with its memory, for one game. One search at a time.")
        .def("search", &search, "position"_a, "stop"_a, "seconds"_a = nb::none(), "nodes"_a = nb::none(), "depth"_a = nb::none(),
             "threads"_a = 1, "lines"_a = 1, "seed"_a = nb::none(), "on_report"_a = nb::none(),
             "Lines (moves, rates, score, share, end_in), depth, nodes, seconds, progress.");

    nb::class_<AnySolver>(m, "Solver", "Finds exact values.")
        .def("solve", &solve, "position"_a, "stop"_a, "seconds"_a = nb::none(), "threads"_a = 1,
             "The value in words and, where the game counts, as a number; best moves, nodes, seconds.");

    m.def(
        "load_engine",
        [](std::string_view game, const Words& rules, const std::string& name, const Words& options) {
            return load_engine(game, as_options(rules), {name, as_options(options)});
        },
        "game"_a, "rules"_a, "name"_a, "options"_a,
        "An engine for a native game; raises RulesError for one that does not exist.");
    m.def(
        "load_solver", [](std::string_view game, const Words& rules) { return load_solver(game, as_options(rules)); }, "game"_a,
        "rules"_a, "The solver of a native game, or None.");
}

}  // namespace duiyi
