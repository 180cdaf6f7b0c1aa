#include "storage/transaction/environment.h"

#include <algorithm>
#include <map>
#include <set>

#include "storage/format/format.h"
#include "storage/map/lock_file.h"
#include "storage/map/opening.h"
#include "storage/system/descriptors.h"
#include "storage/transaction/compact_copy.h"
#include "storage/transaction/environment_locks.h"
#include "storage/transaction/mapping.h"
#include "storage/transaction/meta.h"
#include "storage/transaction/transaction_state.h"

namespace cellar {

namespace {

constexpr unsigned kDescriptors = 6;  // that an open database uses, and one to spare

/// A file is registered from its opening until its map is closed.
struct OpenFiles {
  std::mutex mutex;
  std::condition_variable closed;
  std::map<FileIdentity, std::weak_ptr<Environment>> environments;
  // Closing any descriptor of one of these files would end LMDB's own locks on it.
  std::set<FileIdentity> lock_files;
};

/// LMDB must not open a file twice in one process, so the process has one register of open files.
OpenFiles& open_files() {
  static OpenFiles files;
  return files;
}

void remove_files(const std::string& path) {
  remove_file(path);
  remove_file(lock_file_name(path));
}

/// Lets the name of a temporary file lead to another file, which may have no name, while that is opened.
class TemporaryName {
 public:
  TemporaryName(const std::string& path, const std::string& file) : path_(path) {
    const std::string target = std::filesystem::absolute(file).string();
    if (const int code = link_to(target, path); code != 0) refuse_code(code, path);
  }
  ~TemporaryName() { remove_files(path_); }
  TemporaryName(const TemporaryName&) = delete;
  TemporaryName& operator=(const TemporaryName&) = delete;

 private:
  const std::string& path_;
};

/// Makes the environment sync every commit from its next transaction on. Earlier commits are durable on
/// return.
void make_durable(Environment& environment) {
  if (environment.options.sync) return;
  environment.options.sync = true;
  environment.must_begin_to_sync = true;
  if (!environment.map) return;
  const int code = mdb_env_sync(environment.map.get(), 1);
  if (code != MDB_SUCCESS) refuse_code(code, environment.path);
}

std::shared_ptr<Environment> make_environment(const std::string& path, const StoreOptions& options) {
  auto environment = std::make_shared<Environment>();
  environment->path = path;
  environment->options = options;
  return environment;
}

std::shared_ptr<Environment> find_open(std::unique_lock<std::mutex>& lock, const FileIdentity& identity,
                                       const StoreOptions& options) {
  std::shared_ptr<Environment> environment;
  open_files().closed.wait(lock, [&] {
    const auto found = open_files().environments.find(identity);
    if (found == open_files().environments.end()) return true;
    environment = found->second.lock();
    return environment != nullptr;
  });
  if (environment && environment->options.read_only && !options.read_only) {
    refuse("file_open_to_read", {}, {{"path", environment->path}});
  }
  if (environment && options.sync && !options.read_only) make_durable(*environment);
  return environment;
}

/// Asks for the identities now, since the system may refuse them when the file is closed.
void note_identities(Environment& environment) {
  environment.identity = environment.locks->status().identity;
  environment.lock_file_identity.reset();
  if (environment.lock_file) environment.lock_file_identity = environment.lock_file->status().identity;
}

/// Closes the map. The lock file must still be open.
void take_from_register(Environment& environment) noexcept {
  environment.map.reset();
  open_files().environments.erase(environment.identity);
  if (environment.lock_file_identity) open_files().lock_files.erase(*environment.lock_file_identity);
  environment.is_registered = false;
}

/// If memory runs out, a new environment is removed again: otherwise the next opener of the file would wait for ever.
void register_open(const std::shared_ptr<Environment>& environment) {
  note_identities(*environment);
  try {
    open_files().environments[environment->identity] = environment;
    if (environment->lock_file_identity) open_files().lock_files.insert(*environment->lock_file_identity);
  } catch (...) {
    if (!environment->is_registered) take_from_register(*environment);
    throw;
  }
  environment->is_registered = true;
}

/// Removes a file that holds nothing yet because it could not be made a database, unless another process has
/// it open.
void remove_if_nothing(Environment& environment) {
  environment.map.reset();
  FileLocks& locks = *environment.locks;
  if (!locks.try_lock(LockRange::presence, LockMode::exclusive)) return;
  if (names_the_file(environment.path, locks) && holds_nothing(locks.descriptor())) {
    remove_file(environment.path);
  }
}

/// Removes the lock file that this opening has created if the opening is refused. The opening still holds the
/// lock to open the database, so no other process has opened the lock file. An opening to read may share that
/// lock, so it leaves the lock file in place.
class NewLockFile {
 public:
  NewLockFile(Environment& environment, bool is_new)
      : environment_(environment), is_removed_(is_new && !environment.options.read_only) {}
  ~NewLockFile() {
    if (!is_removed_) return;
    environment_.map.reset();
    remove_file(lock_file_name(environment_.path));
    // Whoever opens the database next creates a new lock file, which has a different number.
    environment_.locks->unlock_numbers();
  }
  NewLockFile(const NewLockFile&) = delete;
  NewLockFile& operator=(const NewLockFile&) = delete;
  void keep() { is_removed_ = false; }

 private:
  Environment& environment_;
  bool is_removed_;
};

void require_descriptors(const std::string& path) {
  const int code = try_descriptors(kDescriptors);
  if (code != 0) refuse_code(code, path);
}

void open_databases_of_map(Environment& environment) {
  while (true) {
    try {
      open_databases(environment);
      if (!environment.options.read_only) remove_dead_copy(environment);
      return;
    } catch (const MapOutgrown&) {
      // Another process has enlarged the file since it was mapped.
      std::unique_lock lock(environment.mutex);
      fit_map(environment, lock);
    }
  }
}

}  // namespace

void open_map(Environment& environment) {
  const OpeningLock opening(*environment.locks, environment.path, environment.options.read_only);
  const int descriptor = environment.locks->descriptor();
  const FileContent content = check_file(descriptor, environment.path);
  if (content != FileContent::database && environment.options.read_only) {
    refuse("not_a_database", {}, {{"path", environment.path}});
  }
  // LMDB begins a file anew only if it is empty.
  if (content == FileContent::unfinished) {
    if (const int code = empty_file(descriptor); code != 0) refuse_code(code, environment.path);
  }
  environment.path_check.reset();
  environment.was_checked_to_write = false;
  environment.fault_watch.emplace(environment.path);
  OpenedLockFile opened = open_lock_file(environment.path, environment.options.read_only, *environment.locks);
  NewLockFile new_lock_file(environment, opened.is_new);
  environment.lock_file = std::move(opened.file);
  try {
    map_file(environment);
    environment.set_write_hooks();
    environment.snapshot_cache = {};
    int dead_readers = 0;
    mdb_reader_check(environment.map.get(), &dead_readers);
    open_databases_of_map(environment);
  } catch (...) {
    environment.map.reset();  // a transaction would use it with the databases of the map before
    throw;
  }
  new_lock_file.keep();
}

void reopen_map(Environment& environment) {
  const std::lock_guard guard(open_files().mutex);
  environment.idle_readers.clear();
  environment.map.reset();
  if (environment.lock_file_identity) open_files().lock_files.erase(*environment.lock_file_identity);
  environment.lock_file_identity.reset();
  environment.lock_file.reset();
  std::optional<TemporaryName> name;
  if (environment.is_temporary)
    name.emplace(environment.path, path_of_descriptor(environment.locks->descriptor()));
  open_map(environment);
  environment.is_broken = false;
  if (!environment.is_registered) return;
  note_identities(environment);
  if (environment.lock_file_identity) open_files().lock_files.insert(*environment.lock_file_identity);
}

void check_before_first_write(Environment& environment) {
  if (environment.was_checked_to_write) return;
  const int descriptor = environment.locks->descriptor();
  if (!check_before_writing(descriptor, environment.path)) {
    std::vector<std::string> names;
    const Databases& opened = environment.databases;
    const std::pair<const char*, MDB_dbi> handles[] = {{kMetaDatabase, opened.meta},
                                                       {kDataDatabase, opened.data},
                                                       {kPurgeDatabase, opened.purge},
                                                       {kSchemaDatabase, opened.schema}};
    for (const auto& [name, handle] : handles) {
      names.resize(std::max<std::size_t>(names.size(), handle + 1));
      names[handle] = name;
    }
    const MetaRecord newest = newest_meta(PageFile(descriptor), environment.path);
    environment.path_check = std::make_unique<PathCheck>(descriptor, newest, std::move(names));
    environment.set_write_hooks();
  }
  environment.was_checked_to_write = true;
}

void refuse_if_removed(const Environment& environment) {
  if (environment.is_temporary || environment.locks->status().links > 0) return;
  refuse("file_removed", {}, {{"path", environment.path}});
}

std::shared_ptr<Environment> open_environment(const std::string& path, const StoreOptions& options) {
  std::unique_lock lock(open_files().mutex);
  const std::optional<FileStatus> status = status_of(path);
  if (status) {
    if (status->is_directory) refuse("file_is_directory", {}, {{"path", path}});
    if (open_files().lock_files.contains(status->identity)) {
      refuse("file_is_lock_file", {}, {{"path", path}});
    }
    if (auto open = find_open(lock, status->identity, options)) return open;
  }
  require_descriptors(path);
  auto environment = make_environment(path, options);
  environment->locks = open_locks(path, options.read_only);
  try {
    open_map(*environment);
  } catch (...) {
    if (!status) remove_if_nothing(*environment);
    throw;
  }
  register_open(environment);
  return environment;
}

Environment::Environment() {
  idle_readers.reserve(kMostIdleReaders);  // so that keeping one, which destructors do, cannot throw
}

void Environment::set_write_hooks() {
  write_hooks = {path_check.get(), before_images.get()};
  const bool has_any = write_hooks.path_check != nullptr || write_hooks.before_images != nullptr;
  cellar::set_write_hooks(map.get(), has_any ? &write_hooks : nullptr);
}

Environment::~Environment() {
  idle_readers.clear();
  if (!is_registered) return;
  if (map && !options.sync && !options.read_only) mdb_env_sync(map.get(), 1);
  const std::lock_guard guard(open_files().mutex);
  take_from_register(*this);
  open_files().closed.notify_all();
}

void Environment::note_failure() {
  MDB_txn* reader = nullptr;
  const int code = map ? mdb_txn_begin(map.get(), nullptr, MDB_RDONLY, &reader) : MDB_SUCCESS;
  if (reader != nullptr) mdb_txn_abort(reader);
  if (code == MDB_PANIC) is_broken = true;
}

void Environment::prepare_to_write() {
  if (must_begin_to_sync.exchange(false)) mdb_env_set_flags(map.get(), MDB_NOSYNC, 0);
  constexpr std::size_t kPagesBetweenChecks = 256;
  MDB_envinfo info{};
  mdb_env_info(map.get(), &info);
  if (info.me_last_pgno < pages_at_reader_check_) pages_at_reader_check_ = 0;  // after COMPACT
  if (info.me_last_pgno < pages_at_reader_check_ + kPagesBetweenChecks) return;
  pages_at_reader_check_ = info.me_last_pgno;
  int dead_readers = 0;
  mdb_reader_check(map.get(), &dead_readers);
}

std::shared_ptr<Environment> open_temporary_environment(const StoreOptions& options) {
  std::string path = (std::filesystem::path(temporary_folder()) / "cellar-XXXXXX").string();
  require_descriptors(path);
  const OpenAttempt created = create_temporary(path);
  if (created.code != 0) refuse_code(created.code, path);
  close_file(created.descriptor);
  auto environment = make_environment(path, options);
  environment->is_temporary = true;
  environment->locks = open_locks(path, false);
  open_map(*environment);
  remove_files(path);
  return environment;
}

void swap_file(const std::shared_ptr<Environment>& environment, const std::string& with) {
  const std::lock_guard guard(open_files().mutex);
  if (!environment->is_temporary && !names_the_file(environment->path, *environment->locks)) {
    refuse("file_replaced", {}, {{"path", environment->path}});
  }
  std::optional<TemporaryName> name;
  if (environment->is_temporary) name.emplace(environment->path, with);
  auto locks = open_locks(name ? environment->path : with, false);
  const FileIdentity identity = locks->status().identity;
  environment->idle_readers.clear();
  const bool was_registered = environment->is_registered;
  take_from_register(*environment);
  environment->lock_file.reset();  // closed because the new file gets a lock file of its own
  const int code = name ? 0 : rename_file(with, environment->path);
  if (code == 0) {
    sync_folder_of(environment->path);
    locks->rename(environment->path);
    replace_locks(*environment, std::move(locks));
    environment->identity = identity;
  }
  if (was_registered) open_files().environments[environment->identity] = environment;
  environment->is_registered = was_registered;  // set even if the new file cannot be opened
  open_map(*environment);
  if (was_registered) register_open(environment);
  if (code != 0) refuse_code(code, environment->path);
}

}  // namespace cellar
