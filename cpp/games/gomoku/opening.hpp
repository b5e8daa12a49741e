// How the first stones are agreed on: the phases of an opening, whose turn each is, and what may be answered.
//
// Seats are people; colours may change hands. Everything here is a function of the rules, the phase and the number of stones.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/types.hpp"
#include "games/gomoku/rules.hpp"

namespace duiyi::gomoku {

enum class Phase : std::uint8_t {
    PLAY,     // the game itself
    PLACE,    // the stones of the opening
    CHOOSE,   // black or white (swap, swap2), keep or swap (taraguchi10)
    TWO,      // swap2: a white and a black stone more
    CHOOSE2,  // swap2: black or white, for the seat that began
    BRANCH,   // taraguchi10 after four stones: keep, swap or ten
    FIVE,     // taraguchi10: the fifth stone
    OFFER,    // taraguchi10: ten points for the fifth stone
    PICK,     // taraguchi10: one of the ten
};
inline constexpr std::array<std::string_view, 9> PHASE_NAMES = {"play",   "place", "choose", "two", "choose2",
                                                                "branch", "five",  "offer",  "pick"};

/// The moves beside the points: move number cells + choice.
enum class Choice : std::uint8_t { BLACK, WHITE, TWO, KEEP, SWAP, TEN };
inline constexpr std::array<std::string_view, 6> CHOICE_NAMES = {"black", "white", "two", "keep", "swap", "ten"};
inline constexpr int CHOICES = 6;

inline constexpr int OFFERS = 10;

constexpr Phase first_phase(Opening opening) { return opening == Opening::NONE ? Phase::PLAY : Phase::PLACE; }

/// The answers of a phase as a set of bits, 1 << choice; 0 in phases where points are named.
constexpr unsigned answers(Opening opening, Phase phase) {
    const auto bit = [](Choice choice) { return 1U << static_cast<unsigned>(choice); };
    const unsigned colours = bit(Choice::BLACK) | bit(Choice::WHITE);
    const unsigned swap = bit(Choice::KEEP) | bit(Choice::SWAP);
    switch (phase) {
        case Phase::CHOOSE:
            return opening == Opening::SWAP ? colours : opening == Opening::SWAP2 ? colours | bit(Choice::TWO) : swap;
        case Phase::CHOOSE2:
            return colours;
        case Phase::BRANCH:
            return swap | bit(Choice::TEN);
        default:
            return 0;
    }
}

/// Does a move in this phase put a stone?
constexpr bool puts_stone(Phase phase) {
    return phase == Phase::PLAY || phase == Phase::PLACE || phase == Phase::TWO || phase == Phase::FIVE || phase == Phase::PICK;
}

/// The phase after a stone was put, `stones` now being on the board.
constexpr Phase phase_after_stone(Opening opening, Phase phase, int stones) {
    switch (phase) {
        case Phase::PLACE:
            if (opening == Opening::TARAGUCHI10) return stones == 4 ? Phase::BRANCH : Phase::CHOOSE;
            return stones == 3 ? Phase::CHOOSE : Phase::PLACE;
        case Phase::TWO:
            return stones == 5 ? Phase::CHOOSE2 : Phase::TWO;
        case Phase::FIVE:
            return Phase::CHOOSE;
        default:
            return Phase::PLAY;
    }
}

/// The phase after an answer.
constexpr Phase phase_after_choice(Phase phase, Choice choice, int stones) {
    if (choice == Choice::TWO) return Phase::TWO;
    if (choice == Choice::TEN) return Phase::OFFER;
    if (choice == Choice::BLACK || choice == Choice::WHITE) return Phase::PLAY;
    if (phase == Phase::BRANCH) return Phase::FIVE;
    return stones == 5 ? Phase::PLAY : Phase::PLACE;
}

/// The seat that acts. `next` is the colour of the next stone.
constexpr Seat acting_seat(Opening opening, Phase phase, Colour next, Seat black_seat) {
    if (phase == Phase::PICK) return 1 - black_seat;
    if (opening != Opening::TARAGUCHI10) {
        if (phase == Phase::PLACE || phase == Phase::CHOOSE2) return 0;
        if (phase == Phase::CHOOSE || phase == Phase::TWO) return 1;
    }
    return next == BLACK ? black_seat : 1 - black_seat;
}

/// Half the width of the central square in which the next stone must lie, or -1 for the whole board.
constexpr int centre_radius(Opening opening, Phase phase, int stones) {
    if (opening != Opening::TARAGUCHI10) return -1;
    return phase == Phase::PLACE ? stones : phase == Phase::FIVE ? 4 : -1;
}

/// May a text of this phase show so many stones, black and white in turn? In `play` anything goes.
constexpr bool stones_fit(Opening opening, Phase phase, int stones) {
    switch (phase) {
        case Phase::PLAY:
            return true;
        case Phase::PLACE:
            return stones < (opening == Opening::TARAGUCHI10 ? 4 : 3);
        case Phase::CHOOSE:
            return opening == Opening::TARAGUCHI10 ? stones == 1 || stones == 2 || stones == 3 || stones == 5 : stones == 3;
        case Phase::TWO:
            return stones == 3 || stones == 4;
        case Phase::CHOOSE2:
            return stones == 5;
        default:
            return stones == 4;
    }
}

/// Is the phase one of this opening's?
constexpr bool has_phase(Opening opening, Phase phase) {
    switch (phase) {
        case Phase::PLAY:
            return true;
        case Phase::PLACE:
        case Phase::CHOOSE:
            return opening != Opening::NONE;
        case Phase::TWO:
        case Phase::CHOOSE2:
            return opening == Opening::SWAP2;
        default:
            return opening == Opening::TARAGUCHI10;
    }
}

}  // namespace duiyi::gomoku
