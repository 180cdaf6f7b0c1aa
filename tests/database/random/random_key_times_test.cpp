// Random writes whose keys hold generated times, beside typed ones and deletions: no row is lost, no time is out of its
// bounds, and both paths write the same.
#include <cstdlib>
#include <map>
#include <random>

#include "fixture.h"

namespace cellar {
namespace {

struct TimedWorld {
  Timestamp now = 1'700'000'000'000'000;
  Database database = Database::open_temporary(options());
  Session session{database};

  explicit TimedWorld(StatementPath path) {
    session.set_path(path);
    create_keyspace(session);
    session.execute("CREATE TABLE t (u int, at timestamp, v int, PRIMARY KEY (u, at))");
  }

  StoreOptions options() {
    StoreOptions options;
    options.sync = false;
    options.clock = [this] { return now; };
    return options;
  }
};

/// A row by its key: partition and milliseconds.
using TimedKey = std::pair<std::int64_t, std::int64_t>;
using TimedRows = std::map<TimedKey, std::int64_t>;

/// Two sessions that do the same, and what their table must hold.
class TimedWrites {
 public:
  explicit TimedWrites(unsigned seed) : dice_(seed) {}

  void step() {
    const int what = roll(12);
    if (what < 5) {
      run(generated());
    } else if (what == 5) {
      run_batch();
    } else if (what == 6) {
      look();
      run_typed();
    } else if (what == 7) {
      look();
      erase();
    } else if (what == 8) {
      begin_or_end_group();
    } else if (what == 9) {
      look();
    } else {
      const int passed = roll(3'000);
      for (TimedWorld& world : worlds_) world.now += passed;
    }
  }
  /// Compares the rows with the model, which learns the times of the new ones.
  void look() {
    const TimedRows rows = rows_of_world(worlds_[0]);
    REQUIRE(rows == rows_of_world(worlds_[1]));
    REQUIRE(rows.size() == model_.size() + new_.size());
    for (const auto& [key, value] : rows) {
      const auto known = model_.find(key);
      if (known != model_.end()) {
        REQUIRE(known->second == value);
        continue;
      }
      const auto written = new_.find(value);
      REQUIRE(written != new_.end());
      CHECK(key.first == written->second.first);
      CHECK(key.second >= written->second.second);
      CHECK(key.second <= written->second.second + 1'000);
      new_.erase(written);
    }
    REQUIRE(new_.empty());
    model_ = rows;
  }

 private:
  int roll(int sides) { return static_cast<int>(dice_() % static_cast<unsigned>(sides)); }
  std::int64_t now() const { return worlds_[0].now / 1'000; }

  void run(const std::string& text) {
    const bool bound = roll(4) == 0;
    for (TimedWorld& world : worlds_)
      bound ? world.session.execute(world.session.prepare(text)) : world.session.execute(text);
  }

  std::string generated() {
    const int u = roll(3), v = ++last_value_;
    new_[v] = {u, now()};
    const std::string time = std::vector<std::string>{"toTimestamp(now())", "currentTimestamp()",
                                                      "toUnixTimestamp(currentTimestamp())"}[roll(3)];
    const std::string values = "(" + std::to_string(u) + ", " + time + ", " + std::to_string(v) + ")";
    switch (roll(3)) {
      case 0:
        return "UPDATE t SET v = " + std::to_string(v) + " WHERE u = " + std::to_string(u) +
               " AND at = " + time;
      case 1:
        return "INSERT INTO t (u, at, v) VALUES " + values + (in_batch_ ? "" : " IF NOT EXISTS");
      default:
        return "INSERT INTO t (u, at, v) VALUES " + values;
    }
  }

  void run_batch() {
    in_batch_ = true;
    std::string text = "BEGIN BATCH ";
    for (int count = 1 + roll(5); count > 0; --count) text += generated() + "; ";
    in_batch_ = false;
    run(text + "APPLY BATCH");
  }

  void run_typed() {
    const TimedKey key{roll(3), now() + roll(4)};
    model_[key] = ++last_value_;
    run("INSERT INTO t (u, at, v) VALUES (" + std::to_string(key.first) + ", " + std::to_string(key.second) +
        ", " + std::to_string(last_value_) + ")");
  }

  void erase() {
    if (model_.empty()) return;
    const auto row = std::next(model_.begin(), roll(static_cast<int>(model_.size())));
    const auto [u, at] = row->first;
    model_.erase(row);
    run("DELETE FROM t WHERE u = " + std::to_string(u) + " AND at = " + std::to_string(at));
  }

  void begin_or_end_group() {
    for (TimedWorld& world : worlds_) {
      world.session.in_group() ? world.session.commit_group() : world.session.begin_group();
    }
  }

  static TimedRows rows_of_world(TimedWorld& world) {
    TimedRows rows;
    Result result = world.session.execute("SELECT u, toUnixTimestamp(at), v FROM t");
    while (const ResultRow* row = result.next())
      rows[{decode_integer(*(*row)[0]), decode_integer(*(*row)[1])}] = decode_integer(*(*row)[2]);
    return rows;
  }

  std::minstd_rand dice_;
  TimedWorld worlds_[2] = {TimedWorld(StatementPath::shortest), TimedWorld(StatementPath::general)};
  TimedRows model_;
  std::map<std::int64_t, TimedKey>
      new_;  // values whose times are not known yet: their partition, and the clock
  std::int64_t last_value_ = 0;
  bool in_batch_ = false;
};

}  // namespace

TEST_CASE("random writes of generated times lose no row, by either path") {
  const char* const wanted = std::getenv("CELLAR_SEQUENCES");
  const unsigned sequences = wanted != nullptr ? static_cast<unsigned>(std::atoi(wanted)) : 20;
  for (unsigned sequence = 1; sequence <= sequences; ++sequence) {
    INFO("sequence " << sequence);
    TimedWrites writes(sequence);
    for (int step = 0; step < 60; ++step) writes.step();
    writes.look();
  }
}

}  // namespace cellar
