#include "bench/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>

namespace cellar::bench {

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 20;

}  // namespace

ScratchFolder::ScratchFolder(const std::filesystem::path& parent) {
  std::string pattern = parent / "cellar-bench-XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr)
    throw std::runtime_error("cannot make a folder in " + parent.string());
  path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

TextFile::TextFile(const std::filesystem::path& path) : buffer_(kBuffer) {
  file_.rdbuf()->pubsetbuf(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  file_.open(path, std::ios::binary);
}

void TextFile::close() {
  file_.close();
  if (!file_) throw std::runtime_error("cannot write a script");
}

void write_text(const std::filesystem::path& path, std::string_view text) {
  TextFile file(path);
  file.add(text);
  file.close();
}

void settle(const std::filesystem::path& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0 || syncfs(descriptor) != 0) throw std::runtime_error("cannot sync " + folder.string());
  close(descriptor);
}

void remove_database(const std::filesystem::path& database) {
  for (const char* suffix : {"", "-lock", "-wal", "-shm"})
    std::filesystem::remove(database.string() + suffix);
}

void copy_database(const std::filesystem::path& from, const std::filesystem::path& to) {
  remove_database(to);
  std::filesystem::copy_file(from, to);
}

double megabytes(const std::filesystem::path& file) {
  return static_cast<double>(std::filesystem::file_size(file)) / 1e6;
}

}  // namespace cellar::bench
