#include "storage/transaction/compact_copy.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <random>
#include <set>

#include <fmt/format.h>

#include "refusal/refusal.h"
#include "storage/system/descriptors.h"
#include "storage/transaction/mapping.h"
#include "storage/transaction/meta.h"
#include "storage/transaction/transaction_state.h"

namespace cellar {

namespace {

/// A transaction of the copy ends after this many bytes, which are synced at once: this keeps its memory
/// small, and an interruption does not wait for a long sync.
constexpr std::size_t kBytesOfTransaction = 2 << 20;
constexpr std::string_view kMark = "-compact-";  // part of every copy's name, before a number
constexpr std::size_t kDigits = 16;

bool is_name_of_copy(const std::string& name) {
  return name.size() > kMark.size() + kDigits && name.find('/') == std::string::npos &&
         name.compare(name.size() - kDigits - kMark.size(), kMark.size(), kMark) == 0;
}

std::string in_folder_of(const std::string& path, const std::string& name) {
  return (std::filesystem::path(path).parent_path() / name).string();
}

std::string free_name(const std::string& path) {
  constexpr std::size_t kLongest = 200;  // a name may have 255 bytes
  const std::string file = std::filesystem::path(path).filename().string().substr(0, kLongest);
  std::random_device random;
  while (true) {
    const std::uint64_t number = std::uint64_t{random()} << 32 | random();
    std::string name = fmt::format("{}{}{:016x}", file, kMark, number);
    if (!status_of_name(in_folder_of(path, name))) return name;
  }
}

/// Stores the name of the copy in the database; erases the entry if there is no name.
void note_name(const Environment& environment, const std::optional<std::string>& name) {
  LmdbTransaction transaction(environment.map.get(), false, environment.path);
  write_copy_name(transaction, environment.databases.meta, name);
  transaction.commit();
}

/// While this object lives, the map of the original is as small as possible, which leaves address space for
/// the copy's.
class ShrunkMap {
 public:
  explicit ShrunkMap(Environment& environment) : environment_(environment) {
    MDB_envinfo map{};
    mdb_env_info(environment.map.get(), &map);
    size_ = map.me_mapsize;
    resize_map(environment, 1);  // LMDB enlarges this to the size in use
  }
  ~ShrunkMap() {
    if (environment_.map) resize_map(environment_, size_);
  }
  ShrunkMap(const ShrunkMap&) = delete;
  ShrunkMap& operator=(const ShrunkMap&) = delete;

 private:
  Environment& environment_;
  std::size_t size_ = 0;
};

/// Copies the entries in the order of their keys, which fills the pages of the copy; LMDB's own copy leaves
/// pages as full as they were.
class Copier {
 public:
  Copier(const Environment& from, const std::string& path, int descriptor, const WaitForWriter& wait)
      : from_(from), descriptor_(descriptor), wait_(wait) {
    read_names();
    open(path);
  }

  void run() {
    for (const std::string& name : names_) {
      LmdbTransaction source(from_.map.get(), true, from_.path);
      const auto database = source.find_database(name.c_str());
      if (database) copy_database(source, *database, name);
    }
  }

 private:
  /// Reads the names of all databases, including those that this program does not know.
  void read_names() {
    LmdbTransaction source(from_.map.get(), true, from_.path);
    std::uint64_t visited = 0;
    LmdbCursor cursor(source, source.main_database(), &visited);
    for (bool found = cursor.first(); found; found = cursor.next()) names_.emplace(cursor.key());
  }

  void open(const std::string& path) {
    MDB_env* created = nullptr;
    check(mdb_env_create(&created));
    copy_.reset(created);
    mdb_env_set_mapsize(created, map_size_);
    mdb_env_set_maxdbs(created, static_cast<MDB_dbi>(names_.size()));
    // No other process knows the file, so it needs no lock. copy_database() syncs each commit.
    const StandardDescriptorsTaken taken;
    check(mdb_env_open(created, path.c_str(), MDB_NOSUBDIR | MDB_NOLOCK | MDB_NOSYNC, 0666));
  }

  void copy_database(LmdbTransaction& source, MDB_dbi database, const std::string& name) {
    const bool is_meta = database == from_.databases.meta;
    std::uint64_t visited = 0;
    LmdbCursor cursor(source, database, &visited);
    std::uint64_t entries = 0;
    bool found = cursor.first();
    do {
      make_room(found ? size_of(cursor) : 0);
      LmdbTransaction target(copy_.get(), false, from_.path);
      const MDB_dbi into = target.open_database(name.c_str(), true);
      for (std::size_t bytes = 0; found; found = cursor.next(), ++entries) {
        stop_if_interrupted(wait_);
        const std::size_t size = size_of(cursor);
        if (bytes > 0 && bytes + size > kBytesOfTransaction) break;
        bytes += size;
        if (is_meta && is_copy_name(cursor.key())) continue;
        target.append(into, cursor.key(), cursor.value());
      }
      target.commit();
      check(sync_bytes(descriptor_));
    } while (found);
    // A damaged branch may hide entries, which would be lost with the original file.
    const auto record = source.get(source.main_database(), name);
    if (!record || number_at<TreeRecord>(*record, 0).entries != entries) check(MDB_CORRUPTED);
  }

  static std::size_t size_of(const LmdbCursor& cursor) {
    constexpr std::size_t kNode = 10;  // LMDB's overhead per entry
    return cursor.key().size() + cursor.value().size() + kNode;
  }

  /// Enlarges the map for the next transaction, whose first entry has this size.
  void make_room(std::size_t first_entry) {
    // An entry takes up to twice its size if no two of them fit on a page, and each commit copies pages.
    const std::size_t most = 3 * std::max(kBytesOfTransaction, first_entry) + (1 << 20);
    MDB_envinfo map{};
    MDB_stat statistics{};
    mdb_env_info(copy_.get(), &map);
    mdb_env_stat(copy_.get(), &statistics);
    const std::size_t needed = (map.me_last_pgno + 1) * statistics.ms_psize + most;
    if (needed <= map_size_) return;
    map_size_ = (needed + needed / 16 + kBytesOfTransaction) / statistics.ms_psize * statistics.ms_psize;
    check(mdb_env_set_mapsize(copy_.get(), map_size_));
  }

  void check(int code) const {
    if (code != MDB_SUCCESS) refuse_code(code, from_.path);
  }

  const Environment& from_;
  const int descriptor_;
  const WaitForWriter& wait_;
  std::set<std::string> names_;
  EnvironmentPointer copy_;
  std::size_t map_size_ = 16 << 20;
};

}  // namespace

void stop_if_interrupted(const WaitForWriter& wait) {
  if (wait.interrupted && wait.interrupted()) refuse("interrupted");
}

CompactCopy::CompactCopy(Environment& of) : of_(of) {
  const std::string name = free_name(of.path);
  if (!of.is_temporary) note_name(of, name);
  path_ = in_folder_of(of.path, name);
  const OpenAttempt created = open_file(path_, OpenAs::new_file);
  if (created.code != 0) refuse_code(created.code, of.path);
  descriptor_ = created.descriptor;
  if (of.is_temporary) lose_name();
}

/// Without /proc the copy keeps its name until it is destroyed.
void CompactCopy::lose_name() {
  const std::string by_descriptor = path_of_descriptor(descriptor_);
  if (!is_permitted(by_descriptor) || remove_file(path_) != 0) return;
  path_ = by_descriptor;
  has_name_ = false;
}

CompactCopy::~CompactCopy() {
  close_file(descriptor_);
  if (has_name_ && (!kept_ || of_.is_temporary)) remove_file(path_);
  if (kept_) return;
  try {
    if (of_.map && !of_.is_temporary) note_name(of_, std::nullopt);
  } catch (const Refusal&) {
    // The disk has no room for the change. An entry with the name of a missing copy does no harm.
  }
}

void CompactCopy::fill(const WaitForWriter& wait) {
  if (const int code = copy_owner(of_.locks->descriptor(), descriptor_); code != 0)
    refuse_code(code, of_.path);
  {
    const ShrunkMap shrunk(of_);
    if (!of_.map) refuse_code(ENOMEM, of_.path);
    Copier(of_, path_, descriptor_, wait).run();
  }
  if (const int code = sync_file(descriptor_); code != 0) refuse_code(code, of_.path);
  stop_if_interrupted(wait);
}

void remove_dead_copy(const Environment& environment) {
  LmdbTransaction transaction(environment.map.get(), true, environment.path);
  const auto name = read_copy_name(transaction, environment.databases.meta);
  if (name && is_name_of_copy(*name)) remove_file(in_folder_of(environment.path, *name));
}

}  // namespace cellar
