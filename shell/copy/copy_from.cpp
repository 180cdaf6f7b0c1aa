#include "shell/copy/copy_from.h"

namespace cellar {

CommandOutcome copy_from(const CommandCall& call, const CopyStatement&, const CopyTarget&,
                         const CopyOptions&) {
  refuse("command_absent", call.words[0].span, {{"command", "COPY FROM"}});
}

}  // namespace cellar
