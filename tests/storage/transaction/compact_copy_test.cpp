// What COMPACT does beside the file: its copy, its neighbours, how it ends before its time.

#include <lmdb.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <sched.h>
#include <fstream>

#include "child.h"
#include "filled.h"
#include "raw.h"

namespace cellar::test {

namespace {

const std::set<std::string> kAlone{"data.cellar", "data.cellar-lock"};

/// Rows enough for several transactions of each pass, and something to purge in each of them.
void fill_for_passes(const Store& store) {
  fill(store, 0, 20'000, 200);
  WriteTransaction transaction = store.write();
  for (const int table : {2, 3, 4}) {
    for (int i = 0; i < 5000; ++i) {
      RowWrite row;
      row.clustering = {int_bytes(i)};
      row.marker = Liveness{10, 0, 0};
      transaction.apply(mutation(simple_table(table), int_bytes(1), row));
    }
    transaction.drop_data(table);
  }
  transaction.commit();
}

/// COMPACT is ended by `end` when it asks for the n-th time.
WaitForWriter ended_at(int n, std::function<bool()> end) {
  WaitForWriter wait;
  wait.interrupted = [n, end = std::move(end), asked = 0]() mutable { return ++asked == n && end(); };
  return wait;
}

int polls_of_a_compact() {
  const Store store = Store::open_temporary();
  fill_for_passes(store);
  int polls = 0;
  WaitForWriter wait;
  wait.interrupted = [&] {
    ++polls;
    return false;
  };
  compact(store, wait);
  return polls;
}

/// Opens databases that a later version may have, with LMDB alone.
void with_databases(const std::filesystem::path& path, unsigned flags,
                    const std::function<void(MDB_txn*, MDB_dbi, int)>& work) {
  MDB_env* environment = nullptr;
  REQUIRE(mdb_env_create(&environment) == 0);
  mdb_env_set_maxdbs(environment, 32);
  mdb_env_set_mapsize(environment, std::size_t{1} << 32);
  REQUIRE(mdb_env_open(environment, path.c_str(), MDB_NOSUBDIR, 0600) == 0);
  MDB_txn* transaction = nullptr;
  REQUIRE(mdb_txn_begin(environment, nullptr, 0, &transaction) == 0);
  for (int number = 0; number < 12; ++number) {
    MDB_dbi handle = 0;
    REQUIRE(mdb_dbi_open(transaction, ("later" + std::to_string(number)).c_str(), flags, &handle) == 0);
    work(transaction, handle, number);
  }
  REQUIRE(mdb_txn_commit(transaction) == 0);
  mdb_env_close(environment);
}

MDB_val bytes_of(std::string& text) { return {text.size(), text.data()}; }

}  // namespace

TEST_CASE("compact does not touch a database that is called like its copy") {
  const Folder folder;
  const Store neighbour = Store::open(folder / "music-compact");
  fill(neighbour, 0, 3);
  const Store store = Store::open(folder / "music");
  fill(store, 0, 100);
  compact(store);
  CHECK(rows_in(store) == 100);
  CHECK(rows_in(Store::open(folder / "music-compact")) == 3);
  CHECK(names_in(folder / "") ==
        std::set<std::string>{"music", "music-lock", "music-compact", "music-compact-lock"});
}

TEST_CASE("compact can be interrupted in each phase, and leaves the file as it was and nothing else") {
  const Folder folder;
  const Store store = Store::open(folder / "data.cellar");
  fill_for_passes(store);
  const int polls = polls_of_a_compact();
  CHECK(polls > 100);
  for (int n = 1; n <= polls; n += n < 8 ? 1 : polls / 20) {
    INFO(n);
    REQUIRE(refused([&] { compact(store, ended_at(n, [] { return true; })); }) == "interrupted");
    REQUIRE(rows_in(store) == 20'000);
    REQUIRE(names_in(folder / "") == kAlone);
    if (n < 8) fill_for_passes(store);
  }
  compact(store);
  CHECK(rows_in(store) == 20'000);
}

TEST_CASE("what a killed compact leaves is removed by the next one who opens the file") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  fill_for_passes(Store::open(path));
  const int polls = polls_of_a_compact();
  int copies_left = 0;
  for (int n = 1; n <= polls; n += n < 8 ? 1 : polls / 10) {
    INFO(n);
    Child child([&](Pipes&) {
      compact(Store::open(path), ended_at(n, [] { return raise(SIGKILL) == 0; }));
      return 0;
    });
    const int code = child.wait();
    if (code == 0) break;  // there was less to do than the first time
    REQUIRE(code == -SIGKILL);
    if (names_in(folder / "").size() == 3) ++copies_left;
    {
      StoreOptions read_only;
      read_only.read_only = true;
      CHECK(rows_in(Store::open(path, read_only)) == 20'000);
    }
    REQUIRE(rows_in(Store::open(path)) == 20'000);
    REQUIRE(names_in(folder / "") == kAlone);
  }
  CHECK(copies_left > 2);
}

TEST_CASE("the copy of a temporary file has no name, and the file keeps its own in messages") {
  const Store store = Store::open_temporary();
  const auto files = [&] {
    const std::string name = store.path().filename().string();
    const std::set<std::string> names = names_in(store.path().parent_path());
    return std::ranges::count_if(names, [&](const std::string& each) { return each.starts_with(name); });
  };
  const auto path_in_refusal = [&] {
    const WriteTransaction open = store.write();
    try {
      store.write({.waiting = nullptr, .interrupted = nullptr, .limit = std::chrono::milliseconds(1)});
    } catch (const Refusal& refusal) {
      return refusal.diagnostic.parameters.at(0).value;
    }
    return std::string();
  };
  const std::string before = path_in_refusal();
  fill_for_passes(store);
  std::ptrdiff_t most = 0;
  WaitForWriter wait;
  int asked = 0;
  wait.interrupted = [&] {
    if (asked++ % 100 == 0) most = std::max(most, files());  // the folder may have many others
    return false;
  };
  for (int i = 0; i < 2; ++i) compact(store, wait);
  CHECK(asked > 1'000);
  CHECK(most == 0);
  CHECK(path_in_refusal() == before);
  CHECK(files() == 0);
}

TEST_CASE("a file is found whole while other processes compact it and write to it again and again") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  fill(Store::open(path), 0, 500);
  const auto work = [&](int rounds, int enough, useconds_t pause, auto step) {
    int done = 0;
    for (int round = 0; round < rounds && done < enough; ++round) {
      const std::string id = refused([&] { step(Store::open(path)); });
      if (id.empty()) ++done;
      if (!id.empty() && id != "file_in_use" && id != "file_being_opened") return -1;
      usleep(pause);
    }
    return done;
  };
  Child compacting([&](Pipes&) { return work(100'000, 10, 0, [](const Store& store) { compact(store); }); });
  Child writing([&](Pipes&) {
    int written = 0;
    const int done = work(60, 60, 5000, [&](const Store& store) {
      fill(store, 500 + written, 501 + written);
      ++written;
    });
    return done == written ? written : 100;
  });
  const int opened = work(60, 60, 5000, [](const Store& store) {
    if (rows_in(store) < 500) throw std::runtime_error("rows are missing");
  });
  CHECK(opened > 0);
  CHECK(compacting.wait() == 10);
  const int written = writing.wait();
  CHECK(written <= 60);
  CHECK(rows_in(Store::open(path)) == 500 + static_cast<std::size_t>(written));
  CHECK(names_in(folder / "") == kAlone);
}

TEST_CASE("compact copies all databases of the file") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  fill(Store::open(path), 0, 100);
  with_databases(path, MDB_CREATE, [](MDB_txn* transaction, MDB_dbi handle, int number) {
    for (const std::string text : {"aa", "bb", "cc"}) {
      std::string key = text;
      std::string first = "first" + std::to_string(number);
      MDB_val raw = bytes_of(key);
      MDB_val value = bytes_of(first);
      REQUIRE(mdb_put(transaction, handle, &raw, &value, 0) == 0);
    }
  });
  {
    const Store store = Store::open(path);
    compact(store);
    CHECK(rows_in(store) == 100);
  }
  with_databases(path, 0, [](MDB_txn* transaction, MDB_dbi handle, int number) {
    unsigned flags = 0;
    MDB_stat statistics{};
    CHECK(mdb_dbi_flags(transaction, handle, &flags) == 0);
    CHECK(flags == 0);
    CHECK(mdb_stat(transaction, handle, &statistics) == 0);
    CHECK(statistics.ms_entries == 3);
    std::string key = "aa";
    MDB_val raw = bytes_of(key);
    MDB_val value{};
    REQUIRE(mdb_get(transaction, handle, &raw, &value) == 0);
    CHECK(std::string(static_cast<char*>(value.mv_data), value.mv_size) == "first" + std::to_string(number));
  });
}

TEST_CASE("compact needs no more address space than the data of the file and its copy take") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  fill(Store::open(path), 0, 20'000, 1000);
  Child child([&](Pipes&) {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    // The file has 27 MiB.
    const std::size_t limit = pages * 4096 + (std::size_t{90} << 20);
    const rlimit bound{limit, limit};
    if (setrlimit(RLIMIT_AS, &bound) != 0) return 1;
    const Store store = Store::open(path);
    compact(store);
    return rows_in(store) == 20'000 ? 0 : 2;
  });
#if !defined(__SANITIZE_ADDRESS__)  // whose shadow memory is above any such limit
  CHECK(child.wait() == 0);
  CHECK(rows_in(Store::open(path)) == 20'000);
#endif
}

TEST_CASE("compact on a disk that is full in one phase or another leaves the file as it was") {
  const Folder folder;
  Child child([&](Pipes&) {
    if (unshare(CLONE_NEWNS) != 0 || mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
      return kNotPermitted;
    const auto path = folder / "data.cellar";
    int failed = 0;
    bool done = false;
    for (int megabytes = 6; !done && megabytes < 40; ++megabytes) {
      const std::string size = "size=" + std::to_string(megabytes) + "m";
      if (mount("tmpfs", (folder / "").c_str(), "tmpfs", 0, size.c_str()) != 0) return kNotPermitted;
      {
        StoreOptions options;
        options.sync = false;
        const Store store = Store::open(path, options);
        const std::string filled = refused([&] { fill_for_passes(store); });
        const std::size_t rows = rows_in(store);
        const std::string id = refused([&] { compact(store); });
        done = filled.empty() && id.empty();
        if (!done && id != "disk_full" && !id.empty()) return 2;
        if (id == "disk_full") ++failed;
        if (rows_in(store) != rows) return 3;
        if (names_in(folder / "") != kAlone) return 4;
      }
      if (refused([&] { Store::open(path); }) != "") return 5;
      if (umount((folder / "").c_str()) != 0) return 6;
    }
    return done && failed > 2 ? 0 : 7;
  });
  const int code = child.wait();
  if (code == kNotPermitted)
    report_not_permitted("no right to mount a file system");
  else
    CHECK(code == 0);
}

TEST_CASE("compact refuses a file that may not grow as its copy has to") {
  const Folder folder;
  Child child([&](Pipes&) {
    const Store store = Store::open(folder / "data.cellar");
    fill(store, 0, 20'000, 1000);
    signal(SIGXFSZ, SIG_IGN);
    for (const rlim_t megabytes : {1, 4, 12}) {
      const rlimit limit{megabytes << 20, RLIM_INFINITY};
      if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
      if (refused([&] { compact(store); }) != "disk_full") return 2;
      if (rows_in(store) != 20'000 || names_in(folder / "") != kAlone) return 3;
    }
    return 0;
  });
  CHECK(child.wait() == 0);
}

}  // namespace cellar::test
