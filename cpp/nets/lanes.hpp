// Eight numbers at once, on every processor.
#pragma once

#include <cstddef>
#include <cstring>

namespace duiyi::nets {

inline constexpr std::size_t LANES = 8;
typedef float Lanes __attribute__((vector_size(LANES * sizeof(float))));

// By reference, because not every processor passes such values in the same way.
inline void load(Lanes& lanes, const float* from) { std::memcpy(&lanes, from, sizeof lanes); }
inline void store(const Lanes& lanes, float* to) { std::memcpy(to, &lanes, sizeof lanes); }

}  // namespace duiyi::nets
