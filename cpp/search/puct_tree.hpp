// The tree of a search guided by a network: positions, their moves, and links of tried moves, in arenas that only grow.
//
// A move costs twelve bytes until it is tried; only then does it get a link to a position. Where moves commute (stones that
// stay) a position that several orders of moves lead to is one node with several links, so that what is found on one way is
// known on all. One thread works on a tree at a time.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/types.hpp"
#include "search/puct_index.hpp"

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
    std::uint32_t link = NONE;
    float prior = 0;
    Move move = NO_MOVE;
};

/// A tried move: where it leads, and what its position counts for where it was played.
template <std::size_t Values>
struct PuctLink {
    std::uint32_t node = 0;
    std::uint32_t visits = 0;
    std::uint32_t in_flight = 0;
    std::array<double, Values> sums{};
};

template <std::size_t Values>
class PuctTree {
  public:
    using Node = PuctNode<Values>;
    using Link = PuctLink<Values>;
    static constexpr std::uint32_t ROOT = 0;

    PuctTree() { clear(); }

    /// Only the root is left, and it knows nothing. The memory stays.
    void clear() {
        nodes_.clear();
        edges_.clear();
        links_.clear();
        index_.clear();
        nodes_.emplace_back();
    }

    Node& operator[](std::uint32_t i) { return nodes_[i]; }
    const Node& operator[](std::uint32_t i) const { return nodes_[i]; }
    PuctEdge& edge(std::uint32_t i) { return edges_[i]; }
    const PuctEdge& edge(std::uint32_t i) const { return edges_[i]; }
    PuctEdge* edges_of(const Node& node) { return edges_.data() + node.first_edge; }
    const PuctEdge* edges_of(const Node& node) const { return edges_.data() + node.first_edge; }
    Link& link(std::uint32_t i) { return links_[i]; }
    const Link& link(std::uint32_t i) const { return links_[i]; }
    /// Of a tried move.
    const Link& link_of(const PuctEdge& edge) const { return links_[edge.link]; }
    const Node& child(const PuctEdge& edge) const { return nodes_[links_[edge.link].node]; }
    std::size_t bytes() const {
        return nodes_.size() * sizeof(Node) + edges_.size() * sizeof(PuctEdge) + links_.size() * sizeof(Link) + index_.bytes();
    }

    /// A node of its own for a move that is tried for the first time.
    std::uint32_t add_node() {
        nodes_.emplace_back();
        return static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    /// The node of a position, new or known from another way to it.
    std::uint32_t node_of(Key key) {
        const std::uint32_t node = index_.find_or_add(key, static_cast<std::uint32_t>(nodes_.size()));
        if (node == nodes_.size()) nodes_.emplace_back();
        return node;
    }
    std::uint32_t add_link(std::uint32_t edge, std::uint32_t node) {
        links_.push_back({node, 0, 0, {}});
        return edges_[edge].link = static_cast<std::uint32_t>(links_.size() - 1);
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
        copies_.assign(other.nodes_.size(), PuctEdge::NONE);
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
                if (edges_[i].link == PuctEdge::NONE) continue;
                Link link = other.link(edges_[i].link);
                std::uint32_t& copy = copies_[link.node];
                if (copy == PuctEdge::NONE) {
                    copy = static_cast<std::uint32_t>(nodes_.size());
                    nodes_.push_back(other[link.node]);
                    open_.emplace_back(link.node, copy);
                }
                link.node = copy;
                edges_[i].link = static_cast<std::uint32_t>(links_.size());
                links_.push_back(link);
            }
        }
        other.index_.for_each([&](Key key, std::uint32_t node) {
            if (copies_[node] != PuctEdge::NONE) index_.find_or_add(key, copies_[node]);
        });
    }

    void swap(PuctTree& other) {
        nodes_.swap(other.nodes_);
        edges_.swap(other.edges_);
        links_.swap(other.links_);
        index_.swap(other.index_);
    }

  private:
    std::vector<Node> nodes_;
    std::vector<PuctEdge> edges_;
    std::vector<Link> links_;
    PuctIndex index_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> open_;
    std::vector<std::uint32_t> copies_;  // of another tree's nodes, by their place
};

}  // namespace duiyi
