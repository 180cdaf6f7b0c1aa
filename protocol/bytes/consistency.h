// Consistency levels, as the protocol numbers them.
//
// In:      a number of two bytes, or a level.
// Out:     the level, its name in CQL.
// Refused: nothing; an unknown number gives nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cellar {

enum class Consistency : std::uint16_t {
  any = 0,
  one = 1,
  two = 2,
  three = 3,
  quorum = 4,
  all = 5,
  local_quorum = 6,
  each_quorum = 7,
  serial = 8,
  local_serial = 9,
  local_one = 10,
  node_local = 11,
};

std::optional<Consistency> consistency_of(std::uint16_t number);
/// "LOCAL_QUORUM"
std::string_view consistency_name(Consistency consistency);

}  // namespace cellar
