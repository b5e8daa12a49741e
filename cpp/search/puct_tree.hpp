// The tree of a search guided by a network: visited positions and their moves in two arenas that only grow.
//
// A move costs twelve bytes until it is tried; only then does its position get a node. One thread works on a tree at a time.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/types.hpp"

namespace duiyi {

/// A position that has been reached. Rates are by absolute seat: one for two seats (the first seat's), else one a seat.
template <std::size_t Values>
struct PuctNode {
    enum State : std::uint8_t { LEAF, WAITING, GROWN };  // waiting for the network, grown when it has answered

    std::uint32_t first_edge = 0;
    std::uint16_t num_edges = 0;
    std::uint16_t in_flight = 0;  // walks that passed here and have no value yet
    std::uint32_t visits = 0;
    State state = LEAF;
    bool is_proven : 1 = false;            // then `exact` holds
    std::uint8_t sortings : 7 = 0;         // of its moves by prior, best first: four at the first, twice as many at each further
    std::int16_t end_in = 0;               // plies to the proven end
    std::array<double, Values> sums{};     // of the values of all visits
    std::array<float, Values> estimate{};  // the network's own
    std::array<float, Values> exact{};
};

/// A move with the share that the network gives it.
struct PuctEdge {
    static constexpr std::uint32_t NONE = 0xFFFFFFFF;
    std::uint32_t child = NONE;
    float prior = 0;
    Move move = NO_MOVE;
};

template <std::size_t Values>
class PuctTree {
  public:
    using Node = PuctNode<Values>;
    static constexpr std::uint32_t ROOT = 0;

    PuctTree() { clear(); }

    /// Only the root is left, and it knows nothing. The memory stays.
    void clear() {
        nodes_.clear();
        edges_.clear();
        nodes_.emplace_back();
    }

    Node& operator[](std::uint32_t i) { return nodes_[i]; }
    const Node& operator[](std::uint32_t i) const { return nodes_[i]; }
    PuctEdge& edge(std::uint32_t i) { return edges_[i]; }
    const PuctEdge& edge(std::uint32_t i) const { return edges_[i]; }
    PuctEdge* edges_of(const Node& node) { return edges_.data() + node.first_edge; }
    const PuctEdge* edges_of(const Node& node) const { return edges_.data() + node.first_edge; }
    std::size_t bytes() const { return nodes_.size() * sizeof(Node) + edges_.size() * sizeof(PuctEdge); }

    std::uint32_t add_node() {
        nodes_.emplace_back();
        return static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    template <class Moves>
    void add_edges(std::uint32_t node, const Moves& moves) {
        nodes_[node].first_edge = static_cast<std::uint32_t>(edges_.size());
        nodes_[node].num_edges = static_cast<std::uint16_t>(moves.size());
        for (const Move move : moves) edges_.push_back({PuctEdge::NONE, 0, move});
    }

    /// Becomes a copy of what lies below a node of another tree.
    void adopt(const PuctTree& other, std::uint32_t from) {
        clear();
        open_.clear();
        nodes_[ROOT] = other[from];
        open_.emplace_back(from, ROOT);
        while (!open_.empty()) {
            const auto [theirs, ours] = open_.back();
            open_.pop_back();
            const Node& source = other[theirs];
            const auto first = static_cast<std::uint32_t>(edges_.size());
            nodes_[ours].first_edge = first;
            for (std::uint32_t i = 0; i < source.num_edges; ++i) edges_.push_back(other.edge(source.first_edge + i));
            for (std::uint32_t i = first; i < first + source.num_edges; ++i) {
                const std::uint32_t child = edges_[i].child;
                if (child == PuctEdge::NONE) continue;
                edges_[i].child = static_cast<std::uint32_t>(nodes_.size());
                nodes_.push_back(other[child]);
                open_.emplace_back(child, edges_[i].child);
            }
        }
    }

    void swap(PuctTree& other) {
        nodes_.swap(other.nodes_);
        edges_.swap(other.edges_);
    }

  private:
    std::vector<Node> nodes_;
    std::vector<PuctEdge> edges_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> open_;
};

}  // namespace duiyi
