// An address as a code that phones read (QR), for a terminal.
//
// In:      an address; how many columns the terminal has.
// Out:     lines of half blocks, black on white whatever the colours of the terminal are, with the white margin that
//          readers need.
// Refused: nothing. What is too wide for the terminal is not drawn.
#pragma once

#include <cstddef>
#include <string>

namespace cellar {

/// Empty if the terminal is too narrow.
std::string address_code(const std::string& address, std::size_t columns);

}  // namespace cellar
