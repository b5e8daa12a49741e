// Files of NoGo's learnt evaluation: `duiyi nogo net 1`, sizes, a checksum, the weights. The one that ships is compiled in.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "games/nogo/net.hpp"

namespace duiyi::nogo {

/// Reads the bytes of a file; throws RulesError, which says what was expected, what came, and `from` where.
std::shared_ptr<const NetWeights> parse_net(std::string_view bytes, const std::string& from);
/// Reads a file.
std::shared_ptr<const NetWeights> load_net(const std::string& path);
/// The weights that ship: src/duiyi/nets/nogo.net, as it was when the core was built.
std::shared_ptr<const NetWeights> shipped_net();
/// Their bytes, which CMake writes as C++.
std::string_view shipped_net_bytes();

}  // namespace duiyi::nogo
