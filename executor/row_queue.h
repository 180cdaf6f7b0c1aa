// Rows that are known before they are asked for: first in, first out.
#pragma once

#include <vector>

#include "types/type.h"

namespace cellar {

class RowQueue {
 public:
  bool empty() const { return next_ == rows_.size(); }
  std::size_t size() const { return rows_.size() - next_; }
  std::vector<Value>& push() { return rows_.emplace_back(); }
  std::vector<Value> pop() {
    std::vector<Value> row = std::move(rows_[next_]);
    if (++next_ == rows_.size()) {
      rows_.clear();
      next_ = 0;
    }
    return row;
  }

 private:
  std::vector<std::vector<Value>> rows_;
  std::size_t next_ = 0;
};

}  // namespace cellar
