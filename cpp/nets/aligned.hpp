// Numbers that begin where a line of the cache begins: vectors as long as a line would else lie across two of them.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace duiyi::nets {

template <class Number>
struct ByLines {
    using value_type = Number;
    static constexpr std::align_val_t LINE{64};

    ByLines() = default;
    template <class Other>
    ByLines(const ByLines<Other>&) {}

    Number* allocate(std::size_t count) { return static_cast<Number*>(::operator new(count * sizeof(Number), LINE)); }
    void deallocate(Number* numbers, std::size_t) { ::operator delete(numbers, LINE); }
    friend bool operator==(const ByLines&, const ByLines&) { return true; }
};

template <class Number>
using Aligned = std::vector<Number, ByLines<Number>>;

}  // namespace duiyi::nets
