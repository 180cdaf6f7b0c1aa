#include "functions/random_bits.h"

#include <random>

namespace cellar {

std::uint64_t random_bits() {
  thread_local std::mt19937_64 engine = [] {
    std::random_device random;
    std::seed_seq seed{random(), random(), random(), random(), random(), random(), random(), random()};
    return std::mt19937_64(seed);
  }();
  return engine();
}

}  // namespace cellar
