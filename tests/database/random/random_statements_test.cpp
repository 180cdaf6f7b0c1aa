// Random statements answer as a plain model does: under both policies, by one session and by several, by text
// and prepared, by the shortest path and by the general one, in groups, over reopened and compacted files, which
// are found sound.

#include <cstdlib>
#include <filesystem>

#include "random/random_reader.h"
#include "storage/verify/verify.h"

namespace cellar {

namespace {

constexpr Seconds kStart = 1'790'000'000;

/// Long values as their length, to be read by a person.
Rows shortened(Rows rows) {
  for (std::string& row : rows) {
    const std::size_t begin = row.find_first_of("uvwx", 0);
    if (row.size() < 1'000 || begin == row.npos) continue;
    const std::size_t end = row.find('\'', begin);
    row.replace(begin + 1, end - begin - 1, std::to_string(end - begin));
  }
  return rows;
}

/// A database file and the sessions that work on it by turns.
class World {
 public:
  World() : folder_(std::filesystem::temp_directory_path() / "cellar-random-XXXXXX") {
    std::string name = folder_.string();
    folder_ = mkdtemp(name.data());
    open();
    create_keyspace(sessions_[0]);
  }
  ~World() {
    sessions_.clear();
    database_.reset();
    std::filesystem::remove_all(folder_);
  }
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  void reopen() {
    sessions_.clear();
    database_.reset();
    check_file();
    open();
    for (Session& session : sessions_) session.use("k");
  }
  void compact() { database_->compact(); }

  std::vector<Session>& sessions() { return sessions_; }
  /// Each statement has a timestamp of its own.
  Timestamp tick() { return now_ += 1'000 + (now_ % 7 == 0 ? 3'000'000 : 0); }
  Timestamp now() const { return now_; }

 private:
  void check_file() {
    const VerifyActions actions{
        .on_damage = [](const Damage& damage) { UNSCOPED_INFO(damage.place << ": " << damage.reason); },
        .interrupted = [] { return false; },
        .now = now_ / 1'000'000};
    CHECK(verify_file(folder_ / "file.cellar", actions).damages == 0);
  }

  void open() {
    StoreOptions options;
    options.sync = false;
    options.clock = [this] { return now_; };
    database_.emplace(Database::open(folder_ / "file.cellar", options));
    for (int i = 0; i < 3; ++i) sessions_.emplace_back(*database_);
  }

  std::filesystem::path folder_;
  Timestamp now_ = kStart * 1'000'000;
  std::optional<Database> database_;
  std::vector<Session> sessions_;
};

Result run(Session& session, const StatementText& statement) {
  if (!statement.has_markers) return session.execute(statement.text);
  const Prepared prepared = session.prepare(statement.text);
  return session.execute(prepared, statement.values);
}

int sequences() {
  const char* number = std::getenv("CELLAR_SEQUENCES");
  return number != nullptr ? std::atoi(number) : 200;
}

/// Statements of one table of its own, in one way of working.
class Sequence {
 public:
  Sequence(World& world, int number)
      : world_(world),
        writer_("t" + std::to_string(number), static_cast<unsigned>(number)),
        policy_(number % 2 == 0 ? Policy::teach : Policy::cassandra),
        sessions_(writer_.roll(2) == 0 ? 1 : 3) {
    for (Session& session : world.sessions()) {
      session.set_policy(policy_);
      session.set_path(some_path());
      session.use("k");
    }
    world.tick();
    session(0).execute(writer_.create());
  }

  /// Returns how many reads were compared.
  int run_all() {
    for (int left = 20 + writer_.roll(40); left > 0; --left) step();
    end_group();
    for (int i = 0; i < sessions_; ++i) check(session(i), model_);
    world_.tick();
    session(0).execute("DROP TABLE " + writer_.table());
    return compared_;
  }

 private:
  StatementPath some_path() {
    return writer_.roll(3) == 0 ? StatementPath::general : StatementPath::shortest;
  }
  Session& session(int index) { return world_.sessions()[static_cast<std::size_t>(index)]; }

  void step() {
    world_.tick();
    switch (writer_.roll(24)) {
      case 0:
        return between();
      case 1:
      case 2:
        return begin_or_end_group();
      case 3: {
        end_group();
        const std::string text = writer_.define(model_, world_.now());
        UNSCOPED_INFO(text);
        session(writer_.roll(sessions_)).execute(text);
        return;
      }
      default:
        break;
    }
    const int index = group_ ? *group_ : writer_.roll(sessions_);
    if (writer_.roll(3) != 0) {
      const StatementText statement = writer_.write(model_, world_.now());
      UNSCOPED_INFO("session " << index << " at " << world_.now() << ": " << statement.shown);
      run(session(index), statement);
      return;
    }
    if (writer_.roll(2) == 0) return check(session(index), model_);
    // Another session reads what was there before the group.
    check(session((index + 1) % sessions_), group_ && sessions_ > 1 ? before_group_ : model_);
  }

  void between() {
    end_group();
    if (writer_.roll(6) == 0) world_.reopen();
    if (writer_.roll(6) == 0) world_.compact();
    for (int i = 0; i < sessions_; ++i) {
      session(i).set_policy(policy_);
      session(i).set_path(some_path());
    }
  }

  void begin_or_end_group() {
    if (!group_) {
      group_ = writer_.roll(sessions_);
      before_group_ = model_;
      session(*group_).begin_group();
    } else if (writer_.roll(2) == 0) {
      session(*group_).commit_group_async();
      // If it is not known whether the commit is done, others wait for it.
      while (!session(*group_).is_commit_done()) {
      }
      before_group_ = model_;
    } else {
      end_group();
    }
  }

  void end_group() {
    if (!group_) return;
    session(*group_).commit_group();
    group_.reset();
  }

  void check(Session& session, const StatementModel& model) {
    const RandomRead read = RandomReader(writer_, model, world_.now() / 1'000'000).make();
    Result result = run(session, read.text);
    const Rows rows = rows_of(result);
    ++compared_;
    if (rows == read.expected) return;
    INFO("session at " << world_.now() << ": " << read.text.shown);
    REQUIRE(shortened(rows) == shortened(read.expected));
  }

  World& world_;
  RandomWriter writer_;
  const Policy policy_;
  const int sessions_;
  StatementModel model_;
  StatementModel before_group_;
  std::optional<int> group_;
  int compared_ = 0;
};

}  // namespace

TEST_CASE("random statements answer as the model does") {
  World world;
  const char* first = std::getenv("CELLAR_FIRST_SEQUENCE");
  const int begin = first != nullptr ? std::atoi(first) : 0;
  int compared = 0;
  for (int number = begin; number < begin + sequences(); ++number) {
    INFO("sequence " << number);
    compared += Sequence(world, number).run_all();
  }
  CHECK(compared > sequences());
}

}  // namespace cellar
