// Bytes as tests write them: hexadecimal digits with blanks between.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

#include "types/text/hex.h"

namespace cellar::test {

inline std::string bytes_of(std::string_view digits) {
  std::string dense(digits);
  std::erase_if(dense, [](char c) { return c == ' ' || c == '\n'; });
  const std::optional<std::string> bytes = from_hex(dense);
  if (!bytes) throw std::invalid_argument("no hexadecimal digits: " + dense);
  return *bytes;
}

}  // namespace cellar::test
