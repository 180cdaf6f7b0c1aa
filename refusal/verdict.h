// What Apache Cassandra does with a statement that Cellar refuses by a rule of reading or writing.
//
// In:  a refusal.
// Out: a verdict, and a sentence that says it.
#pragma once

#include <cstdint>
#include <string>

#include "refusal/messages.h"

namespace cellar {

enum class Verdict : std::uint8_t {
  none,             // the message is not about a rule of reading or writing
  refuses,          // with the class of the message
  needs_filtering,  // refuses, unless the statement says ALLOW FILTERING
  accepts,          // only the policy `teach` refuses it
};

Verdict verdict_on(const Diagnostic& refusal);

/// Returns an empty text if there is no verdict.
std::string verdict_text(const Diagnostic& refusal, Language language);

}  // namespace cellar
