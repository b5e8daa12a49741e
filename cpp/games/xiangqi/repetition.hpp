// Who is to blame when a position comes back: perpetual checks, perpetual chases, or nobody.
//
// The judge sees the board as it stands and the moves of the cycle, none of which took anything; it rolls them back on
// a copy. It is called when a position has come back, so it may cost microseconds.
#pragma once

#include <array>
#include <span>

#include "core/outcome.hpp"
#include "games/xiangqi/board.hpp"
#include "games/xiangqi/rules.hpp"

namespace duiyi::xiangqi {

/// What a side did with every one of its moves of a cycle.
enum class Habit : std::uint8_t {
    IDLE,   // nothing that any rule forbids
    CHECK,  // gave check each time
    CHASE,  // newly attacked one and the same piece each time
    MIX,    // cxa: each move was a check, a threat to mate or an attack on one and the same piece
};

struct Conduct {
    Habit habit = Habit::IDLE;
    int victim = -1;     // cell where the chased piece stands now
    bool loose = false;  // the victim had no protection (else it is worth more than its attacker)
};

struct Verdict {
    Reason reason = Reason::REPETITION;
    Seat loser = -1;                 // -1 is a draw
    std::array<Conduct, 2> conduct;  // by seat
};

/// Judges the cycle of `moves` (in the order played) that ends in `now`.
Verdict judge(const Board& now, std::span<const Move> moves, Repetition rule);

/// The enemy pieces that a side truly threatens, whoever's turn it is: what a chase is made of.
Set threatened(const Board& board, Color side);

}  // namespace duiyi::xiangqi
