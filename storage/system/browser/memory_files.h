// Files in memory, where there is no file system.
//
// In:      paths, which are names and nothing else; descriptors, which the caller owns.
// Out:     descriptors; the bytes of files. A map of a file is its bytes: what is written to the file is in all its maps at
//          once, and nothing is copied.
// Refused: nothing: a failure is an errno.
//
// A file lives while it has a name or a descriptor, as files of a system do. One thread uses all of this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

namespace cellar {

/// The bytes of a file. They do not move while the file is mapped.
class MemoryFile {
 public:
  explicit MemoryFile(std::uint64_t number) : number_(number) {}
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::uint64_t number() const { return number_; }
  std::size_t size() const { return size_; }
  std::span<char> bytes() { return {bytes_, size_}; }
  /// What is added is zero. Returns an errno or 0.
  int resize(std::size_t size);
  int write(std::size_t offset, std::span<const char> bytes);
  /// Makes room for `size` bytes, of which those beyond the end of the file are undefined, and returns them; null if there
  /// is no memory, or the bytes would move under another map.
  char* map(std::size_t size);
  void unmap() { --maps_; }

 private:
  int reserve(std::size_t size);

  const std::uint64_t number_;
  char* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
  unsigned maps_ = 0;
};

class MemoryFiles {
 public:
  /// Those of the process.
  static MemoryFiles& all();

  std::shared_ptr<MemoryFile> find(const std::string& path) const;
  std::shared_ptr<MemoryFile> of(int descriptor) const;
  unsigned names_of(const MemoryFile& file) const;
  std::shared_ptr<MemoryFile> create(const std::string& path);
  int open(std::shared_ptr<MemoryFile> file);
  void close(int descriptor) { open_.erase(descriptor); }
  bool remove(const std::string& path) { return names_.erase(path) > 0; }
  bool rename(const std::string& from, const std::string& to);
  /// Gives a file another name.
  void name(std::shared_ptr<MemoryFile> file, const std::string& path);

 private:
  std::map<std::string, std::shared_ptr<MemoryFile>> names_;
  std::map<int, std::shared_ptr<MemoryFile>> open_;
  std::uint64_t next_number_ = 1;
};

/// The path that leads to an open file even if it has no name.
std::string memory_path_of(int descriptor);

}  // namespace cellar
