#include "storage/environment.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <map>
#include <thread>

#include "storage/format.h"
#include "storage/meta.h"
#include "storage/transaction_state.h"

namespace cellar {

namespace {

constexpr std::size_t kSmallestMap = std::size_t{1} << 26;
constexpr unsigned kReaders = 1022;
constexpr std::chrono::seconds kPatience{5};

using FileIdentity = std::pair<dev_t, ino_t>;

/// A file stays in the register until its map is closed.
struct OpenFiles {
  std::mutex mutex;
  std::condition_variable closed;
  std::map<FileIdentity, std::weak_ptr<Environment>> environments;
};

/// LMDB must not open a file twice in a process, hence one register for the process.
OpenFiles& open_files() {
  static OpenFiles files;
  return files;
}

FileIdentity identity_of(const struct stat& status) { return {status.st_dev, status.st_ino}; }

Timestamp system_clock_microseconds() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

bool names_the_file(const std::string& path, const FileLocks& locks) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && identity_of(status) == identity_of(locks.status());
}

void remove_files(const std::string& path) {
  unlink(path.c_str());
  unlink((path + "-lock").c_str());
}

/// A rename is durable when its folder is.
void sync_folder(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

/// LMDB maps its lock file and writes into the map; where the disk has no room for it that would end the
/// process.
void reserve_lock_file(const Environment& environment) {
  constexpr off_t kEnough = off_t{128} << 10;
  const std::string name = environment.path + "-lock";
  const int descriptor = open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return;  // LMDB says why
  const int code = fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, kEnough) == 0 ? 0 : errno;
  close(descriptor);
  if (code == ENOSPC || code == EDQUOT) refuse_code(code, environment.path);
}

int try_open(const Environment& environment, std::size_t map_size, unsigned flags, EnvironmentPointer& map) {
  MDB_env* created = nullptr;
  int code = mdb_env_create(&created);
  if (code != MDB_SUCCESS) return code;
  map.reset(created);
  mdb_env_set_mapsize(created, map_size);
  mdb_env_set_maxdbs(created, kMostDatabases);
  mdb_env_set_maxreaders(created, kReaders);
  code = mdb_env_open(created, environment.path.c_str(), flags, 0666);
  if (code != MDB_SUCCESS) map.reset();
  return code;
}

unsigned map_flags(const Environment& environment) {
  unsigned flags = MDB_NOSUBDIR | MDB_NOTLS;
  if (environment.options.read_only) flags |= MDB_RDONLY;
  if (environment.has_no_lock_file) flags |= MDB_NOLOCK;
  if (environment.is_temporary || !environment.options.sync) flags |= MDB_NOSYNC;
  return flags;
}

void map_file(Environment& environment) {
  std::size_t map_size = environment.options.map_size;
  if (!environment.has_no_lock_file) reserve_lock_file(environment);
  while (true) {
    const int code = try_open(environment, map_size, map_flags(environment), environment.map);
    if (code == MDB_SUCCESS) return;
    if (code == ENOMEM && map_size / 2 >= kSmallestMap) {
      map_size /= 2;  // the system grants less address space
    } else if ((code == EACCES || code == EROFS) && environment.options.read_only &&
               !environment.has_no_lock_file) {
      environment.has_no_lock_file = true;
    } else {
      refuse_code(code, environment.path);
    }
  }
}

std::shared_ptr<Environment> make_environment(const std::string& path, const StoreOptions& options) {
  auto environment = std::make_shared<Environment>();
  environment->file = path;
  environment->path = path;
  environment->options = options;
  if (!environment->options.clock) environment->options.clock = system_clock_microseconds;
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
  return environment;
}

class OpeningTurn {
 public:
  explicit OpeningTurn(const Environment& environment) : locks_(*environment.locks) {
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    const LockMode mode = environment.options.read_only ? LockMode::shared : LockMode::exclusive;
    while (!locks_.try_lock(LockRange::opening, mode)) {
      if (std::chrono::steady_clock::now() > deadline)
        refuse("file_in_use", {}, {{"path", environment.path}});
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  ~OpeningTurn() { locks_.try_lock(LockRange::opening, LockMode::none); }
  OpeningTurn(const OpeningTurn&) = delete;
  OpeningTurn& operator=(const OpeningTurn&) = delete;

 private:
  FileLocks& locks_;
};

void register_open(const std::shared_ptr<Environment>& environment) {
  open_files().environments[identity_of(environment->locks->status())] = environment;
  environment->is_registered = true;
}

}  // namespace

std::unique_ptr<FileLocks> open_locks(const std::string& path, bool read_only) {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (true) {
    auto locks = std::make_unique<FileLocks>(path, read_only);
    while (!locks->try_lock(LockRange::presence, LockMode::shared)) {
      if (std::chrono::steady_clock::now() > deadline) refuse("file_in_use", {}, {{"path", path}});
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    // Another process may have swapped the file while we waited.
    if (names_the_file(path, *locks)) return locks;
  }
}

void open_map(Environment& environment) {
  // Processes open by turns: a file in the making looks like no database to the next one.
  const OpeningTurn turn(environment);
  const FileContent content = check_file(environment.locks->descriptor(), environment.path);
  if (content == FileContent::nothing && environment.options.read_only) {
    refuse("not_a_database", {}, {{"path", environment.path}});
  }
  map_file(environment);
  environment.memory = {};
  int dead_readers = 0;
  mdb_reader_check(environment.map.get(), &dead_readers);
  open_databases(environment);
}

std::shared_ptr<Environment> open_environment(const std::string& path, const StoreOptions& options) {
  std::unique_lock lock(open_files().mutex);
  struct stat status {};
  if (stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) refuse("file_is_directory", {}, {{"path", path}});
    if (auto open = find_open(lock, identity_of(status), options)) return open;
  }
  auto environment = make_environment(path, options);
  environment->locks = open_locks(path, options.read_only);
  open_map(*environment);
  register_open(environment);
  return environment;
}

Environment::Environment() = default;

Environment::~Environment() {
  resting.clear();
  if (!is_registered) return;
  if (map && !options.sync && !options.read_only) mdb_env_sync(map.get(), 1);
  const std::lock_guard guard(open_files().mutex);
  map.reset();
  open_files().environments.erase(identity_of(locks->status()));
  open_files().closed.notify_all();
}

std::shared_ptr<Environment> open_temporary_environment(const StoreOptions& options) {
  std::string path = (std::filesystem::temp_directory_path() / "cellar-XXXXXX").string();
  const int descriptor = mkstemp(path.data());
  if (descriptor < 0) refuse_code(errno, path);
  close(descriptor);
  auto environment = make_environment(path, options);
  environment->is_temporary = true;
  environment->locks = open_locks(path, false);
  open_map(*environment);
  remove_files(path);
  return environment;
}

void swap_file(const std::shared_ptr<Environment>& environment, const std::string& with) {
  const std::lock_guard guard(open_files().mutex);
  const std::string& path = environment->path;
  auto locks = open_locks(with, false);
  environment->resting.clear();
  environment->map.reset();
  if (rename(with.c_str(), path.c_str()) != 0) {
    const int code = errno;
    open_map(*environment);
    refuse_code(code, path);
  }
  sync_folder(path);
  open_files().environments.erase(identity_of(environment->locks->status()));
  environment->locks = std::move(locks);
  open_map(*environment);
  if (environment->is_temporary) {
    remove_files(path);
  } else {
    register_open(environment);
  }
}

}  // namespace cellar
