#include <sys/resource.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "child.h"
#include "filled.h"
#include "opening.h"
#include "raw.h"
#include "storage/format/format.h"
#include "sync_count.h"

namespace cellar::test {

namespace {

/// Full after some hundred rows.
struct SmallStore {
  Store store = Store::open_temporary(with_map_of(1 << 20));
  TablePointer table = simple_table();
  WriteTransaction transaction = store.write();

  void write_one(int clustering) {
    RowWrite row;
    row.clustering = {int_bytes(clustering)};
    row.cells.push_back(cell(table, "v", std::string(4000, 'v'), 10));
    transaction.apply(mutation(table, int_bytes(1), row));
  }
};

}  // namespace

TEST_CASE("what is no database is refused, and left as it is") {
  const Folder folder;
  const auto path = folder / "notes.txt";
  for (const std::string& content : {std::string("SELECT * FROM t;\n"), std::string("x"),
                                     std::string(100'000, 'x'), std::string(100'000, '\0')}) {
    write_file(path, content);
    CHECK(refused_to_open(path) == "not_a_database");
    CHECK(refused_to_open(path, true) == "not_a_database");
    std::ifstream file(path, std::ios::binary);
    CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == content);
  }
}

TEST_CASE("an LMDB file of another program is refused") {
  const Folder folder;
  RawFile(folder / "other").put("their_database", "key", "value");
  CHECK(refused_to_open(folder / "other") == "not_a_database");
}

TEST_CASE("folders and missing files are refused by name") {
  const Folder folder;
  CHECK(refused_to_open(folder / "") == "file_is_directory");
  CHECK(refused_to_open(folder / "", true) == "file_is_directory");
  CHECK(refused_to_open(folder / "missing", true) == "file_missing");
  CHECK(refused_to_open(folder / "no_folder/data") == "file_folder_missing");
  CHECK_FALSE(std::filesystem::exists(folder / "missing"));
}

TEST_CASE("an unknown format is refused by name") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  fill(Store::open(path), 0, 1);
  RawFile(path).put("meta", "format", std::string("cellar\0\0\0\7", 10));
  try {
    Store::open(path);
    FAIL("it was opened");
  } catch (const Refusal& refusal) {
    CHECK(refusal.diagnostic.id == "format_unknown");
    CHECK(refusal.diagnostic.parameters.at(1).value == "7");
    CHECK(refusal.diagnostic.parameters.at(2).value == std::to_string(kFormatVersion));
  }
  RawFile(path).put("meta", "format", "something else");
  CHECK(refused_to_open(path) == "not_a_database");
}

TEST_CASE("a file whose databases are not opened leaves no map behind") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  fill(Store::open(path), 0, 1);
  RawFile(path).put("meta", "format", "something else");
  Environment environment;
  environment.path = path.string();
  environment.locks = open_locks(environment.path, false);
  CHECK(refused([&] { open_map(environment); }) == "not_a_database");
  CHECK(environment.map == nullptr);
}

TEST_CASE("an unknown feature is refused by its number, to read or to write") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  fill(Store::open(path), 0, 1);
  const auto put_format = [&](const std::string& words) {
    RawFile(path).put("meta", "format",
                      std::string("cellar\0\0\0", 9) + static_cast<char>(kFormatVersion) + words);
  };
  StoreOptions read_only;
  read_only.read_only = true;
  put_format(std::string("\0\0\1\0\0\0\0\0", 8));
  for (const bool to_read : {true, false}) {
    StoreOptions options;
    options.read_only = to_read;
    try {
      Store::open(path, options);
      FAIL("it was opened");
    } catch (const Refusal& refusal) {
      CHECK(refusal.diagnostic.id == "features_unknown_to_read");
      CHECK(refusal.diagnostic.parameters.at(1).value == "9");
    }
  }
  put_format(std::string("\0\0\0\0\x80\0\0\2", 8));
  CHECK(rows_in(Store::open(path, read_only)) == 1);
  try {
    Store::open(path);
    FAIL("it was opened");
  } catch (const Refusal& refusal) {
    CHECK(refusal.diagnostic.id == "features_unknown_to_write");
    CHECK(refusal.diagnostic.parameters.at(1).value == "2, 32");
  }
}

TEST_CASE("a file that has lost its end is refused") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  fill(Store::open(path), 0, 5000);
  const auto whole = std::filesystem::file_size(path);
  std::string content(whole, '\0');
  std::ifstream(path, std::ios::binary).read(content.data(), static_cast<std::streamsize>(whole));
  for (const std::size_t size : {whole - 4096, whole / 2, std::size_t{20000}, std::size_t{8192},
                                 std::size_t{5000}, std::size_t{200}, std::size_t{30}}) {
    write_file(path, content.substr(0, size));
    INFO(size);
    CHECK(refused_to_open(path) == "file_truncated");
    CHECK(refused_to_open(path, true) == "file_truncated");
  }
  write_file(path, content);
  CHECK(rows_in(Store::open(path)) == 5000);
}

TEST_CASE("a file is not called short where only free pages are missing") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  {
    const Store store = Store::open(path);
    fill(store, 0, 500);
    WriteTransaction large = store.write();
    large.put_schema_record("large", std::string(1 << 20, 'x'));
    large.commit();
    WriteTransaction gone = store.write();
    gone.erase_schema_record("large");
    gone.commit();
    // Pages in use move to the front, into the room that is free now.
    for (int i = 500; i < 520; ++i) fill(store, i, i + 1);
  }
  const auto whole = std::filesystem::file_size(path);
  auto size = whole;
  std::string id;
  for (; id.empty(); size -= 4096) {
    std::filesystem::resize_file(path, size);
    std::size_t rows = 520;
    id = refused([&] { rows = rows_in(Store::open(path)); });
    REQUIRE(rows == 520);
  }
  CHECK(id == "file_truncated");
  CHECK(whole - size >= 3 * 4096);
}

TEST_CASE("a file may be read where it may not be written") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  fill(Store::open(path), 0, 10);
  std::filesystem::remove(folder / "data.cellar-lock");
  chmod(path.c_str(), 0444);
  chmod((folder / "").c_str(), 0555);
  Child child([&](Pipes&) {
    if (geteuid() == 0 && setuid(65534) != 0) return 98;  // root may write anywhere
    if (refused_to_open(path) != "file_not_permitted") return 1;
    StoreOptions options;
    options.read_only = true;
    const Store store = Store::open(path, options);
    if (rows_in(store) != 10) return 2;
    if (refused([&] { store.write(); }) != "store_is_read_only") return 3;
    if (refused([&] { compact(store); }) != "store_is_read_only") return 4;
    return 0;
  });
  CHECK(child.wait() == 0);
  chmod(path.c_str(), 0000);
  Child other([&](Pipes&) {
    if (geteuid() == 0 && setuid(65534) != 0) return 98;
    return refused_to_open(path, true) == "file_not_permitted" ? 0 : 1;
  });
  CHECK(other.wait() == 0);
  chmod((folder / "").c_str(), 0755);
}

TEST_CASE("a store that is opened read-only takes no writes, though its file may be written") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  fill(Store::open(path), 0, 10);
  StoreOptions options;
  options.read_only = true;
  {
    const Store reader = Store::open(path, options);
    CHECK(reader.read_only());
    CHECK(rows_in(reader) == 10);
    CHECK(refused([&] { reader.write(); }) == "store_is_read_only");
    CHECK(refused_to_open(path) == "file_open_to_read");
  }
  const Store writer = Store::open(path);
  const Store reader = Store::open(path, options);
  CHECK(refused([&] { reader.write(); }) == "store_is_read_only");
  fill(writer, 10, 11);
  CHECK(rows_in(reader) == 11);
}

TEST_CASE("a file that is opened twice is shared") {
  const Folder folder;
  const Store first = Store::open(folder / "data.cellar");
  std::filesystem::create_symlink(folder / "data.cellar", folder / "link");
  const Store second = Store::open(folder / "link");
  fill(first, 0, 3);
  CHECK(rows_in(second) == 3);
  CHECK(second.path() == first.path());
}

TEST_CASE("a temporary store leaves no file") {
  const Folder folder;
  const char* const set = std::getenv("TMPDIR");
  const std::string before = set == nullptr ? "" : set;
  setenv("TMPDIR", (folder / ".").c_str(), 1);  // other tests make temporary stores in the usual folder
  const Store store = Store::open_temporary();
  set == nullptr ? unsetenv("TMPDIR") : setenv("TMPDIR", before.c_str(), 1);
  fill(store, 0, 3);
  CHECK(rows_in(store) == 3);
  CHECK(std::filesystem::is_empty(folder / "."));
}

TEST_CASE("a full disk: the transaction has not happened, and what was committed is safe") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  const auto fill_until_full = [&](const Store& store, const std::string& expected) {
    int committed = 0;
    const std::string id = refused([&] {
      for (;; committed += 100) fill(store, committed, committed + 100, 1000);
    });
    return id == expected && committed > 0 && rows_in(store) == static_cast<std::size_t>(committed)
               ? committed
               : -1;
  };
  SECTION("the map is full") {
    StoreOptions options;
    options.map_size = 1 << 20;
    int committed = 0;
    {
      const Store store = Store::open(path, options);
      committed = fill_until_full(store, "map_full");
      CHECK(committed > 0);
    }
    const Store store = Store::open(path);  // with more room
    CHECK(rows_in(store) == static_cast<std::size_t>(committed));
    fill(store, committed, committed + 100, 1000);
    CHECK(rows_in(store) == static_cast<std::size_t>(committed) + 100);
  }
  SECTION("the system lets the file grow no more") {
    Child child([&](Pipes&) {
      signal(SIGXFSZ, SIG_IGN);
      const rlimit limit{1 << 20, 1 << 20};
      setrlimit(RLIMIT_FSIZE, &limit);
      const Store store = Store::open(path);
      const int committed = fill_until_full(store, "disk_full");
      if (committed < 0) return 1;
      // Small things still fit, as there are free pages.
      return rows_in(store) == static_cast<std::size_t>(committed) ? 0 : 2;
    });
    CHECK(child.wait() == 0);
    CHECK(rows_in(Store::open(path)) % 100 == 0);
  }
}

TEST_CASE("a statement that failed on a full disk says so again until the transaction ends") {
  SmallStore store;
  int i = 0;
  CHECK(refused([&] {
          for (;; ++i) store.write_one(i);
        }) == "map_full");
  CHECK(refused([&] { store.write_one(i + 1); }) == "map_full");
  CHECK(refused([&] { store.transaction.commit(); }) == "map_full");
}

TEST_CASE("a transaction that a read found to have failed takes no more writes") {
  SmallStore store;
  for (int i = 0; i < 400; ++i) store.write_one(i);
  CHECK(store.transaction.usable());
  CHECK(refused([&] { store.transaction.partition(store.table, {int_bytes(1)}, {}, 0); }) == "map_full");
  CHECK_FALSE(store.transaction.usable());
  CHECK(refused([&] { store.write_one(400); }) == "map_full");
  CHECK(refused([&] { store.transaction.commit(); }) == "map_full");
}

TEST_CASE("a commit is one sync of the data, an empty one none") {
  const Folder folder;
  const Store store = Store::open(folder / "data.cellar");
  fill(store, 0, 1);
  int before = sync_count();
  fill(store, 1, 500);
  CHECK(sync_count() - before == 1);  // and the meta page by a synchronous write
  before = sync_count();
  store.write().commit();
  CHECK(rows_in(store) == 500);
  CHECK(sync_count() == before);
}

TEST_CASE("a file that is shared is durable as soon as one of its stores asks for it") {
  const Folder folder;
  StoreOptions quick;
  quick.sync = false;
  const Store first = Store::open(folder / "data.cellar", quick);
  int before = sync_count();
  fill(first, 0, 1);
  CHECK(sync_count() == before);
  const Store second = Store::open(folder / "data.cellar");
  CHECK(sync_count() - before == 1);  // of what the first has committed
  before = sync_count();
  fill(second, 1, 500);
  CHECK(sync_count() - before == 1);
  before = sync_count();
  fill(first, 500, 1000);
  CHECK(sync_count() - before == 1);
  compact(second);
  before = sync_count();
  fill(second, 1000, 1500);
  CHECK(sync_count() - before == 1);
}

TEST_CASE("where the system gives little address space the map is smaller") {
  const Folder folder;
  Child child([&](Pipes&) {
    const rlimit limit{std::size_t{1} << 34, std::size_t{1} << 34};
    if (setrlimit(RLIMIT_AS, &limit) != 0) return 1;
    const Store store = Store::open(folder / "data.cellar");
    fill(store, 0, 10);
    return rows_in(store) == 10 ? 0 : 2;
  });
#if !defined(__SANITIZE_ADDRESS__)  // whose shadow memory is above any such limit
  CHECK(child.wait() == 0);
#endif
}

TEST_CASE(
    "what LMDB allocates while it opens a file may leave less address space than was granted for the map") {
  const Folder folder;
  for (std::size_t spare = 0; spare < 6; ++spare) {
    const auto path = folder / ("data" + std::to_string(spare) + ".cellar");
    Child child([&](Pipes&) {
      StoreOptions options;
      options.map_size = std::size_t{1} << 34;
      std::size_t pages = 0;
      std::ifstream("/proc/self/statm") >> pages;
      const std::size_t bytes = pages * 4096 + options.map_size + (spare << 20);
      const rlimit limit{bytes, bytes};
      if (setrlimit(RLIMIT_AS, &limit) != 0) return 1;
      const Store store = Store::open(path, options);
      fill(store, 0, 10);
      return rows_in(store) == 10 ? 0 : 2;
    });
#if !defined(__SANITIZE_ADDRESS__)  // whose shadow memory is above any such limit
    CHECK(child.wait() == 0);
#endif
  }
}

}  // namespace cellar::test
