// How much what a message tells of hurts on a cluster.
//
// In:      the id of a message.
// Out:     its harm; none for what a cluster bears as one machine does.
// Refused: nothing. A refusal has no harm of its own: it is one where a cluster refuses the statement, too.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace cellar {

enum class Harm : std::uint8_t {
  none,
  remark,   // costs what a program may have decided to pay
  warning,  // grows with the data, or with the nodes
  failure,  // a cluster refuses it, or breaks over it
};

struct HarmfulMessage {
  std::string_view id;
  Harm harm = Harm::none;
};

/// All that have a harm.
std::span<const HarmfulMessage> harmful_messages();
Harm harm_of(std::string_view id);

}  // namespace cellar
