// A number and the noun that it counts: "1 row", "2 rows".
#pragma once

#include <string>
#include <string_view>

namespace cellar {

/// `number` is in digits, as it is to be printed.
inline std::string counted(std::string_view number, std::string_view one, std::string_view many) {
  return std::string(number).append(" ").append(number == "1" ? one : many);
}

}  // namespace cellar
