// Attacks on the board: inline, because generating, counting and judging all spend their time here.
#pragma once

#include "games/xiangqi/board.hpp"

namespace duiyi::xiangqi {

inline Danger Board::danger(Color color) const {
    const Color enemy = color ^ 1;
    const int cell = king(color);
    const std::size_t here = PALACE_INDEX[static_cast<std::size_t>(cell)];
    const Set own = pieces(color), lines = PALACE_LINES[here];
    const auto& between = PALACE_BETWEEN[here];
    Danger found;
    for (Set s = (pieces(enemy, ROOK) | pieces(enemy, KING)) & lines; s != 0;) {
        const int from = pop(s);
        const Set met = between[static_cast<std::size_t>(from)] & occupied_;
        if (met == 0) found.checkers |= bit(from);
        else if ((met & (met - 1)) == 0) found.blockers |= met & own;
    }
    for (Set s = pieces(enemy, CANNON) & lines; s != 0;) {
        const int from = pop(s);
        const Set gap = between[static_cast<std::size_t>(from)], met = gap & occupied_;
        const int screens = count(met);
        if (screens == 0) found.hollow |= gap;
        else if (screens == 1) found.checkers |= bit(from);
        else if (screens == 2) found.blockers |= met & own;
    }
    for (Set s = pieces(enemy, HORSE) & PALACE_HORSES[here]; s != 0;) {
        const int from = pop(s);
        const Set leg = bit(horse_leg(from, cell));
        if ((leg & occupied_) == 0) found.checkers |= bit(from);
        else found.blockers |= leg & own;
    }
    found.checkers |= pieces(enemy, PAWN) & PALACE_PAWNS[here][static_cast<std::size_t>(enemy)];
    return found;
}

inline Set Board::attackers(int cell, Color color, Set occupied, Set gone) const {
    const Color enemy = color ^ 1;
    const std::size_t here = PALACE_INDEX[static_cast<std::size_t>(cell)];
    const Set there = ~gone, lines = PALACE_LINES[here] & there;
    const auto& between = PALACE_BETWEEN[here];
    Set found = pieces(enemy, PAWN) & PALACE_PAWNS[here][static_cast<std::size_t>(enemy)] & there;
    for (Set s = (pieces(enemy, ROOK) | pieces(enemy, KING)) & lines; s != 0;) {
        const int from = pop(s);
        if ((between[static_cast<std::size_t>(from)] & occupied) == 0) found |= bit(from);
    }
    for (Set s = pieces(enemy, CANNON) & lines; s != 0;) {
        const int from = pop(s);
        const Set met = between[static_cast<std::size_t>(from)] & occupied;
        if (met != 0 && (met & (met - 1)) == 0) found |= bit(from);
    }
    for (Set s = pieces(enemy, HORSE) & PALACE_HORSES[here] & there; s != 0;) {
        const int from = pop(s);
        if (!has(occupied, horse_leg(from, cell))) found |= bit(from);
    }
    return found;
}

inline bool Board::attacked(int cell, Color color, Set occupied, Set gone) const {
    return attackers(cell, color, occupied, gone) != 0;
}

inline Set Board::attackers_after(int from, int to) const {
    const Piece piece = at(from);
    const Color color = color_of(piece);
    const Set target = bit(to), occupied = (occupied_ ^ bit(from)) | target;
    return attackers(type_of(piece) == KING ? to : king(color), color, occupied, target);
}

inline bool Board::safe_after(int from, int to) const { return attackers_after(from, to) == 0; }

inline bool Board::gives_check(Move move) const {
    const int from = from_of(move), to = to_of(move), home = king(to_move_ ^ 1);
    const std::size_t here = PALACE_INDEX[static_cast<std::size_t>(home)];
    const Set occupied = (occupied_ ^ bit(from)) | bit(to);
    const Set gap = PALACE_BETWEEN[here][static_cast<std::size_t>(to)] & occupied;
    const bool on_line = has(PALACE_LINES[here], to);
    bool found = false;
    switch (type_of(at(from))) {
        case ROOK:
            found = on_line && gap == 0;
            break;
        case CANNON:
            found = on_line && gap != 0 && (gap & (gap - 1)) == 0;
            break;
        case HORSE:
            found = has(PALACE_HORSES[here], to) && !has(occupied, horse_leg(to, home));
            break;
        case PAWN:
            found = has(PALACE_PAWNS[here][static_cast<std::size_t>(to_move_)], to);
            break;
        default:
            break;
    }
    // Or it uncovers another piece, frees a leg, makes a screen
    return found || attackers(home, to_move_ ^ 1, occupied, bit(from)) != 0;
}

inline Set Board::rook_targets(int cell) const {
    const int row = row_of(cell), file = file_of(cell);
    const auto along_row = static_cast<std::size_t>(low_word(occupied_ >> (row * FILES)) & 511);
    const auto along_file = static_cast<std::size_t>(low_word(turned_ >> (file * ROWS)) & 1023);
    const Set across = LINES[static_cast<std::size_t>(file)][along_row].rook & 511U;
    const Set down = FILE_SPREAD[LINES[static_cast<std::size_t>(row)][along_file].rook];
    return (across << (row * FILES)) | (down << file);
}

inline Set Board::cannon_targets(int cell, Set enemies) const {
    const int row = row_of(cell), file = file_of(cell);
    const auto along_row = static_cast<std::size_t>(low_word(occupied_ >> (row * FILES)) & 511);
    const auto along_file = static_cast<std::size_t>(low_word(turned_ >> (file * ROWS)) & 1023);
    const Line across = LINES[static_cast<std::size_t>(file)][along_row];
    const Line down = LINES[static_cast<std::size_t>(row)][along_file];
    const Set quiet = (Set{across.rook & 511U} << (row * FILES)) | (FILE_SPREAD[down.rook] << file);
    const Set takes = (Set{across.cannon} << (row * FILES)) | (FILE_SPREAD[down.cannon] << file);
    return (quiet & ~occupied_) | (takes & enemies);
}

inline Set Board::targets(int cell) const {
    const Piece piece = at(cell);
    const auto i = static_cast<std::size_t>(cell);
    const Color color = color_of(piece);
    const Set free = ~(pieces(color) | pieces(color ^ 1, KING));
    switch (type_of(piece)) {
        case KING:
            return KING_STEPS[i] & free;
        case ADVISOR:
            return ADVISOR_STEPS[i] & free;
        case ELEPHANT:
            return ELEPHANT_JUMPS[i][eye_bits(occupied_, cell)] & free;
        case HORSE:
            return HORSE_JUMPS[i][leg_bits(occupied_, cell)] & free;
        case ROOK:
            return rook_targets(cell) & free;
        case CANNON:
            return cannon_targets(cell, pieces(color ^ 1)) & free;
        case PAWN:
            return PAWN_STEPS[static_cast<std::size_t>(color)][i] & free;
        default:
            return 0;
    }
}

}  // namespace duiyi::xiangqi
