// A process whose standard descriptors are closed, and one that may open few files.

#include <fcntl.h>
#include <sys/resource.h>

#include "child.h"
#include "filled.h"

namespace cellar::test {

namespace {

bool is_open(int descriptor) { return fcntl(descriptor, F_GETFD) >= 0; }

bool any_open(unsigned closed) {
  for (int descriptor = 0; descriptor < 3; ++descriptor) {
    if ((closed >> descriptor & 1) != 0 && is_open(descriptor)) return true;
  }
  return false;
}

int run_with_closed(unsigned closed, const std::filesystem::path& path) {
  for (int descriptor = 0; descriptor < 3; ++descriptor) {
    if ((closed >> descriptor & 1) != 0) close(descriptor);
  }
  {
    const Store store = Store::open(path);
    if (any_open(closed)) return 1;
    fill(store, 0, 1000);
    compact(store);
    if (any_open(closed)) return 2;
    const Store temporary = Store::open_temporary();
    if (any_open(closed)) return 3;
  }
  StoreOptions read_only;
  read_only.read_only = true;
  const Store reader = Store::open(path, read_only);
  if (any_open(closed)) return 4;
  return rows_in(reader) == 1000 ? 0 : 5;
}

/// Opens as many files as it takes for the next one to have a descriptor that is not below `least`.
void take_descriptors(int least) {
  while (dup(STDIN_FILENO) < least) {
  }
}

}  // namespace

TEST_CASE("no file of the library has the descriptor of a standard stream") {
  for (unsigned closed = 1; closed < 8; ++closed) {
    INFO(closed);
    const Folder folder;
    const auto path = folder / "data.cellar";
    Child child([&](Pipes&) { return run_with_closed(closed, path); });
    CHECK(child.wait() == 0);
    CHECK(rows_in(Store::open(path)) == 1000);
  }
}

TEST_CASE("a process that may open too few files is refused before anything is made") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  Child child([&](Pipes&) {
    take_descriptors(30);
    int refusals = 0;
    for (rlim_t files = 31; files < 60; ++files) {
      const rlimit limit{files, 1000};
      if (setrlimit(RLIMIT_NOFILE, &limit) != 0) return 1;
      std::string id;
      bool fits = false;
      {
        std::optional<Store> store;
        id = refused([&] { store = Store::open(path); });
        fits = store.has_value();
        if (store) {
          fill(*store, 0, 100);
          id = refused([&] { compact(*store); });
          if (rows_in(*store) != 100) return 2;
        }
      }
      if (fits && id.empty()) return refusals > 4 ? 0 : 3;
      if (id != "too_many_files") return 4;
      ++refusals;
      if (!fits && std::filesystem::exists(path)) return 5;
    }
    return 6;
  });
  CHECK(child.wait() == 0);
  CHECK(rows_in(Store::open(path)) == 100);
}

}  // namespace cellar::test
