// COMPACT: purges all that may go, then puts a compact copy in the place of the file.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "storage/format.h"
#include "storage/fragments.h"
#include "storage/keys.h"
#include "storage/purge_queue.h"
#include "storage/row_purge.h"
#include "storage/store.h"
#include "storage/turns.h"

namespace cellar {

namespace {

/// A transaction of a pass ends after so many entries, so that its memory stays small.
constexpr std::uint64_t kStepsOfPass = 20000;

/// Goes through all entries of a table, in several transactions.
class TablePass {
 public:
  explicit TablePass(LayoutPointer layout) : layout_(std::move(layout)) {
    table_ = resume_ = table_prefix(layout_->table->id);
  }

  /// True when the table is done.
  bool run(TransactionState& state) {
    rule_ = {purge_cutoff(state.now, layout_->grace), layout_.get()};
    std::uint64_t steps = kStepsOfPass;
    OrderedCursor cursor(state.data, &state.visited.entries);
    while (steps > 0) {
      if (!cursor.seek(resume_) || !cursor.key().starts_with(table_)) return true;
      --steps;
      work(state, std::string(cursor.key()), steps);
    }
    return false;
  }

 private:
  void work(TransactionState& state, const std::string& key, std::uint64_t& steps) {
    const std::size_t prefix = partition_prefix_size(key, *layout_->table);
    const char kind = key[prefix];
    if (kind == kFragmentKind) {
      work_on_fragment(state, key, prefix, steps);
      return;
    }
    if (kind != kStaticKind && kind != kRowKind) refuse_damaged_bytes();
    const std::string_view behind = std::string_view(key).substr(prefix + 1);
    const std::size_t row_size = prefix + 1 + (kind == kRowKind ? clustering_size(*layout_, behind) : 0);
    const std::string_view row_key = std::string_view(key).substr(0, row_size);
    if (key.size() == row_size) {
      purge_row(state, row_key, rule_);
    } else if (is_element_key(key, row_size)) {
      purge_element(state, key, row_key, rule_);  // a large cell went with its packed entry, if it had to
    }
    resume_ = key;
    resume_.push_back('\0');
  }

  void work_on_fragment(TransactionState& state, const std::string& key, std::size_t prefix,
                        std::uint64_t& steps) {
    FragmentMap fragments(state, layout_->table->id, std::string_view(key).substr(0, prefix));
    std::string_view start = std::string_view(key).substr(prefix + 1);
    start.remove_suffix(1);
    const Fragment fragment = *fragments.first_from(start);
    if (!fragments.erase_rows(fragment, steps)) return;  // goes on here
    Fragment guard = fragment;
    guard.kind = FragmentKind::guard;
    const bool goes = rule_.allows(fragment.deletion);
    fragments.replace({fragment}, goes ? std::vector<Fragment>{} : std::vector<Fragment>{guard});
    resume_ = key;
    resume_.push_back('\0');
  }

  LayoutPointer layout_;
  PurgeRule rule_;
  std::string table_;
  std::string resume_;  // the next key to look at
};

/// Runs `step` in transactions of its own until it says that it is done.
template <class Step>
void run_in_transactions(const std::shared_ptr<Environment>& environment, const WaitForWriter& wait,
                         Step step) {
  for (bool done = false; !done;) {
    TransactionState state(environment, std::make_unique<WriterTurn>(*environment, wait));
    state.begin();
    done = step(state);
    state.write_meta();
    state.lmdb.commit();
  }
}

EnvironmentPointer open_copy(const Environment& of, const std::string& path) {
  MDB_envinfo map;
  mdb_env_info(of.map.get(), &map);
  MDB_env* created = nullptr;
  int code = mdb_env_create(&created);
  if (code != MDB_SUCCESS) refuse_code(code, path);
  EnvironmentPointer copy(created);
  mdb_env_set_mapsize(created, map.me_mapsize);
  mdb_env_set_maxdbs(created, kMostDatabases);
  // Nobody else knows of the copy, and it is synced as a whole.
  code = mdb_env_open(created, path.c_str(), MDB_NOSUBDIR | MDB_NOLOCK | MDB_NOSYNC, 0666);
  if (code != MDB_SUCCESS) refuse_code(code, path);
  return copy;
}

void copy_database(LmdbCursor& from, MDB_env* copy, const std::string& path, const char* name) {
  constexpr std::size_t kBytesOfTransaction = 32 << 20;
  bool found = from.first();
  do {
    LmdbTransaction target(copy, false, path);
    const MDB_dbi database = target.open_database(name, true);
    for (std::size_t bytes = 0; found && bytes < kBytesOfTransaction; found = from.next()) {
      target.append(database, from.key(), from.value());
      bytes += from.key().size() + from.value().size();
    }
    target.commit();
  } while (found);
}

/// What is appended in the order of its keys fills its pages; LMDB's own copy leaves them as empty as they
/// are.
void copy_in_order(const Environment& environment, const std::string& path) {
  const EnvironmentPointer copy = open_copy(environment, path);
  LmdbTransaction source(environment.map.get(), true, environment.path);
  for (const auto& [name, database] : named(environment.databases)) {
    std::uint64_t visited = 0;
    LmdbCursor cursor(source, database, &visited);
    copy_database(cursor, copy.get(), path, name);
  }
}

/// A file that goes away again unless it is kept.
class CopyFile {
 public:
  explicit CopyFile(std::string path) : path_(std::move(path)) {
    unlink(path_.c_str());  // of a process that was killed
    descriptor_ = open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) refuse_code(errno, path_);
  }
  ~CopyFile() {
    close(descriptor_);
    if (!kept_) unlink(path_.c_str());
  }
  CopyFile(const CopyFile&) = delete;
  CopyFile& operator=(const CopyFile&) = delete;

  void fill_from(const Environment& environment) {
    const struct stat status = environment.locks->status();
    fchmod(descriptor_, status.st_mode & 07777);
    if (fchown(descriptor_, status.st_uid, status.st_gid) != 0) {
      // Only root may give files away; then the file is ours, as any that we make.
    }
    copy_in_order(environment, path_);
    if (fsync(descriptor_) != 0) refuse_code(errno, path_);
  }
  const std::string& path() const { return path_; }
  void keep() { kept_ = true; }

 private:
  std::string path_;
  int descriptor_ = -1;
  bool kept_ = false;
};

}  // namespace

void Store::compact(const Schema& schema, const WaitForWriter& wait) const {
  if (read_only_) refuse("store_is_read_only", {}, {{"path", environment_->path}});
  { const SwapTurn early(*environment_); }  // refuses before the work rather than after it
  run_in_transactions(environment_, wait,
                      [](TransactionState& state) { return purge_some(state, kStepsOfPass); });
  for (const auto& [name, keyspace] : schema.keyspaces) {
    for (const auto& [table_name, table] : keyspace.tables) {
      TablePass pass(std::make_shared<const TableLayout>(table));
      run_in_transactions(environment_, wait, [&](TransactionState& state) { return pass.run(state); });
    }
  }
  const WriterTurn turn(*environment_, wait);
  const SwapTurn swap(*environment_);
  CopyFile copy(environment_->path + "-compact");
  copy.fill_from(*environment_);
  swap_file(environment_, copy.path());
  copy.keep();
}

}  // namespace cellar
