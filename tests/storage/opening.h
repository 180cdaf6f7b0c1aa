// Files of any content, and how a store refuses to open them.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "store_fixture.h"

namespace cellar::test {

inline void write_file(const std::filesystem::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

/// Returns the id of the refusal; empty if the store opens.
inline std::string refused_to_open(const std::filesystem::path& path, bool read_only = false) {
  StoreOptions options;
  options.read_only = read_only;
  return refused([&] { Store::open(path, options); });
}

}  // namespace cellar::test
