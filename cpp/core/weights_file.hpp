// Files of learnt weights: a line that says what they are, three sizes, a checksum of the rest, whole numbers with the
// lowest byte first.
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

/// What the head of one kind of file says.
struct WeightsFormat {
    struct Size {
        std::string_view what;
        std::size_t least, most;
    };

    std::string_view game;
    std::string_view kind;  ///< "net" or "weights"
    std::array<Size, 3> sizes;
};

/// A file's bytes, whose line and sizes are as expected; throws RulesError, which says what was expected, what came, and
/// where.
class WeightsFile {
  public:
    WeightsFile(const WeightsFormat& format, std::string_view bytes, const std::string& from) : bytes_(bytes), from_(from) {
        const std::string family = "duiyi " + std::string(format.game) + " " + std::string(format.kind) + " ";
        if (!bytes.starts_with(family))
            throw expected("a file as `duiyi learn eval " + std::string(format.game) + "` writes it", "something else");
        const std::string_view version = bytes.substr(family.size(), bytes.substr(family.size(), 8).find('\n'));
        if (version != "1") throw expected("version 1 of the file", "version " + std::string(version));
        const std::size_t line = family.size() + 2;
        first_ = line + 4 * (sizes_.size() + 1);
        if (bytes.size() < first_) throw expected(std::to_string(first_) + " bytes and more", std::to_string(bytes.size()));
        WeightsReader head(bytes.substr(line));
        for (std::size_t i = 0; i < sizes_.size(); ++i) {
            const auto& [what, least, most] = format.sizes[i];
            sizes_[i] = head.number(4);
            if (sizes_[i] < least || sizes_[i] > most)
                throw expected(
                    (least < most ? std::to_string(least) + " to " : "") + std::to_string(most) + " " + std::string(what),
                    std::to_string(sizes_[i]));
        }
        checksum_ = head.number(4);
    }

    std::size_t size(std::size_t number) const { return sizes_[number]; }

    /// What follows the head, which must be `length` bytes.
    WeightsReader body(std::size_t length) const {
        if (bytes_.size() != first_ + length)
            throw expected(std::to_string(first_ + length) + " bytes", std::to_string(bytes_.size()));
        const std::string_view rest = bytes_.substr(first_);
        if (const std::uint32_t found = checksum(rest); found != checksum_)
            throw expected("the checksum " + std::to_string(checksum_), std::to_string(found));
        return WeightsReader(rest);
    }

    RulesError expected(const std::string& what, const std::string& found) const {
        return RulesError("expected " + what + ", got " + found + " in '" + from_ + "'");
    }

  private:
    std::string_view bytes_;
    std::string from_;
    std::size_t first_ = 0;
    std::array<std::size_t, 3> sizes_{};
    std::uint32_t checksum_ = 0;
};

/// Throws RulesError where the file cannot be read.
inline std::string read_weights(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw RulesError("expected a network's file, cannot read '" + path + "'");
    return std::string((std::istreambuf_iterator<char>(file)), {});
}

}  // namespace duiyi
