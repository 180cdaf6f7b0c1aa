// Several processes change one file at the same time (rows, definitions, groups, COMPACT) and are killed at any moment;
// others start in their place. What each was told is there, and no more than the one statement that it was not told
// of. The model is a database of its own on which the same statements run and nobody is killed.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <random>
#include <thread>

#include "file_contents.h"
#include "process.h"
#include "refusal/messages.h"
#include "refusal/refusal.h"

namespace {

using cellar::Database;
using cellar::Refusal;
using cellar::Session;

constexpr int kProcesses = 3;

/// How far a process is. It lies in memory that all processes share, and survives them.
struct Place {
  std::atomic<int> begun = 0;
  std::atomic<int> told = 0;
  char failure[400] = {};  // an answer that no statement of the test may get
  char answers[400] = {};  // to the statements of the step that was told last
};

/// While it is on, no process has the file open for longer than its COMPACT, which the others refuse then: so some of them
/// run, beside processes that open the file meanwhile, and are killed like all else.
struct Meeting {
  std::atomic<bool> is_on = false;
  std::atomic<int> compacted = 0;
  std::atomic<int> refused = 0;
};

struct Shared {
  std::array<Place, kProcesses> places;
  Meeting meeting;
};

/// A step of a process: one statement, or the statements of one group. The same for the same process and number.
struct Step {
  enum class Kind { statement, group, compact, reopen };
  Kind kind = Kind::statement;
  Lines statements;
};

class Steps {
 public:
  Steps(int process, unsigned seed)
      : process_(process), seed_(seed), keyspace_("k" + std::to_string(process)) {}

  const std::string& keyspace() const { return keyspace_; }

  Step step(int number) {
    std::seed_seq seeds{seed_, static_cast<unsigned>(process_), static_cast<unsigned>(number)};
    dice_.seed(seeds);
    if (number < static_cast<int>(first_.size())) return {Step::Kind::statement, {named(first_[number])}};
    const int side = roll(100);
    if (side < 3) return {Step::Kind::compact, {}};
    if (side < 6) return {Step::Kind::reopen, {}};
    if (side < 16) return group();
    if (side < 32)
      return {Step::Kind::statement, {named(definitions_[roll(static_cast<int>(definitions_.size()))])}};
    return {Step::Kind::statement, {write()}};
  }

 private:
  int roll(int sides) { return static_cast<int>(dice_() % static_cast<unsigned>(sides)); }

  std::string named(std::string statement) const {
    for (std::size_t place;
         (place = statement.find('K')) != std::string::npos && statement.substr(place, 2) == "K.";)
      statement.replace(place, 1, keyspace_);
    return statement;
  }

  std::string row() { return "p = " + std::to_string(roll(3)) + " AND c = " + std::to_string(roll(8)); }

  std::string insert() {
    return "INSERT INTO " + keyspace_ + ".t (p, c, v, w, x) VALUES (" + std::to_string(roll(3)) + ", " +
           std::to_string(roll(8)) + ", " + std::to_string(roll(4)) + ", " + std::to_string(roll(4)) + ", {" +
           std::to_string(roll(5)) + "})";
  }

  std::string write() {
    const std::string table = keyspace_ + ".t";
    switch (roll(10)) {
      case 0:
        return "DELETE FROM " + table + " WHERE " + row();
      case 1:
        return "DELETE FROM " + table + " WHERE p = " + std::to_string(roll(3)) + " AND c > " +
               std::to_string(roll(8));
      case 2:
        return "UPDATE " + table + " SET x = x + {" + std::to_string(roll(5)) +
               "}, v = " + std::to_string(roll(4)) + " WHERE " + row();
      case 3:
        return "UPDATE " + table + " SET w = " + std::to_string(roll(4)) + " WHERE " + row() + " IF v = 1";
      case 4:
        return "INSERT INTO shared.t (p, c, v) VALUES (" + std::to_string(process_) + ", " +
               std::to_string(roll(8)) + ", " + std::to_string(roll(9)) + ")";
      case 5:
        return "UPDATE shared.n SET n = n + 1 WHERE p = " + std::to_string(process_);
      default:
        return insert();
    }
  }

  Step group() {
    Step step{Step::Kind::group, {}};
    for (int count = 2 + roll(4); count > 0; --count) step.statements.push_back(insert());
    return step;
  }

  const int process_;
  const unsigned seed_;
  const std::string keyspace_;
  std::mt19937 dice_;
  const Lines first_ = {"CREATE TABLE K.t (p int, c int, v int, w int, x set<int>, PRIMARY KEY (p, c))"};
  const Lines definitions_ = {
      "CREATE INDEX IF NOT EXISTS by_v ON K.t (v)",
      "CREATE INDEX IF NOT EXISTS by_w ON K.t (w)",
      "DROP INDEX IF EXISTS K.by_v",
      "CREATE MATERIALIZED VIEW IF NOT EXISTS K.of_v AS SELECT * FROM K.t WHERE p IS NOT NULL AND c IS NOT "
      "NULL AND v "
      "IS NOT NULL PRIMARY KEY (v, p, c)",
      "DROP MATERIALIZED VIEW IF EXISTS K.of_v",
      "TRUNCATE K.t",
      "ALTER TABLE K.t ADD e int",
      "ALTER TABLE K.t DROP e",
      "DROP TABLE IF EXISTS K.t",
      "CREATE TABLE IF NOT EXISTS K.t (p int, c int, v int, w int, x set<int>, PRIMARY KEY (p, c))",
      "CREATE TABLE IF NOT EXISTS K.t (p int, c int, v int, w int, x set<int>, PRIMARY KEY (p, c))",
      "CREATE TYPE IF NOT EXISTS K.y (a int)",
      "DROP TYPE IF EXISTS K.y",
  };
};

/// Runs a step. Returns what its statements are refused for by their rules. Throws every other refusal.
std::string run(Session& session, const Step& step) {
  std::string answers;
  const auto execute = [&](const std::string& statement) {
    try {
      session.execute(statement);
      answers += "done; ";
    } catch (const Refusal& refusal) {
      if (refusal.diagnostic.code() >= "E500") throw;
      answers += cellar::title_of(refusal.diagnostic) + "; ";
    }
  };
  if (step.kind == Step::Kind::group) session.begin_group();
  for (const std::string& statement : step.statements) execute(statement);
  if (step.kind == Step::Kind::group) session.commit_group();
  return answers;
}

/// COMPACT is refused while others have the file open or read it. Returns whether it ran.
bool compact(const Database& database) {
  try {
    database.compact();
    return true;
  } catch (const Refusal& refusal) {
    const std::string_view id = refusal.diagnostic.id;
    if (id != "file_in_use" && id != "compact_in_transaction") throw;
    return false;
  }
}

void take_part(Meeting& meeting, const std::filesystem::path& path) {
  while (meeting.is_on) {
    ++(compact(Database::open(path)) ? meeting.compacted : meeting.refused);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

/// "2958: done; "
std::string numbered(int number, const std::string& answers) {
  return std::to_string(number) + ": " + answers;
}

void note_answers(Place& place, int number, const std::string& answers) {
  const std::string text = numbered(number, answers);
  place.answers[text.copy(place.answers, sizeof place.answers - 1)] = '\0';
}

/// Until it is killed.
[[noreturn]] void work(const std::filesystem::path& path, Steps steps, int from, Place& place,
                       Meeting& meeting) {
  try {
    std::optional<Session> session;
    std::optional<Database> database;
    for (int number = from;; ++number) {
      const Step step = steps.step(number);
      if (!database || step.kind == Step::Kind::reopen || meeting.is_on) {
        session.reset();
        database.reset();
        take_part(meeting, path);
        database = Database::open(path);
        session.emplace(*database);
      }
      place.begun = number + 1;
      if (step.kind == Step::Kind::compact)
        compact(*database);
      else
        note_answers(place, number, run(*session, step));
      place.told = number + 1;
    }
  } catch (const std::exception& failure) {
    const std::string text = "step " + std::to_string(place.begun - 1) + ": " + failure.what();
    text.copy(place.failure, sizeof place.failure - 1);
  }
  _exit(1);
}

class Processes {
 public:
  explicit Processes(unsigned seed) : random_(seed), steps_{Steps{0, seed}, Steps{1, seed}, Steps{2, seed}} {
    void* const memory =
        mmap(nullptr, sizeof *shared_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    REQUIRE(memory != MAP_FAILED);
    shared_ = new (memory) Shared();
    const Database database = Database::open(path_);
    define(database);
    for (const Database& model : models_) define(model);
  }
  ~Processes() {
    for (int process = 0; process < kProcesses; ++process) stop(process);
    munmap(shared_, sizeof *shared_);
  }
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;

  void start(int process) {
    const pid_t child = fork();
    if (child == 0)
      work(path_, steps_[process], applied_[process], shared_->places[process], shared_->meeting);
    children_[process] = child;
  }

  /// Kills a process after some time.
  void kill_one() {
    std::this_thread::sleep_for(std::chrono::microseconds(random_() % 20'000));
    const int process = static_cast<int>(random_() % kProcesses);
    stop(process);
    compare(process);
    start(process);
  }

  /// Lets all of them compact the file, until one of them has done so and one was refused, and kills some meanwhile.
  void meet() {
    Meeting& meeting = shared_->meeting;
    meeting.compacted = meeting.refused = 0;
    meeting.is_on = true;
    kill_one();
    while ((meeting.compacted == 0 || meeting.refused == 0) && !has_failed())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    meeting.is_on = false;
  }

  void stop_all() {
    for (int process = 0; process < kProcesses; ++process) stop(process);
    CHECK(damages_in(path_) == Lines());
    for (int process = 0; process < kProcesses; ++process) compare(process);
    const Database database = Database::open(path_);
    const Lines before = contents_of(database);
    database.compact();
    CHECK(contents_of(database) == before);
  }

  int steps() const {
    int steps = 0;
    for (const int applied : applied_) steps += applied;
    return steps;
  }

 private:
  void define(const Database& database) {
    const std::string replication =
        " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}";
    Session session(database);
    session.execute("CREATE KEYSPACE shared" + replication);
    session.execute("CREATE TABLE shared.t (p int, c int, v int, PRIMARY KEY (p, c))");
    session.execute("CREATE TABLE shared.n (p int PRIMARY KEY, n counter)");
    for (const Steps& steps : steps_) session.execute("CREATE KEYSPACE " + steps.keyspace() + replication);
  }

  bool has_failed() const {
    return std::ranges::any_of(shared_->places, [](const Place& place) { return place.failure[0] != '\0'; });
  }

  void stop(int process) {
    if (children_[process] == 0) return;
    kill(children_[process], SIGKILL);
    waitpid(children_[process], nullptr, 0);
    children_[process] = 0;
  }

  Lines contents(const Database& database, int process) const {
    Lines lines = contents_of(database, steps_[process].keyspace());
    Session session(database);
    add_rows(session, "SELECT c, v FROM shared.t WHERE p = " + std::to_string(process), lines);
    add_rows(session, "SELECT n FROM shared.n WHERE p = " + std::to_string(process), lines);
    return lines;
  }

  void apply(int process, int end) {
    Session session(models_[process]);
    for (int& applied = applied_[process]; applied < end; ++applied)
      answers_[process] = numbered(applied, run(session, steps_[process].step(applied)));
  }

  /// Compares what the process has changed with the model. The step that was under way is there as a whole, or not
  /// at all.
  void compare(int process) {
    const Place& place = shared_->places[process];
    CHECK(std::string(place.failure) == "");
    const Database database = Database::open(path_);
    // Readers see the commit of a process that was killed within it as soon as somebody writes: not between two reads.
    Session(database).execute("INSERT INTO shared.t (p, c, v) VALUES (-1, 0, 0)");
    const Lines found = contents(database, process);
    apply(process, place.told);
    const std::string told = place.answers;
    // They are of another step, or half written, unless the step was counted and the model has run no further.
    if (applied_[process] == place.told && told.starts_with(numbered(place.told - 1, "")))
      CHECK(told == answers_[process]);
    const Lines expected = contents(models_[process], process);
    if (found == expected) return;
    apply(process, place.begun);
    INFO("step " << place.begun);
    REQUIRE(found == contents(models_[process], process));
  }

  const TemporaryFolder folder_{memory_folder()};
  const std::filesystem::path path_ = folder_ / "db";
  std::mt19937 random_;
  std::array<Steps, kProcesses> steps_;
  Shared* shared_ = nullptr;
  std::array<pid_t, kProcesses> children_{};
  std::array<int, kProcesses> applied_{};
  std::array<std::string, kProcesses> answers_;  // of the model to the step that was applied last
  std::array<Database, kProcesses> models_ = {Database::open_temporary(), Database::open_temporary(),
                                              Database::open_temporary()};
};

}  // namespace

TEST_CASE("processes that change one file and are killed at random find what they were told") {
  const char* const wanted = std::getenv("CELLAR_KILLS");
  const int kills = wanted == nullptr ? 100 : std::atoi(wanted);
  const char* const first = std::getenv("CELLAR_FIRST_SEQUENCE");
  constexpr int kKillsOfRound = 20;
  for (int done = 0, round = first == nullptr ? 0 : std::atoi(first); done < kills;
       done += kKillsOfRound, ++round) {
    INFO("round " << round);
    Processes processes(static_cast<unsigned>(round));
    for (int part = 0; part < 2; ++part) {
      for (int process = 0; process < kProcesses; ++process) processes.start(process);
      for (int count = 1; count < kKillsOfRound / 2; ++count) processes.kill_one();
      processes.meet();
      processes.stop_all();
    }
    CHECK(processes.steps() > 0);
  }
}
