// Completes a refusal by what becomes of its statement once it is mended.
//
// In:      a refusal, its statement, and the session that refused it.
// Out:     the refusal with all places that have the same fault, and a fix that mends them together; and
//          what refuses the mended statement then. Nothing is run, and nothing written.
// Refused: nothing.
#pragma once

#include <string_view>
#include <vector>

#include "refusal/refusal.h"
#include "shell/connection/connection.h"

namespace cellar {

struct RefusalReport {
  Diagnostic refusal;
  std::vector<Diagnostic> after;  // their spans belong to the mended statement, which nobody wrote
};
RefusalReport report_of(const Diagnostic& refusal, std::string_view statement, Connection& connection);

}  // namespace cellar
