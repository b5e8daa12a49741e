// The order of moves: what the game says, and what the search has learnt from cut-offs.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/concepts.hpp"
#include "core/search_traits.hpp"

namespace duiyi {

/// What one thread has learnt: how often a quiet move cut off, alone and as an answer to the moves before it.
template <PositionLike P>
class Histories {
  public:
    using Traits = SearchTraits<P>;
    static constexpr int SIZE = Traits::HISTORY;
    static constexpr int NOTHING = -1;  // no previous move
    static constexpr int LIMIT = 16384;

    Histories()
        : alone_(2 * SIZE),
          after_(static_cast<std::size_t>(SIZE) * SIZE),
          after_own_(static_cast<std::size_t>(SIZE) * SIZE),
          taking_(static_cast<std::size_t>(Traits::TAKINGS)) {}

    void clear() {
        std::fill(alone_.begin(), alone_.end(), std::int16_t{0});
        std::fill(after_.begin(), after_.end(), std::int16_t{0});
        std::fill(after_own_.begin(), after_own_.end(), std::int16_t{0});
        std::fill(taking_.begin(), taking_.end(), std::int16_t{0});
    }

    /// `previous` is the opponent's last move, `own` the one before it.
    int score(Seat seat, int index, int previous, int own) const {
        int sum = alone_[alone(seat, index)];
        if (previous != NOTHING) sum += after_[pair(previous, index)];
        if (own != NOTHING) sum += after_own_[pair(own, index)];
        return sum;
    }

    void update(Seat seat, int index, int previous, int own, int bonus) {
        grow(alone_[alone(seat, index)], bonus);
        if (previous != NOTHING) grow(after_[pair(previous, index)], bonus);
        if (own != NOTHING) grow(after_own_[pair(own, index)], bonus);
    }

    /// How often a capture cut off, by what took what where.
    int taking(int index) const { return taking_[static_cast<std::size_t>(index)]; }
    void update_taking(int index, int bonus) { grow(taking_[static_cast<std::size_t>(index)], bonus); }

  private:
    static std::size_t alone(Seat seat, int index) { return static_cast<std::size_t>((seat & 1) * SIZE + index); }
    static std::size_t pair(int first, int second) {
        return static_cast<std::size_t>(first) * SIZE + static_cast<std::size_t>(second);
    }
    /// Moves towards the limit, the slower the nearer: old merits fade.
    static void grow(std::int16_t& value, int bonus) {
        value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / LIMIT);
    }

    std::vector<std::int16_t> alone_;
    std::vector<std::int16_t> after_;
    std::vector<std::int16_t> after_own_;
    std::vector<std::int16_t> taking_;
};

/// Gives moves best first; sorts only as far as it is asked.
template <std::size_t Capacity>
class Picker {
  public:
    template <class ScoreOf>
    Picker(MoveList<Capacity>& moves, ScoreOf&& score_of) : moves_(moves) {
        for (std::size_t i = 0; i < moves.size(); ++i) scores_[i] = score_of(moves[i]);
    }

    bool next(Move& move) {
        if (at_ == moves_.size()) return false;
        std::size_t best = at_;
        for (std::size_t i = at_ + 1; i < moves_.size(); ++i)
            if (scores_[i] > scores_[best]) best = i;
        std::swap(scores_[at_], scores_[best]);
        std::swap(moves_[at_], moves_[best]);
        move = moves_[at_++];
        return true;
    }

  private:
    MoveList<Capacity>& moves_;
    std::size_t at_ = 0;
    std::array<int, Capacity> scores_;  // left unset beyond the size
};

}  // namespace duiyi
