// What the random tests of reads have in common: dice, and when their rows were written.
#pragma once

#include <random>

#include "storage/format/format.h"
#include "store_fixture.h"

namespace cellar::test {

// Rows say that they live in their first byte only if their timestamps are recent.
inline constexpr Timestamp kWritten = kTimestampEpoch + 10;

class Roll {
 public:
  explicit Roll(int seed) : random_(static_cast<unsigned>(seed)) {}
  int operator()(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }

 private:
  std::mt19937 random_;
};

}  // namespace cellar::test
