#include "games/xiangqi/tables.hpp"

namespace duiyi::xiangqi {
namespace {

constexpr Set cell_or_nothing(int row, int file) { return on_board(row, file) ? bit(cell_at(row, file)) : Set{0}; }

constexpr auto make_lines() {
    std::array<std::array<Line, 1024>, ROWS> lines{};
    for (int place = 0; place < ROWS; ++place)
        for (unsigned occupied = 0; occupied < 1024; ++occupied) {
            Line& line = lines[static_cast<std::size_t>(place)][occupied];
            for (int step = -1; step <= 1; step += 2) {
                int met = 0;
                for (int i = place + step; i >= 0 && i < ROWS && met < 2; i += step) {
                    const auto here = static_cast<std::uint16_t>(1U << i);
                    if (met == 0) line.rook |= here;
                    if ((occupied & here) == 0) continue;
                    if (++met == 2) line.cannon |= here;
                }
            }
        }
    return lines;
}

constexpr auto make_spread() {
    std::array<Set, 1024> spread{};
    for (unsigned bits = 0; bits < 1024; ++bits)
        for (int row = 0; row < ROWS; ++row)
            if (bits >> row & 1) spread[bits] |= bit(cell_at(row, 0));
    return spread;
}

struct Step {
    int row, file;
};

constexpr auto make_horse() {
    std::array<std::array<Set, 16>, CELLS> table{};
    constexpr Step LEGS[4] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
    for (int cell = 0; cell < CELLS; ++cell)
        for (unsigned blocked = 0; blocked < 16; ++blocked)
            for (unsigned leg = 0; leg < 4; ++leg) {
                if (blocked >> leg & 1) continue;
                const auto [r, f] = LEGS[leg];
                for (int side = -1; side <= 1; side += 2)
                    table[static_cast<std::size_t>(cell)][blocked] |=
                        cell_or_nothing(row_of(cell) + 2 * r + side * f, file_of(cell) + 2 * f + side * r);
            }
    return table;
}

constexpr auto make_elephant() {
    std::array<std::array<Set, 16>, CELLS> table{};
    constexpr Step EYES[4] = {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
    for (int cell = 0; cell < CELLS; ++cell)
        for (unsigned blocked = 0; blocked < 16; ++blocked)
            for (unsigned eye = 0; eye < 4; ++eye) {
                const int row = row_of(cell) + 2 * EYES[eye].row, file = file_of(cell) + 2 * EYES[eye].file;
                if ((blocked >> eye & 1) == 0 && crossed(RED, row) == crossed(RED, row_of(cell)))
                    table[static_cast<std::size_t>(cell)][blocked] |= cell_or_nothing(row, file);
            }
    return table;
}

constexpr auto make_palace_steps(bool diagonal) {
    std::array<Set, CELLS> table{};
    for (int cell = 0; cell < CELLS; ++cell)
        for (int r = -1; r <= 1; ++r)
            for (int f = -1; f <= 1; ++f) {
                const int row = row_of(cell) + r, file = file_of(cell) + f;
                if (r * r + f * f == (diagonal ? 2 : 1) && in_palace(row_of(cell), file_of(cell)) && in_palace(row, file))
                    table[static_cast<std::size_t>(cell)] |= bit(cell_at(row, file));
            }
    return table;
}

constexpr auto make_pawn() {
    std::array<std::array<Set, CELLS>, 2> table{};
    for (Color color = RED; color <= BLACK; ++color)
        for (int cell = 0; cell < CELLS; ++cell) {
            const int row = row_of(cell), file = file_of(cell);
            Set& to = table[static_cast<std::size_t>(color)][static_cast<std::size_t>(cell)];
            to = cell_or_nothing(color == RED ? row - 1 : row + 1, file);
            if (crossed(color, row)) to |= cell_or_nothing(row, file - 1) | cell_or_nothing(row, file + 1);
        }
    return table;
}

constexpr auto make_horses_to() {
    std::array<std::array<Set, 16>, CELLS> table{};
    constexpr Step EYES[4] = {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
    for (int cell = 0; cell < CELLS; ++cell)
        for (unsigned blocked = 0; blocked < 16; ++blocked)
            for (unsigned eye = 0; eye < 4; ++eye) {
                if (blocked >> eye & 1) continue;
                const auto [r, f] = EYES[eye];
                table[static_cast<std::size_t>(cell)][blocked] |= cell_or_nothing(row_of(cell) + 2 * r, file_of(cell) + f) |
                                                                  cell_or_nothing(row_of(cell) + r, file_of(cell) + 2 * f);
            }
    return table;
}

constexpr auto make_pawns_to() {
    constexpr auto steps = make_pawn();
    std::array<std::array<Set, CELLS>, 2> table{};
    for (std::size_t color = 0; color < 2; ++color)
        for (int from = 0; from < CELLS; ++from)
            for (int to = 0; to < CELLS; ++to)
                if (has(steps[color][static_cast<std::size_t>(from)], to))
                    table[color][static_cast<std::size_t>(to)] |= bit(from);
    return table;
}

constexpr auto make_palace_index() {
    std::array<std::uint8_t, CELLS> table{};
    std::uint8_t next = 0;
    for (int cell = 0; cell < CELLS; ++cell)
        table[static_cast<std::size_t>(cell)] = in_palace(row_of(cell), file_of(cell)) ? next++ : std::uint8_t{255};
    return table;
}

/// One entry for each of the 18 palace cells, in the order of PALACE_INDEX.
template <class T, class Make>
constexpr std::array<T, 18> for_palace(Make make) {
    std::array<T, 18> table{};
    std::size_t next = 0;
    for (int cell = 0; cell < CELLS; ++cell)
        if (in_palace(row_of(cell), file_of(cell))) table[next++] = make(cell);
    return table;
}

constexpr Set lines_through(int cell) {
    Set s = 0;
    for (int other = 0; other < CELLS; ++other)
        if (other != cell && (row_of(other) == row_of(cell) || file_of(other) == file_of(cell))) s |= bit(other);
    return s;
}

constexpr std::array<Set, CELLS> between_from(int cell) {
    std::array<Set, CELLS> table{};
    for (int other = 0; other < CELLS; ++other) {
        if (!has(lines_through(cell), other)) continue;
        const int step = (row_of(other) == row_of(cell) ? 1 : FILES) * (other > cell ? 1 : -1);
        for (int i = cell + step; i != other; i += step) table[static_cast<std::size_t>(other)] |= bit(i);
    }
    return table;
}

}  // namespace

constinit const std::array<std::array<Line, 1024>, ROWS> LINES = make_lines();
constinit const std::array<Set, 1024> FILE_SPREAD = make_spread();
constinit const std::array<std::array<Set, 16>, CELLS> HORSE_JUMPS = make_horse();
constinit const std::array<std::array<Set, 16>, CELLS> ELEPHANT_JUMPS = make_elephant();
constinit const std::array<Set, CELLS> ADVISOR_STEPS = make_palace_steps(true);
constinit const std::array<Set, CELLS> KING_STEPS = make_palace_steps(false);
constinit const std::array<std::array<Set, CELLS>, 2> PAWN_STEPS = make_pawn();
constinit const std::array<std::array<Set, 16>, CELLS> HORSES_TO = make_horses_to();
constinit const std::array<std::array<Set, CELLS>, 2> PAWNS_TO = make_pawns_to();
constinit const std::array<std::uint8_t, CELLS> PALACE_INDEX = make_palace_index();
constinit const std::array<Set, 18> PALACE_LINES = for_palace<Set>(lines_through);
// A horse's jumps are the same there and back when the legs are left aside.
constinit const std::array<Set, 18> PALACE_HORSES = for_palace<Set>([](int cell) {
    constexpr auto jumps = make_horse();
    return jumps[static_cast<std::size_t>(cell)][0];
});
constinit const std::array<std::array<Set, 2>, 18> PALACE_PAWNS = for_palace<std::array<Set, 2>>([](int cell) {
    constexpr auto steps = make_pawn();
    std::array<Set, 2> from{};
    for (std::size_t color = 0; color < 2; ++color)
        for (int other = 0; other < CELLS; ++other)
            if (has(steps[color][static_cast<std::size_t>(other)], cell)) from[color] |= bit(other);
    return from;
});
constinit const std::array<std::array<Set, CELLS>, 18> PALACE_BETWEEN = for_palace<std::array<Set, CELLS>>(between_from);

}  // namespace duiyi::xiangqi
