#include "protocol/bytes/consistency.h"

#include <array>

namespace cellar {

namespace {

constexpr std::array<std::string_view, 12> kConsistencyNames = {
    "ANY",          "ONE",         "TWO",    "THREE",        "QUORUM",    "ALL",
    "LOCAL_QUORUM", "EACH_QUORUM", "SERIAL", "LOCAL_SERIAL", "LOCAL_ONE", "NODE_LOCAL",
};

}  // namespace

std::optional<Consistency> consistency_of(std::uint16_t number) {
  if (number >= kConsistencyNames.size()) return std::nullopt;
  return static_cast<Consistency>(number);
}

std::string_view consistency_name(Consistency consistency) {
  return kConsistencyNames[static_cast<std::size_t>(consistency)];
}

}  // namespace cellar
