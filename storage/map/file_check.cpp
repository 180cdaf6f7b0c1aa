#include "storage/map/file_check.h"

#include <algorithm>

#include "refusal/refusal.h"
#include "storage/map/databases.h"
#include "storage/map/page_walk.h"
#include "storage/system/file_errors.h"

namespace cellar {

namespace {

/// Another process may write while the file is read: apparent damage is read again if a commit has come
/// meanwhile.
constexpr int kMostChecks = 100;
/// Checking a page takes about a microsecond.
constexpr std::uint64_t kPagesOfSmallFile = 1024;

enum class State { sound, truncated, damaged };

class FileChecker {
 public:
  FileChecker(int descriptor, const std::string& path) : file_(descriptor), path_(path) {
    const auto size = file_.size();
    if (!size) refuse("not_a_database", {}, {{"path", path_}});
    size_ = *size;
  }

  FileContent check() {
    if (size_ == 0) return FileContent::nothing;
    if (is_unfinished()) return FileContent::unfinished;
    require_mark();
    read_metas();
    State state = check_roots();
    for (int tries = 1; tries < kMostChecks && state != State::sound; ++tries) {
      const std::uint64_t before = metas_.newest.transaction;
      read_metas();
      if (metas_.newest.transaction == before) break;
      state = check_roots();
    }
    refuse_unless_sound(state);
    return FileContent::database;
  }

  bool check_before_writing() {
    if (size_ == 0) return true;
    read_metas();
    bool is_sound = true;
    PageWalk walk(file_, metas_.newest, [&](const PageDamage&) { is_sound = false; });
    const bool is_small = metas_.newest.last_page < kPagesOfSmallFile;
    if (is_small) {
      for (const auto& [name, tree] : walk.names()) walk.tree(name, tree, nullptr);
    }
    walk.free_pages();
    if (!is_sound) refuse_unless_sound(State::damaged);
    return is_small;
  }

 private:
  /// LMDB writes both meta pages of a new file at once. The first one is written again by the second commit:
  /// until then there is at most the commit that creates the databases.
  bool is_unfinished() const {
    std::string bytes;
    if (!file_.read(kPageHeaderSize, sizeof(MetaRecord), bytes)) return false;
    const auto meta = number_at<MetaRecord>(bytes, 0);
    return meta.magic == kLmdbMagic && meta.version == kLmdbVersion && meta.transaction == 0 &&
           meta.names.root == kNoPage && size_ < kMetaPages * meta.page_size();
  }

  /// Requires LMDB's mark in the first meta page, or a sound second one if the first has lost it.
  void require_mark() const {
    std::string bytes;
    if (size_ < kPageHeaderSize + sizeof(std::uint32_t)) refuse("not_a_database", {}, {{"path", path_}});
    file_.read(kPageHeaderSize, sizeof(std::uint32_t), bytes);
    if (number_at<std::uint32_t>(bytes, 0) == kLmdbMagic) return;
    if (read_meta_pages(file_).sound) return;
    refuse_if_unreadable();
    refuse("not_a_database", {}, {{"path", path_}});
  }

  void read_metas() {
    metas_ = read_meta_pages(file_);
    size_ = file_.size().value_or(0);
    if (size_ < kMetaPages * metas_.page_size) refuse_unless_sound(State::truncated);
    if (!metas_.is_sound()) refuse_unless_sound(State::damaged);
  }

  State check_roots() {
    // The last pages may never have been written, if they were free again when their transaction ended. So
    // all pages of a short file are checked.
    if ((metas_.newest.last_page + 1) * metas_.page_size > size_) return check_all_pages();
    bool is_sound = is_root_sound(metas_.newest.free_pages) && is_root_sound(metas_.newest.names);
    if (is_sound && metas_.newest.names.depth == 1) {
      PageWalk walk(file_, metas_.newest, [&](const PageDamage&) { is_sound = false; });
      const std::map<std::string, TreeRecord> names = walk.names();
      // A file that is being created has no databases yet; one that has only others belongs to another
      // program.
      const auto is_ours = [&](const char* name) { return names.contains(name); };
      if (is_sound && !names.empty() && std::ranges::none_of(kDatabaseNames, is_ours)) {
        refuse("not_a_database", {}, {{"path", path_}});
      }
      for (const auto& [name, tree] : names) is_sound = is_sound && is_root_sound(tree);
    }
    return is_sound ? State::sound : State::damaged;
  }

  State check_all_pages() {
    State state = State::sound;
    PageWalk walk(file_, metas_.newest, [&](const PageDamage& damage) {
      const bool is_missing = damage.kind == DamageKind::missing;
      if (state != State::damaged) state = is_missing ? State::truncated : State::damaged;
    });
    for (const auto& [name, tree] : walk.names()) walk.tree(name, tree, nullptr);
    walk.free_pages();
    return state;
  }

  bool is_root_sound(const TreeRecord& tree) const {
    if (tree.root == kNoPage) return true;
    std::string bytes;
    return file_.read(tree.root * metas_.page_size, metas_.page_size, bytes) &&
           page_fault(bytes, tree.root, metas_.newest.last_page) == nullptr &&
           Page(bytes).is_branch() == (tree.depth > 1);
  }

  /// What the system does not read is neither sound nor damaged.
  void refuse_if_unreadable() const {
    if (file_.failure() != 0) refuse_unreadable(file_.failure(), path_);
  }

  void refuse_unless_sound(State state) const {
    if (state != State::sound) refuse_if_unreadable();
    if (state == State::truncated) refuse("file_truncated", {}, {{"path", path_}});
    if (state == State::damaged) refuse("file_damaged", {}, {{"path", path_}});
  }

  PageFile file_;
  const std::string& path_;
  std::uint64_t size_ = 0;
  MetaPages metas_;
};

}  // namespace

FileContent check_file(int descriptor, const std::string& path) {
  return FileChecker(descriptor, path).check();
}

MetaRecord newest_meta(const PageFile& file, const std::string& path) {
  const MetaPages pages = read_meta_pages(file);
  if (pages.sound) return pages.newest;
  if (file.failure() != 0) refuse_unreadable(file.failure(), path);
  refuse("file_damaged", {}, {{"path", path}});
}

bool holds_nothing(int descriptor) {
  const PageFile file(descriptor);
  std::string bytes;
  file.read(kPageHeaderSize, sizeof(MetaRecord), bytes);  // bytes that are missing are zeros
  const auto first = number_at<MetaRecord>(bytes, 0);
  file.read(first.page_size() + kPageHeaderSize, sizeof(MetaRecord), bytes);
  const auto second = number_at<MetaRecord>(bytes, 0);
  return file.size() == 0 || (first.magic == kLmdbMagic && first.transaction == 0 && second.transaction == 0);
}

bool check_before_writing(int descriptor, const std::string& path) {
  return FileChecker(descriptor, path).check_before_writing();
}

}  // namespace cellar
