// The largest piece of memory that a thread has asked for.
#pragma once

#include <cstddef>

namespace cellar::test {

void forget_allocations();
std::size_t largest_allocation();

}  // namespace cellar::test
