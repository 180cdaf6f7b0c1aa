// Reads the pages of an LMDB file from its descriptor, so that a page that cannot be read is an answer and
// not a signal.
//
// Out: bytes; the newest meta page of the two.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "storage/lmdb/page.h"

namespace cellar {

class PageFile {
 public:
  /// The descriptor stays the caller's.
  explicit PageFile(int descriptor) : descriptor_(descriptor) {}

  /// The size of the file now; nothing if it is no regular file.
  std::optional<std::uint64_t> size() const;
  /// False if the file ends before, or fails.
  bool read(std::uint64_t offset, std::size_t size, std::string& bytes) const;

 private:
  int descriptor_;
};

/// Both meta pages, as one transaction after another leaves them.
struct MetaPages {
  std::size_t page_size = 0;
  std::array<MetaRecord, kMetaPages> metas{};
  MetaRecord newest{};
  std::array<const char*, kMetaPages> faults{};  // in words; null if sound
  std::optional<std::uint64_t> sound;            // the only sound page
  const char* fault = nullptr;                   // of the two together

  /// The sound page that this transaction has written, if it was not written over yet.
  const MetaRecord* of_transaction(std::uint64_t transaction) const;
  bool is_sound() const { return faults[0] == nullptr && faults[1] == nullptr && fault == nullptr; }
};
/// Another process may write them meanwhile: what is not sound is read again. Each page that is there has
/// LMDB's mark; the page size is taken from a page that is sound.
MetaPages read_meta_pages(const PageFile& file);

}  // namespace cellar
