#include "storage/map/page_file.h"

#include <cerrno>

#include "storage/system/files.h"

namespace cellar {

namespace {

/// A meta page that is read while a commit writes it is read again, at most this many times in all.
constexpr int kMostReads = 20;

bool is_page_size(std::size_t size) {
  return size >= kSmallestPage && size <= kLargestPage && (size & (size - 1)) == 0;
}

/// Returns the page size that the first meta page states or, if that one is impossible, the offset of the
/// second one.
std::size_t find_page_size(const PageFile& file) {
  std::string bytes;
  if (file.read(0, kPageHeaderSize + sizeof(MetaRecord), bytes)) {
    const std::size_t size = number_at<MetaRecord>(bytes, kPageHeaderSize).page_size();
    if (is_page_size(size)) return size;
  }
  for (std::size_t size = kSmallestPage; size <= kLargestPage; size *= 2) {
    if (file.read(size + kPageHeaderSize, sizeof(MetaRecord), bytes) &&
        number_at<MetaRecord>(bytes, 0).magic == kLmdbMagic) {
      return size;
    }
  }
  return 4096;
}

/// Sets what concerns both pages, each of which is sound but maybe for its trees.
void compare(MetaPages& pages, const std::array<const char*, kMetaPages>& faults_of_trees) {
  const std::uint64_t newest = pages.metas[1].transaction > pages.metas[0].transaction ? 1 : 0;
  const std::uint64_t older = 1 - newest;
  pages.newest = pages.metas[newest];
  pages.sound = newest;
  pages.has_older_roots = faults_of_trees[older] == nullptr;
  if (pages.newest.transaction - pages.metas[older].transaction > 1)
    pages.fault = "the two are not of transactions that follow each other";
}

MetaPages read_once(const PageFile& file) {
  MetaPages pages;
  pages.page_size = find_page_size(file);
  std::array<const char*, kMetaPages> faults_of_trees{};
  std::string bytes;
  for (std::uint64_t number = 0; number < kMetaPages; ++number) {
    if (!file.read(number * pages.page_size, pages.page_size, bytes)) {
      pages.faults[number] = file.failure() != 0 ? kUnreadable : "the file ends before it";
      continue;
    }
    MetaRecord& meta = pages.metas[number];
    meta = number_at<MetaRecord>(bytes, kPageHeaderSize);
    pages.faults[number] = meta_fault(bytes, number);
    if (pages.faults[number] == nullptr) faults_of_trees[number] = meta_trees_fault(meta);
  }
  const bool are_pages = pages.faults[0] == nullptr && pages.faults[1] == nullptr;
  const bool is_second_newest = pages.metas[1].transaction > pages.metas[0].transaction;
  if (are_pages && faults_of_trees[is_second_newest ? 1 : 0] == nullptr) {
    compare(pages, faults_of_trees);
    return pages;
  }
  for (std::uint64_t number = 0; number < kMetaPages; ++number) {
    if (pages.faults[number] == nullptr) pages.faults[number] = faults_of_trees[number];
    if (pages.faults[number] == nullptr) pages.sound = number;
  }
  if (pages.sound) pages.newest = pages.metas[*pages.sound];
  return pages;
}

}  // namespace

std::optional<std::uint64_t> PageFile::size() const {
  const std::optional<FileStatus> status = status_of(descriptor_);
  return status && status->is_regular ? std::optional(status->size) : std::nullopt;
}

bool PageFile::read(std::uint64_t offset, std::size_t size, std::string& bytes) const {
  bytes.resize(size);
  const BytesRead got = read_at(descriptor_, offset, size, bytes.data());
  if (got.size == size) return true;
  // A pipe has no places to read from: it is no database.
  failure_ = got.code == ESPIPE ? 0 : got.code;
  return false;
}

const MetaRecord* MetaPages::of_transaction(std::uint64_t transaction) const {
  const std::uint64_t number = transaction % kMetaPages;
  if (!has_older_roots && transaction != newest.transaction) return nullptr;
  return faults[number] == nullptr && metas[number].transaction == transaction ? &metas[number] : nullptr;
}

MetaPages read_meta_pages(const PageFile& file) {
  MetaPages pages = read_once(file);
  for (int tries = 1; tries < kMostReads && !pages.is_sound(); ++tries) pages = read_once(file);
  return pages;
}

}  // namespace cellar
