// Whatever the bytes of a database, the program ends by itself, with a message.
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <iostream>
#include <map>
#include <mutex>
#include <thread>

#include "damage.h"
#include "process.h"

namespace {

constexpr unsigned kFilesInCI = 200;
constexpr int kLimit = 60'000;  // milliseconds; one run takes some ten
constexpr int kHung = 1000;

/// CELLAR_DAMAGED says how many files, CELLAR_DAMAGED_FIRST the number of the first one.
unsigned number_from(const char* name, unsigned otherwise) {
  const char* wanted = std::getenv(name);
  return wanted != nullptr ? static_cast<unsigned>(std::atoi(wanted)) : otherwise;
}

const std::string kTables =
    "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
    "CREATE TYPE k.address (street text, town text, numbers frozen<list<int>>);\n"
    "CREATE TABLE k.rows (p int, c int, s text STATIC, v text, d double, PRIMARY KEY (p, c)) "
    "WITH CLUSTERING ORDER BY (c DESC);\n"
    "CREATE TABLE k.large (p int PRIMARY KEY, v text, w blob);\n"
    "CREATE TABLE k.collections (p int PRIMARY KEY, m map<text, int>, s set<int>, l list<text>, a address, "
    "f frozen<map<int, text>>);\n"
    "CREATE TABLE k.long_keys (p text, c text, d text, v int, PRIMARY KEY (p, c, d));\n"
    "CREATE TABLE k.deleted (p int, c int, v int, PRIMARY KEY (p, c)) WITH gc_grace_seconds = 0;\n"
    "CREATE TABLE k.types (p int, t timeuuid, u uuid, i inet, n varint, e decimal, g tuple<int, text>, h "
    "date, "
    "j time, o timestamp, q boolean, r duration, x float, y vector<float, 2>, "
    "PRIMARY KEY ((p), n, e, g, o, i, u, t));\n"
    "CREATE TABLE k.gone (p int PRIMARY KEY, v text);\n";

const char* const kTableNames[] = {"rows", "large", "collections", "long_keys", "deleted", "types"};

std::string number(int value) { return std::to_string(value); }

/// Rows with numbers from `from` to `to`.
std::string rows(int from, int to) {
  std::string text;
  for (int i = from; i < to; ++i) {
    const std::string p = number(i % 7), n = number(i);
    text += "INSERT INTO k.rows (p, c, s, v, d) VALUES (" + p + ", " + n + ", 'static', 'a value " + n +
            "', 1.5);\n";
    text += "INSERT INTO k.deleted (p, c, v) VALUES (" + p + ", " + n + ", " + n + ");\n";
    if (i % 10 == 0) {
      text += "INSERT INTO k.large (p, v, w) VALUES (" + n + ", '" + std::string(5000 + 100 * (i % 50), 'v') +
              "', 0x" + std::string(200, 'a') + ");\n";
      text += "INSERT INTO k.collections (p, m, s, l, a, f) VALUES (" + n +
              ", {'a': 1, 'b': 2}, {1, 2, 3}, " +
              "['x', 'y'], {street: 's', town: 't', numbers: [1, 2]}, {1: 'one'});\n";
      text += "UPDATE k.collections SET m['" + std::string(600, 'k') + n + "'] = 5 WHERE p = " + n + ";\n";
      text += "INSERT INTO k.long_keys (p, c, d, v) VALUES ('" + std::string(100, 'p') + "', '" +
              std::string(700 + 600 * (i % 3), 'c') + "', '" + std::string(600, 'd') + n + "', 1);\n";
      text +=
          "INSERT INTO k.types (p, t, u, i, n, e, g, h, j, o, q, r, x, y) VALUES (1, "
          "5b6962dd-3f90-11e9-a1b2-c3d4e5f60718, 123e4567-e89b-42d3-a456-426614174000, '10.0.0.1', " +
          n +
          "000000000000000000000, -1.50, (1, 'two'), '2024-02-29', '12:30:00', '2024-02-29 12:00:00', true, "
          "1mo2d3h, 2.5, [1.0, 2.0]);\n";
      text += "INSERT INTO k.gone (p, v) VALUES (" + n + ", 'dropped soon');\n";
      text += "INSERT INTO k.rows (p, c, v) VALUES (8, " + n + ", 'expires') USING TTL 100000;\n";
    }
  }
  return text;
}

std::string deletions() {
  return "DELETE FROM k.deleted WHERE p = 1 AND c > 20 AND c < 90;\nDELETE FROM k.deleted WHERE p = 2;\n"
         "DELETE FROM k.deleted WHERE p = 3 AND c = 10;\nINSERT INTO k.deleted (p, c, v) VALUES (1, 50, 1);\n"
         "DELETE v FROM k.rows WHERE p = 1 AND c = 1;\nDELETE m FROM k.collections WHERE p = 10;\n"
         "DELETE FROM k.rows WHERE p = 4 AND c > 30;\nDROP TABLE k.gone;\n";
}

/// What is done with each damaged file, each in a process of its own.
std::vector<std::vector<std::string>> runs_on(const std::string& file) {
  std::string reads, backwards, single;
  for (const char* table : kTableNames) {
    const std::string name = std::string("k.") + table;
    reads +=
        "SELECT * FROM " + name + " ALLOW FILTERING; SELECT count(*) FROM " + name + " ALLOW FILTERING; ";
    single += "SELECT * FROM " + name + " WHERE p = " + (name == "k.long_keys" ? "'p'" : "1") + "; ";
  }
  for (const char* table : {"types", "deleted", "rows"}) {
    backwards += std::string("SELECT * FROM k.") + table + " WHERE p = 1 ORDER BY " +
                 (table == std::string("types")  ? "n DESC"
                  : table == std::string("rows") ? "c ASC"
                                                 : "c DESC") +
                 "; ";
  }
  const std::string writes =
      rows(100, 121) + "UPDATE k.large SET v = 'small' WHERE p = 10;\nDELETE FROM k.deleted WHERE p = 5;\n" +
      "DELETE FROM k.long_keys WHERE p = '" + std::string(100, 'p') +
      "';\nDELETE FROM k.rows WHERE p = 6;\n" +
      "ALTER TABLE k.rows ADD extra int;\nTRUNCATE k.types;\nDROP TABLE k.collections;\n";
  return {{file, "-e", reads}, {file, "-e", backwards + single + "DESCRIBE SCHEMA;"},
          {"verify", file},    {file, "-e", writes},
          {file, "-e", reads}, {file, "-e", "COMPACT;"},
          {"verify", file}};
}

/// Like run_cellar(), with a limit of time, and from several threads.
Outcome run_limited(const std::vector<std::string>& arguments, const std::filesystem::path& folder) {
  const std::string out = folder / "out", err = folder / "err";
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  std::vector<char*> argv{const_cast<char*>(CELLAR_PROGRAM)};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t child = 0;
  const int spawned = posix_spawn(&child, CELLAR_PROGRAM, &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (spawned != 0) return {};
  pollfd ended{static_cast<int>(syscall(SYS_pidfd_open, child, 0)), POLLIN, 0};
  const bool hung = poll(&ended, 1, kLimit) == 0;
  close(ended.fd);
  if (hung) kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  Outcome outcome;
  outcome.status = hung ? kHung : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.output = read_file(out);
  outcome.errors = read_file(err);
  return outcome;
}

/// Empty if the run ended as it should.
std::string fault_of(const Outcome& outcome, bool is_verify) {
  if (outcome.status == kHung) return "it did not end";
  if (outcome.status < 0 || outcome.status > 2)
    return "it ended with status " + std::to_string(outcome.status);
  const std::string& message = is_verify && outcome.errors.empty() ? outcome.output : outcome.errors;
  if (outcome.status != 0 && message.empty()) return "it said nothing";
  for (const char* leak :
       {"MDB_", "mdb", "LMDB", "std::", "basic_string", "bad_alloc", "vector::", "terminate", "stoul", "stoi",
        "Sanitizer", "runtime error", "E599", "malloc", "cannot be used: "}) {
    const std::size_t place = message.find(leak);
    if (place == message.npos) continue;
    return "it says " + std::string(leak) +
           " in: " + message.substr(place - std::min<std::size_t>(place, 100), 300);
  }
  return "";
}

/// The code of the message, for the count.
std::string ending_of(const Outcome& outcome, bool is_verify) {
  const std::size_t code = outcome.errors.find("error[");
  const std::string shown = code == outcome.errors.npos ? "" : " " + outcome.errors.substr(code + 6, 4);
  return std::string(is_verify ? "verify " : "") + "status " + std::to_string(outcome.status) + shown;
}

class DamageTrial {
 public:
  DamageTrial() {
    const std::string file = folder_ / "base";
    REQUIRE(run_cellar({file, "-f", "-"}, kTables + rows(0, 60)).status == 0);
    earlier_ = read_file(file);
    REQUIRE(run_cellar({file, "-f", "-"}, rows(60, 100) + deletions()).status == 0);
    bytes_ = read_file(file);
    REQUIRE(run_cellar({"verify", file}).status == 0);
  }

  void run(unsigned first, unsigned end) {
    std::atomic<unsigned> next = first;
    const auto work = [&](const std::string& name) {
      for (unsigned i = next++; i < end; i = next++) try_one(i, folder_ / name);
    };
    std::thread other(work, "one");
    work("two");
    other.join();
  }

  void report() const {
    for (const auto& [kind, endings] : endings_) {
      std::cout << kind << '\n';
      for (const auto& [ending, count] : endings) std::cout << "  " << ending << ": " << count << '\n';
    }
  }

  std::vector<std::string> failures;

 private:
  void try_one(unsigned i, const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    const std::string file = folder / "db";
    const DamagedFile damaged = damage(bytes_, earlier_, i);
    std::filesystem::remove(file + "-lock");
    write_file(file, damaged.bytes);
    for (const std::vector<std::string>& arguments : runs_on(file)) {
      const bool is_verify = arguments.front() == "verify";
      const Outcome outcome = run_limited(arguments, folder);
      const std::string fault = fault_of(outcome, is_verify);
      const std::lock_guard guard(mutex_);
      ++endings_[damaged.kind][ending_of(outcome, is_verify)];
      if (fault.empty()) continue;
      std::cerr << "file " << i << ": " << fault << '\n';  // before the end of a long run
      failures.push_back("file " + std::to_string(i) + " (" + damaged.kind + "), " +
                         arguments[1].substr(0, 6) + " " + arguments.back().substr(0, 60) + ": " + fault +
                         ": " + outcome.errors.substr(0, 300));
    }
  }

  TemporaryFolder folder_;
  std::string bytes_;
  std::string earlier_;
  std::mutex mutex_;
  std::map<std::string, std::map<std::string, unsigned>> endings_;
};

}  // namespace

TEST_CASE("whatever the bytes of a database, the program ends by itself with a message") {
  DamageTrial trial;
  const unsigned files = number_from("CELLAR_DAMAGED", kFilesInCI);
  const unsigned first = number_from("CELLAR_DAMAGED_FIRST", 0);
  trial.run(first, first + files);
  if (files > kFilesInCI) trial.report();
  for (const std::string& failure : trial.failures) FAIL_CHECK(failure);
}
