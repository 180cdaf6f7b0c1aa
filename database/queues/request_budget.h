// Bounds the requests that are submitted to a database and not answered yet.
//
// In:      the size of each request.
// Out:     whether it may come in; it is given back when it was answered.
// Refused: a request beyond the limits (`too_many_requests`).
#pragma once

#include <cstddef>
#include <mutex>

#include "database/database.h"

namespace cellar {

class RequestBudget {
 public:
  explicit RequestBudget(const RequestLimits& limits) : limits_(limits) {}

  void take(std::size_t bytes);
  void give_back(std::size_t bytes);

 private:
  const RequestLimits limits_;
  std::mutex mutex_;  // guards the members below
  std::size_t requests_ = 0;
  std::size_t bytes_ = 0;
};

/// The memory that a request takes: its texts and values.
std::size_t size_of(const Request& request);

}  // namespace cellar
