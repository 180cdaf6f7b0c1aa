// Tries a query on a table: the planner decides, under `teach`.
//
// In:      the text of a SELECT, a schema.
// Out:     whether it reads one partition and filters nothing; if not, the refusal, or nothing if it was planned
//          as another read.
// Refused: nothing.
#pragma once

#include "planner/advise/advice.h"

namespace cellar {

struct Trial {
  bool is_served = false;
  std::optional<Diagnostic> refusal;
};

Trial try_query(std::string_view text, const PlanContext& context);

/// Returns true for a refusal that another key may mend: by the rules K1 to K5 and O1 to O3.
bool is_about_key(const Diagnostic& refusal);

}  // namespace cellar
