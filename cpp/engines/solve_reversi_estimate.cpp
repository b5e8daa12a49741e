#include "engines/solve_reversi_estimate.hpp"

#include <algorithm>
#include <memory>

#include "engines/solve_reversi_weights.hpp"

namespace duiyi::reversi {
namespace {

const std::array<const PhaseWeights*, 3> PHASES = {&WEIGHTS_LATE, &WEIGHTS_MIDDLE, &WEIGHTS_EARLY};

using Cells = std::vector<int>;
using Kind = std::array<int, 8>;  // -1 where a kind has fewer cells

/// One pattern of every kind; its first cell is the lowest digit of the index.
constexpr std::array<Kind, 7> KINDS = {{
    {0, 1, 2, 3, 4, 5, 6, 7},          // edge
    {0, 1, 2, 3, 8, 9, 10, 11},        // block at a corner
    {8, 9, 10, 11, 12, 13, 14, 15},    // second rank
    {16, 17, 18, 19, 20, 21, 22, 23},  // third rank
    {24, 25, 26, 27, 28, 29, 30, 31},  // fourth rank
    {0, 9, 18, 27, 36, 45, 54, 63},    // long diagonal
    {1, 10, 19, 28, 37, 46, 55, -1},   // the one beside it
}};

Cells cells_of(const Kind& kind) { return {kind.begin(), std::find(kind.begin(), kind.end(), -1)}; }

/// The cells under one of the eight symmetries: quarter turns, then a mirror.
Cells transformed(Cells cells, int symmetry) {
    for (int& cell : cells) {
        for (int turn = 0; turn < symmetry / 2; ++turn) cell = cell % 8 * 8 + 7 - cell / 8;
        if (symmetry % 2 != 0) cell = cell / 8 * 8 + 7 - cell % 8;
    }
    return cells;
}

Cells sorted(Cells cells) {
    std::sort(cells.begin(), cells.end());
    return cells;
}

/// The characters from '#' to '~' without the backslash stand for -45 to 45.
std::int8_t weight_of(char c) { return static_cast<std::int8_t>(c - (c > '\\' ? 1 : 0) - '#' - 45); }

/// Appends all weights of a kind, reading one character for each pair of mirror images.
void unfold(const Cells& cells, const char*& folded, std::vector<std::int8_t>& weights) {
    std::vector<Cells> mirrors;  // where the digits go
    for (int symmetry = 1; symmetry < 8; ++symmetry) {
        const Cells image = transformed(cells, symmetry);
        if (sorted(image) != sorted(cells)) continue;
        Cells& places = mirrors.emplace_back();
        for (const int cell : image)
            places.push_back(static_cast<int>(std::find(cells.begin(), cells.end(), cell) - cells.begin()));
    }
    std::vector<int> powers = {1};
    while (powers.size() <= cells.size()) powers.push_back(powers.back() * 3);
    const std::size_t start = weights.size();
    for (int index = 0; index < powers.back(); ++index) {
        int first = index;
        for (const Cells& places : mirrors) {
            int image = 0;
            for (std::size_t i = 0; i < places.size(); ++i)
                image += index / powers[i] % 3 * powers[static_cast<std::size_t>(places[i])];
            first = std::min(first, image);
        }
        weights.push_back(first == index ? weight_of(*folded++) : weights[start + static_cast<std::size_t>(first)]);
    }
}

template <class Indices>
void add(Indices& to, const Indices& what) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<std::uint16_t>(to[i] + what[i]);
}

}  // namespace

const Estimate& Estimate::shared() {
    static const std::unique_ptr<const Estimate> estimate(new Estimate());
    return *estimate;
}

Estimate::Estimate() {
    std::size_t first = 0;
    for (const Kind& kind : KINDS) {
        std::vector<Cells> seen;
        std::uint16_t power = 1;
        for (int symmetry = 0; symmetry < 8; ++symmetry) {
            const Cells cells = transformed(cells_of(kind), symmetry);
            if (std::find(seen.begin(), seen.end(), sorted(cells)) != seen.end()) continue;
            seen.push_back(sorted(cells));
            first_[places_] = static_cast<std::uint16_t>(first);
            power = 1;
            for (const int cell : cells) {
                for (std::size_t discs = 0; discs < 256; ++discs)
                    if ((discs >> (cell % 8) & 1) != 0) {
                        auto& part = parts_[static_cast<std::size_t>(cell / 8)][discs][places_];
                        part = static_cast<std::uint16_t>(part + power);
                    }
                power = static_cast<std::uint16_t>(power * 3);
            }
            ++places_;
        }
        first += power;
    }
    for (const PhaseWeights* phase : PHASES) {
        auto& weights = weights_.emplace_back();
        const char* folded = phase->patterns.data();
        for (const Kind& kind : KINDS) unfold(cells_of(kind), folded, weights);
    }
}

int Estimate::operator()(Set own, Set other, Set moves, Set replies) const {
    // Two sums of whole vectors, in a form that compilers turn into vector instructions.
    Indices indices = first_, doubled{};
    for (std::size_t rank = 0; rank < 8; ++rank) {
        add(indices, parts_[rank][own >> (8 * rank) & 0xFF]);
        add(doubled, parts_[rank][other >> (8 * rank) & 0xFF]);
    }
    add(indices, doubled);
    add(indices, doubled);
    const int empties = 64 - std::popcount(own | other);
    std::size_t phase = 0;
    while (phase + 1 < PHASES.size() && empties > PHASES[phase]->most) ++phase;
    int sum = PHASES[phase]->moves[static_cast<std::size_t>(std::min(std::popcount(moves), 31))] +
              PHASES[phase]->replies[static_cast<std::size_t>(std::min(std::popcount(replies), 31))];
    const std::int8_t* weights = weights_[phase].data();
    for (std::size_t i = 0; i < places_; ++i) sum += weights[indices[i]];
    return sum;
}

}  // namespace duiyi::reversi
