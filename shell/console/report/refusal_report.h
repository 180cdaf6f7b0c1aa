// Completes a refusal by what becomes of its statement once it is mended.
//
// In:      a refusal, its statement, and the session that refused it.
// Out:     the refusal with all places that have the same fault, and a fix that mends them together; the other faults
//          that it mends, and what refuses the mended statement then. Nothing is run, and nothing written.
// Refused: nothing.
#pragma once

#include <string_view>
#include <vector>

#include "refusal/refusal.h"
#include "shell/connection/connection.h"

namespace cellar {

struct RefusalReport {
  Diagnostic refusal;
  /// Those with a fix are mended by that of the refusal, the others refuse the mended statement. Their spans belong to
  /// texts that nobody wrote.
  std::vector<Diagnostic> after;
};
RefusalReport report_of(const Diagnostic& refusal, std::string_view statement, Connection& connection);

}  // namespace cellar
