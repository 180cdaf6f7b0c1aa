// A refusal as an ERROR of the protocol.
//
// In:      a diagnostic, the text that it blames, and what the request said of itself.
// Out:     an ERROR whose class and fields are those by which drivers act, and whose message is one line: the code, the
//          place, what is wrong and the way out.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>

#include "protocol/bytes/consistency.h"
#include "protocol/message/error.h"
#include "refusal/refusal.h"

namespace cellar {

/// What a request was, as far as an error tells it.
struct RequestKind {
  Consistency consistency = Consistency::one;
  bool is_read = false;
  std::string_view write_type = "SIMPLE";
};

/// The replicas of a failed request, which are this machine alone.
ReplicaFailures failure_of_one();

/// `statement` is empty if nobody has the text.
std::string refusal_text(const Diagnostic& diagnostic, std::string_view statement);
/// The same for a notice, which is sent as a warning.
std::string warning_text(const Diagnostic& notice);

/// The views in the answer lead into `text`, the diagnostic and the request.
ErrorResponse refusal_answer(const Diagnostic& diagnostic, std::string_view text, const RequestKind& request);

}  // namespace cellar
