// A lone army crosses the board: 27 moves are the least possible (Bell 2009), and a beam search finds such a way.
#include <algorithm>
#include <climits>
#include <cstdlib>
#include <tuple>
#include <unordered_set>

#include "core/random.hpp"
#include "games/chinese_checkers/position.hpp"
#include "tests/check.hpp"

namespace duiyi {
namespace {

using namespace chinese_checkers;

constexpr std::size_t BEAM_WIDTH = 3000;
constexpr int FEWEST_MOVES = 27;

struct Node {
    Position position;
    std::size_t parent;  // in the layer before
    Move move;
};

struct Candidate {
    int cost;
    std::size_t parent;
    Move move;
};

struct Army {
    int cost = 0;  // small when it is far down, close to the middle line, and has no stragglers
    Key key = 0;   // the same for its mirror image
};

Army appraise(const Position& position) {
    static constexpr auto KEYS = random_keys<HOLES>(27);
    Army army;
    Key mirrored = 0;
    for (Slots own = position.marbles(0); own.any();) {
        const int cell = cell_of(static_cast<int>(own.pop()));
        const Axial at = STAR.axial[static_cast<std::size_t>(cell)];
        const int lag = std::max(0, at.y + 4);
        army.cost += 20 * at.y + 2 * std::abs(2 * at.x + at.y) + lag * lag;
        army.key ^= KEYS[static_cast<std::size_t>(cell)];
        mirrored ^= KEYS[static_cast<std::size_t>(Position::symmetric_cell(position.rules(), 1, cell))];
    }
    army.key = std::min(army.key, mirrored);
    return army;
}

/// The best children of a layer. One seat is empty and only passes, so a move here is a ply and a pass.
std::vector<Node> next_layer(const std::vector<Node>& layer) {
    std::unordered_set<Key> seen;
    std::vector<Candidate> candidates;
    for (std::size_t parent = 0; parent < layer.size(); ++parent) {
        Position position = layer[parent].position;
        MoveList<Position::MAX_MOVES> moves;
        position.generate(moves);
        for (const Move move : moves) {
            Position::Undo undo;
            position.do_move(move, undo);
            const Army army = appraise(position);
            if (seen.insert(army.key).second) candidates.push_back({position.is_over() ? INT_MIN : army.cost, parent, move});
            position.undo_move(move, undo);
        }
    }
    const auto kept = std::min(BEAM_WIDTH, candidates.size());
    std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(kept), candidates.end(),
                      [](const Candidate& a, const Candidate& b) {
                          return std::tie(a.cost, a.parent, a.move) < std::tie(b.cost, b.parent, b.move);
                      });
    std::vector<Node> next;
    next.reserve(kept);
    for (std::size_t i = 0; i < kept; ++i) {
        Position::Undo undo;
        next.push_back({layer[candidates[i].parent].position, candidates[i].parent, candidates[i].move});
        next.back().position.do_move(candidates[i].move, undo);
        if (!next.back().position.is_over()) next.back().position.do_move(PASS, undo);
    }
    return next;
}

TEST(chinese_checkers_a_beam_search_brings_a_lone_army_home_in_27_moves) {
    const auto start = Position::parse({2, RuleSet::RUC, false}, "A/AA/AAA/AAAA/13/12/11/10/9/10/11/12/13/4/3/2/1 A");
    std::vector<std::vector<Node>> layers{{{start, 0, PASS}}};
    for (int i = 0; i < FEWEST_MOVES; ++i) {
        CHECK(!layers.back().front().position.is_over());  // fewer than 27 would be news
        layers.push_back(next_layer(layers.back()));
    }
    CHECK(layers.back().front().position.is_over());

    // The way that was found is a game of its own: it replays from the start, also where the camps are limited.
    std::vector<Move> way;
    std::size_t at = 0;
    for (std::size_t i = layers.size(); --i > 0; at = layers[i][at].parent) way.insert(way.begin(), layers[i][at].move);
    auto replay = Position::parse({2, RuleSet::STANDARD, false}, start.text());
    for (const Move move : way) {
        Position::Undo undo;
        CHECK(replay.is_legal(move));
        replay.do_move(move, undo);
        if (!replay.is_over()) replay.do_move(PASS, undo);
    }
    CHECK(replay.is_over());
    CHECK(replay.outcome()->scores[0] == 1.0F);
}

}  // namespace
}  // namespace duiyi
