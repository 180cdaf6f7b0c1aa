#include "storage/system/browser/memory_files.h"

#include <catch2/catch.hpp>
#include <cerrno>
#include <string>
#include <string_view>

namespace cellar {

namespace {

std::string text_of(MemoryFile& file) { return {file.bytes().begin(), file.bytes().end()}; }

int write_text(MemoryFile& file, std::size_t offset, std::string_view text) {
  return file.write(offset, {text.data(), text.size()});
}

}  // namespace

TEST_CASE("a file in memory grows by what is written, with zeros between") {
  MemoryFiles files;
  const auto file = files.create("/a");
  CHECK(write_text(*file, 3, "tea") == 0);
  CHECK(write_text(*file, 0, "x") == 0);
  CHECK(text_of(*file) == std::string("x\0\0tea", 6));
  CHECK(file->resize(4) == 0);
  CHECK(file->resize(6) == 0);
  CHECK(text_of(*file) == std::string("x\0\0t\0\0", 6));
}

TEST_CASE("what is written to a file in memory is in its map, which does not move") {
  MemoryFiles files;
  const auto file = files.create("/a");
  write_text(*file, 0, "first");
  const char* const map = file->map(100'000);
  REQUIRE(map != nullptr);
  CHECK(reinterpret_cast<std::uintptr_t>(map) % 4096 == 0);
  CHECK(write_text(*file, 90'000, "last") == 0);
  CHECK(std::string_view(map, 5) == "first");
  CHECK(std::string_view(map + 90'000, 4) == "last");
  CHECK(write_text(*file, 1'000'000, "beyond") == ENOSPC);
  CHECK(file->map(1'000'000) == nullptr);
  file->unmap();
  CHECK(file->map(1'000'000) != nullptr);
  CHECK(text_of(*file).starts_with("first"));
}

TEST_CASE("a file in memory is found by its names and its descriptors, and lives while it has any") {
  MemoryFiles files;
  std::weak_ptr<MemoryFile> file = files.create("/a");
  const int descriptor = files.open(file.lock());
  files.name(file.lock(), "/b");
  CHECK(files.names_of(*file.lock()) == 2);
  CHECK(files.remove("/a"));
  CHECK(!files.remove("/a"));
  CHECK(files.rename("/b", "/c") == 0);
  CHECK(files.rename("/b", "/d") == ENOENT);
  CHECK(files.find("/b") == nullptr);
  CHECK(files.find("/c") == file.lock());
  files.remove("/c");
  CHECK(files.find(memory_path_of(descriptor)) == file.lock());
  files.close(descriptor);
  CHECK(files.of(descriptor) == nullptr);
  CHECK(file.expired());
}

TEST_CASE("a file in memory that takes the name of another one replaces it") {
  MemoryFiles files;
  write_text(*files.create("/old"), 0, "old");
  const int reader = files.open(files.find("/old"));
  write_text(*files.create("/new"), 0, "new");
  CHECK(files.rename("/new", "/old") == 0);
  CHECK(text_of(*files.find("/old")) == "new");
  CHECK(text_of(*files.of(reader)) == "old");
}

}  // namespace cellar
