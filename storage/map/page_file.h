// Reads the pages of an LMDB file from its descriptor, so that an unreadable page is an answer and not a
// signal.
//
// In:      the descriptor of an open file.
// Out:     bytes; the newer meta page of the two.
// Refused: nothing: a page that cannot be read is an answer.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "storage/map/page.h"

namespace cellar {

class PageFile {
 public:
  /// The caller keeps the ownership of the descriptor.
  explicit PageFile(int descriptor) : descriptor_(descriptor) {}

  /// Returns the current size of the file; nothing if it is not a regular file.
  std::optional<std::uint64_t> size() const;
  /// Returns false if the file ends before `size` bytes are read, or a read fails.
  bool read(std::uint64_t offset, std::size_t size, std::string& bytes) const;
  /// Returns the system's error of the last read that returned false; 0 if the file has ended there.
  int failure() const { return failure_; }

 private:
  int descriptor_;
  mutable int failure_ = 0;
};

constexpr const char* kUnreadable = "it cannot be read from the disk";

/// Both meta pages; transactions write them in turns.
struct MetaPages {
  std::size_t page_size = 0;
  std::array<MetaRecord, kMetaPages> metas{};
  MetaRecord newest{};
  std::array<const char*, kMetaPages> faults{};  // in words; null for a sound page
  /// The older page has lost the roots of its trees: if the write of a meta page fails, LMDB leaves the new roots
  /// there, with the transaction that was there before. Nobody reads them, and the next commit writes the page.
  bool has_older_roots = true;
  std::optional<std::uint64_t> sound;  // the only sound page
  const char* fault = nullptr;         // that concerns both together

  /// Returns the sound page that this transaction has written, or null if it was overwritten since.
  const MetaRecord* of_transaction(std::uint64_t transaction) const;
  bool is_sound() const { return faults[0] == nullptr && faults[1] == nullptr && fault == nullptr; }
};
/// Reads the meta pages. Another process may write them meanwhile: a page that is not sound is read again.
/// Every page that exists has LMDB's mark; the page size is taken from a sound page.
MetaPages read_meta_pages(const PageFile& file);

}  // namespace cellar
