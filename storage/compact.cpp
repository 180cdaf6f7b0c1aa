// COMPACT: purges all that may go, then puts a compact copy in the place of the file.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "storage/environment.h"
#include "storage/format.h"
#include "storage/fragments.h"
#include "storage/keys.h"
#include "storage/purge_queue.h"
#include "storage/row_purge.h"
#include "storage/store.h"

namespace cellar {

namespace {

/// A transaction of a pass ends after so many entries, so that its memory stays small.
constexpr std::uint64_t kStepsOfPass = 20000;

/// Goes through all entries of a table, in several transactions.
class TablePass {
 public:
  explicit TablePass(LayoutPointer layout) : layout_(std::move(layout)) {
    append_u32(table_, layout_->table->id);
    resume_ = table_;
  }

  /// True when the table is done.
  bool run(TransactionState& state) {
    rule_ = {state.now - layout_->grace, layout_.get()};
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
    const std::size_t prefix = partition_prefix_size(key, layout_->table->partition_key_size);
    const char kind = key[prefix];
    if (kind == kFragmentKind) {
      work_on_fragment(state, key, prefix, steps);
      return;
    }
    const std::string_view behind = std::string_view(key).substr(prefix + 1);
    const std::size_t row_size = prefix + 1 + (kind == kRowKind ? clustering_size(*layout_, behind) : 0);
    const std::string_view row_key = std::string_view(key).substr(0, row_size);
    if (key[row_size] == kPackedEntry) {
      purge_row(state, row_key, rule_);
    } else if (is_element(key, row_size)) {
      purge_element(state, key, row_key, rule_);
    }
    resume_ = key;
    resume_.push_back('\0');
  }

  /// A large cell went with its packed entry, if it had to.
  bool is_element(const std::string& key, std::size_t row_size) const {
    const ColumnId column = ByteReader(std::string_view(key).substr(row_size + 1)).u32();
    const ColumnLayout* found = layout_->find(column);
    return found == nullptr || found->is_multicell;
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
    done = step(state);
    state.write_meta();
    state.lmdb.commit();
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
    const int code = mdb_env_copyfd2(environment.map.get(), descriptor_, MDB_CP_COMPACT);
    if (code != MDB_SUCCESS) refuse_code(code, path_);
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
