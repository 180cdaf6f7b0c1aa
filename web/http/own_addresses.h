// The addresses of this machine in its networks.
//
// In:      nothing.
// Out:     addresses of version 4 in numbers, without those of loopback.
// Refused: nothing: what the system does not tell is not there.
#pragma once

#include <string>
#include <vector>

namespace cellar {

std::vector<std::string> own_addresses();

}  // namespace cellar
