// Files of the network: `duiyi xiangqi net 1`, sizes, a checksum, the weights. The one that ships is compiled in.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "games/xiangqi/net.hpp"

namespace duiyi::xiangqi {

/// Reads the bytes of a file; throws RulesError, which says what was expected, what came, and `from` where.
std::unique_ptr<const NetWeights> parse_net(std::string_view bytes, const std::string& from);
/// Reads a file.
std::shared_ptr<const NetWeights> load_net(const std::string& path);
/// The network that ships: src/duiyi/nets/xiangqi.net, as it was when the core was built.
const NetWeights& shipped_net();
/// Its bytes, which CMake writes as C++.
std::string_view shipped_net_bytes();

}  // namespace duiyi::xiangqi
