// A fault in the map of one file of many.
#include "storage/system/fault_signals.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "child.h"

namespace cellar::test {

namespace {

constexpr int kAbsent = 3;  // an exit status

/// Reads a page of a map whose file has lost it.
int read_lost_page(const std::string& path) {
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ftruncate(file, 4096) != 0) return kAbsent;
  void* const map = mmap(nullptr, 4096, PROT_READ, MAP_SHARED, file, 0);
  if (map == MAP_FAILED || ftruncate(file, 0) != 0) return kAbsent;
  return *static_cast<const volatile char*>(map);
}

}  // namespace

TEST_CASE("a fault in the map of a file has a message, also if hundreds of others are open") {
  const Folder folder;
  const std::string path = std::filesystem::canonical(folder / ".") / "last";
  const std::string errors = folder / "errors";
  Child child([&](Pipes&) {
    const int descriptor = open(errors.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    dup2(descriptor, STDERR_FILENO);
    watch_for_faults([](const std::string& damaged) { return "damaged: " + damaged + '\n'; },
                     []() -> const std::string* { return nullptr; });
    std::vector<std::unique_ptr<FaultWatch>> watched;
    for (int i = 0; i < 300; ++i)
      watched.push_back(std::make_unique<FaultWatch>("/students/" + std::to_string(i)));
    watched.push_back(std::make_unique<FaultWatch>(path));
    return read_lost_page(path);
  });
  CHECK(child.wait() == 1);
  std::ifstream file(errors);
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == "damaged: " + path + '\n');
}

}  // namespace cellar::test
