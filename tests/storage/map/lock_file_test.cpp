// The place beside a database where its lock file belongs may be taken.

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include <fstream>

#include "child.h"
#include "filled.h"
#include "raw.h"
#include "storage/verify/verify.h"

namespace cellar::test {

namespace {

std::string refusal_of_lock(const std::filesystem::path& path) {
  return refused([&] { Store::open(path); });
}

void write_lock_file(const std::filesystem::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Whether a process has a lock of LMDB on the file, as seen by another one.
bool is_locked(const std::filesystem::path& path) {
  Child child([&](Pipes&) {
    const int descriptor = open(path.c_str(), O_RDWR);
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_len = 1;
    if (fcntl(descriptor, F_GETLK, &lock) != 0) return 2;
    return lock.l_type == F_UNLCK ? 0 : 1;
  });
  return child.wait() == 1;
}

}  // namespace

TEST_CASE("a database that is called like a lock file is not overwritten") {
  const Folder folder;
  fill(Store::open(folder / "y-lock"), 0, 10);
  const std::string content = content_of(folder / "y-lock");
  CHECK(refusal_of_lock(folder / "y") == "lock_file_taken");
  CHECK(content_of(folder / "y-lock") == content);
  CHECK_FALSE(std::filesystem::exists(folder / "y"));
  const Store store = Store::open(folder / "y-lock");
  CHECK(refusal_of_lock(folder / "y") == "lock_file_taken");
  CHECK(rows_in(store) == 10);
}

TEST_CASE("what is not a lock file is not taken for one") {
  const Folder folder;
  for (const std::string& content :
       {std::string("x"), std::string(70'000, 'x'), std::string(1000, '\0'), std::string(70'000, '\0')}) {
    write_lock_file(folder / "y-lock", content);
    CHECK(refusal_of_lock(folder / "y") == "lock_file_taken");
    CHECK(content_of(folder / "y-lock") == content);
  }
  std::filesystem::remove(folder / "y-lock");
  std::filesystem::create_directory(folder / "y-lock");
  CHECK(refusal_of_lock(folder / "y") == "lock_file_taken");
  std::filesystem::remove(folder / "y-lock");
  write_lock_file(folder / "notes", "");
  std::filesystem::create_symlink(folder / "notes", folder / "y-lock");
  CHECK(refusal_of_lock(folder / "y") == "lock_file_taken");
  CHECK(content_of(folder / "notes").empty());
  std::filesystem::remove(folder / "y-lock");
  REQUIRE(mkfifo((folder / "y-lock").c_str(), 0666) == 0);
  CHECK(refusal_of_lock(folder / "y") == "lock_file_taken");
}

TEST_CASE("a lock file that a killed process has not filled is used") {
  const Folder folder;
  for (const std::size_t size : {0, 65536}) {
    write_lock_file(folder / "y-lock", std::string(size, '\0'));
    const Store store = Store::open(folder / "y");
    fill(store, 0, 10);
    CHECK(rows_in(store) == 10);
  }
}

TEST_CASE("a lock file in use is no database, and stays locked") {
  const Folder folder;
  const Store store = Store::open(folder / "y");
  fill(store, 0, 10);
  REQUIRE(is_locked(folder / "y-lock"));
  CHECK(refusal_of_lock(folder / "y-lock") == "file_is_lock_file");
  CHECK(is_locked(folder / "y-lock"));
  compact(store);
  CHECK(refusal_of_lock(folder / "y-lock") == "file_is_lock_file");
  CHECK(is_locked(folder / "y-lock"));
}

TEST_CASE("a lock file of another process is no database") {
  const Folder folder;
  Child child([&](Pipes& pipes) {
    const Store store = Store::open(folder / "y");
    pipes.say(1);
    pipes.hear();
    return 0;
  });
  REQUIRE(child.pipes.hear() == 1);
  CHECK(refusal_of_lock(folder / "y-lock") == "file_is_lock_file");
  child.pipes.say(1);
  CHECK(child.wait() == 0);
  CHECK(refusal_of_lock(folder / "y-lock") == "not_a_database");
  CHECK(refusal_of_lock(folder / "y") == "");
}

TEST_CASE("of two processes that make a database and its lock file's namesake one is refused") {
  for (int round = 0; round < 40; ++round) {
    const Folder folder;
    const auto make = [&](const std::string& name) {
      const std::string id = refused([&] { fill(Store::open(folder / name), 0, 10); });
      return id.empty()                                                                       ? 0
             : id == "lock_file_taken" || id == "file_is_lock_file" || id == "not_a_database" ? 1
                                                                                              : 2;
    };
    Child one([&](Pipes&) { return make("y"); });
    Child two([&](Pipes&) { return make("y-lock"); });
    const int first = one.wait();
    const int second = two.wait();
    INFO(first << " " << second);
    REQUIRE(first < 2);
    REQUIRE(second < 2);
    REQUIRE(first + second >= 1);
    if (first == 0) REQUIRE(rows_in(Store::open(folder / "y")) == 10);
    if (second == 0) REQUIRE(rows_in(Store::open(folder / "y-lock")) == 10);
  }
}

TEST_CASE("a file that another process has open under another name is refused") {
  const bool is_renamed = GENERATE(true, false);
  const Folder folder;
  Child child([&](Pipes& pipes) {
    pipes.hear();
    const bool is_refused = refused([&] { Store::open(folder / "b"); }) == "file_has_two_names";
    return is_refused ? 0 : 1;
  });
  const Store store = Store::open(folder / "a");
  if (is_renamed) {
    std::filesystem::rename(folder / "a", folder / "b");
  } else {
    std::filesystem::create_hard_link(folder / "a", folder / "b");
  }
  child.pipes.say(1);
  CHECK(child.wait() == 0);
}

TEST_CASE(
    "a file that takes the name of one that another process has open is refused until that one is closed") {
  const Folder folder;
  const auto path = folder / "x", moved = folder / "y", backup = folder / "backup";
  Child holder([&](Pipes& pipes) {
    pipes.hear();
    const Store store = Store::open(path);
    pipes.say(1);
    pipes.hear();
    return 0;
  });
  for (const auto& each : {path, backup}) Store::open(each);
  holder.pipes.say(1);
  holder.pipes.hear();
  std::filesystem::rename(path, moved);
  std::filesystem::rename(backup, path);
  CHECK(refused([&] { Store::open(path); }) == "file_replaced");
  CHECK(refused([&] { Store::open(moved); }) == "file_has_two_names");
  holder.pipes.say(1);
  CHECK(holder.wait() == 0);
  Store::open(path);
  Store::open(moved);
}

TEST_CASE("a file that was removed under its store can be read and takes no writes") {
  const Folder folder;
  const auto path = folder / "x";
  const Store store = Store::open(path);
  fill(store, 0, 10);
  std::filesystem::remove(path);
  CHECK(refused([&] { fill(store, 10, 20); }) == "file_removed");
  CHECK(rows_in(store) == 10);
}

TEST_CASE("a file that has another name by now takes writes") {
  const Folder folder;
  const auto path = folder / "x";
  const Store store = Store::open(path);
  std::filesystem::rename(path, folder / "y");
  fill(store, 0, 10);
  CHECK(rows_in(Store::open(folder / "y")) == 10);
}

TEST_CASE("a database on a full disk can be read without a lock file") {
  const Folder folder;
  const auto path = folder / "x";
  Child child([&](Pipes&) {
    if (unshare(CLONE_NEWNS) != 0 || mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        mount("none", (folder / "").c_str(), "tmpfs", 0, "size=1m") != 0) {
      return kNotPermitted;
    }
    fill(Store::open(path), 0, 10);
    std::filesystem::remove(path.string() + "-lock");
    std::ofstream(folder / "large") << std::string(2 << 20, 'x');
    StoreOptions read_only;
    read_only.read_only = true;
    return rows_in(Store::open(path, read_only)) == 10 ? 0 : 1;
  });
  const int code = child.wait();
  if (code == kNotPermitted) report_not_permitted("no right to mount a file system");
  CHECK((code == 0 || code == kNotPermitted));
}

TEST_CASE("a compaction does not take the name of another file") {
  const Folder folder;
  const auto path = folder / "x", moved = folder / "y";
  const Store store = Store::open(path);
  std::filesystem::rename(path, moved);
  std::ofstream(path) << "notes";
  const SchemaOf schema = [](Transaction&) { return std::make_shared<const Schema>(); };
  CHECK(refused([&] { store.compact(schema); }) == "file_replaced");
  std::string notes;
  std::ifstream(path) >> notes;
  CHECK(notes == "notes");
}

TEST_CASE("a process with the number of another one that reads the file is told so") {
  const Folder folder;
  const auto path = folder / "x";
  // The first process of a namespace of its own, as in a container, has the number 1.
  const auto as_first_process = [](const std::function<int()>& work) {
    if (unshare(CLONE_NEWPID) != 0) return kNotPermitted;
    const pid_t process = fork();
    if (process == 0) _exit(work());
    int status = 0;
    waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 99;
  };
  Child holder([&](Pipes& pipes) {
    const int code = as_first_process([&] {
      const Store store = Store::open(path);
      const Transaction transaction = store.read();
      pipes.say(1);
      return pipes.hear() == 1 ? 0 : 1;
    });
    if (code == kNotPermitted) pipes.say(0);
    return code;
  });
  Child other([&](Pipes& pipes) {
    pipes.hear();
    return as_first_process([&] {
      const std::string refusal = refused([&] { Store::open(path).read(); });
      return refusal == "process_number_taken" ? 0 : 1;
    });
  });
  if (holder.pipes.hear() != 1) return report_not_permitted("no right to make a namespace of processes");
  other.pipes.say(1);
  CHECK(other.wait() == 0);
  holder.pipes.say(1);
  CHECK(holder.wait() == 0);
}

TEST_CASE("a refused opening leaves no lock file that it has created") {
  const Folder folder;
  Child child([&](Pipes& pipes) {
    pipes.hear();
    const bool is_refused = refusal_of_lock(folder / "b") == "file_has_two_names";
    return is_refused && !std::filesystem::exists(folder / "b-lock") ? 0 : 1;
  });
  const Store store = Store::open(folder / "a");
  std::filesystem::create_hard_link(folder / "a", folder / "b");
  child.pipes.say(1);
  CHECK(child.wait() == 0);
  CHECK(std::filesystem::exists(folder / "a-lock"));
}

TEST_CASE("a file of LMDB's that is not ours is refused without a lock file beside it") {
  const Folder folder;
  RawFile(folder / "other").put("things", "key", "value");
  std::filesystem::remove(folder / "other-lock");
  CHECK(refusal_of_lock(folder / "other") == "not_a_database");
  StoreOptions to_read;
  to_read.read_only = true;
  CHECK(refused([&] { Store::open(folder / "other", to_read); }) == "not_a_database");
  CHECK_FALSE(std::filesystem::exists(folder / "other-lock"));
}

TEST_CASE("a database of an unknown format is refused without a lock file beside it") {
  const Folder folder;
  fill(Store::open(folder / "new"), 0, 1);
  RawFile(folder / "new").put("meta", "format", std::string("cellar\0\0\0\7", 10));
  std::filesystem::remove(folder / "new-lock");
  CHECK(refusal_of_lock(folder / "new") == "format_unknown");
  CHECK_FALSE(std::filesystem::exists(folder / "new-lock"));
}

TEST_CASE("a symbolic link leads to the database also where that is yet to be made") {
  const Folder folder;
  std::filesystem::create_directory(folder / "elsewhere");
  std::filesystem::create_symlink("elsewhere/db", folder / "first");
  std::filesystem::create_symlink("first", folder / "link");
  const SchemaOf schema = [](Transaction&) { return std::make_shared<const Schema>(); };
  {
    const Store store = Store::open(folder / "link");
    CHECK(std::filesystem::exists(folder / "elsewhere/db-lock"));
    store.compact(schema);
  }
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(std::filesystem::is_regular_file(folder / "elsewhere/db"));
  CHECK_FALSE(std::filesystem::exists(folder / "link-lock"));
}

TEST_CASE("compact does not part the two names of a file") {
  const Folder folder;
  const SchemaOf schema = [](Transaction&) { return std::make_shared<const Schema>(); };
  const Store store = Store::open(folder / "db");
  std::filesystem::create_hard_link(folder / "db", folder / "other");
  CHECK(refused([&] { store.compact(schema); }) == "file_has_hard_links");
  std::filesystem::remove(folder / "other");
  store.compact(schema);
}

TEST_CASE("verify refuses a file that another process has open under another name") {
  const Folder folder;
  Child child([&](Pipes& pipes) {
    pipes.hear();
    const VerifyActions actions{[](const Damage&) {}, [] { return false; }};
    const bool is_refused = refused([&] { verify_file(folder / "b", actions); }) == "file_has_two_names";
    return is_refused && verify_file(folder / "a", actions).damages == 0 ? 0 : 1;
  });
  {
    const Store store = Store::open(folder / "a");
    std::filesystem::create_hard_link(folder / "a", folder / "b");
    child.pipes.say(1);
    CHECK(child.wait() == 0);
  }
  const VerifyActions actions{[](const Damage&) {}, [] { return false; }};
  CHECK(verify_file(folder / "b", actions).damages == 0);
}

}  // namespace cellar::test
