// Files in memory, where there is no file system.
//
// In:      paths, which are names and nothing else; descriptors, which the caller owns.
// Out:     descriptors; the bytes of files. A map of a file is its bytes: what is written to the file is in all its
//          maps at once, and nothing is copied.
// Refused: nothing: a failure is an errno.
//
// A keeper is told what is done to the file of one path, so that it can do the same to a file that outlasts the
// process.
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

/// Each call returns 0, or an errno for what it has not done.
class FileKeeper {
 public:
  virtual ~FileKeeper() = default;
  virtual int write(std::size_t offset, std::span<const char> bytes) = 0;
  virtual int resize(std::size_t size) = 0;
  /// Makes what was written outlast a power failure.
  virtual int sync() = 0;
  /// Another file has taken the path: its bytes take the place of those before, all of them or none.
  virtual int replace(std::span<const char> bytes) = 0;
};

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
  /// As one write, for a keeper.
  int write(std::size_t offset, std::span<const std::span<const char>> parts);
  int sync() { return keeper_ == nullptr ? 0 : keeper_->sync(); }
  /// Makes room for so many bytes without another one.
  int reserve(std::size_t size);
  /// Null: nobody is told what is done to the file.
  void keep(FileKeeper* keeper) { keeper_ = keeper; }
  /// Makes room for `size` bytes, of which those beyond the end of the file are undefined, and returns them; null if
  /// there is no memory, or the bytes would move under another map.
  char* map(std::size_t size);
  void unmap() { --maps_; }

 private:
  int put(std::size_t offset, std::span<const char> bytes);
  int tell_write(std::size_t offset, std::size_t size);

  const std::uint64_t number_;
  char* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
  unsigned maps_ = 0;
  FileKeeper* keeper_ = nullptr;
  bool owes_meta_ = false;
};

class MemoryFiles {
 public:
  /// Those of the process.
  static MemoryFiles& all();

  std::shared_ptr<MemoryFile> find(const std::string& path) const;
  std::shared_ptr<MemoryFile> of(int descriptor) const;
  unsigned names_of(const MemoryFile& file) const;
  std::shared_ptr<MemoryFile> create(const std::string& path);
  /// `syncs_writes`: what is written by this descriptor is synced at once, as with O_DSYNC.
  int open(std::shared_ptr<MemoryFile> file, bool syncs_writes = false);
  bool syncs_writes(int descriptor) const;
  void close(int descriptor) { open_.erase(descriptor); }
  bool remove(const std::string& path);
  /// Returns an errno or 0.
  int rename(const std::string& from, const std::string& to);
  /// Gives a file another name.
  void name(std::shared_ptr<MemoryFile> file, const std::string& path);
  /// From now on `keeper`, which must outlive this object, is told what is done to the file of this path.
  void keep(const std::string& path, FileKeeper& keeper);

 private:
  struct OpenFile {
    std::shared_ptr<MemoryFile> file;
    bool syncs_writes = false;
  };

  std::map<std::string, std::shared_ptr<MemoryFile>> names_;
  std::map<int, OpenFile> open_;
  std::string kept_path_;
  FileKeeper* keeper_ = nullptr;
  std::uint64_t next_number_ = 1;
};

/// The path that leads to an open file even if it has no name.
std::string memory_path_of(int descriptor);

}  // namespace cellar
