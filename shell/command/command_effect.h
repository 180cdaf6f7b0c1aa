// What a command of the shell does beside its answer: --from runs again what sets, --dry-run leaves out what writes.
//
// In:      the text of a statement or command.
// Out:     its effect; CQL has none of these but USE, which sets.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <string_view>

namespace cellar {

enum class CommandEffect : std::uint8_t {
  none,     // CQL, and commands that only show something
  sets,     // changes how later statements run or are shown
  sources,  // runs a script
  writes,   // changes the database or a file by other means than CQL
};

CommandEffect effect_of(std::string_view text);

}  // namespace cellar
