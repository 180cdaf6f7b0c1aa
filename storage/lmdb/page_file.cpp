#include "storage/lmdb/page_file.h"

#include <sys/stat.h>
#include <unistd.h>

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

MetaPages read_once(const PageFile& file) {
  MetaPages pages;
  pages.page_size = find_page_size(file);
  std::array<MetaRecord, kMetaPages>& metas = pages.metas;
  std::string bytes;
  for (std::uint64_t number = 0; number < kMetaPages; ++number) {
    if (!file.read(number * pages.page_size, pages.page_size, bytes)) {
      pages.faults[number] = "the file ends before it";
      continue;
    }
    pages.faults[number] = meta_fault(bytes, number);
    metas[number] = number_at<MetaRecord>(bytes, kPageHeaderSize);
    if (pages.faults[number] == nullptr) pages.sound = number;
  }
  if (pages.faults[0] != nullptr || pages.faults[1] != nullptr) {
    if (pages.sound) pages.newest = metas[*pages.sound];
    return pages;
  }
  const bool second = metas[1].transaction > metas[0].transaction;
  pages.newest = metas[second ? 1 : 0];
  const std::uint64_t apart = pages.newest.transaction - metas[second ? 0 : 1].transaction;
  if (apart > 1) pages.fault = "the two are not of transactions that follow each other";
  return pages;
}

}  // namespace

std::optional<std::uint64_t> PageFile::size() const {
  struct stat status {};
  if (fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

bool PageFile::read(std::uint64_t offset, std::size_t size, std::string& bytes) const {
  bytes.resize(size);
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = pread(descriptor_, &bytes[done], size - done, static_cast<off_t>(offset + done));
    if (got <= 0) return false;
    done += static_cast<std::size_t>(got);
  }
  return true;
}

const MetaRecord* MetaPages::of_transaction(std::uint64_t transaction) const {
  const std::uint64_t number = transaction % kMetaPages;
  return faults[number] == nullptr && metas[number].transaction == transaction ? &metas[number] : nullptr;
}

MetaPages read_meta_pages(const PageFile& file) {
  MetaPages pages = read_once(file);
  for (int tries = 1; tries < kMostReads && !pages.is_sound(); ++tries) pages = read_once(file);
  return pages;
}

}  // namespace cellar
