// Files of a run: scripts that are written, databases that are copied and removed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <vector>

namespace cellar::bench {

/// A folder of its own in `parent`, gone when the object is.
class ScratchFolder {
 public:
  explicit ScratchFolder(const std::filesystem::path& parent);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A text that is written from front to end. Fails on a full disk.
class TextFile {
 public:
  explicit TextFile(const std::filesystem::path& path);
  void add(std::string_view text) { file_ << text; }
  void close();

 private:
  std::vector<char> buffer_;
  std::ofstream file_;
};

void write_text(const std::filesystem::path& path, std::string_view text);

/// Writes out what the system still holds back, so that nobody pays for another's writes.
void settle(const std::filesystem::path& folder);

/// Removes it with the files beside it that Cellar, LMDB and sqlite3 make.
void remove_database(const std::filesystem::path& database);
/// Replaces what is at `to`.
void copy_database(const std::filesystem::path& from, const std::filesystem::path& to);
double megabytes(const std::filesystem::path& file);

}  // namespace cellar::bench
