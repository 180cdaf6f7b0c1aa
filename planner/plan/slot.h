// The places of a plan that values fill: those of literals and of markers.
//
// In:      nothing; the planner fills it.
// Out:     the type of each place, and what a driver is told of it.
// Refused: nothing.
#pragma once

#include <string>

#include "schema/schema.h"
#include "types/type.h"

namespace cellar {

/// How a slot is encoded when its value arrives.
struct Slot {
  Type type;
  std::string name;              // of a marker: its use ("k", "in(k)", "[limit]"), as reported to drivers
  TablePointer table = nullptr;  // of a marker of Prepared::markers(): that of its statement
  bool has_place = false;        // of a literal: its type was determined by its place in the plan
  bool text_decides = false;     // of a literal: the plan depends on its text (the choice of a function)
  bool now_decides =
      false;  // of a literal: 'now' gives another plan than all other texts (write/generated_times.h)

  /// Returns true if every literal of the same kind gives the same plan.
  bool takes_any_text() const { return has_place && !text_decides; }
};

}  // namespace cellar
