// Bad input of every kind gets one clear message and loses nothing.
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <string>

#include "../mounting.h"
#include "process.h"

namespace {

const std::string kSchema =
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
    "CREATE TABLE k.t (p text, c text, v text, PRIMARY KEY (p, c));\n";

void make_database(const std::filesystem::path& path) {
  const Outcome outcome = run_cellar({path.string(), "-f", "-"},
                                     kSchema + "INSERT INTO k.t (p, c, v) VALUES ('a', 'b', 'kept');\n");
  REQUIRE(outcome.status == 0);
}

/// A message that a person can read: there, and without the names of libraries and types.
void check_message(const Outcome& outcome) {
  CAPTURE(outcome.status, outcome.errors);
  CHECK(!outcome.errors.empty());
  for (const char* leak :
       {"MDB_", "std::", "antlr", "terminate", "basic_string", "AddressSanitizer", "runtime error"}) {
    CHECK(outcome.errors.find(leak) == std::string::npos);
  }
  CHECK(outcome.status < 128);
}

void check_still_there(const std::filesystem::path& path) {
  const Outcome outcome = run_cellar({path.string(), "-e", "SELECT v FROM k.t WHERE p = 'a' AND c = 'b';"});
  CAPTURE(outcome.errors);
  CHECK(outcome.status == 0);
  CHECK(outcome.output.find("kept") != std::string::npos);
}

std::string nested(int depth) {
  std::string text = "SELECT v FROM k.t WHERE p = 'a' AND c = ";
  text.append(depth, '(').append("'b'").append(depth, ')');
  return text + ";\n";
}

}  // namespace

TEST_CASE("a pipe that nobody writes to is refused as a database, and not waited for") {
  TemporaryFolder folder;
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  for (const std::string command : {"", "verify"}) {
    std::vector<std::string> arguments{(folder / "pipe").string()};
    if (!command.empty()) arguments.insert(arguments.begin(), command);
    const Outcome outcome = run_cellar(arguments, "SELECT 1;");
    check_message(outcome);
    CHECK(outcome.status == 1);
    CHECK(outcome.errors.find("E500") != std::string::npos);
  }
}

TEST_CASE("links that lead to each other are refused with a code") {
  TemporaryFolder folder;
  const std::string name = (folder / "there").string();
  std::filesystem::create_symlink("back", folder / "there");
  std::filesystem::create_symlink("there", folder / "back");
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{name},
                                             {"verify", name},
                                             {"check", name},
                                             {"grade", name, name},
                                             {name, "--dry-run", "-f", "-"}}) {
    const Outcome outcome = run_cellar(arguments, "SELECT 1;");
    CAPTURE(arguments.front());
    check_message(outcome);
    CHECK(outcome.status != 0);
    CHECK(outcome.errors.find("error[E") != std::string::npos);
    CHECK(outcome.errors.find("filesystem") == std::string::npos);
  }
}

TEST_CASE("a file that is no database is left as it is") {
  TemporaryFolder folder;
  const std::string text = std::string(20'000, 'x');
  write_file(folder / "notes.txt", text);
  const Outcome outcome = run_cellar({(folder / "notes.txt").string(), "-e", "SELECT v FROM k.t;"});
  check_message(outcome);
  CHECK(outcome.status == 1);
  CHECK(read_file(folder / "notes.txt") == text);
}

TEST_CASE("a short file that is no database is left as it is") {
  TemporaryFolder folder;
  write_file(folder / "notes.txt", "hello");
  const Outcome outcome = run_cellar({(folder / "notes.txt").string(), "-e", "SELECT v FROM k.t;"});
  check_message(outcome);
  CHECK(outcome.status == 1);
  CHECK(read_file(folder / "notes.txt") == "hello");
}

TEST_CASE("a truncated database is refused") {
  TemporaryFolder folder;
  make_database(folder / "db");
  std::filesystem::resize_file(folder / "db", std::filesystem::file_size(folder / "db") / 2);
  const Outcome outcome = run_cellar({(folder / "db").string(), "-e", "SELECT v FROM k.t WHERE p = 'a';"});
  check_message(outcome);
  CHECK(outcome.status == 1);
}

TEST_CASE("a folder is no database and no script") {
  TemporaryFolder folder;
  const Outcome database = run_cellar({folder.path.string(), "-e", "SELECT v FROM k.t;"});
  check_message(database);
  CHECK(database.status == 1);
  const Outcome script = run_cellar({"-f", folder.path.string()});
  check_message(script);
  CHECK(script.status == 1);
  const Outcome missing = run_cellar({"-f", (folder / "none.cql").string()});
  check_message(missing);
  CHECK(missing.status == 1);
}

TEST_CASE("a folder that does not exist, and an unknown option") {
  TemporaryFolder folder;
  const Outcome outcome = run_cellar({(folder / "no/such/db").string(), "-e", "SELECT v FROM k.t;"});
  check_message(outcome);
  CHECK(outcome.status == 1);
  const Outcome option = run_cellar({"--colour"});
  check_message(option);
  CHECK(option.status == 1);
}

TEST_CASE("a statement that the text of a script cannot be") {
  TemporaryFolder folder;
  make_database(folder / "db");
  const std::string database = (folder / "db").string();
  const struct {
    const char* name;
    std::string script;
  } cases[] = {
      {"invalid UTF-8", "INSERT INTO k.t (p, c, v) VALUES ('a', 'x', '\xff\xfe');\n"},
      {"an unclosed string", "INSERT INTO k.t (p, c, v) VALUES ('a', 'x', 'open);\n"},
      {"an unclosed comment", "SELECT v FROM k.t WHERE p = 'a'; /* open\n"},
      {"an unclosed name", "SELECT \"v FROM k.t;\n"},
      {"an unclosed batch", "BEGIN BATCH INSERT INTO k.t (p, c, v) VALUES ('a', 'x', 'y');\n"},
      {"no end", "SELECT nothing FROM k.t WHERE p = 'a'"},
      {"10,000 parentheses", nested(10'000)},
      {"a number of 100,000 digits",
       "INSERT INTO k.t (p, c, v) VALUES ('a', 'x', " + std::string(100'000, '7') + ");\n"},
      {"a clustering key over 65,535 bytes",
       "INSERT INTO k.t (p, c, v) VALUES ('a', '" + std::string(65'536, 'c') + "', 'x');\n"},
      {"a partition key over 65,535 bytes",
       "INSERT INTO k.t (p, c, v) VALUES ('" + std::string(65'536, 'p') + "', 'c', 'x');\n"},
  };
  for (const auto& [name, script] : cases) {
    INFO(name);
    const Outcome outcome = run_cellar({database, "-f", "-"}, script);
    check_message(outcome);
    CHECK(outcome.status != 0);
    check_still_there(folder / "db");
  }
}

TEST_CASE("a number of 100,000 digits is a varint like any other") {
  TemporaryFolder folder;
  const Outcome outcome = run_cellar(
      {"-f", "-"}, kSchema +
                       "CREATE TABLE k.n (k int PRIMARY KEY, v varint);\nINSERT INTO k.n (k, v) VALUES (1, " +
                       std::string(100'000, '7') + ");\nSELECT v FROM k.n WHERE k = 1;\n");
  CHECK(outcome.status == 0);
  CHECK(outcome.output.find(std::string(100'000, '7')) != std::string::npos);
}

TEST_CASE("a full disk loses nothing that was acknowledged") {
  TemporaryFolder folder;
  const bool mounted = mount("tmpfs", folder.path.c_str(), "tmpfs", 0, "size=4m") == 0;
  make_database(folder / "db");
  std::string script;
  for (int i = 0; i < 200; ++i) {
    script += "INSERT INTO k.t (p, c, v) VALUES ('a', '" + std::to_string(i) + "', '" +
              std::string(100'000, 'v') + "');\n";
  }
  const pid_t child = fork();
  if (child == 0) {
    if (!mounted) {  // without the right to mount, a limit on the file's size stands for the disk
      const rlimit limit{4 << 20, 4 << 20};
      setrlimit(RLIMIT_FSIZE, &limit);
      signal(SIGXFSZ, SIG_IGN);
    }
    const Outcome outcome = run_cellar({(folder / "db").string(), "-f", "-"}, script);
    _exit(outcome.status == 1 && outcome.errors.find("full") != std::string::npos &&
                  outcome.errors.find("MDB_") == std::string::npos
              ? 0
              : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WEXITSTATUS(status) == 0);
  check_still_there(folder / "db");
  if (mounted) umount2(folder.path.c_str(), MNT_DETACH);
}

TEST_CASE("a limit on the size of files is told as a full disk is, and ends nothing else") {
  TemporaryFolder folder;
  const pid_t child = fork();
  if (child == 0) {
    const rlimit limit{20 << 10, 20 << 10};
    setrlimit(RLIMIT_FSIZE, &limit);
    const Outcome outcome = run_cellar({(folder / "db").string(), "-e", "SELECT key FROM system.local"});
    _exit(outcome.status == 1 && outcome.errors.find("full") != std::string::npos ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("a new database finds no room on a full disk, and says so") {
  TemporaryFolder folder;
  const cellar::test::SmallDisk mounted(folder.path, "1m");
  if (!mounted.is_mounted()) return;
  write_file(folder / "filler", std::string(2 << 20, 'x'));
  const Outcome outcome = run_cellar({(folder / "db").string(), "-e", "SELECT * FROM k.t"});
  check_message(outcome);
  CHECK(outcome.status == 1);
  CHECK(outcome.errors.find("full") != std::string::npos);
}

TEST_CASE("a database that may not be written can be read") {
  TemporaryFolder folder;
  make_database(folder / "db");
  const Outcome outcome = run_cellar({(folder / "db").string(), "--read-only", "-e",
                                      "INSERT INTO k.t (p, c, v) VALUES ('a', 'b', 'lost');"});
  check_message(outcome);
  CHECK(outcome.status == 2);
  check_still_there(folder / "db");
}

TEST_CASE("no permission, and a read-only folder") {
  if (geteuid() != 0) return;  // another user is needed to be refused
  TemporaryFolder folder;
  make_database(folder / "db");
  std::filesystem::remove(folder / "db-lock");
  chmod(folder.path.c_str(), 0555);
  const auto as_nobody = [&](mode_t mode, const std::string& statement, const std::string& wanted,
                             const std::vector<std::string>& options = {}) {
    chmod((folder / "db").c_str(), mode);
    const pid_t child = fork();
    if (child == 0) {
      if (setgid(65534) != 0 || setuid(65534) != 0 || access(CELLAR_PROGRAM, X_OK) != 0) _exit(0);
      std::vector<std::string> arguments = {(folder / "db").string(), "-e", statement};
      arguments.insert(arguments.end(), options.begin(), options.end());
      const Outcome outcome = run_cellar(arguments);
      const bool said = (outcome.output + outcome.errors).find(wanted) != std::string::npos;
      _exit(said && outcome.status < 3 ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  };
  CHECK(as_nobody(0444, "SELECT v FROM k.t WHERE p = 'a' AND c = 'b';", "kept", {"--read-only"}));
  CHECK(as_nobody(0444, "INSERT INTO k.t (p, c, v) VALUES ('a', 'b', 'lost');", "--read-only"));
  CHECK(as_nobody(0000, "SELECT v FROM k.t WHERE p = 'a' AND c = 'b';", "ermission"));
  chmod(folder.path.c_str(), 0755);
  check_still_there(folder / "db");
}
