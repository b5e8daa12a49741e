// What a search may spend, what it reports, and the control that stops it in time.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "core/types.hpp"
#include "search/score.hpp"

namespace duiyi {

struct Limits {
    double seconds = std::numeric_limits<double>::infinity();
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    int depth = MAX_PLY - 1;
    int threads = 1;
    int lines = 1;
    std::uint64_t seed = 1;
    bool is_fresh = false;  // forget what earlier searches found, so that equal requests give equal answers

    /// A bound for the nodes of a depth-first search that is sure or nearly so.
    std::uint64_t expected_nodes() const { return depth <= 5 ? std::min(nodes, std::uint64_t{1} << (4 * depth + 4)) : nodes; }
};

/// One line of play with what the search thinks of it.
struct Line {
    std::vector<Move> moves;
    std::array<double, MAX_SEATS> rates{};  // expected score by absolute seat
    double score = 0;                       // in the evaluation's unit, for the seat to move
    std::optional<double> share;            // of the visits
    std::optional<int> end_in;              // plies to a proven end, positive when the seat to move wins
};

struct Report {
    std::vector<Line> lines;
    int depth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
    double progress = 0;
};

using OnReport = std::function<void(const Report&)>;

/// Raised from outside, seen by every thread of a search within a few microseconds.
struct StopFlag {
    std::atomic<bool> raised{false};
};

/// The clock of one search: all threads look at `stopped`, the first thread polls.
class Control {
  public:
    static constexpr double REPORT_EVERY = 0.1;  // seconds

    Control(const Limits& limits, const StopFlag& outside) : limits_(limits), outside_(&outside), began_(Clock::now()) {}

    const Limits& limits() const { return limits_; }
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

    /// To be called every few hundred nodes; says whether a report is due.
    bool poll(std::uint64_t nodes) {
        const double now = seconds();
        if (outside_->raised.load(std::memory_order_relaxed) || now >= limits_.seconds || nodes >= limits_.nodes) stop();
        if (now - reported_ < REPORT_EVERY) return false;
        reported_ = now;
        return true;
    }

    /// The fraction of the nearest limit that is used; `depth` may be a fraction of a ply.
    double progress(std::uint64_t nodes, double depth) const {
        double used = 0;
        if (limits_.nodes != std::numeric_limits<std::uint64_t>::max())
            used = static_cast<double>(nodes) / static_cast<double>(limits_.nodes);
        if (limits_.seconds < std::numeric_limits<double>::infinity()) used = std::max(used, seconds() / limits_.seconds);
        if (limits_.depth < MAX_PLY - 1) used = std::max(used, depth / limits_.depth);
        return std::min(1.0, used);
    }

  private:
    using Clock = std::chrono::steady_clock;

    Limits limits_;
    const StopFlag* outside_;
    Clock::time_point began_;
    double reported_ = 0;
    std::atomic<bool> stopped_{false};
};

}  // namespace duiyi
