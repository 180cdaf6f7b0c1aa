#include "shell/copy/copy_to.h"

namespace cellar {

CommandOutcome copy_to(const CommandCall& call, const CopyStatement&, const CopyTarget&, const CopyOptions&) {
  refuse("command_absent", call.words[0].span, {{"command", "COPY TO"}});
}

}  // namespace cellar
