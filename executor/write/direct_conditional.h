// The most common conditional write: IF NOT EXISTS or IF EXISTS of one row of simple columns. A short form of
// gather() (docs/life-of-a-query.md, "What is said twice") that looks the row up by its key and passes the values
// to the store without a Mutation.
//
// In:      a plan; the values of its slots.
// Out:     the same changes in the transaction as those of gather()'s mutations, if the condition is met.
// Refused: what gather() refuses.
#pragma once

#include <optional>

#include "executor/write/direct_upsert.h"

namespace cellar {

struct Plan;

class DirectConditional {
 public:
  /// Returns nothing if the plan has no such short form. The plan must outlive the object.
  static std::optional<DirectConditional> of(const Plan& plan);

  /// Returns false, and writes nothing, if the condition is not met or only gather() can tell.
  bool write(const WriteRun& run) const;

 private:
  DirectConditional(DirectUpsert upsert, SimpleRowFound wanted)
      : upsert_(std::move(upsert)), wanted_(wanted) {}

  DirectUpsert upsert_;
  SimpleRowFound wanted_;
};

}  // namespace cellar
