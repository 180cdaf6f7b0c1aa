// The history and its file.
#include "shell/editor/history/history.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <thread>

#include "run_program.h"
#include "shell/editor/history/history_search.h"
#include "shell/editor/history/history_walk.h"

namespace cellar {

using Lines = std::vector<std::string>;

TEST_CASE("entries of several lines come back as they were") {
  for (const char* entry :
       {"SELECT 1;", "SELECT *\nFROM t\nWHERE p = 'a\\nb';", "\\q", "a\\", "\\\n\\n", "x\ty"}) {
    const std::string line = encode_history_entry(entry);
    INFO(line);
    CHECK(line.find('\n') == line.npos);
    CHECK(decode_history_line(line) == entry);
  }
  const ScratchFolder folder;
  EntryHistory first(folder.path / "history");
  first.add("SELECT *\nFROM t;\n");
  first.add("EXIT");
  CHECK(EntryHistory(folder.path / "history").entries() == Lines{"SELECT *\nFROM t;", "EXIT"});
  CHECK(folder.read("history") == "\\SELECT *\\nFROM t;\nEXIT\n");
}

TEST_CASE("files of libedit and of cqlsh are read") {
  const ScratchFolder folder;
  folder.write("libedit", "_HiStOrY_V2_\nSELECT\\040'a\\134b';\nUSE\\040k;\n");
  CHECK(EntryHistory(folder.path / "libedit").entries() == Lines{"SELECT 'a\\b';", "USE k;"});
  EntryHistory(folder.path / "libedit").add("EXIT");
  CHECK(folder.read("libedit") == "SELECT 'a\\b';\nUSE k;\nEXIT\n");
  folder.write("cqlsh", "SELECT 'a\\nb';\nUSE k;");  // its last line may lack a newline
  EntryHistory history(folder.path / "cqlsh");
  history.add("EXIT");
  CHECK(EntryHistory(folder.path / "cqlsh").entries() == Lines{"SELECT 'a\\nb';", "USE k;", "EXIT"});
}

TEST_CASE("secrets, blanks and repetitions are left out") {
  EntryHistory history{std::filesystem::path()};
  for (const char* secret : {"CREATE ROLE r WITH PASSWORD = 'x';", "alter user u with\npassword 'x';",
                             "LOGIN u 'x'", "login u", "CREATE ROLE r WITH HASHED PASSWORD = 'x'"}) {
    INFO(secret);
    CHECK(holds_secret(secret));
    history.add(secret);
  }
  for (const char* entry :
       {"", " \n", "SELECT 1;", "SELECT 1;", " SELECT 1;", "SELECT password_hash FROM t;", "LOGIN"}) {
    CHECK(!holds_secret(entry));
    history.add(entry);
  }
  CHECK(history.entries() == Lines{"SELECT 1;", " SELECT 1;", "SELECT password_hash FROM t;", "LOGIN"});
}

TEST_CASE("only the owner may read the file") {
  const ScratchFolder folder;
  const std::filesystem::path path = folder.path / "history";
  const auto mode_of = [&path] {
    struct stat status = {};
    stat(path.c_str(), &status);
    return status.st_mode & 0777;
  };
  EntryHistory(path).add("SELECT 1;");
  CHECK(mode_of() == 0600);
  chmod(path.c_str(), 0644);
  EntryHistory(path).add("SELECT 2;");
  CHECK(mode_of() == 0600);
}

TEST_CASE("a history that cannot be written is kept for the session") {
  const ScratchFolder folder;
  for (const std::filesystem::path& path :
       {folder.path / "absent" / "history", std::filesystem::path("/dev/null")}) {
    EntryHistory history(path);
    history.add("SELECT 1;");
    history.refresh();
    CHECK(history.entries() == Lines{"SELECT 1;"});
  }
}

TEST_CASE("a history that cannot be kept says why, and a device is no fault") {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder.path / "folder");
  const auto fault_of = [](const std::filesystem::path& path) {
    return EntryHistory(path).fault(Language::english).value_or("");
  };
  CHECK_THAT(fault_of(folder.path / "folder"), Catch::EndsWith("folder: Is a directory"));
  CHECK_THAT(fault_of(folder.path / "absent" / "history"),
             Catch::EndsWith("history: No such file or directory"));
  REQUIRE(mkfifo((folder.path / "pipe").c_str(), 0600) == 0);
  CHECK_THAT(fault_of(folder.path / "pipe"), Catch::EndsWith("pipe: it is no file"));
  CHECK(fault_of("/dev/null").empty());
  CHECK(fault_of("").empty());
  CHECK(fault_of(folder.path / "history").empty());
}

TEST_CASE("of a file that is larger than any history the newest lines are read, and the file is cut") {
  const ScratchFolder folder;
  const std::filesystem::path path = folder.path / "history";
  for (const std::string& head : {std::string(), std::string("_HiStOrY_V2_\n")}) {
    {
      std::ofstream file(path, std::ios::binary);
      file << head;
      const std::string line = std::string(990, 'x') + ";\n";
      for (int i = 0; i < 20'000; ++i) file << i << line;
      file << "SELECT\\0401;\n";
    }
    HistoryFile reader(path);
    const Lines entries = reader.read_new().entries;
    REQUIRE(entries.size() > 5'000);
    CHECK(entries.size() < 20'000);
    CHECK(entries.front().starts_with("1"));  // whole, from its number on
    CHECK(entries.back() == (head.empty() ? "SELECT\\0401;" : "SELECT 1;"));
    reader.append("new");
    CHECK(reader.read_new().entries == Lines{"new"});
    EntryHistory history(path);
    CHECK(history.entries().back() == "new");
    CHECK(std::filesystem::file_size(path) < (9U << 20));
  }
}

TEST_CASE("a shell sees what another one adds") {
  const ScratchFolder folder;
  EntryHistory one(folder.path / "history");
  EntryHistory other(folder.path / "history");
  one.add("a");
  other.add("b");
  one.add("c");
  CHECK(one.entries() == Lines{"a", "b", "c"});
  CHECK(other.entries() == Lines{"a", "b"});
  other.refresh();
  CHECK(other.entries() == Lines{"a", "b", "c"});
}

TEST_CASE("no entry is lost when several shells write and the file is cut meanwhile") {
  const ScratchFolder folder;
  const std::filesystem::path path = folder.path / "history";
  constexpr std::size_t kKept = 400, kEach = 150, kWriters = 4;
  HistoryFile before(path, kKept);
  for (std::size_t i = 0; i < kKept + kKept / 10; ++i) REQUIRE(before.append("old " + std::to_string(i)));
  std::vector<std::thread> writers;
  for (std::size_t writer = 0; writer < kWriters; ++writer) {
    writers.emplace_back([&path, writer] {
      for (std::size_t i = 0; i < kEach; ++i) {
        HistoryFile file(path, 10 * kKept);
        file.append(std::to_string(writer) + "\n" + std::to_string(i));
        // Each cut leaves all that the writers add.
        if (i % 25 == 0) HistoryFile(path, kKept + kWriters * kEach).compact();
      }
    });
  }
  for (int i = 0; i < 50; ++i) HistoryFile(path, kKept + kWriters * kEach).compact();
  for (std::thread& writer : writers) writer.join();
  HistoryFile(path, 1'000).compact();
  const Lines entries = HistoryFile(path).read_new().entries;
  for (std::size_t writer = 0; writer < kWriters; ++writer) {
    for (std::size_t i = 0; i < kEach; ++i) {
      const std::string entry = std::to_string(writer) + "\n" + std::to_string(i);
      INFO(entry);
      REQUIRE(std::count(entries.begin(), entries.end(), entry) == 1);
    }
  }
}

TEST_CASE("the file is cut to its newest entries, and a shell that has read it goes on") {
  const ScratchFolder folder;
  const std::filesystem::path path = folder.path / "history";
  HistoryFile reader(path, 100);
  for (int i = 0; i < 111; ++i) reader.append(std::to_string(i));
  CHECK(reader.read_new().entries.size() == 111);
  HistoryFile(path, 100).compact();
  reader.append("new");
  const HistoryFile::News news = reader.read_new();
  CHECK(news.from_begin);
  REQUIRE(news.entries.size() == 101);
  CHECK(news.entries.front() == "11");
  CHECK(news.entries.back() == "new");
  CHECK(!std::filesystem::exists(path.string() + "." + std::to_string(getpid())));
}

TEST_CASE("what was changed on the way through the history is there when it is come to again") {
  const Lines entries = {"a", "b"};
  HistoryWalk walk(entries);
  CHECK(walk.step(HistoryWay::older, "draft") == "b");
  CHECK(walk.step(HistoryWay::older, "b changed") == "a");
  CHECK(!walk.step(HistoryWay::older, "a"));
  CHECK(walk.step(HistoryWay::newer, "a") == "b changed");
  CHECK(walk.step(HistoryWay::newer, "b changed") == "draft");
  CHECK(!walk.step(HistoryWay::newer, "draft"));
}

TEST_CASE("the search finds the nearest entry, then older and newer ones") {
  const Lines entries = {"SELECT a;", "INSERT b;", "SELECT b;", "SELECT b;", "USE k;"};
  HistorySearch search(entries, HistoryWay::older);
  CHECK(!search.match());
  search.add("s");
  REQUIRE(search.match());
  CHECK(search.match()->entry == 4);  // USE
  search.add("el");
  CHECK(search.match()->entry == 3);
  CHECK(search.match()->begin == 0);
  CHECK(search.match()->end == 3);
  search.again(HistoryWay::older);
  CHECK(search.match()->entry == 0);  // the one between is the same text
  search.again(HistoryWay::older);
  CHECK(search.match()->entry == 0);
  CHECK_THAT(search.prompt(), Catch::Contains("nothing more"));
  search.again(HistoryWay::newer);
  CHECK(search.match()->entry == 2);
  search.take_back();
  search.take_back();
  search.take_back();
  CHECK(search.match()->entry == 3);
  search.take_back();
  CHECK(search.match()->entry == 4);
  HistorySearch exact(entries, HistoryWay::older);
  exact.add("Sel");  // a capital: case counts
  CHECK(!exact.match());
}

}  // namespace cellar
