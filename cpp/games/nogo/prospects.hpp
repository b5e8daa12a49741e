// How many moves are certainly left to a seat, and how many at most.
#pragma once

#include "core/bits.hpp"

namespace duiyi::nogo {

/// What a seat can count on, whatever the other does and although nobody gains a legal point any more.
template <std::size_t Words>
struct Prospects {
    int least = 0;  // moves that it can make whatever the other does
    int most = 0;   // moves that it can make at most
    /// Regions that touch nothing but the seat's own stones, whose liberties all lie inside. Each is worth one move less than its
    /// points, in any order, and the other has no business there.
    Bits<Words> sealed{};
    int sealed_moves = 0;
};

}  // namespace duiyi::nogo
