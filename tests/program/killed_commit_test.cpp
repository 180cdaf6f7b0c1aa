// A process that is killed at any system call of a commit leaves the file as it was before, or as it is after a
// statement, and a process that had the file open all the while goes on from there: with plans that it has kept, and
// with new ones. The model is a copy of the file on which the same statements ran and nobody was killed.
#include <sys/syscall.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "file_contents.h"
#include "process.h"
#include "stepped_process.h"

namespace {

using cellar::Database;
using cellar::Session;

const std::string kReplication = " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";

/// What the file holds before the process that is killed.
const std::vector<std::string> kFirst = {
    "CREATE KEYSPACE k" + kReplication,
    "CREATE KEYSPACE unused" + kReplication,
    "CREATE TYPE k.place (street text, city text)",
    "CREATE TYPE k.unused (a int)",
    "CREATE TABLE k.t (p int, c int, v int, w int, x text, PRIMARY KEY (p, c))",
    "CREATE INDEX by_w ON k.t (w)",
    "CREATE MATERIALIZED VIEW k.by_v AS SELECT * FROM k.t WHERE p IS NOT NULL AND c IS NOT NULL AND v IS NOT "
    "NULL "
    "PRIMARY KEY (v, p, c)",
    "CREATE TABLE k.other (id int PRIMARY KEY, a text, spare int, home frozen<place>)",
    "CREATE TABLE k.counts (id int PRIMARY KEY, n counter)",
    "INSERT INTO k.t (p, c, v, w, x) VALUES (1, 1, 10, 20, 'a')",
    "INSERT INTO k.t (p, c, v, w, x) VALUES (1, 2, 11, 21, 'b')",
    "INSERT INTO k.t (p, c, v, w, x) VALUES (2, 1, 10, 21, 'a')",
    "INSERT INTO k.other (id, a, spare, home) VALUES (1, 'a', 7, {street: 's', city: 'c'})",
    "INSERT INTO k.other (id, a, spare) VALUES (2, 'b', 8)",
    "UPDATE k.counts SET n = n + 1 WHERE id = 1",
};

/// What the killed process runs, a statement a line.
const std::vector<std::vector<std::string>> kKilled = {
    {"INSERT INTO k.t (p, c, v, w, x) VALUES (1, 50, 12, 22, 'k')"},
    {"BEGIN BATCH INSERT INTO k.t (p, c, v, w) VALUES (1, 50, 12, 22) INSERT INTO k.other (id, a) VALUES (9, "
     "'k') "
     "APPLY BATCH"},
    {"DELETE FROM k.t WHERE p = 1 AND c = 2"},
    {"DELETE FROM k.t WHERE p = 1 AND c > 0"},
    {"INSERT INTO k.other (id, a) VALUES (9, 'k') IF NOT EXISTS"},
    {"UPDATE k.counts SET n = n + 1 WHERE id = 1"},
    {"CREATE KEYSPACE made" + kReplication},
    {"ALTER KEYSPACE k WITH durable_writes = false"},
    {"DROP KEYSPACE unused"},
    {"CREATE TABLE k.made (id int PRIMARY KEY, a text)"},
    {"ALTER TABLE k.other ADD extra int"},
    {"ALTER TABLE k.other DROP spare"},
    {"ALTER TABLE k.other RENAME id TO number"},
    {"ALTER TABLE k.other WITH gc_grace_seconds = 60"},
    {"DROP TABLE k.other"},
    {"DROP TABLE k.other",
     "CREATE TABLE k.other (id int PRIMARY KEY, a text, spare int, home frozen<place>)"},
    {"TRUNCATE k.other"},
    {"TRUNCATE k.t"},
    {"CREATE TYPE k.made (a int)"},
    {"ALTER TYPE k.place ADD zip text"},
    {"ALTER TYPE k.place RENAME street TO road"},
    {"DROP TYPE k.unused"},
    {"CREATE INDEX by_x ON k.t (x)"},
    {"CREATE INDEX sai_x ON k.t (x) USING 'sai'"},
    {"DROP INDEX k.by_w"},
    {"CREATE MATERIALIZED VIEW k.by_x AS SELECT * FROM k.t WHERE p IS NOT NULL AND c IS NOT NULL AND x IS "
     "NOT NULL "
     "PRIMARY KEY (x, p, c)"},
    {"ALTER MATERIALIZED VIEW k.by_v WITH gc_grace_seconds = 60"},
    {"DROP MATERIALIZED VIEW k.by_v"},
};

#ifdef __SANITIZE_ADDRESS__
constexpr int kBetweenStops = 23;  // the sanitizer is slow; the states were all visited without it
#else
constexpr int kBetweenStops = 1;
#endif

/// What the process that goes on does first; the last two are under way when the other one is killed.
enum class First { prepared, known_shape, new_shape, group, definition, open_group, open_read };
constexpr First kFirsts[] = {First::prepared,   First::known_shape, First::new_shape, First::group,
                             First::definition, First::open_group,  First::open_read};

/// A process that has the file open while another one is killed: it has read and written before.
class Survivor {
 public:
  Survivor(const std::filesystem::path& path, First first) : session_(Database::open(path)), first_(first) {
    prepared_t_ = session_.prepare("INSERT INTO k.t (p, c, v, w, x) VALUES (?, ?, ?, ?, ?)");
    prepared_other_ = session_.prepare("INSERT INTO k.other (id, a) VALUES (?, ?)");
    session_.execute(prepared_t_, 3, 0, 10, 20, "a");
    session_.execute(prepared_other_, 3, "a");
    session_.execute("INSERT INTO k.t (p, c, v, w, x) VALUES (3, 1, 10, 20, 'a')");
    session_.execute("INSERT INTO k.other (id, a) VALUES (4, 'a')");
    if (first == First::open_group) {
      session_.begin_group();  // it takes the lock to write with its first write
      session_.execute("SELECT a FROM k.other WHERE id = 1");
    }
    if (first == First::open_read) read_next();
  }

  /// Returns what became of each statement.
  std::vector<std::string> go_on() {
    write_first();
    run("INSERT INTO k.t (p, c, v, w, x) VALUES (4, 1, 11, 21, 'b')");
    run("INSERT INTO k.other (id, a) VALUES (5, 'b')");
    run("DELETE FROM k.t WHERE p = 2 AND c = 1");
    run("UPDATE k.counts SET n = n + 1 WHERE id = 1");
    run("CREATE TABLE k.later (id int PRIMARY KEY, a text)");
    run("INSERT INTO k.later (id, a) VALUES (1, 'b')");
    run("CREATE INDEX later_by_v ON k.t (v)");
    run("ALTER TABLE k.other ADD later int");
    run("INSERT INTO k.t (p, c, v, w, x) VALUES (5, 1, 12, 22, 'c')");
    run("DROP INDEX k.later_by_v");
    return std::move(outcomes_);
  }

 private:
  void run(const std::string& statement) {
    outcomes_.push_back(outcome_of([&] { session_.execute(statement); }));
  }

  /// Reads the next row of a read that stays open. Returns false at its end.
  bool read_next() {
    if (!read_) read_.emplace(session_.execute("SELECT p, c, v FROM k.t"));
    const cellar::ResultRow* const row = read_->next();
    if (row != nullptr)
      outcomes_.push_back(std::to_string(row->get<int>(0)) + " " + std::to_string(row->get<int>(1)));
    return row != nullptr;
  }

  void write_group() {
    run("INSERT INTO k.other (id, a) VALUES (6, 'd')");
    run("INSERT INTO k.t (p, c, v, w, x) VALUES (6, 1, 13, 23, 'd')");
    outcomes_.push_back(outcome_of([&] { session_.commit_group_async(); }));
    run("INSERT INTO k.t (p, c, v, w, x) VALUES (6, 2, 13, 23, 'd')");
    outcomes_.push_back(outcome_of([&] { session_.commit_group(); }));
  }

  void write_first() {
    switch (first_) {
      case First::prepared:
        outcomes_.push_back(outcome_of([&] { session_.execute(prepared_t_, 6, 1, 13, 23, "d"); }));
        outcomes_.push_back(outcome_of([&] { session_.execute(prepared_other_, 6, "d"); }));
        return;
      case First::known_shape:
        run("INSERT INTO k.t (p, c, v, w, x) VALUES (6, 1, 13, 23, 'd')");
        return run("INSERT INTO k.other (id, a) VALUES (6, 'd')");
      case First::new_shape:
        run("UPDATE k.t SET v = 13, w = 23, x = 'd' WHERE p = 6 AND c = 1");
        return run("UPDATE k.other SET a = 'd' WHERE id = 6");
      case First::group:
        session_.begin_group();
        return write_group();
      case First::definition:
        return run("CREATE TABLE k.first (id int PRIMARY KEY, a text)");
      case First::open_group:
        return write_group();
      case First::open_read:
        outcomes_.push_back(outcome_of([&] {
          while (read_next()) {
          }
        }));
        return read_.reset();
    }
  }

  Session session_;
  const First first_;
  std::optional<cellar::Result> read_;
  cellar::Prepared prepared_t_, prepared_other_;
  std::vector<std::string> outcomes_;
};

/// The file after the survivor has gone on, and what became of its statements.
Lines end_of(const std::filesystem::path& path, std::vector<std::string> outcomes) {
  CHECK(damages_in(path) == Lines());
  const Database database = Database::open(path);
  const Lines before = contents_of(database);
  database.compact();
  CHECK(contents_of(database) == before);
  outcomes.insert(outcomes.end(), before.begin(), before.end());
  return outcomes;
}

void copy_database(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::filesystem::remove(to.string() + "-lock");
  std::filesystem::copy_file(from, to, std::filesystem::copy_options::overwrite_existing);
}

/// What may be found in the end: the killed process has run none of its statements, some, or all.
std::vector<Lines> models(const TemporaryFolder& folder, const std::vector<std::string>& killed,
                          First first) {
  std::vector<Lines> models;
  for (std::size_t count = 0; count <= killed.size(); ++count) {
    copy_database(folder / "first", folder / "model");
    std::vector<std::string> outcomes;
    {
      Survivor survivor(folder / "model", first);
      Session session(Database::open(folder / "model"));
      for (std::size_t index = 0; index < count; ++index) session.execute(killed[index]);
      outcomes = survivor.go_on();
    }
    models.push_back(end_of(folder / "model", std::move(outcomes)));
  }
  return models;
}

/// System calls after which another process may see the file changed.
bool changes_the_file(long call) {
  return call == SYS_pwrite64 || call == SYS_writev || call == SYS_pwritev || call == SYS_write ||
         call == SYS_fdatasync || call == SYS_fcntl || call == SYS_ftruncate;
}

class KilledCommits {
 public:
  explicit KilledCommits(const std::vector<std::string>& killed) : killed_(killed) {
    for (const std::string& statement : killed) script_ += statement + ";\n";
    Session session(Database::open(folder_ / "first"));
    for (const std::string& statement : kFirst) session.execute(statement);
  }

  /// Returns the number of stops.
  int run() {
    for (int stop = 1;; stop += kBetweenStops) {
      // Every stop with one way of going on, and those where the file may have changed with all.
      const First first = kFirsts[stop % std::size(kFirsts)];
      const std::optional<long> call = run_at(stop, first);
      if (!call) return stop - 1;
      if (!changes_the_file(*call)) continue;
      for (const First other : kFirsts) {
        if (other != first) run_at(stop, other);
      }
    }
  }

  /// How often the killed process had run this many of its statements.
  std::vector<int> found() const { return found_; }

 private:
  std::optional<long> run_at(int stop, First first) {
    copy_database(folder_ / "first", folder_ / "db");
    std::vector<std::string> outcomes;
    std::optional<long> call;
    {
      Survivor survivor(folder_ / "db", first);
      call = kill_at(stop, folder_ / "db", script_);
      outcomes = survivor.go_on();
    }
    const Lines end = end_of(folder_ / "db", std::move(outcomes));
    if (!models_.contains(first)) models_[first] = models(folder_, killed_, first);
    const std::vector<Lines>& expected = models_[first];
    const auto found = std::ranges::find(expected, end);
    found_.resize(expected.size());
    INFO(script_ << "killed at stop " << stop << ", in system call " << call.value_or(-1) << "; first "
                 << static_cast<int>(first));
    if (found == expected.end()) CHECK(end == expected.back());
    CHECK(found != expected.end());
    if (found != expected.end()) ++found_[found - expected.begin()];
    if (!call) CHECK(end == expected.back());
    return call;
  }

  TemporaryFolder folder_{memory_folder()};
  const std::vector<std::string>& killed_;
  std::string script_;
  std::map<First, std::vector<Lines>> models_;
  std::vector<int> found_;
};

}  // namespace

TEST_CASE("who goes on after a process was killed in its commit, at whatever system call, loses nothing") {
  for (const std::vector<std::string>& killed : kKilled) {
    KilledCommits kills(killed);
    const int stops = kills.run();
    INFO(killed[0]);
    CHECK(stops > 20);
    for (const int count : kills.found()) CHECK(count > 0);
  }
}

/// It refuses to run while another process has the file open, so nobody goes on: the file is opened afterwards.
TEST_CASE("COMPACT that is killed at whatever system call leaves what the file holds, and no copy of it") {
  const TemporaryFolder folder{memory_folder()};
  Lines before;
  {
    const Database database = Database::open(folder / "first");
    Session session(database);
    for (const std::string& statement : kFirst) session.execute(statement);
    session.execute("ALTER TABLE k.other WITH gc_grace_seconds = 0");
    session.execute("DELETE FROM k.other WHERE id = 2");  // for COMPACT to purge
    before = contents_of(database);
  }
  int stops = 0;
  for (bool was_killed = true; was_killed; stops += kBetweenStops) {
    copy_database(folder / "first", folder / "db");
    const std::optional<long> call = kill_at(stops + 1, folder / "db", "COMPACT;\n");
    was_killed = call.has_value();
    INFO("killed at stop " << stops + 1 << ", in system call " << call.value_or(-1));
    CHECK(end_of(folder / "db", {}) == before);
    for (const auto& entry : std::filesystem::directory_iterator(folder.path)) {
      const std::string name = entry.path().filename();
      CHECK((name == "first" || name == "db" || name.ends_with("-lock")));
    }
  }
  CHECK(stops > 100);
}
