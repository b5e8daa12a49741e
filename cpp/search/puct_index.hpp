// Which node of a tree holds a position: an open table by its key that grows with the tree.
#pragma once

#include <cstdint>
#include <vector>

#include "core/types.hpp"

namespace duiyi {

class PuctIndex {
  public:
    /// The node that was kept for the key; from now on `node` where there was none.
    std::uint32_t find_or_add(Key key, std::uint32_t node) {
        if (count_ * 2 >= slots_.size()) grow(slots_.empty() ? 1024 : slots_.size() * 2);
        Slot& slot = slots_[place_of(key)];
        if (slot.node == EMPTY) {
            slot = {key, node};
            ++count_;
        }
        return slot.node;
    }

    /// The memory stays.
    void clear() {
        if (count_ > 0) slots_.assign(slots_.size(), Slot{});
        count_ = 0;
    }
    void swap(PuctIndex& other) {
        slots_.swap(other.slots_);
        std::swap(count_, other.count_);
    }
    std::size_t bytes() const { return slots_.size() * sizeof(Slot); }

    template <class Use>
    void for_each(Use&& use) const {
        for (const Slot& slot : slots_)
            if (slot.node != EMPTY) use(slot.key, slot.node);
    }

  private:
    static constexpr std::uint32_t EMPTY = 0xFFFFFFFF;
    struct Slot {
        Key key = 0;
        std::uint32_t node = EMPTY;
    };

    std::size_t place_of(Key key) const {
        std::size_t place = key & (slots_.size() - 1);
        while (slots_[place].node != EMPTY && slots_[place].key != key) place = (place + 1) & (slots_.size() - 1);
        return place;
    }
    void grow(std::size_t size) {
        std::vector<Slot> old(size);
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.node != EMPTY) slots_[place_of(slot.key)] = slot;
    }

    std::vector<Slot> slots_;  // a power of two of them, at most half in use
    std::size_t count_ = 0;
};

}  // namespace duiyi
