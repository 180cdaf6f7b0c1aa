#include "storage/system/browser/memory_files.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

namespace cellar {

namespace {

/// Above those of the system, so that neither takes one of the other's.
constexpr int kFirstDescriptor = 1000;
/// A page of a map lies at a multiple of its size, as those of a system do.
constexpr std::size_t kAlignment = 4096;
constexpr std::size_t kMetaPages = 2 * kAlignment;
constexpr std::string_view kByDescriptor = "/memory/descriptor/";

}  // namespace

MemoryFile::~MemoryFile() { std::free(bytes_); }

int MemoryFile::reserve(std::size_t size) {
  if (size <= room_) return 0;
  if (maps_ > 0) return ENOSPC;
  const std::size_t room = (size + kAlignment - 1) / kAlignment * kAlignment;
  auto* const bytes = static_cast<char*>(std::aligned_alloc(kAlignment, room));
  if (bytes == nullptr) return ENOMEM;
  if (size_ > 0) std::memcpy(bytes, bytes_, size_);
  std::free(bytes_);
  bytes_ = bytes;
  room_ = room;
  return 0;
}

int MemoryFile::resize(std::size_t size) {
  if (const int code = reserve(size)) return code;
  if (size > size_) std::memset(bytes_ + size_, 0, size - size_);
  size_ = size;
  return keeper_ == nullptr ? 0 : keeper_->resize(size);
}

/// A keeper is told afterwards. What it fails is in the bytes, as after a write that a disk has failed.
int MemoryFile::write(std::size_t offset, std::span<const std::span<const char>> parts) {
  std::size_t end = offset;
  for (const std::span<const char> part : parts) {
    if (const int code = put(end, part)) return code;
    end += part.size();
  }
  return keeper_ == nullptr ? 0 : tell_write(offset, end - offset);
}

/// The meta pages alone are written while a commit needs them as they are. LMDB takes back what it has written of them
/// if the sync behind it has failed; if that fails, too, it is done before anything else is written: the keeper may
/// have the meta page of a commit whose pages are free now.
int MemoryFile::tell_write(std::size_t offset, std::size_t size) {
  if (owes_meta_) {
    if (const int code = keeper_->write(0, {bytes_, std::min(size_, kMetaPages)})) return code;
    if (const int code = keeper_->sync()) return code;
    owes_meta_ = false;
  }
  const int code = keeper_->write(offset, {bytes_ + offset, size});
  owes_meta_ = code != 0 && offset < kMetaPages;
  return code;
}

int MemoryFile::write(std::size_t offset, std::span<const char> bytes) {
  return write(offset, std::span(&bytes, 1));
}

int MemoryFile::put(std::size_t offset, std::span<const char> bytes) {
  const std::size_t end = offset + bytes.size();
  if (end > room_) {
    const std::size_t roomy = maps_ > 0 ? end : std::max(end, 2 * room_);
    if (const int code = reserve(roomy)) return code;
  }
  if (offset > size_) std::memset(bytes_ + size_, 0, offset - size_);
  std::memcpy(bytes_ + offset, bytes.data(), bytes.size());
  size_ = std::max(size_, end);
  return 0;
}

char* MemoryFile::map(std::size_t size) {
  if (reserve(size) != 0) return nullptr;
  ++maps_;
  return bytes_;
}

MemoryFiles& MemoryFiles::all() {
  static MemoryFiles files;
  return files;
}

std::shared_ptr<MemoryFile> MemoryFiles::find(const std::string& path) const {
  if (path.starts_with(kByDescriptor)) {
    int descriptor = -1;
    std::from_chars(path.data() + kByDescriptor.size(), path.data() + path.size(), descriptor);
    return of(descriptor);
  }
  const auto found = names_.find(path);
  return found == names_.end() ? nullptr : found->second;
}

std::shared_ptr<MemoryFile> MemoryFiles::of(int descriptor) const {
  const auto found = open_.find(descriptor);
  return found == open_.end() ? nullptr : found->second.file;
}

bool MemoryFiles::syncs_writes(int descriptor) const {
  const auto found = open_.find(descriptor);
  return found != open_.end() && found->second.syncs_writes;
}

unsigned MemoryFiles::names_of(const MemoryFile& file) const {
  return static_cast<unsigned>(
      std::ranges::count_if(names_, [&](const auto& named) { return named.second.get() == &file; }));
}

std::shared_ptr<MemoryFile> MemoryFiles::create(const std::string& path) {
  auto file = std::make_shared<MemoryFile>(next_number_++);
  if (path == kept_path_) file->keep(keeper_);
  return names_[path] = std::move(file);
}

void MemoryFiles::keep(const std::string& path, FileKeeper& keeper) {
  kept_path_ = path;
  keeper_ = &keeper;
  if (const std::shared_ptr<MemoryFile> file = find(path)) file->keep(keeper_);
}

int MemoryFiles::open(std::shared_ptr<MemoryFile> file, bool syncs_writes) {
  int descriptor = kFirstDescriptor;
  while (open_.contains(descriptor)) ++descriptor;
  open_[descriptor] = {std::move(file), syncs_writes};
  return descriptor;
}

bool MemoryFiles::remove(const std::string& path) {
  const auto found = names_.find(path);
  if (found == names_.end()) return false;
  found->second->keep(nullptr);
  names_.erase(found);
  return true;
}

int MemoryFiles::rename(const std::string& from, const std::string& to) {
  const auto found = names_.find(from);
  if (found == names_.end()) return ENOENT;
  std::shared_ptr<MemoryFile> file = found->second;
  if (to == kept_path_) {
    if (const int code = keeper_->replace(file->bytes())) return code;
    remove(to);
    file->keep(keeper_);
  }
  names_.erase(from);
  names_[to] = std::move(file);
  return 0;
}

void MemoryFiles::name(std::shared_ptr<MemoryFile> file, const std::string& path) {
  names_[path] = std::move(file);
}

std::string memory_path_of(int descriptor) { return std::string(kByDescriptor) + std::to_string(descriptor); }

}  // namespace cellar
