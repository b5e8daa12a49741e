// Files of learnt weights: a line that says what they are, sizes, a checksum, whole numbers with the lowest byte first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "core/errors.hpp"

namespace duiyi {

/// CRC-32 as in zip files.
inline std::uint32_t checksum(std::string_view bytes) {
    static constexpr auto TABLE = [] {
        std::array<std::uint32_t, 256> table{};
        for (std::uint32_t byte = 0; byte < 256; ++byte) {
            table[byte] = byte;
            for (int bit = 0; bit < 8; ++bit) table[byte] = table[byte] >> 1 ^ (table[byte] & 1) * 0xEDB88320U;
        }
        return table;
    }();
    std::uint32_t sum = ~0U;
    for (const char byte : bytes) sum = TABLE[(sum ^ static_cast<unsigned char>(byte)) & 0xFF] ^ sum >> 8;
    return ~sum;
}

/// Whole numbers from bytes; there must be enough of them.
class WeightsReader {
  public:
    explicit WeightsReader(std::string_view bytes) : bytes_(bytes) {}

    std::uint32_t number(std::size_t size) {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < size; ++i) value |= std::uint32_t{static_cast<unsigned char>(bytes_[at_++])} << 8 * i;
        return value;
    }
    std::int16_t small() { return static_cast<std::int16_t>(number(2)); }
    std::int32_t large() { return static_cast<std::int32_t>(number(4)); }
    /// The first `count` numbers of a row.
    template <class Row>
    void row(Row& row, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) row[i] = small();
    }

  private:
    std::string_view bytes_;
    std::size_t at_ = 0;
};

/// Throws RulesError where the file cannot be read.
inline std::string read_weights(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw RulesError("expected a network's file, cannot read '" + path + "'");
    return std::string((std::istreambuf_iterator<char>(file)), {});
}

}  // namespace duiyi
