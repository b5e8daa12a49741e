#include "engines/solve_reversi_last.hpp"

#include <utility>

namespace duiyi::reversi {
namespace {

constexpr int NONE = -128;  // below every score: no move yet

constexpr int quadrant(int cell) { return (cell >> 2 & 1) | (cell >> 4 & 2); }

int solve_1(Set own, int cell) {
    const int mine = std::popcount(own);
    if (const int turned = last_flips(own, cell); turned != 0) return 2 * (mine + turned) - 62;
    if (const int lost = last_flips(~own & ~(Set{1} << cell), cell); lost != 0) return 2 * (mine - lost) - 64;
    return mine > 31 ? 2 * mine - 62 : 2 * mine - 64;
}

int solve_2(Set own, Set other, int a, int b, int alpha, std::uint64_t& nodes) {
    ++nodes;
    int best = NONE;
    if (touches(other, a))
        if (const Set turned = flips(own, other, a); turned != 0) {
            ++nodes;
            best = -solve_1(other & ~turned, b);
            if (best > alpha) return best;
        }
    if (touches(other, b))
        if (const Set turned = flips(own, other, b); turned != 0) {
            ++nodes;
            const int score = -solve_1(other & ~turned, a);
            return score > best ? score : best;
        }
    if (best != NONE) return best;
    // The mover passes: the same for the other, who wants a result below.
    ++nodes;
    best = -NONE;
    if (touches(own, a))
        if (const Set turned = flips(other, own, a); turned != 0) {
            ++nodes;
            best = solve_1(own & ~turned, b);
            if (best <= alpha) return best;
        }
    if (touches(own, b))
        if (const Set turned = flips(other, own, b); turned != 0) {
            ++nodes;
            const int score = solve_1(own & ~turned, a);
            return score < best ? score : best;
        }
    return best != -NONE ? best : final_score(own, other);
}

/// Three empties with the cell that is alone in its quadrant first.
int solve_3(Set own, Set other, int a, int b, int c, int alpha, std::uint64_t& nodes, bool passed = false) {
    ++nodes;
    if (quadrant(a) == quadrant(b)) {
        if (quadrant(b) != quadrant(c)) std::swap(a, c);
    } else if (quadrant(a) == quadrant(c)) {
        std::swap(a, b);
    }
    int best = NONE;
    const auto play = [&](int cell, int x, int y) {
        if (!touches(other, cell)) return false;
        const Set turned = flips(own, other, cell);
        if (turned == 0) return false;
        const int score = -solve_2(other & ~turned, own | turned | Set{1} << cell, x, y, -alpha - 1, nodes);
        if (score > best) best = score;
        return best > alpha;
    };
    if (play(a, b, c) || play(b, a, c) || play(c, a, b)) return best;
    if (best != NONE) return best;
    if (passed) return final_score(own, other);
    return -solve_3(other, own, a, b, c, -alpha - 1, nodes, true);
}

/// Four empties; the caller has put those of odd quadrants first.
int solve_4(Set own, Set other, const int (&x)[4], int alpha, std::uint64_t& nodes, bool passed = false) {
    ++nodes;
    int best = NONE;
    const auto play = [&](int cell, int a, int b, int c) {
        if (!touches(other, cell)) return false;
        const Set turned = flips(own, other, cell);
        if (turned == 0) return false;
        const int score = -solve_3(other & ~turned, own | turned | Set{1} << cell, a, b, c, -alpha - 1, nodes);
        if (score > best) best = score;
        return best > alpha;
    };
    if (play(x[0], x[1], x[2], x[3]) || play(x[1], x[0], x[2], x[3]) || play(x[2], x[0], x[1], x[3]) ||
        play(x[3], x[0], x[1], x[2]))
        return best;
    if (best != NONE) return best;
    if (passed) return final_score(own, other);
    return -solve_4(other, own, x, -alpha - 1, nodes, true);
}

int solve_few(Set own, Set other, Set empty, Set odd, int alpha, std::uint64_t& nodes) {
    int cells[4];
    int count = 0;
    for (Set set = empty & odd; set != 0;) cells[count++] = Board8::pop(set);
    for (Set set = empty & ~odd; set != 0;) cells[count++] = Board8::pop(set);
    switch (count) {
        case 4: {
            // Of a lone cell and three together, all of them odd, the lone one comes first.
            const int q0 = quadrant(cells[0]), q1 = quadrant(cells[1]), q2 = quadrant(cells[2]), q3 = quadrant(cells[3]);
            if (q0 == q1) {
                if (q2 != q0 && q3 == q0) std::swap(cells[0], cells[2]);
                else if (q3 != q0 && q2 == q0) std::swap(cells[0], cells[3]);
            } else if (q1 != q2 && q0 == q2 && q2 == q3) {
                std::swap(cells[0], cells[1]);
            }
            return solve_4(own, other, cells, alpha, nodes);
        }
        case 3:
            return solve_3(own, other, cells[0], cells[1], cells[2], alpha, nodes);
        case 2:
            return solve_2(own, other, cells[0], cells[1], alpha, nodes);
        default:
            ++nodes;
            return solve_1(own, cells[0]);
    }
}

/// Cells of quadrants with an odd number of empties.
Set odd_quadrants(Set empty) {
    Set odd = 0;
    for (const Set quadrant_cells : QUADRANTS)
        if ((std::popcount(empty & quadrant_cells) & 1) != 0) odd |= quadrant_cells;
    return odd;
}

int solve_shallow(Set own, Set other, Set moves, Set odd, int empties, int alpha, std::uint64_t& nodes) {
    ++nodes;
    if (moves == 0) {
        moves = Board8::moves(other, own);
        if (moves == 0) return final_score(own, other);
        return -solve_shallow(other, own, moves, odd, empties, -alpha - 1, nodes);
    }
    const Set empty = ~(own | other);
    int best = NONE;
    for (int turn = 0; turn < 2; ++turn) {
        for (Set set = turn == 0 ? moves & odd : moves & ~odd; set != 0;) {
            const int cell = Board8::pop(set);
            const Set turned = flips(own, other, cell);
            const Set next_own = other & ~turned, next_other = own | turned | Set{1} << cell;
            const Set next_odd = odd ^ QUADRANTS[static_cast<std::size_t>(quadrant(cell))];
            const int score = empties == 5
                                  ? -solve_few(next_own, next_other, empty & ~(Set{1} << cell), next_odd, -alpha - 1, nodes)
                                  : -solve_shallow(next_own, next_other, Board8::moves(next_own, next_other), next_odd,
                                                   empties - 1, -alpha - 1, nodes);
            if (score > best) {
                if (score > alpha) return score;
                best = score;
            }
        }
    }
    return best;
}

}  // namespace

int solve_last(Set own, Set other, Set moves, int empties, int alpha, std::uint64_t& nodes) {
    const Set empty = ~(own | other);
    const Set odd = odd_quadrants(empty);
    if (empties <= 4) return empties == 0 ? final_score(own, other) : solve_few(own, other, empty, odd, alpha, nodes);
    return solve_shallow(own, other, moves, odd, empties, alpha, nodes);
}

}  // namespace duiyi::reversi
