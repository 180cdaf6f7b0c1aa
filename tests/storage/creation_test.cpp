// Creation of a database that is interrupted: the files that it leaves, and how the next opening treats them.

#include <sys/resource.h>

#include <fstream>

#include "child.h"
#include "filled.h"
#include "opening.h"
#include "raw.h"

namespace cellar::test {

TEST_CASE("an empty file becomes a database, but not to one who only reads") {
  const Folder folder;
  write_file(folder / "empty", "");
  CHECK(refused_to_open(folder / "empty", true) == "not_a_database");
  CHECK(refused_to_open(folder / "empty") == "");
}

TEST_CASE("a file whose creation was not finished becomes a database") {
  const Folder folder;
  { const RawFile begun(folder / "begun"); }  // the meta pages, and nothing else
  std::string content(std::filesystem::file_size(folder / "begun"), '\0');
  std::ifstream(folder / "begun", std::ios::binary).read(content.data(), std::ssize(content));
  const auto path = folder / "data.cellar";
  for (const std::size_t size : {content.size() / 2, content.size() - 1, content.size()}) {
    INFO(size);
    write_file(path, content.substr(0, size));
    CHECK(refused_to_open(path, true) == "not_a_database");
    CHECK(std::filesystem::file_size(path) == size);
    fill(Store::open(path), 0, 3);
    CHECK(rows_in(Store::open(path)) == 3);
    std::filesystem::remove(path);
  }
}

TEST_CASE("a file that could not be made a database is removed if this program has created it") {
  const Folder folder;
  const auto path = folder / "data.cellar";
  { const Store store = Store::open(path); }  // leaves a lock file, which is larger than the limits below
  std::filesystem::remove(path);
  const bool existed = GENERATE(false, true);
  for (const rlim_t limit : {100, 4096, 8192, 12288}) {
    INFO(limit);
    if (existed) write_file(path, "");
    Child child([&](Pipes&) {
      signal(SIGXFSZ, SIG_IGN);
      const rlimit size{limit, limit};
      setrlimit(RLIMIT_FSIZE, &size);
      return refused_to_open(path) == "disk_full" ? 0 : 1;
    });
    CHECK(child.wait() == 0);
    CHECK(std::filesystem::exists(path) == existed);
    if (existed && limit >= 4096) CHECK(refused_to_open(path) == "");
    std::filesystem::remove(path);
  }
}

}  // namespace cellar::test
