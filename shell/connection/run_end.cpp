#include "shell/connection/run_end.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace cellar {

bool ends_the_run(const Diagnostic& diagnostic) {
  constexpr std::array<std::string_view, 5> kCodes = {"E421", "E423", "E501", "E505", "E509"};
  return std::find(kCodes.begin(), kCodes.end(), diagnostic.code()) != kCodes.end();
}

}  // namespace cellar
