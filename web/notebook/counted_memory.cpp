// The operators of the program by which memory is counted for the account of the thread (refusal/memory_account.h).
// What the library of C does not take for C++ (the pages of LMDB, zlib) is not counted: the map of a database has its
// own bound.
#include "web/notebook/counted_memory.h"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#include "refusal/memory_account.h"

// The folder is compiled with few optimisations, and each start of the program takes memory ten thousand times.
#define CELLAR_OFTEN_RUN [[gnu::noinline, gnu::optimize("O2")]]

namespace {

/// Counts what malloc() has returned, which may be null.
CELLAR_OFTEN_RUN void* counted(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  const cellar::CountedAccount& counts = cellar::counted_account;
  if (counts.account == nullptr) return memory;
  try {
    counts.account->take(malloc_usable_size(memory), counts.must);
  } catch (...) {
    std::free(memory);
    throw;
  }
  return memory;
}

CELLAR_OFTEN_RUN void give_back(void* memory) noexcept {
  if (memory != nullptr) cellar::counted_account.account->give(malloc_usable_size(memory));
  std::free(memory);
}

}  // namespace

// Not inlined: the compiler would take the calls of free() for a mistake where it does not see those of malloc(). All forms are
// here, since a sanitizer brings its own for those that are missing.
CELLAR_OFTEN_RUN void* operator new(std::size_t size) {
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory != nullptr && cellar::counted_account.account == nullptr) return memory;
  return counted(memory);
}
CELLAR_OFTEN_RUN void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto multiple = static_cast<std::size_t>(alignment);
  return counted(
      std::aligned_alloc(multiple, (std::max(size, std::size_t{1}) + multiple - 1) / multiple * multiple));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return operator new(size, alignment); }
void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept { return operator new(size, tag); }

CELLAR_OFTEN_RUN void operator delete(void* memory) noexcept {
  if (cellar::counted_account.account == nullptr) return std::free(memory);
  give_back(memory);
}
CELLAR_OFTEN_RUN void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
CELLAR_OFTEN_RUN void operator delete(void* memory, std::align_val_t) noexcept { operator delete(memory); }
CELLAR_OFTEN_RUN void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  operator delete(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept { operator delete(memory); }
void operator delete[](void* memory) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::size_t) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { operator delete(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { operator delete(memory); }

namespace cellar {

std::size_t counted_size(const std::string& text) {
  return text.capacity() > std::string().capacity() ? malloc_usable_size(const_cast<char*>(text.data())) : 0;
}

}  // namespace cellar
