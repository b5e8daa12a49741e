// The tree of Monte Carlo tree search: nodes in chunks that never move, shared by threads through atomics alone.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "core/types.hpp"

namespace duiyi {

/// A sum of rates in fixed point: adding is exact, so the order in which threads add does not matter.
class RateSum {
  public:
    void add(double rate) { sum_.fetch_add(static_cast<std::int64_t>(rate * SCALE), std::memory_order_relaxed); }
    /// Without a lock: of two threads that add at once one may be lost, which a statistic of thousands does not feel.
    void add_loosely(double rate) {
        sum_.store(sum_.load(std::memory_order_relaxed) + static_cast<std::int64_t>(rate * SCALE), std::memory_order_relaxed);
    }
    double value() const { return static_cast<double>(sum_.load(std::memory_order_relaxed)) / SCALE; }
    void copy(const RateSum& other) { sum_.store(other.sum_.load(std::memory_order_relaxed), std::memory_order_relaxed); }

  private:
    static constexpr double SCALE = 1 << 20;
    std::atomic<std::int64_t> sum_{0};
};

/// A position in the tree, with the move that leads to it. `Values` rates are kept: one for two seats (the first seat's), else
/// one a seat.
template <std::size_t Values>
struct TreeNode {
    enum State : std::uint8_t { LEAF, GROWING, GROWN };

    std::atomic<std::uint32_t> visits{0};       // counted on the way down, so that other threads look elsewhere
    std::atomic<std::uint32_t> rave_visits{0};  // games in which the move came later
    std::array<RateSum, Values> sums{};
    RateSum rave_sum{};  // for the seat that moves
    std::uint32_t first_child = 0;
    std::uint16_t num_children = 0;
    Move move = NO_MOVE;
    float prior = 0;
    std::atomic<State> state{LEAF};
    std::atomic<bool> is_proven{false};  // then `exact` holds
    std::int16_t end_in = 0;             // plies to the proven end
    std::array<float, Values> exact{};

    /// Everything but the place in the tree.
    void copy(const TreeNode& other) {
        visits.store(other.visits.load(std::memory_order_relaxed), std::memory_order_relaxed);
        rave_visits.store(other.rave_visits.load(std::memory_order_relaxed), std::memory_order_relaxed);
        for (std::size_t i = 0; i < Values; ++i) sums[i].copy(other.sums[i]);
        rave_sum.copy(other.rave_sum);
        move = other.move;
        prior = other.prior;
        is_proven.store(other.is_proven.load(std::memory_order_relaxed), std::memory_order_relaxed);
        end_in = other.end_in;
        exact = other.exact;
    }
    void prove(const std::array<float, Values>& rates, int plies) {
        exact = rates;
        end_in = static_cast<std::int16_t>(plies);
        is_proven.store(true, std::memory_order_release);
    }
};

template <std::size_t Values>
class Tree {
  public:
    using Node = TreeNode<Values>;
    static constexpr std::uint32_t ROOT = 0;

    explicit Tree(std::size_t bytes) : chunks_(std::max<std::size_t>(1, bytes / (sizeof(Node) * CHUNK))) { clear(); }

    /// Only the root is left, and it knows nothing.
    void clear() {
        used_ = 0;
        full_.store(false, std::memory_order_relaxed);
        root_ = take(1);
    }

    Node& operator[](std::uint32_t i) { return chunks_[i / CHUNK][i % CHUNK]; }
    const Node& operator[](std::uint32_t i) const { return chunks_[i / CHUNK][i % CHUNK]; }
    std::uint32_t root() const { return root_; }
    bool is_full() const { return full_.load(std::memory_order_relaxed); }

    /// Makes room for children in a row; NONE when the memory is used up.
    static constexpr std::uint32_t NONE = 0xFFFFFFFF;
    std::uint32_t take(std::uint32_t count) {
        const std::uint32_t first = reserve(count);
        for (std::uint32_t i = 0; first != NONE && i < count; ++i) {
            Node& node = (*this)[first + i];
            std::destroy_at(&node);
            std::construct_at(&node);
        }
        return first;
    }

    /// Copies the part below a node of another tree; what does not fit is left out.
    void adopt(const Tree& other, std::uint32_t from) {
        clear();
        (*this)[root_].copy(other[from]);
        std::vector<std::pair<std::uint32_t, std::uint32_t>> open = {{from, root_}};
        while (!open.empty()) {
            const auto [theirs, ours] = open.back();
            open.pop_back();
            const Node& source = other[theirs];
            if (source.state.load() != Node::GROWN || source.num_children == 0) continue;
            const std::uint32_t first = take(source.num_children);
            if (first == NONE) continue;
            Node& node = (*this)[ours];
            node.first_child = first;
            node.num_children = source.num_children;
            for (std::uint32_t i = 0; i < source.num_children; ++i) {
                (*this)[first + i].copy(other[source.first_child + i]);
                open.emplace_back(source.first_child + i, first + i);
            }
            node.state.store(Node::GROWN);
        }
    }

    void swap(Tree& other) {
        chunks_.swap(other.chunks_);
        std::swap(used_, other.used_);
        std::swap(root_, other.root_);
        full_ = other.full_.exchange(full_);
    }

  private:
    static constexpr std::uint32_t CHUNK = 1 << 14;  // nodes; more than any position has moves

    /// The lock is held for a moment only: nobody else knows the nodes that were taken, so they are made new outside it.
    std::uint32_t reserve(std::uint32_t count) {
        const std::lock_guard lock(mutex_);
        if (used_ % CHUNK + count > CHUNK) used_ += CHUNK - used_ % CHUNK;
        const std::uint64_t chunk = used_ / CHUNK;
        if (chunk >= chunks_.size()) {
            full_.store(true, std::memory_order_relaxed);
            return NONE;
        }
        if (chunks_[chunk] == nullptr) chunks_[chunk] = std::make_unique<Node[]>(CHUNK);
        const auto first = static_cast<std::uint32_t>(used_);
        used_ += count;
        return first;
    }

    // What every visit reads, apart from what every growth writes: threads would fetch the former again after each of the latter.
    std::vector<std::unique_ptr<Node[]>> chunks_;
    std::uint32_t root_ = ROOT;
    std::atomic<bool> full_{false};
    alignas(64) std::mutex mutex_;
    std::uint64_t used_ = 0;
};

}  // namespace duiyi
