// Keys that hold a time which a function gives: a key that is written already takes the next millisecond that is free.
#include <atomic>

#include "fixture.h"
#include "types/number/number.h"

using namespace cellar;

namespace {

constexpr Timestamp kMillisecond = 1'000;
constexpr Timestamp kBegin = 1'700'000'000'123'456;
constexpr std::string_view kInsert = "INSERT INTO o (u, at, v) VALUES (1, toTimestamp(now()), 1)";

/// A database whose clock moves by hand, as if the program were as fast as can be.
struct Still {
  std::atomic<Timestamp> now = kBegin;
  std::atomic<bool> is_set = false;
  Database database = Database::open_temporary(options());
  Session session{database};

  Still() {
    session.set_path(GENERATE(StatementPath::shortest, StatementPath::general));
    create_keyspace(session);
    run("CREATE TABLE o (u int, at timestamp, v int, PRIMARY KEY (u, at))");
  }

  StoreOptions options() {
    StoreOptions options;
    options.sync = false;
    options.clock = [this] { return now.load(); };
    options.clock_is_set = [this] { return is_set.load(); };
    return options;
  }
  void run(std::string_view statement, int times = 1) {
    for (int i = 0; i < times; ++i) session.execute(statement);
  }
  Rows rows(std::string_view statement) {
    Result result = session.execute(statement);
    return rows_of(result);
  }
  /// How many milliseconds after the first time the keys of `o` are.
  std::vector<std::int64_t> times(
      std::string_view statement = "SELECT toUnixTimestamp(at) FROM o WHERE u = 1") {
    std::vector<std::int64_t> times;
    for (const std::string& row : rows(statement)) times.push_back(std::stoll(row) - kBegin / kMillisecond);
    return times;
  }
  std::size_t count(const std::string& table) { return rows("SELECT * FROM " + table).size(); }
  /// While a write waits, each look of it moves the clock.
  void pass_while_waiting(Timestamp microseconds) {
    session.set_wait({.waiting = nullptr,
                      .interrupted =
                          [this, microseconds] {
                            now += microseconds;
                            return false;
                          },
                      .limit = {}});
  }
};

using Times = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("a time is kept apart through each function that tells its milliseconds") {
  Still t;
  t.run("CREATE TABLE n (u int, at bigint, PRIMARY KEY (u, at))");
  t.run("CREATE TABLE j (u int, at text, PRIMARY KEY (u, at))");
  t.run("INSERT INTO n (u, at) VALUES (1, abs(toUnixTimestamp(now())))", 3);
  t.run("INSERT INTO n (u, at) VALUES (1, round(toUnixTimestamp(now()) * 10))", 3);
  t.run("INSERT INTO j (u, at) VALUES (1, to_json(toTimestamp(now())))", 3);
  CHECK(t.count("n") == 6);
  CHECK(t.count("j") == 3);
}

TEST_CASE("statements with one generated time in their key take one millisecond after another") {
  Still t;
  for (int v = 0; v < 5; ++v)
    t.run("INSERT INTO o (u, at, v) VALUES (1, toTimestamp(now()), " + std::to_string(v) + ")");
  CHECK(t.times() == Times{0, 1, 2, 3, 4});
  CHECK(t.rows("SELECT v FROM o WHERE u = 1") == Rows{"0", "1", "2", "3", "4"});
  t.run("INSERT INTO o (u, at) VALUES (2, toTimestamp(now()))");
  CHECK(t.times("SELECT toUnixTimestamp(at) FROM o WHERE u = 2") == Times{0});
  t.now += 2 * kMillisecond;
  t.run("UPDATE o SET v = 7 WHERE u = 1 AND at = currentTimestamp()");
  CHECK(t.times() == Times{0, 1, 2, 3, 4, 5});
  t.now += 50 * kMillisecond;
  t.run(kInsert);
  CHECK(t.times() == Times{0, 1, 2, 3, 4, 5, 52});
}

TEST_CASE("each function that gives the time to the millisecond counts, in whatever it is written") {
  Still t;
  const std::string type = GENERATE("timestamp", "bigint", "text", "time", "timeuuid");
  t.run("CREATE TABLE k (at " + type + ", v int, PRIMARY KEY (at))");
  std::vector<std::string> values;
  if (type == "timestamp") {
    values = {"toTimestamp(now())",       "currentTimestamp()",      "to_timestamp(now())",
              "CAST(now() AS timestamp)", "currentTimestamp() - 1h", "toTimestamp(current_timeuuid())"};
  } else if (type == "bigint") {
    values = {"toUnixTimestamp(now())", "toUnixTimestamp(currentTimestamp())", "toUnixTimestamp(now()) + 1"};
  } else if (type == "text") {
    values = {"CAST(currentTimestamp() AS text)"};
  } else if (type == "time") {
    values = {"currentTime()"};
  } else {
    values = {"minTimeuuid(toTimestamp(now()))"};
  }
  for (const std::string& value : values) {
    INFO(value);
    t.run("TRUNCATE k");
    t.run("INSERT INTO k (at) VALUES (" + value + ")", 3);
    t.run("UPDATE k SET v = 1 WHERE at = " + value, 3);
    CHECK(t.count("k") == 6);
  }
}

TEST_CASE("a key of a day or an hour is the same for all its writes, at its last millisecond too") {
  Still t;
  constexpr Timestamp kHour = 3'600'000'000;
  t.run("CREATE TABLE days (day date PRIMARY KEY, v int)");
  t.run("CREATE TABLE hours (hour timestamp PRIMARY KEY, v int)");
  for (const Timestamp time :
       {kBegin, kBegin / kHour * kHour, kBegin / (24 * kHour) * 24 * kHour - kMillisecond}) {
    t.now = time;
    t.run("TRUNCATE days");
    t.run("TRUNCATE hours");
    t.run("INSERT INTO days (day, v) VALUES (toDate(now()), 1)", 3);
    t.run("INSERT INTO days (day, v) VALUES (currentDate(), 1)", 3);
    t.run("INSERT INTO hours (hour, v) VALUES (floor(currentTimestamp(), 1h), 1)", 3);
    CHECK(t.count("days") == 1);
    CHECK(t.count("hours") == 1);
  }
}

TEST_CASE("keys that are typed or bound, and keys that hold a new uuid, stay as they are") {
  Still t;
  t.run("INSERT INTO o (u, at, v) VALUES (1, 1700000000123, 1)", 3);
  CHECK(t.times() == Times{0});
  const Prepared bound = t.session.prepare("INSERT INTO o (u, at, v) VALUES (1, ?, 2)");
  for (int i = 0; i < 3; ++i)
    t.session.execute(bound, std::vector<BoundValue>{{encode_int64(kBegin / kMillisecond)}});
  CHECK(t.times() == Times{0});
  t.run(kInsert);
  CHECK(t.times() == Times{0, 1});
  t.run("CREATE TABLE e (id uuid, at timestamp, PRIMARY KEY (id, at))");
  t.run("INSERT INTO e (id, at) VALUES (uuid(), toTimestamp(now()))", 3);
  t.run("INSERT INTO e (id, at) VALUES (now(), toTimestamp(now()))", 3);
  CHECK(t.rows("SELECT DISTINCT id FROM e").size() == 6);
  CHECK(t.rows("SELECT id FROM e WHERE at = 1700000000123 ALLOW FILTERING").size() == 6);
}

TEST_CASE("a prepared statement takes its times as a text does") {
  Still t;
  const Prepared insert = t.session.prepare("INSERT INTO o (u, at, v) VALUES (?, toTimestamp(now()), ?)");
  for (int i = 0; i < 4; ++i) t.session.execute(insert, std::vector<BoundValue>{bound_int(1), bound_int(i)});
  CHECK(t.rows("SELECT v FROM o WHERE u = 1") == Rows{"0", "1", "2", "3"});
  CHECK(t.times() == Times{0, 1, 2, 3});
}

TEST_CASE("all cells of a statement agree with its key") {
  Still t;
  t.run("CREATE TABLE c (u int, at timestamp, day date, same timestamp, number bigint, PRIMARY KEY (u, at))");
  t.run(
      "INSERT INTO c (u, at, day, same, number) VALUES (1, toTimestamp(now()), toDate(now()), "
      "currentTimestamp(), "
      "toUnixTimestamp(now()))",
      3);
  for (const std::string& row :
       t.rows("SELECT toUnixTimestamp(at), toUnixTimestamp(same), number FROM c WHERE u = 1")) {
    const std::string first = row.substr(0, row.find('|'));
    CHECK(row == first + '|' + first + '|' + first);
  }
}

TEST_CASE("the rows of a batch that are alike become several, and its statements have one time otherwise") {
  Still t;
  t.run("CREATE TABLE by_day (day date, at timestamp, u int, PRIMARY KEY (day, at))");
  const auto batch = [&] {
    t.run(
        "BEGIN BATCH INSERT INTO o (u, at, v) VALUES (1, toTimestamp(now()), 1);"
        "INSERT INTO by_day (day, at, u) VALUES (toDate(now()), toTimestamp(now()), 1);"
        "INSERT INTO o (u, at, v) VALUES (1, toTimestamp(now()), 2); APPLY BATCH");
  };
  const std::string by_day = "SELECT toUnixTimestamp(at) FROM by_day";
  batch();
  CHECK(t.times() == Times{0, 1});
  CHECK(t.times(by_day) == Times{0});
  batch();  // by the shapes of its statements
  CHECK(t.times() == Times{0, 1, 2, 3});
  CHECK(t.times(by_day) == Times{0, 2});
  batch();
  CHECK(t.times() == Times{0, 1, 2, 3, 4, 5});
  CHECK(t.times(by_day) == Times{0, 2, 4});
}

TEST_CASE("a row that the same batch writes with a typed key is there for the statements behind it") {
  Still t;
  for (int i = 0; i < 2; ++i) {
    t.run("TRUNCATE o");
    t.run(
        "BEGIN BATCH INSERT INTO o (u, at, v) VALUES (1, 1700000000123, 1);"
        "INSERT INTO o (u, at, v) VALUES (1, toTimestamp(now()), 2); APPLY BATCH");
    CHECK(t.times() == Times{0, 1});
  }
}

TEST_CASE("IF NOT EXISTS applies at the next millisecond, also twice in a batch") {
  Still t;
  for (int i = 0; i < 3; ++i)
    CHECK(t.rows("INSERT INTO o (u, at, v) VALUES (1, toTimestamp(now()), 1) IF NOT EXISTS") == Rows{"true"});
  CHECK(t.times() == Times{0, 1, 2});
  CHECK(t.rows("BEGIN BATCH INSERT INTO o (u, at, v) VALUES (1, toTimestamp(now()), 1) IF NOT EXISTS;"
               "INSERT INTO o (u, at, v) VALUES (1, toTimestamp(now()), 2) IF NOT EXISTS; APPLY BATCH") ==
        Rows{"true"});
  CHECK(t.times() == Times{0, 1, 2, 3, 4});
  CHECK(t.rows("UPDATE o SET v = 9 WHERE u = 1 AND at = toTimestamp(now()) IF EXISTS")
            .front()
            .starts_with("false"));
}

TEST_CASE("counters and static columns have keys, too") {
  Still t;
  t.run("CREATE TABLE hits (u int, at timestamp, n counter, PRIMARY KEY (u, at))");
  t.run("UPDATE hits SET n = n + 1 WHERE u = 1 AND at = toTimestamp(now())", 3);
  CHECK(t.rows("SELECT n FROM hits") == Rows{"1", "1", "1"});
  t.run("CREATE TABLE s (at timestamp, c int, st int static, PRIMARY KEY (at, c))");
  t.run("INSERT INTO s (at, st) VALUES (toTimestamp(now()), 1)", 3);
  CHECK(t.rows("SELECT DISTINCT at FROM s").size() == 3);
  t.now += 10 * kMillisecond;
  t.run("INSERT INTO s (at, c) VALUES (toTimestamp(now()), 1)");
  t.run("INSERT INTO s (at, c) VALUES (toTimestamp(now()), 2)");
  CHECK(t.rows("SELECT DISTINCT at FROM s").size() == 4);  // two rows of one partition
}

TEST_CASE("the notice of a batch counts its rows, and names the table whose key was there") {
  Still t;
  t.run("CREATE TABLE free (at timestamp PRIMARY KEY)");
  t.run("CREATE TABLE taken (at timestamp PRIMARY KEY)");
  t.run("INSERT INTO taken (at) VALUES (currentTimestamp())");
  const Result result = t.session.execute(
      "BEGIN BATCH INSERT INTO free (at) VALUES (currentTimestamp()); "
      "INSERT INTO taken (at) VALUES (currentTimestamp()); APPLY BATCH");
  REQUIRE(result.notices().size() == 1);
  CHECK(result.notices().front().id == "key_times_of_batch_moved");
  std::string parameters;
  for (const Parameter& parameter : result.notices().front().parameters)
    parameters += std::string(parameter.name) + "=" + parameter.value + " ";
  CHECK(parameters == "rows=2 table=taken milliseconds=1 ");
}

TEST_CASE("a row that is deleted or has expired leaves its millisecond free") {
  Still t;
  t.run(kInsert);
  t.run("DELETE FROM o WHERE u = 1");
  t.run(kInsert);
  CHECK(t.times() == Times{0});
  t.run("INSERT INTO o (u, at, v) VALUES (2, toTimestamp(now()), 1) USING TTL 1");
  t.run("ALTER TABLE o WITH default_time_to_live = 5");
  t.now += 2'000 * kMillisecond;
  t.run("INSERT INTO o (u, at, v) VALUES (2, toTimestamp(now()) - 2s, 1)");
  CHECK(t.times("SELECT toUnixTimestamp(at) FROM o WHERE u = 2") == Times{0});
}

TEST_CASE("many rows that are deleted leave their milliseconds free") {
  Still t;
  t.run(kInsert, 500);
  t.run("DELETE FROM o WHERE u = 1");
  t.run(kInsert, 3);
  CHECK(t.times() == Times{0, 1, 2});
}

TEST_CASE("a write that waits while the clock is set back does not wait until it is there again") {
  Still t;
  t.run(kInsert, 1'001);
  bool was_set_back = false;
  t.session.set_wait({.waiting = nullptr,
                      .interrupted =
                          [&] {
                            t.now += std::exchange(was_set_back, true) ? 10 * kMillisecond
                                                                       : -3'600'000 * kMillisecond;
                            return false;
                          },
                      .limit = {}});
  t.run(kInsert);
  CHECK(was_set_back);
  CHECK(t.now < kBegin - 3'500'000 * kMillisecond);
  CHECK(t.count("o") == 1'002);
}

TEST_CASE("writes of an open group count, and those of a dropped one do not") {
  Still t;
  t.session.begin_group();
  t.run(kInsert, 3);
  CHECK(t.times() == Times{0, 1, 2});
  t.run(kInsert, 2);
  t.session.commit_group();
  CHECK(t.times() == Times{0, 1, 2, 3, 4});
  t.run("CREATE TABLE p (at timestamp PRIMARY KEY)");
  t.session.begin_group();
  t.run("INSERT INTO p (at) VALUES (currentTimestamp())", 3);
  t.session.drop_group();
  t.run("INSERT INTO p (at) VALUES (currentTimestamp())");
  CHECK(t.times("SELECT toUnixTimestamp(at) FROM p") == Times{0});
}

TEST_CASE("a time is at most a second ahead: beyond it the write waits, and others write meanwhile") {
  Still t;
  t.run(kInsert, 1'001);
  CHECK(t.times().back() == 1'000);
  SECTION("until the clock is there") {
    t.pass_while_waiting(30 * kMillisecond);
    CHECK(t.session.take_untold_notices().waited_for_clock.count() == 0);
    t.run(kInsert);
    CHECK(t.times().back() == 1'001);
    CHECK(t.now >= kBegin + kMillisecond);
    CHECK(t.session.take_untold_notices().waited_for_clock.count() > 0);
    CHECK(t.session.take_untold_notices().waited_for_clock.count() == 0);
  }
  SECTION("or it is interrupted") {
    t.session.set_wait({.waiting = nullptr, .interrupted = [] { return true; }, .limit = {}});
    CHECK(refusal_of([&] { t.run(kInsert); }) == "interrupted");
    t.session.set_wait({});
    CHECK(t.times().back() == 1'000);
    t.run("INSERT INTO o (u, at) VALUES (2, toTimestamp(now()))");
    CHECK(t.count("o") == 1'002);
  }
  SECTION("and what its group holds is committed, so that other sessions go on") {
    Session other(t.database);
    other.use("k");
    t.session.begin_group();
    t.run("INSERT INTO o (u, at) VALUES (3, toTimestamp(now()))");
    bool has_written = false;
    t.session.set_wait({.waiting = nullptr,
                        .interrupted =
                            [&] {
                              t.now += 500 * kMillisecond;
                              if (!std::exchange(has_written, true))
                                other.execute("INSERT INTO o (u, at) VALUES (4, toTimestamp(now()))");
                              return false;
                            },
                        .limit = {}});
    t.run(kInsert);
    t.session.commit_group();
    CHECK(has_written);
    CHECK(t.count("o") == 1'004);
  }
  SECTION("also if a thread of the database runs it") {
    t.pass_while_waiting(30 * kMillisecond);
    std::atomic<bool> is_answered = false;
    Request request;
    request.statement = std::string(kInsert);
    t.session.submit(request, [&](Reply) { is_answered = true; });
    t.session.pending();  // waits for it
    CHECK(is_answered);
    CHECK(t.times().back() == 1'001);
    CHECK(t.session.take_untold_notices().waited_for_clock.count() > 0);
  }
}

TEST_CASE("a batch of more rows than a second has milliseconds waits for the last of them") {
  Still t;
  t.pass_while_waiting(100 * kMillisecond);
  std::string batch = "BEGIN BATCH ";
  for (int i = 0; i < 1'500; ++i) batch += std::string(kInsert) + ";";
  t.run(batch + " APPLY BATCH");
  CHECK(t.times().size() == 1'500);
  CHECK(t.times().back() == 1'499);
  CHECK(t.now >= kBegin + 499 * kMillisecond);
}

TEST_CASE("a clock that was set back finds the next free time without a wait") {
  Still t;
  t.run(kInsert, 20);
  t.now -= 5'000 * kMillisecond;
  t.run(kInsert, 2);
  t.now += 3'000 * kMillisecond;
  t.run(kInsert, 2);
  CHECK(t.count("o") == 24);
}

TEST_CASE("a clock that is set by hand gives the times that it says") {
  Still t;
  t.is_set = true;
  t.run(kInsert, 3);
  CHECK(t.times() == Times{0});
  t.now += kMillisecond;
  t.run(kInsert, 3);
  CHECK(t.times() == Times{0, 1});
}

TEST_CASE("a notice says once that a time was moved") {
  Still t;
  const auto notices = [&](std::string_view statement) {
    std::vector<std::string> ids;
    const Result result = t.session.execute(statement);
    for (const Diagnostic& notice : result.notices()) ids.emplace_back(notice.id);
    return ids;
  };
  const std::vector<std::string> none, one = {"key_time_moved"};
  t.session.set_notices(GENERATE(Notices::off, Notices::usual));
  CHECK(notices(kInsert) == none);
  CHECK(notices(kInsert) == one);
  CHECK(notices(kInsert) == none);
  CHECK(notices(kInsert) == none);
  CHECK(t.session.take_untold_notices().counts == std::map<std::string, std::size_t>{{"W426", 2}});
  CHECK(notices(kInsert) == one);
}

TEST_CASE("a key that comes round again, a shard or a bucket, is overwritten") {
  Still t;
  const std::string value = GENERATE("toUnixTimestamp(now()) % 4", "(-toUnixTimestamp(now())) % 3",
                                     "toUnixTimestamp(currentTimestamp()) / 1000");
  INFO(value);
  t.run("CREATE TABLE hits (page text, shard bigint, n counter, PRIMARY KEY (page, shard))");
  t.run("UPDATE hits SET n = n + 1 WHERE page = '/' AND shard = " + value, 20);
  CHECK(t.rows("SELECT sum(n) FROM hits WHERE page = '/'") == Rows{"20"});
  CHECK(t.count("hits") == 1);
  t.run("CREATE TABLE buckets (bucket bigint PRIMARY KEY, v int)");
  const std::string insert = "INSERT INTO buckets (bucket, v) VALUES (" + value + ", ";
  t.run("BEGIN BATCH " + insert + "1); " + insert + "2); " + insert + "3); APPLY BATCH");
  CHECK(t.rows("SELECT v FROM buckets") == Rows{"3"});
  t.run("CREATE TABLE small (bucket tinyint PRIMARY KEY, v int)");
  t.run("INSERT INTO small (bucket, v) VALUES (CAST(toUnixTimestamp(now()) AS tinyint), 1)", 300);
  CHECK(t.count("small") == 1);
}

TEST_CASE("the text 'now' in a key is the time of the clock, whatever was known of its shape") {
  Still t;
  t.run("INSERT INTO o (u, at, v) VALUES (1, 'now', 0)");
  t.run("INSERT INTO o (u, at, v) VALUES (2, '2020-01-01', 0)");
  t.run("INSERT INTO o (u, at, v) VALUES (1, 'NOW', 1)");
  t.run("INSERT INTO o (u, at, v) VALUES (2, '2020-01-02', 1)", 2);
  t.run("UPDATE o SET v = 2 WHERE u = 1 AND at = 'now'");
  t.run(
      "BEGIN BATCH INSERT INTO o (u, at, v) VALUES (1, 'now', 3); INSERT INTO o (u, at, v) VALUES (1, 'now', "
      "4); "
      "APPLY BATCH");
  CHECK(t.times() == Times{0, 1, 2, 3, 4});
  CHECK(t.rows("SELECT v FROM o WHERE u = 1") == Rows{"0", "1", "2", "3", "4"});
  CHECK(t.times("SELECT toUnixTimestamp(at) FROM o WHERE u = 2").size() == 2);

  t.run("CREATE TABLE spans (u int, span frozen<list<timestamp>>, made timestamp, PRIMARY KEY (u, span))");
  t.run("INSERT INTO spans (u, span, made) VALUES (1, ['2020-01-01', 'now'], 'now')", 3);
  CHECK(t.count("spans") == 3);
  CHECK(t.times("SELECT toUnixTimestamp(made) FROM spans WHERE u = 1") == Times{0, 1, 2});
}

TEST_CASE("a DELETE in a batch has the time of the INSERT beside it") {
  StoreOptions options;
  options.sync = false;
  std::atomic<Timestamp> now = kBegin;
  options.clock = [&now] { return now += kMillisecond; };  // each look at the clock is a millisecond later
  Database database = Database::open_temporary(options);
  Session session(database);
  session.set_path(GENERATE(StatementPath::shortest, StatementPath::general));
  create_keyspace(session);
  session.execute("CREATE TABLE o (u int, at timestamp, v int, PRIMARY KEY (u, at))");
  const std::string time = GENERATE("toTimestamp(now())", "'now'");
  for (int i = 0; i < 2; ++i)
    session.execute("BEGIN BATCH INSERT INTO o (u, at, v) VALUES (1, " + time +
                    ", 1); DELETE FROM o WHERE u = 1 AND at < " + time + "; APPLY BATCH");
  Result result = session.execute("SELECT v FROM o WHERE u = 1");
  CHECK(rows_of(result) == Rows{"1"});
}

TEST_CASE("a conditional batch whose partition is the time moves as a whole") {
  Still t;
  t.run("CREATE TABLE p (at timestamp, c int, v int, PRIMARY KEY (at, c))");
  for (int v = 1; v <= 5; ++v) {
    const std::string value = std::to_string(v);
    CHECK(t.rows("BEGIN BATCH UPDATE p SET v = " + value +
                 " WHERE at = toTimestamp(now()) AND c = 1 IF v != 99; INSERT INTO p (at, c, v) VALUES "
                 "(toTimestamp(now()), 2, " +
                 value + "); APPLY BATCH") == Rows{"true"});
    CHECK(t.rows("BEGIN BATCH INSERT INTO p (at, c, v) VALUES (toTimestamp(now()), 3, 1) IF NOT EXISTS; "
                 "INSERT INTO "
                 "p (at, c, v) VALUES (toTimestamp(now()), 4, 1); APPLY BATCH") == Rows{"true"});
  }
  CHECK(t.rows("SELECT count(*) FROM p WHERE c <= 2 ALLOW FILTERING") == Rows{"10"});
  CHECK(t.rows("SELECT count(*) FROM p WHERE c > 2 ALLOW FILTERING") == Rows{"10"});
}

TEST_CASE("a static value keeps the partition of its time to itself") {
  Still t;
  t.run("CREATE TABLE p (at timestamp, c int, s text static, v int, PRIMARY KEY (at, c))");
  t.run("INSERT INTO p (at, c, s, v) VALUES (toTimestamp(now()), 1, 'first', 1)");
  t.run("INSERT INTO p (at, c, s, v) VALUES (toTimestamp(now()), 2, 'second', 2)");
  t.run("INSERT INTO p (at, c, v) VALUES (toTimestamp(now()), 3, 3)");  // it sets no static value
  CHECK(t.rows("SELECT count(*) FROM p WHERE c = 1 AND s = 'first' ALLOW FILTERING") == Rows{"1"});
  CHECK(t.rows("SELECT count(*) FROM p WHERE c = 2 AND s = 'second' ALLOW FILTERING") == Rows{"1"});
  CHECK(t.rows("SELECT DISTINCT at FROM p").size() == 2);
}
