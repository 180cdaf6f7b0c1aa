// What becomes of a file that is read, written, purged and compacted.
#pragma once

#include <filesystem>
#include <string>

namespace cellar::test {

struct Met {
  /// The first refusal that speaks of damage, with what was refused, or the signal that has ended the process of the
  /// trial; empty if there is neither.
  std::string damage;
  std::size_t answers = 0;  // a hash of all rows that were read
};

/// Changes the file. Forks, so the caller has no other threads and no open file.
Met met_in(const std::filesystem::path& path);

}  // namespace cellar::test
