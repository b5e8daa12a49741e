// Files of learnt weights: `duiyi chinese_checkers weights 1`, sizes, a checksum, the weights. The one that ships is compiled in.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "games/chinese_checkers/weights.hpp"

namespace duiyi::chinese_checkers {

/// Reads the bytes of a file; throws RulesError, which says what was expected, what came, and `from` where.
std::shared_ptr<const Tables> parse_net(std::string_view bytes, const std::string& from);
/// Reads a file.
std::shared_ptr<const Tables> load_net(const std::string& path);
/// The weights that ship: src/duiyi/nets/chinese_checkers.weights, as it was when the core was built.
const Tables& shipped_net();
/// Its bytes, which CMake writes as C++.
std::string_view shipped_net_bytes();

}  // namespace duiyi::chinese_checkers
