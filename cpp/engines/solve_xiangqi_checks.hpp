// Mates by checks alone: every move of the attacker gives check, so the replies are few and the search is deep.
//
//     CheckSearch checks(std::size_t{1} << 16);
//     const Move move = checks.find(position, 10000);   // a first check that mates, or NO_MOVE
//     checks.plies()                                    // to the mate
//
// A mate is proven. Not to find one proves nothing: there may be quieter ones, or the node limit was too low.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "games/xiangqi/position.hpp"

namespace duiyi::xiangqi {

class CheckSearch {
  public:
    /// `entries` for positions known to hold no mate; they serve later searches, too.
    explicit CheckSearch(std::size_t entries) : failed_(std::bit_ceil(entries)) {}

    /// A check of the side to move that mates whatever is replied, or NO_MOVE; the shortest mates are looked for first. The
    /// position is changed on the way and restored.
    Move find(Position& position, int most_nodes) {
        nodes_left_ = most_nodes;
        for (int checks = 1; checks <= MOST_CHECKS; ++checks) {
            is_cut_ = false;
            const Move move = attack(position, checks);
            if (nodes_left_ < 0) return NO_MOVE;
            if (move != NO_MOVE) {
                plies_ = 2 * checks - 1;
                return move;
            }
            if (!is_cut_) return NO_MOVE;  // no row of checks is longer than this
        }
        return NO_MOVE;
    }

    /// To the mate just found.
    int plies() const { return plies_; }

  private:
    static constexpr int MOST_CHECKS = 16;
    struct Entry {
        Key key = 0;
        int checks = 0;  // so many do not mate
    };
    using Moves = MoveList<Position::MAX_MOVES>;

    /// Means nothing once no node is left.
    Move attack(Position& position, int checks) {
        Entry& entry = failed_[position.key() & (failed_.size() - 1)];
        if (entry.key == position.key() && entry.checks >= checks) {
            is_cut_ = true;
            return NO_MOVE;
        }
        Moves moves;
        position.generate(moves);
        for (const Move move : moves) {
            if (!position.pieces().gives_check(move)) continue;
            if (--nodes_left_ < 0) return NO_MOVE;
            Position::Undo undo;
            position.do_move(move, undo);
            // Checks that only bring a position back lead nowhere, or to a verdict against the attacker.
            const bool mates = position.recurrence().times == 1 && is_mated(position, checks - 1);
            position.undo_move(move, undo);
            if (mates) return nodes_left_ < 0 ? NO_MOVE : move;
        }
        if (nodes_left_ >= 0) entry = {position.key(), checks};
        return NO_MOVE;
    }

    /// Whether the side to move, which is in check, is mated by so many more.
    bool is_mated(Position& position, int checks) {
        Moves replies;
        position.generate(replies);
        if (replies.empty()) return true;
        if (position.drawn_or_judged()) return false;  // the check came too late
        if (checks == 0) {
            is_cut_ = true;
            return false;
        }
        for (const Move reply : replies) {
            if (--nodes_left_ < 0) return false;
            Position::Undo undo;
            position.do_move(reply, undo);
            const bool goes_on = !position.drawn_or_judged() && attack(position, checks) != NO_MOVE;
            position.undo_move(reply, undo);
            if (!goes_on) return false;
        }
        return true;
    }

    std::vector<Entry> failed_;  // by the low bits of the key
    int nodes_left_ = 0, plies_ = 0;
    bool is_cut_ = false;  // a longer row of checks may do what this one did not
};

}  // namespace duiyi::xiangqi
