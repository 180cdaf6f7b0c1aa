// The addresses of this machine in its networks.
//
// In:      nothing.
// Out:     addresses of version 4 in numbers, without those of loopback. The first one is that by which the machine reaches
//          other networks: bridges to containers and the like come behind it.
// Refused: nothing: what the system does not tell is not there.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace cellar {

std::vector<std::string> own_addresses();
/// Puts one of them before the others.
std::vector<std::string> with_first(std::vector<std::string> addresses,
                                    const std::optional<std::string>& first);

}  // namespace cellar
