// The statements of a BATCH, each bound to the plan of its shape as a batch of one, which means the same.
//
// In:      the text of a BATCH, or its parts with their values.
// Out:     a plan and values for each statement.
// Refused: nothing. A BATCH with a statement that has no known shape and cannot be planned, or that means something
//          else in a batch of its own (a condition, a counter), takes the long way and may be refused there.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "database/plans/shape_cache.h"
#include "database/request.h"
#include "parser/shape/shape.h"
#include "storage/store.h"

namespace cellar {

class BatchParts;
class SessionPlans;

struct BatchedStatement {
  KnownShapePointer known;
  std::vector<BoundValue> slots;
};

/// Its memory is used for one batch after another.
class BoundBatch {
 public:
  explicit BoundBatch(SessionPlans& plans) : plans_(plans) {}

  // Return false if the batch must take the long way.
  bool bind(const BatchText& batch);
  bool bind(const BatchParts& parts);
  std::span<const BatchedStatement> statements() const { return {statements_.data(), count_}; }
  /// Frees the memory of a large batch; that of a small one is used again.
  void free_if_large();

 private:
  bool bind_statement(const BatchText& batch, std::string_view statement, Transaction& source,
                      std::string& text);
  bool bind_part(const BatchParts& parts, const BatchPart& part, Transaction& source, std::string& text);
  BatchedStatement& add();

  SessionPlans& plans_;
  std::size_t count_ = 0;
  std::vector<BatchedStatement> statements_;  // more than count_: memory
};

}  // namespace cellar
