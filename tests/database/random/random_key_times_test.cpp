// Random writes whose keys hold generated times, and what is computed from them, beside typed ones, static columns and
// deletions: no row is lost, no time is out of its bounds, what comes round again is overwritten, and both paths write the
// same.
#include <fmt/format.h>

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
    session.execute("CREATE TABLE t (u int, at timestamp, n int static, v int, PRIMARY KEY (u, at))");
    session.execute("CREATE TABLE shard (s bigint, at timestamp, v int, PRIMARY KEY (s, at))");
    session.execute("CREATE TABLE event (at timestamp, c int, n int static, v int, PRIMARY KEY (at, c))");
    session.execute("CREATE TABLE ring (place bigint PRIMARY KEY, v int)");
  }

  StoreOptions options() {
    StoreOptions options;
    options.sync = false;
    options.clock = [this] { return now; };
    return options;
  }
};

/// Where a value is: table, partition or what else tells rows apart, and the milliseconds of its generated time.
struct TimedKey {
  std::string place;
  std::int64_t milliseconds = 0;  // 0: the key holds no time that tells milliseconds

  auto operator<=>(const TimedKey&) const = default;
};
using TimedRows = std::map<TimedKey, std::int64_t>;

constexpr std::int64_t kShards = 4;

/// Two sessions that do the same, and what their tables must hold. Each value is written once.
class TimedWrites {
 public:
  explicit TimedWrites(unsigned seed) : dice_(seed) {}

  void step() {
    const int what = roll(13);
    if (what < 6) {
      run(generated());
    } else if (what == 6) {
      run_batch();
    } else if (what == 7) {
      look();
      run_typed();
    } else if (what == 8) {
      look();
      erase();
    } else if (what == 9) {
      begin_or_end_group();
    } else if (what == 10) {
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
    for (const auto& [key, value] : rows) {
      const auto written = new_.find(value);
      if (written == new_.end()) {
        REQUIRE(model_.contains(key));
        REQUIRE(model_.at(key) == value);
        continue;
      }
      // A time that was there already was not free.
      CHECK(!model_.contains(key));
      CHECK(key.place == written->second.place);
      CHECK(key.milliseconds >= written->second.milliseconds);
      CHECK(key.milliseconds <= written->second.milliseconds + 1'000);
      model_[key] = value;
      new_.erase(written);
    }
    REQUIRE(new_.empty());
    REQUIRE(rows.size() == model_.size());
  }

 private:
  int roll(int sides) { return static_cast<int>(dice_() % static_cast<unsigned>(sides)); }
  std::int64_t now() const { return worlds_[0].now / 1'000; }

  void run(const std::string& text) {
    const bool bound = roll(4) == 0;
    for (TimedWorld& world : worlds_)
      bound ? world.session.execute(world.session.prepare(text)) : world.session.execute(text);
  }

  std::string time() {
    return std::vector<std::string>{"toTimestamp(now())", "currentTimestamp()",
                                    "toUnixTimestamp(currentTimestamp())"}[roll(3)];
  }
  std::string remainder() {
    return std::vector<std::string>{"toUnixTimestamp(now()) % 4", "toUnixTimestamp(currentTimestamp()) % 4",
                                    "(1 * toUnixTimestamp(now())) % 4 + 0"}[roll(3)];
  }
  /// Of a row that is new in any case, outside of batches.
  std::string if_not_exists() { return !in_batch_ && roll(3) == 0 ? " IF NOT EXISTS" : ""; }

  std::string generated() {
    const int v = ++last_value_;
    switch (roll(in_batch_ ? 5 : 6)) {
      case 0:
        return generated_row(v);
      case 1:
        return generated_shard(v);
      case 2:
        return generated_static(v);
      case 3:
        return generated_event(v);
      case 4:
        return generated_event_static(v);
      default:
        return generated_remainder(v);
    }
  }

  std::string generated_row(int v) {
    const int u = roll(3);
    new_[v] = {fmt::format("t {}", u), now()};
    if (roll(3) == 0) return fmt::format("UPDATE t SET v = {} WHERE u = {} AND at = {}", v, u, time());
    return fmt::format("INSERT INTO t (u, at, v) VALUES ({}, {}, {}){}", u, time(), v, if_not_exists());
  }
  /// Both parts of the key are of one time, which tells milliseconds.
  std::string generated_shard(int v) {
    new_[v] = {"shard", now()};
    if (roll(3) == 0)
      return fmt::format("UPDATE shard SET v = {} WHERE s = {} AND at = {}", v, remainder(), time());
    return fmt::format("INSERT INTO shard (s, at, v) VALUES ({}, {}, {}){}", remainder(), time(), v,
                       if_not_exists());
  }
  /// The static column of a partition that is named is overwritten, and the row is not.
  std::string generated_static(int v) {
    const int u = roll(3);
    model_[{fmt::format("t static {}", u)}] = v;
    new_[++last_value_] = {fmt::format("t {}", u), now()};
    if (roll(2) == 0)
      return fmt::format("UPDATE t SET n = {}, v = {} WHERE u = {} AND at = {}", v, last_value_, u, time());
    return fmt::format("INSERT INTO t (u, at, n, v) VALUES ({}, {}, {}, {}){}", u, time(), v, last_value_,
                       if_not_exists());
  }
  std::string generated_event(int v) {
    const int c = roll(2);
    new_[v] = {fmt::format("event {}", c), now()};
    if (roll(3) == 0) return fmt::format("UPDATE event SET v = {} WHERE at = {} AND c = {}", v, time(), c);
    if (in_batch_ || roll(2) == 0)
      return fmt::format("INSERT INTO event (at, c, v) VALUES ({}, {}, {}){}", time(), c, v, if_not_exists());
    new_[++last_value_] = {"event static", now()};
    return fmt::format("INSERT INTO event (at, c, v, n) VALUES ({}, {}, {}, {}){}", time(), c, v, last_value_,
                       if_not_exists());
  }
  /// The generated time is that of a partition of which only the static column is written.
  std::string generated_event_static(int v) {
    new_[v] = {"event static", now()};
    if (roll(3) == 0) return fmt::format("UPDATE event SET n = {} WHERE at = {}", v, time());
    return fmt::format("INSERT INTO event (at, n) VALUES ({}, {}){}", time(), v, if_not_exists());
  }
  /// A remainder comes again: the row is overwritten, as in Cassandra.
  std::string generated_remainder(int v) {
    model_[{fmt::format("ring {}", now() % kShards)}] = v;
    if (roll(3) == 0) return fmt::format("UPDATE ring SET v = {} WHERE place = {}", v, remainder());
    return fmt::format("INSERT INTO ring (place, v) VALUES ({}, {})", remainder(), v);
  }

  void run_batch() {
    in_batch_ = true;
    std::string text = "BEGIN BATCH ";
    for (int count = 1 + roll(6); count > 0; --count) text += generated() + "; ";
    in_batch_ = false;
    run(text + "APPLY BATCH");
  }

  void run_typed() {
    const TimedKey key{fmt::format("t {}", roll(3)), now() + roll(4)};
    model_[key] = ++last_value_;
    run(fmt::format("INSERT INTO t (u, at, v) VALUES ({}, {}, {})", key.place.substr(2), key.milliseconds,
                    last_value_));
  }

  void erase() {
    if (model_.empty()) return;
    const auto row = std::next(model_.begin(), roll(static_cast<int>(model_.size())));
    const auto [place, at] = row->first;
    if (place.starts_with("t static")) {
      run("DELETE n FROM t WHERE u = " + place.substr(9));
    } else if (place.starts_with("t ")) {
      run(fmt::format("DELETE FROM t WHERE u = {} AND at = {}", place.substr(2), at));
    } else if (place == "shard") {
      run(fmt::format("DELETE FROM shard WHERE s = {} AND at = {}", at % kShards, at));
    } else if (place == "event static") {
      run(fmt::format("DELETE n FROM event WHERE at = {}", at));
    } else if (place.starts_with("event ")) {
      run(fmt::format("DELETE FROM event WHERE at = {} AND c = {}", at, place.substr(6)));
    } else {
      run("DELETE FROM ring WHERE place = " + place.substr(5));
    }
    model_.erase(row);
  }

  void begin_or_end_group() {
    for (TimedWorld& world : worlds_) {
      world.session.in_group() ? world.session.commit_group() : world.session.begin_group();
    }
  }

  /// Calls `add` with the integers of each row; null is none.
  template <typename Add>
  static void each_row(TimedWorld& world, const char* select, const Add& add) {
    Result result = world.session.execute(select);
    std::vector<std::optional<std::int64_t>> values;
    while (const ResultRow* row = result.next()) {
      values.clear();
      for (std::size_t i = 0; i < row->size(); ++i) {
        const auto& value = (*row)[i];
        values.push_back(value ? std::optional(decode_integer(*value)) : std::nullopt);
      }
      add(values);
    }
  }

  static TimedRows rows_of_world(TimedWorld& world) {
    using Values = std::vector<std::optional<std::int64_t>>;
    TimedRows rows;
    each_row(world, "SELECT u, toUnixTimestamp(at), v, n FROM t", [&](const Values& row) {
      if (row[2]) rows[{fmt::format("t {}", *row[0]), *row[1]}] = *row[2];
      if (row[3]) rows[{fmt::format("t static {}", *row[0])}] = *row[3];
    });
    each_row(world, "SELECT s, toUnixTimestamp(at), v FROM shard", [&](const Values& row) {
      CHECK(*row[0] == *row[1] % kShards);
      rows[{"shard", *row[1]}] = *row[2];
    });
    each_row(world, "SELECT toUnixTimestamp(at), c, v, n FROM event", [&](const Values& row) {
      if (row[2]) rows[{fmt::format("event {}", *row[1]), *row[0]}] = *row[2];
      if (row[3]) rows[{"event static", *row[0]}] = *row[3];
    });
    each_row(world, "SELECT place, v FROM ring",
             [&](const Values& row) { rows[{fmt::format("ring {}", *row[0])}] = *row[1]; });
    return rows;
  }

  std::minstd_rand dice_;
  TimedWorld worlds_[2] = {TimedWorld(StatementPath::shortest), TimedWorld(StatementPath::general)};
  TimedRows model_;
  std::map<std::int64_t, TimedKey> new_;  // values whose times are not known yet: their place, and the clock
  int last_value_ = 0;
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
