#include "storage/file_check.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "refusal/refusal.h"
#include "storage/lmdb.h"

namespace cellar {

namespace {

// The parts of LMDB's format that say how long the file must be. A page begins with a header of 16 bytes: its
// number u64, u16, flags u16, lower u16, upper u16 (of overflow pages: how many, u32). The two first pages
// are meta pages; the one with the greater transaction counts. All in the machine's byte order.
constexpr std::size_t kHeaderSize = 16;
constexpr std::uint32_t kLmdbMagic = 0xBEEFC0DE;
constexpr std::uint16_t kBranch = 0x01;
constexpr std::uint16_t kLeaf = 0x02;
constexpr std::uint16_t kBigValue = 0x01;  // of a node: its value is in overflow pages
constexpr std::uint16_t kSubDatabase = 0x02;
constexpr std::uint64_t kNoPage = UINT64_MAX;

struct Database {
  std::uint32_t pad;  // of the first database: size of a page
  std::uint16_t flags;
  std::uint16_t depth;
  std::uint64_t branch_pages;
  std::uint64_t leaf_pages;
  std::uint64_t overflow_pages;
  std::uint64_t entries;
  std::uint64_t root;
};
struct Meta {
  std::uint32_t magic;
  std::uint32_t version;
  std::uint64_t address;
  std::uint64_t map_size;
  Database databases[2];  // free pages, and the names
  std::uint64_t last_page;
  std::uint64_t transaction;
};

template <class Number>
Number at(const std::string& page, std::size_t offset) {
  Number number{};
  if (offset + sizeof number <= page.size()) std::memcpy(&number, &page[offset], sizeof number);
  return number;
}

class FileChecker {
 public:
  FileChecker(int descriptor, const std::string& path) : descriptor_(descriptor), path_(path) {
    look_at_size();
  }

  FileContent check() {
    if (size_ == 0) return FileContent::nothing;
    const Meta first = read_meta(0);
    page_size_ = first.databases[0].pad;
    if (page_size_ < 512 || page_size_ > 65536) refuse("not_a_database", {}, {{"path", path_}});
    if (size_ < 2 * page_size_) refuse_truncated();
    const Meta second = read_meta(page_size_);
    // Another process may have committed in between: it writes its pages, and lets the file grow, before
    // their meta.
    look_at_size();
    const Meta& newest = second.transaction > first.transaction ? second : first;
    // The last pages may never have been written, if they were free again when their transaction ended. So
    // a short file is looked through.
    if ((newest.last_page + 1) * page_size_ > size_) {
      for (const Database& database : newest.databases) walk(database.root);
    }
    return FileContent::database;
  }

 private:
  void look_at_size() {
    struct stat status {};
    if (fstat(descriptor_, &status) != 0) refuse_code(errno, path_);
    if (!S_ISREG(status.st_mode)) refuse("not_a_database", {}, {{"path", path_}});
    size_ = static_cast<std::uint64_t>(status.st_size);
  }

  [[noreturn]] void refuse_truncated() const { refuse("file_truncated", {}, {{"path", path_}}); }

  std::string read(std::uint64_t offset, std::size_t size) const {
    std::string bytes(size, '\0');
    const ssize_t got = pread(descriptor_, bytes.data(), size, static_cast<off_t>(offset));
    if (got < 0) refuse_code(errno, path_);
    bytes.resize(static_cast<std::size_t>(got));
    return bytes;
  }

  Meta read_meta(std::uint64_t offset) const {
    const std::string bytes = read(offset + kHeaderSize, sizeof(Meta));
    if (bytes.size() >= sizeof(std::uint32_t) && at<std::uint32_t>(bytes, 0) != kLmdbMagic) {
      refuse("not_a_database", {}, {{"path", path_}});
    }
    if (bytes.size() < sizeof(Meta)) {
      if (offset == 0 && bytes.size() < sizeof(std::uint32_t))
        refuse("not_a_database", {}, {{"path", path_}});
      refuse_truncated();
    }
    return at<Meta>(bytes, 0);
  }

  void require(std::uint64_t page, std::uint64_t count) const {
    if (page > size_ / page_size_ || (page + count) * page_size_ > size_) refuse_truncated();
  }

  void walk(std::uint64_t root) {
    std::vector<std::uint64_t> pages;
    if (root != kNoPage) pages.push_back(root);
    while (!pages.empty()) {
      const std::uint64_t number = pages.back();
      pages.pop_back();
      require(number, 1);
      check_page(read(number * page_size_, page_size_), pages);
    }
  }

  /// Adds the pages below to `pages`.
  void check_page(const std::string& page, std::vector<std::uint64_t>& pages) {
    const auto flags = at<std::uint16_t>(page, 10);
    const auto lower = at<std::uint16_t>(page, 12);
    if ((flags & (kBranch | kLeaf)) == 0) refuse("file_damaged", {}, {{"path", path_}});
    for (std::size_t slot = kHeaderSize; slot + 2 <= lower; slot += 2) {
      const std::size_t node = at<std::uint16_t>(page, slot);
      const std::uint64_t low = at<std::uint32_t>(page, node);  // size of the value, or page number
      const auto node_flags = at<std::uint16_t>(page, node + 4);
      const std::size_t value = node + 8 + at<std::uint16_t>(page, node + 6);
      if ((flags & kBranch) != 0) {
        pages.push_back(low | static_cast<std::uint64_t>(node_flags) << 32);
      } else if ((node_flags & kBigValue) != 0) {
        require(at<std::uint64_t>(page, value), (low + kHeaderSize + page_size_ - 1) / page_size_);
      } else if ((node_flags & kSubDatabase) != 0) {
        const auto root = at<Database>(page, value).root;
        if (root != kNoPage) pages.push_back(root);
      }
    }
  }

  int descriptor_;
  const std::string& path_;
  std::uint64_t size_ = 0;
  std::size_t page_size_ = 0;
};

}  // namespace

FileContent check_file(int descriptor, const std::string& path) {
  return FileChecker(descriptor, path).check();
}

}  // namespace cellar
