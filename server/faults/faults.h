// The faults that are asked for now, and which requests they strike.
//
// In:      faults; each request, before it runs.
// Out:     the fault that strikes a request. The same requests in the same order are struck in each run.
// Refused: nothing.
//
// All members may be called by several threads at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "server/faults/fault.h"

namespace cellar {

/// What decides whether a fault strikes a request.
struct FaultTarget {
  bool is_read = false;
  bool is_prepared = false;  // its client can be told to prepare it again
  std::string_view text;     // of all parts of a BATCH
};

class Faults {
 public:
  void add(Fault fault);
  void clear();
  bool is_empty() const { return is_empty_; }
  std::optional<Fault> strike(const FaultTarget& request);

 private:
  struct Counted {
    Fault fault;
    std::uint64_t requests = 0;  // in its scope, so far
  };

  std::atomic<bool> is_empty_ = true;
  std::mutex mutex_;  // guards the member below
  std::vector<Counted> faults_;
};

}  // namespace cellar
