// The parts of a BATCH that a request brings, and the text that they are together.
//
// In:      a Batch.
// Out:     the text of the whole with all values, the text of each part in a batch of its own.
// Refused: a part that is not one statement, one with too many or too few values, one of another database.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "database/plans/cached_plan.h"
#include "database/request.h"

namespace cellar {

class BatchParts {
 public:
  /// The batch must live as long.
  BatchParts(const Batch& batch, std::uint64_t database) : batch_(batch), database_(database) {}

  const std::vector<BatchPart>& parts() const { return batch_.parts; }
  /// Returns null for a part that is a text. Refuses a statement of another database.
  const PreparedState* prepared_of(const BatchPart& part) const;
  void write_alone(const BatchPart& part, std::string& text) const;

  /// Puts the parts together.
  void join();
  std::string_view text() const { return text_; }
  const std::vector<BoundValue>& values() const { return values_; }

  /// Refuses a part that is not exactly one statement, though all of them together are a BATCH, and one that has more
  /// or fewer values than markers, though all of them together have as many.
  void check_each_alone() const;
  /// Refuses a Prepared whose markers have other types in the plan of all parts.
  void check_markers(const CachedPlan& planned) const;

 private:
  std::string_view text_of(const BatchPart& part) const;

  const Batch& batch_;
  std::uint64_t database_;
  std::string text_;
  std::vector<BoundValue> values_;
};

}  // namespace cellar
