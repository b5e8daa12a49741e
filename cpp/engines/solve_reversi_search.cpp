#include "engines/solve_reversi_search.hpp"

namespace duiyi::reversi {
namespace {

constexpr int WORST = -64, BEST = 64;
constexpr int NONE = -128;      // below every score: no move yet
constexpr int FIRST = 1 << 20;  // before every other in the order of moves
constexpr int ENDLESS = 9999;   // beyond every estimate
constexpr int GUESS_DEPTH = 6;

// By empties: where looking up the children first, and where estimates, begin to pay; how deep the estimates look.
constexpr int LOOK_UP_CHILDREN = 10;
constexpr int ESTIMATE = 14;
constexpr int estimate_depth(int empties) { return empties < 18 ? 0 : empties < 20 ? 1 : empties < 23 ? 2 : 3; }

/// The bound from which so many stable discs can be hoped for that counting them pays.
constexpr int stability_bound(int empties) { return empties < 12 ? empties + 2 : 2 * empties - 8; }

/// What a move is worth by the replies it leaves: few, and no corners, make a small tree.
int replies_left(Set moves) { return std::popcount(moves) + std::popcount(moves & CORNERS); }

/// Cells of quadrants with an odd number of empties: who plays there may have the last move in that quadrant.
Set odd_quadrants(Set empty) {
    Set odd = 0;
    for (const Set cells : QUADRANTS)
        if ((std::popcount(empty & cells) & 1) != 0) odd |= cells;
    return odd;
}

}  // namespace

EndgameSearch::EndgameSearch(std::size_t table_bytes, Control& control)
    : far_(table_bytes), rough_(table_bytes / 4), near_(std::size_t{1} << 20), estimate_(Estimate::shared()), control_(control) {}

int EndgameSearch::test(Set own, Set other, int alpha) {
    return search(own, other, Board8::moves(own, other), 64 - std::popcount(own | other), alpha);
}

int EndgameSearch::guess(Set own, Set other) const {
    const int score = look_ahead(own, other, Board8::moves(own, other), GUESS_DEPTH, -ENDLESS, ENDLESS) / Estimate::UNIT;
    return std::clamp(score / 2 * 2, WORST + 2, BEST - 2);
}

int EndgameSearch::search(Set own, Set other, Set moves, int empties, int alpha) {
    if (empties <= LAST_EMPTIES) return solve_last(own, other, moves, empties, alpha, nodes_);
    ++nodes_;
    if (moves == 0) {
        moves = Board8::moves(other, own);
        return moves == 0 ? final_score(own, other) : -search(other, own, moves, empties, -alpha - 1);
    }
    if (alpha >= stability_bound(empties))
        if (const int most = 64 - 2 * stable_discs(other, own); most <= alpha) return most;

    const std::uint64_t hash = BoundsTable<Set>::hash(own, other);
    int known = -1;
    if (const Bounds* bounds = table(empties).find(hash, own, other)) {
        if (bounds->upper <= alpha) return bounds->upper;
        if (bounds->lower > alpha) return bounds->lower;
        known = bounds->move;
    } else if (margin_ == 0 && empties >= NEAR_EMPTIES) {
        if (const Bounds* hint = rough_.find(hash, own, other)) known = hint->move;
    }

    Children children;
    if (!expand(own, other, moves, empties, children)) return BEST;
    if (empties >= LOOK_UP_CHILDREN)
        for (const Child& child : children.all())
            if (const Bounds* bounds = table(empties - 1).find(child.hash, child.own, child.other);
                bounds != nullptr && -bounds->upper > alpha)
                return -bounds->upper;

    const std::uint64_t before = nodes_;
    int best = NONE, best_cell = -1;
    const auto play = [&](const Child& child) {
        const int score = -search(child.own, child.other, child.moves, empties - 1, -alpha - 1);
        if (empties >= NEAR_EMPTIES) {
            if ((++ticks_ & 0xFF) == 0) control_.poll(nodes_);
            if (control_.stopped()) return true;
        }
        if (score > best) {
            best = score;
            best_cell = child.cell;
        }
        return best > alpha;
    };

    bool is_done = false;
    if (empties < ESTIMATE) {
        order_by_replies(children, ~(own | other), known);
    } else {
        // Estimates are dear: where a move is known, they wait until it has failed.
        if (margin_ == 0 && children.take(known)) is_done = play(children.next());
        if (!is_done) {
            const int most = order_by_estimate(children, ~(own | other), empties, known);
            // Scores are even, so the believed bounds are.
            if (margin_ > 0 && most > (alpha + margin_) * Estimate::UNIT) return alpha + 2 - (alpha & 1);
            if (margin_ > 0 && most < (alpha - margin_) * Estimate::UNIT) return alpha - (alpha & 1);
        }
    }
    while (!is_done && !children.empty()) {
        children.take_best();
        is_done = play(children.next());
    }
    if (control_.stopped()) return alpha;
    table(empties).store(hash, own, other, alpha, best, best_cell, std::bit_width(nodes_ - before) + 1, WORST, BEST);
    return best;
}

/// False when a move wipes the other out.
bool EndgameSearch::expand(Set own, Set other, Set moves, int empties, Children& children) {
    while (moves != 0) {
        const int cell = Board8::pop(moves);
        const Set turned = flips(own, other, cell);
        Child& child = children.add();
        child.own = other & ~turned;
        child.other = own | turned | Set{1} << cell;
        if (child.own == 0) return false;
        child.cell = cell;
        if (empties - 1 > LAST_EMPTIES) {
            child.hash = BoundsTable<Set>::hash(child.own, child.other);
            table(empties - 1).prefetch(child.hash);
        }
        child.moves = Board8::moves(child.own, child.other);
    }
    return true;
}

void EndgameSearch::order_by_replies(Children& children, Set empty, int known) const {
    const Set odd = odd_quadrants(empty);
    for (Child& child : children.all()) {
        child.order = -2 * replies_left(child.moves) + ((Set{1} << child.cell & odd) != 0 ? 1 : 0);
        if (child.cell == known) child.order = FIRST;
    }
}

/// Returns the best estimate of all.
int EndgameSearch::order_by_estimate(Children& children, Set empty, int empties, int known) const {
    const Set odd = odd_quadrants(empty);
    const int depth = estimate_depth(empties);
    int most = -ENDLESS;
    for (Child& child : children.rest()) {
        const int estimate = -look_ahead(child.own, child.other, child.moves, depth, -ENDLESS, ENDLESS);
        most = std::max(most, estimate);
        // In sixteenths of a disc: a reply less is worth four discs.
        child.order =
            16 * estimate / Estimate::UNIT - 64 * replies_left(child.moves) + ((Set{1} << child.cell & odd) != 0 ? 8 : 0);
        if (child.cell == known) child.order = FIRST;
    }
    return most;
}

int EndgameSearch::look_ahead(Set own, Set other, Set moves, int depth, int alpha, int beta) const {
    if (moves == 0) {
        moves = Board8::moves(other, own);
        if (moves == 0) return Estimate::UNIT * final_score(own, other);
        return -look_ahead(other, own, moves, depth, -beta, -alpha);
    }
    if (depth == 0) return estimate_(own, other, moves, Board8::moves(other, own));
    int best = -ENDLESS;
    while (moves != 0 && best < beta) {
        const int cell = Board8::pop(moves);
        const Set turned = flips(own, other, cell);
        const Set next = other & ~turned, mine = own | turned | Set{1} << cell;
        best = std::max(best, -look_ahead(next, mine, Board8::moves(next, mine), depth - 1, -beta, -std::max(alpha, best)));
    }
    return best;
}

}  // namespace duiyi::reversi
