#include "games/gomoku/lines.hpp"

#include <utility>

namespace duiyi::gomoku {
namespace {

Geometry make_geometry(int size) {
    Geometry geometry;
    geometry.size = size;
    geometry.steps = {1, size, size + 1, 1 - size};
    geometry.empty.fill(~std::uint64_t{0});
    for (int cell = 0; cell < size * size; ++cell) {
        const int x = cell % size;
        const int y = cell / size;
        const int first_diagonal = 2 * MAX_SIZE;
        const int first_rising = first_diagonal + 2 * MAX_SIZE - 1;
        const std::array<int, DIRECTIONS> line = {y, MAX_SIZE + x, first_diagonal + x - y + size - 1, first_rising + x + y};
        const std::array<int, DIRECTIONS> along = {x, y, x, x};  // diagonals are walked by their files
        for (std::size_t direction = 0; direction < DIRECTIONS; ++direction) {
            const int shift = 2 * (along[direction] + WALLS);
            geometry.places[static_cast<std::size_t>(cell)][direction] = {static_cast<std::uint8_t>(line[direction]),
                                                                          static_cast<std::uint8_t>(shift)};
            geometry.empty[static_cast<std::size_t>(line[direction])] &= ~(std::uint64_t{WALL} << shift);
        }
    }
    return geometry;
}

template <std::size_t... Index>
const Geometry& find_geometry(std::size_t wanted, std::index_sequence<Index...>) {
    // One function-local static per size: each is built by whoever comes first, and only then.
    using Maker = const Geometry& (*)();
    static constexpr Maker makers[] = {[]() -> const Geometry& {
        static const Geometry geometry = make_geometry(MIN_SIZE + static_cast<int>(Index));
        return geometry;
    }...};
    return makers[wanted]();
}

}  // namespace

const Geometry& Geometry::of(int size) {
    return find_geometry(static_cast<std::size_t>(size - MIN_SIZE), std::make_index_sequence<MAX_SIZE - MIN_SIZE + 1>());
}

}  // namespace duiyi::gomoku
