// A first-in, first-out queue of rows that were read or computed ahead.
//
// In:      rows, one after another.
// Out:     the same rows, in their order.
// Refused: nothing. pop() must not be called while it is empty.
#pragma once

#include <vector>

#include "executor/result_row.h"

namespace cellar {

class RowQueue {
 public:
  bool empty() const { return next_ == rows_.size(); }
  std::size_t size() const { return rows_.size() - next_; }
  ResultRow& push() { return rows_.emplace_back(); }
  ResultRow pop() {
    ResultRow row = std::move(rows_[next_]);
    if (++next_ == rows_.size()) {
      rows_.clear();
      next_ = 0;
    }
    return row;
  }

 private:
  std::vector<ResultRow> rows_;
  std::size_t next_ = 0;
};

}  // namespace cellar
