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
constexpr int LARGEST = 6400;            // nobody leads by more than all discs
constexpr std::size_t REAL_PLACES = 46;  // the rest of a vector of indices stays empty

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
    std::array<PatternIndices, 64> discs{};          // what a disc on a cell adds
    std::array<std::uint32_t, REAL_PLACES> first{};  // of the place's kind among the weights

    Layout() {
        std::size_t places = 0, weights = 0;
        for (const Cells& kind : kinds()) {
            std::vector<Cells> seen;
            for (int symmetry = 0; symmetry < 8; ++symmetry) {
                const Cells cells = transformed(kind, symmetry);
                if (std::find(seen.begin(), seen.end(), sorted(cells)) != seen.end()) continue;
                seen.push_back(sorted(cells));
                for (std::size_t i = 0; i < cells.size(); ++i)
                    discs[static_cast<std::size_t>(cells[i])].at[places] = static_cast<std::uint16_t>(power(i));
                first[places++] = static_cast<std::uint32_t>(weights);
            }
            weights += static_cast<std::size_t>(power(kind.size()));
        }
    }
};

const Layout LAYOUT;

/// By kind, how its weights are shared: made when the first file is read.
const std::vector<std::vector<int>>& foldings() {
    static const auto made = [] {
        std::vector<std::vector<int>> all;
        for (const Cells& kind : kinds()) all.push_back(folding(kind));
        return all;
    }();
    return made;
}

int folded_size(const std::vector<int>& folding) { return 1 + *std::max_element(folding.begin(), folding.end()); }

/// Index arithmetic wraps around in between; what comes out fits.
void add(PatternIndices& to, const PatternIndices& what, int times) {
    for (std::size_t i = 0; i < PatternIndices::PLACES; ++i) to.at[i] = static_cast<std::uint16_t>(to.at[i] + times * what.at[i]);
}

/// As the other side sees it: own and other discs change places.
void turn(PatternIndices& seen, const PatternIndices& taken) {
    for (std::size_t i = 0; i < PatternIndices::PLACES; ++i)
        seen.at[i] = static_cast<std::uint16_t>(3 * taken.at[i] - seen.at[i]);
}

}  // namespace

PatternBoard PatternBoard::of(std::uint64_t own, std::uint64_t other) {
    PatternBoard board{own, other, {}, {}};
    for (std::uint64_t left = own | other; left != 0;) {
        const int cell = Board8::pop(left);
        const PatternIndices& disc = LAYOUT.discs[static_cast<std::size_t>(cell)];
        add(board.taken, disc, 1);
        add(board.seen, disc, (own >> cell & 1) != 0 ? 1 : 2);
    }
    return board;
}

PatternBoard PatternBoard::after(int cell, std::uint64_t turned) const {
    PatternBoard next{other & ~turned, own | turned | Board8::bit(cell), taken, seen};
    const PatternIndices& disc = LAYOUT.discs[static_cast<std::size_t>(cell)];
    add(next.taken, disc, 1);
    add(next.seen, disc, 1);
    while (turned != 0) add(next.seen, LAYOUT.discs[static_cast<std::size_t>(Board8::pop(turned))], -1);
    turn(next.seen, next.taken);
    return next;
}

PatternBoard PatternBoard::passed() const {
    PatternBoard next{other, own, taken, seen};
    turn(next.seen, next.taken);
    return next;
}

std::size_t PatternWeights::stage_size() {
    static const std::size_t size = [] {
        std::size_t sum = 2 * MOBILITIES;
        for (const auto& folding : foldings()) sum += static_cast<std::size_t>(folded_size(folding));
        return sum;
    }();
    return size;
}

PatternWeights::PatternWeights(const std::vector<std::int16_t>& folded) {
    auto from = folded.begin();
    for (Stage& stage : stages_) {
        for (const auto& folding : foldings()) {
            for (const int number : folding) stage.weights.push_back(from[number]);
            from += folded_size(folding);
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

int PatternWeights::evaluate(const PatternBoard& board, int moves, int replies) const {
    const Stage& stage = stages_[static_cast<std::size_t>(std::clamp((board.discs() - 4) / 4, 0, STAGES - 1))];
    const auto count = [](int number) { return static_cast<std::size_t>(std::min(number, MOBILITIES - 1)); };
    int sum = stage.moves[count(moves)] + stage.replies[count(replies)];
    const std::int16_t* weights = stage.weights.data();
    for (std::size_t i = 0; i < REAL_PLACES; ++i) sum += weights[LAYOUT.first[i] + board.seen.at[i]];
    return std::clamp(sum, -LARGEST, LARGEST);
}

}  // namespace duiyi::reversi
