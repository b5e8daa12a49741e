#include "engines/solve_reversi_board.hpp"

#include <memory>

namespace duiyi::reversi {
namespace {

constexpr Set LEFT = 0x0101010101010101ULL;
constexpr Set EDGES = 0xFF818181818181FFULL;

/// By the own and the other's discs of an edge: the own ones that no sequence of discs on that edge can turn.
class EdgeTable {
  public:
    EdgeTable() {
        for (int empties = 0; empties <= 8; ++empties)
            for (unsigned own = 0; own < 256; ++own)
                for (unsigned rest = ~own & 0xFF, other = rest;; other = (other - 1) & rest) {
                    if (8 - std::popcount(own | other) == empties) at(own, other) = judge(own, other);
                    if (other == 0) break;
                }
    }
    std::uint8_t stable(Set own, Set other) const { return table_[own << 8 | other]; }

  private:
    std::uint8_t& at(unsigned own, unsigned other) { return table_[own << 8 | other]; }

    std::uint8_t judge(unsigned own, unsigned other) {
        unsigned stable = own;
        for (unsigned empty = ~(own | other) & 0xFF; empty != 0 && stable != 0; empty &= empty - 1) {
            const int place = std::countr_zero(empty);
            const unsigned mine = turned(own, other, place), theirs = turned(other, own, place);
            stable &= at((own | mine | 1U << place), other & ~mine);
            stable &= at(own & ~theirs, other | theirs | 1U << place);
        }
        return static_cast<std::uint8_t>(stable);
    }

    static unsigned turned(unsigned own, unsigned other, int place) {
        unsigned all = 0;
        for (int sign = -1; sign <= 1; sign += 2) {
            unsigned run = 0;
            int at = place + sign;
            for (; at >= 0 && at < 8 && (other >> at & 1) != 0; at += sign) run |= 1U << at;
            if (at >= 0 && at < 8 && (own >> at & 1) != 0) all |= run;
        }
        return all;
    }

    std::array<std::uint8_t, 65536> table_{};
};

const EdgeTable& edges() {
    static const auto table = std::make_unique<EdgeTable>();
    return *table;
}

/// The left file as a byte, and back.
constexpr Set pack(Set file) { return ((file & LEFT) * 0x0102040810204080ULL) >> 56; }
constexpr Set unpack(Set byte) { return (((byte & 0x7F) * 0x0002040810204081ULL) & LEFT) | byte >> 7 << 56; }

/// Cells on diagonals of step `shift` without an empty cell; cells of the edges, which no diagonal can turn, count as such.
constexpr Set full_diagonals(Set discs, int shift) {
    Set up = discs & (EDGES | discs >> shift), down = discs & (EDGES | discs << shift);
    const Set up2 = EDGES | EDGES >> shift, down2 = EDGES | EDGES << shift;
    up &= up2 | up >> 2 * shift;
    down &= down2 | down << 2 * shift;
    up &= up2 | up2 >> 2 * shift | up >> 4 * shift;
    down &= down2 | down2 << 2 * shift | down << 4 * shift;
    return up & down;
}

}  // namespace

int stable_discs(Set own, Set other) {
    const EdgeTable& table = edges();
    Set stable = table.stable(own & 0xFF, other & 0xFF) | Set{table.stable(own >> 56, other >> 56)} << 56 |
                 unpack(table.stable(pack(own), pack(other))) | unpack(table.stable(pack(own >> 7), pack(other >> 7))) << 7;
    const Set discs = own | other;
    Set rows = discs & discs >> 4 & 0x0F0F0F0F0F0F0F0FULL;
    rows &= rows >> 2;
    rows = (rows & rows >> 1 & LEFT) * 0xFF;
    Set files = discs & std::rotr(discs, 32);
    files &= std::rotr(files, 16);
    files &= std::rotr(files, 8);
    const Set falling = full_diagonals(discs, 9), rising = full_diagonals(discs, 7);
    const Set inner = own & ~EDGES;
    stable |= inner & rows & files & falling & rising;
    for (Set before = 0; stable != before;) {
        before = stable;
        stable |= inner & (rows | stable << 1 | stable >> 1) & (files | stable << 8 | stable >> 8) &
                  (falling | stable << 9 | stable >> 9) & (rising | stable << 7 | stable >> 7);
    }
    return std::popcount(stable);
}

}  // namespace duiyi::reversi
