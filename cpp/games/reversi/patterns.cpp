#include "games/reversi/patterns.hpp"

#include <algorithm>
#include <bit>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "core/errors.hpp"

namespace duiyi::reversi {
namespace {

constexpr std::string_view MAGIC = "duiyi reversi patterns 1\n";
constexpr int LARGEST = 6400;  // nobody leads by more than all discs

using Cells = std::vector<int>;

/// One pattern of every kind; its first cell is the lowest digit of the index. The file and the fit keep this order.
const std::vector<Cells>& kinds() {
    static const std::vector<Cells> all = {
        {0, 1, 2, 3, 4, 5, 6, 7, 9, 14},    // edge with the points inside its corners
        {0, 1, 2, 8, 9, 10, 16, 17, 18},    // corner
        {0, 1, 2, 3, 4, 8, 9, 10, 11, 12},  // two by five at a corner
        {8, 9, 10, 11, 12, 13, 14, 15},     // second rank
        {16, 17, 18, 19, 20, 21, 22, 23},   // third rank
        {24, 25, 26, 27, 28, 29, 30, 31},   // fourth rank
        {0, 9, 18, 27, 36, 45, 54, 63},     // diagonals, from the long one outwards
        {1, 10, 19, 28, 37, 46, 55},       {2, 11, 20, 29, 38, 47}, {3, 12, 21, 30, 39}, {4, 13, 22, 31},
    };
    return all;
}

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

int power(std::size_t digits) {
    int value = 1;
    for (std::size_t i = 0; i < digits; ++i) value *= 3;
    return value;
}

/// By index of a kind's pattern: the number of its weight, where mirror images share one. Numbers go up with the least index.
std::vector<int> folding(const Cells& cells) {
    std::vector<Cells> mirrors;  // where the digits go
    for (int symmetry = 1; symmetry < 8; ++symmetry) {
        const Cells image = transformed(cells, symmetry);
        if (sorted(image) != sorted(cells) || image == cells) continue;
        Cells& places = mirrors.emplace_back();
        for (const int cell : image)
            places.push_back(static_cast<int>(std::find(cells.begin(), cells.end(), cell) - cells.begin()));
    }
    std::vector<int> number;
    int next = 0;
    for (int index = 0; index < power(cells.size()); ++index) {
        int first = index;
        for (const Cells& places : mirrors) {
            int image = 0, rest = index;
            for (const int place : places) {
                image += rest % 3 * power(static_cast<std::size_t>(place));
                rest /= 3;
            }
            first = std::min(first, image);
        }
        number.push_back(first == index ? next++ : number[static_cast<std::size_t>(first)]);
    }
    return number;
}

/// Where the patterns lie: the same for all weights.
struct Layout {
    using Indices = PatternWeights::Indices;
    // By rank and the discs of one side on it: what they add to the indices of all patterns. A pattern's index is a base-3 number
    // of its cells: 0 empty, 1 own, 2 other.
    std::array<std::array<Indices, 256>, 8> parts{};
    std::array<std::uint32_t, PatternWeights::PLACES> first{};  // of the pattern's kind among the weights
    std::size_t places = 0;
    std::vector<std::vector<int>> foldings;
    std::size_t folded = 0, unfolded = 0;

    Layout() {
        for (const Cells& kind : kinds()) {
            std::vector<Cells> seen;
            for (int symmetry = 0; symmetry < 8; ++symmetry) {
                const Cells cells = transformed(kind, symmetry);
                if (std::find(seen.begin(), seen.end(), sorted(cells)) != seen.end()) continue;
                seen.push_back(sorted(cells));
                for (std::size_t i = 0; i < cells.size(); ++i)
                    for (std::size_t discs = 0; discs < 256; ++discs)
                        if ((discs >> (cells[i] % 8) & 1) != 0) {
                            auto& part = parts[static_cast<std::size_t>(cells[i] / 8)][discs][places];
                            part = static_cast<std::uint16_t>(part + power(i));
                        }
                first[places++] = static_cast<std::uint32_t>(unfolded);
            }
            foldings.push_back(folding(kind));
            folded += static_cast<std::size_t>(1 + *std::max_element(foldings.back().begin(), foldings.back().end()));
            unfolded += foldings.back().size();
        }
    }
};

const Layout& layout() {
    static const auto made = std::make_unique<const Layout>();
    return *made;
}

}  // namespace

std::size_t PatternWeights::stage_size() { return layout().folded + 2 * MOBILITIES; }

PatternWeights::PatternWeights(const std::vector<std::int16_t>& folded) {
    auto from = folded.begin();
    for (Stage& stage : stages_) {
        for (const auto& folding : layout().foldings) {
            for (const int number : folding) stage.weights.push_back(from[number]);
            from += 1 + *std::max_element(folding.begin(), folding.end());
        }
        std::copy_n(from, MOBILITIES, stage.moves.begin());
        from += MOBILITIES;
        std::copy_n(from, MOBILITIES, stage.replies.begin());
        from += MOBILITIES;
    }
}

std::shared_ptr<const PatternWeights> PatternWeights::load(const std::string& path) {
    // The last weights stay in memory, since engines come and go; a file that was written anew is read anew.
    struct Last {
        std::string path;
        std::filesystem::file_time_type written;
        std::shared_ptr<const PatternWeights> weights;
    };
    static std::mutex mutex;
    static Last last;
    const std::lock_guard lock(mutex);
    std::error_code missing;
    const auto written = std::filesystem::last_write_time(path, missing);
    if (last.weights && last.path == path && last.written == written) return last.weights;
    std::ifstream file(path, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    const std::size_t count = STAGES * stage_size();
    if (!bytes.starts_with(MAGIC) || bytes.size() != MAGIC.size() + 2 * count)
        throw RulesError("expected a file of Reversi patterns as `duiyi learn eval reversi` writes it, got '" + path + "'");
    std::vector<std::int16_t> folded(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto byte = [&](std::size_t n) { return static_cast<unsigned char>(bytes[MAGIC.size() + 2 * i + n]); };
        folded[i] = static_cast<std::int16_t>(byte(0) | byte(1) << 8);
    }
    last = {path, written, std::shared_ptr<const PatternWeights>(new PatternWeights(folded))};
    return last.weights;
}

int PatternWeights::evaluate(std::uint64_t own, std::uint64_t other) const {
    const Layout& where = layout();
    Indices indices{};
    for (std::size_t rank = 0; rank < 8; ++rank) {
        const Indices& mine = where.parts[rank][own >> (8 * rank) & 0xFF];
        const Indices& theirs = where.parts[rank][other >> (8 * rank) & 0xFF];
        for (std::size_t i = 0; i < PLACES; ++i) indices[i] = static_cast<std::uint16_t>(indices[i] + mine[i] + 2 * theirs[i]);
    }
    const int discs = std::popcount(own | other);
    const Stage& stage = stages_[static_cast<std::size_t>(std::clamp((discs - 4) / 4, 0, STAGES - 1))];
    const auto count = [](std::uint64_t set) { return static_cast<std::size_t>(std::min(std::popcount(set), MOBILITIES - 1)); };
    int sum = stage.moves[count(Board8::moves(own, other))] + stage.replies[count(Board8::moves(other, own))];
    for (std::size_t i = 0; i < where.places; ++i) sum += stage.weights[where.first[i] + indices[i]];
    return std::clamp(sum, -LARGEST, LARGEST);
}

}  // namespace duiyi::reversi
