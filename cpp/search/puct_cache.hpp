// What the network said about positions, shared by all trees: the same opening is evaluated once.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/types.hpp"

namespace duiyi {

/// A table with one place per key; a newcomer takes the place of the old. Priors are kept by legal move, in sixteen bits.
template <std::size_t Values>
class PuctCache {
  public:
    PuctCache(std::size_t bytes, std::size_t most_moves) : stride_(most_moves) {
        const std::size_t each = sizeof(Entry) + stride_ * sizeof(std::uint16_t);
        std::size_t count = 1;
        while (count * 2 * each <= bytes) count *= 2;
        if (bytes < each) return;
        entries_.resize(count);
        priors_.resize(count * stride_);
    }

    bool find(Key key, std::size_t moves, std::span<float> priors, std::array<float, Values>& value) const {
        if (entries_.empty()) return false;
        const std::size_t at = key & (entries_.size() - 1);
        const Entry& entry = entries_[at];
        if (entry.key != key || entry.moves != moves) return false;
        for (std::size_t i = 0; i < moves; ++i) priors[i] = static_cast<float>(priors_[at * stride_ + i]) / SCALE;
        value = entry.value;
        return true;
    }

    void store(Key key, std::span<const float> priors, const std::array<float, Values>& value) {
        if (entries_.empty() || priors.size() > stride_) return;
        const std::size_t at = key & (entries_.size() - 1);
        entries_[at] = {key, static_cast<std::uint32_t>(priors.size()), value};
        for (std::size_t i = 0; i < priors.size(); ++i)
            priors_[at * stride_ + i] = static_cast<std::uint16_t>(priors[i] * SCALE + 0.5F);
    }

    void clear() {
        for (Entry& entry : entries_) entry.moves = 0;
    }

  private:
    static constexpr float SCALE = 65535;
    struct Entry {
        Key key = 0;
        std::uint32_t moves = 0;  // 0 is an empty place
        std::array<float, Values> value{};
    };

    std::size_t stride_;
    std::vector<Entry> entries_;
    std::vector<std::uint16_t> priors_;
};

}  // namespace duiyi
