// Bounds the requests that are submitted to a database and not answered yet.
//
// In:      the size of each request.
// Out:     a share for it, which is given back when it is destroyed.
// Refused: a request beyond the limits (`too_many_requests`).
#pragma once

#include <cstddef>
#include <mutex>

#include "database/database.h"

namespace cellar {

class RequestBudget {
 public:
  explicit RequestBudget(const RequestLimits& limits) : limits_(limits) {}

 private:
  friend class RequestShare;
  void take(std::size_t bytes);
  void give_back(std::size_t bytes);

  const RequestLimits limits_;
  std::mutex mutex_;  // guards the members below
  std::size_t requests_ = 0;
  std::size_t bytes_ = 0;
};

/// The share of the budget that a request holds until it is answered.
class RequestShare {
 public:
  RequestShare(RequestBudget& budget, std::size_t bytes) : budget_(budget), bytes_(bytes) {
    budget_.take(bytes_);
  }
  ~RequestShare() { budget_.give_back(bytes_); }
  RequestShare(const RequestShare&) = delete;
  RequestShare& operator=(const RequestShare&) = delete;

 private:
  RequestBudget& budget_;
  std::size_t bytes_;
};

/// The memory that a request takes: its texts and values.
std::size_t size_of(const Request& request);

}  // namespace cellar
