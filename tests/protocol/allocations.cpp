#include "allocations.h"

#include <cstdlib>
#include <new>

namespace {

thread_local std::size_t largest = 0;

}  // namespace

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  if (size > largest) largest = size;
  return std::malloc(size == 0 ? 1 : size);
}
void* operator new(std::size_t size) {
  if (void* const memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

namespace cellar::test {

void forget_allocations() { largest = 0; }
std::size_t largest_allocation() { return largest; }

}  // namespace cellar::test
