#include "storage/system/files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "storage/system/browser/memory_files.h"

namespace cellar {

namespace {

std::optional<FileStatus> status_from(const std::shared_ptr<MemoryFile>& file) {
  if (!file) return std::nullopt;
  return FileStatus{{0, file->number()}, file->size(), MemoryFiles::all().names_of(*file), true, false};
}

bool creates(OpenAs as) { return as != OpenAs::database_to_read; }
bool is_new(OpenAs as) { return as == OpenAs::new_lock_file || as == OpenAs::new_file; }

}  // namespace

std::optional<FileStatus> status_of(const std::string& path) {
  return status_from(MemoryFiles::all().find(path));
}

std::optional<FileStatus> status_of_name(const std::string& path) { return status_of(path); }

std::optional<FileStatus> status_of(int descriptor) { return status_from(MemoryFiles::all().of(descriptor)); }

OpenAttempt open_file(const std::string& path, OpenAs as) {
  MemoryFiles& files = MemoryFiles::all();
  std::shared_ptr<MemoryFile> file = files.find(path);
  if (file && is_new(as)) return {-1, EEXIST};
  if (!file && !creates(as)) return {-1, ENOENT};
  if (!file) file = files.create(path);
  return {files.open(std::move(file)), 0};
}

std::string temporary_folder() { return "/memory"; }

OpenAttempt create_temporary(std::string& path) {
  constexpr std::size_t kLetters = 6;
  static unsigned number = 0;
  std::string digits = std::to_string(number++);
  digits.insert(0, kLetters - std::min(kLetters, digits.size()), '0');
  path.replace(path.size() - kLetters, kLetters, digits);
  return open_file(path, OpenAs::new_file);
}

void close_file(int descriptor) noexcept { MemoryFiles::all().close(descriptor); }

BytesRead read_at(int descriptor, std::uint64_t offset, std::size_t size, char* bytes) {
  const std::shared_ptr<MemoryFile> file = MemoryFiles::all().of(descriptor);
  if (!file) return {0, EBADF};
  if (offset >= file->size()) return {0, 0};
  const std::size_t got = std::min<std::uint64_t>(size, file->size() - offset);
  std::memcpy(bytes, file->bytes().data() + offset, got);
  return {got, 0};
}

int empty_file(int descriptor) {
  const std::shared_ptr<MemoryFile> file = MemoryFiles::all().of(descriptor);
  return file ? file->resize(0) : EBADF;
}

int reserve_blocks(int, std::uint64_t) { return 0; }
int sync_file(int descriptor) {
  const std::shared_ptr<MemoryFile> file = MemoryFiles::all().of(descriptor);
  return file ? file->sync() : EBADF;
}
int sync_bytes(int descriptor) { return sync_file(descriptor); }
void sync_folder_of(const std::string&) {}
int copy_owner(int, int) { return 0; }

int remove_file(const std::string& path) noexcept { return MemoryFiles::all().remove(path) ? 0 : ENOENT; }

int rename_file(const std::string& from, const std::string& to) {
  return MemoryFiles::all().rename(from, to);
}

int link_to(const std::string& target, const std::string& path) {
  std::shared_ptr<MemoryFile> file = MemoryFiles::all().find(target);
  if (!file) return ENOENT;
  MemoryFiles::all().name(std::move(file), path);
  return 0;
}

std::string path_of_descriptor(int descriptor) { return memory_path_of(descriptor); }

bool is_permitted(const std::string& path) { return MemoryFiles::all().find(path) != nullptr; }

}  // namespace cellar
