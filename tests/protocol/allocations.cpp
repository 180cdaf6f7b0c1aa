#include "allocations.h"

#include <cstdlib>
#include <new>

namespace {

thread_local std::size_t largest = 0;

}  // namespace

void* operator new(std::size_t size) {
  if (size > largest) largest = size;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace cellar::test {

void forget_allocations() { largest = 0; }
std::size_t largest_allocation() { return largest; }

}  // namespace cellar::test
