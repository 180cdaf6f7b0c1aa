// Conditional writes and counters in sessions: in groups, prepared, submitted, and in several sessions at a
// time.

#include <atomic>
#include <future>
#include <thread>

#include "fixture.h"
#include "requests/replies.h"

namespace cellar {

namespace {

Rows answer_to(Session& session, const Prepared& prepared, const std::vector<BoundValue>& values) {
  Result result = session.execute(prepared, values);
  return rows_of(result);
}

BoundValue bound_bigint(std::int64_t value) { return {encode_int64(value)}; }

}  // namespace

TEST_CASE("a conditional write sees the writes of its group, and ends no group") {
  Fixture f;
  f.run({"CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c))"});
  f.session.begin_group();
  f.run({"INSERT INTO t (k, c, v) VALUES (1, 1, 5)"});
  CHECK(f.rows("INSERT INTO t (k, c, v) VALUES (1, 1, 6) IF NOT EXISTS") == Rows{"false|1|1|5"});
  CHECK(f.rows("INSERT INTO t (k, c, v) VALUES (1, 2, 6) IF NOT EXISTS") == Rows{"true"});
  CHECK(f.rows("INSERT INTO t (k, c, v) VALUES (1, 2, 7) IF NOT EXISTS") == Rows{"false|1|2|6"});
  CHECK(f.rows("UPDATE t SET v = v + 1 WHERE k = 1 AND c = 2 IF v = 6") == Rows{"true"});
  f.run({"DELETE FROM t WHERE k = 1 AND c < 2"});
  CHECK(f.rows("UPDATE t SET v = 0 WHERE k = 1 AND c = 1 IF EXISTS") == Rows{"false"});
  CHECK(f.refused("UPDATE t SET v = 0 WHERE k = 1 AND c = 1 IF v < null") == "null_in_condition");
  CHECK(f.session.in_group());
  f.session.commit_group();
  CHECK(f.rows("SELECT * FROM t") == Rows{"1|2|7"});
}

TEST_CASE("conditions have markers, which may be null, and unset only among those of IN") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v int, l list<int>)", "INSERT INTO t (k, v) VALUES (1, 10)"});
  const Prepared equal = f.session.prepare("UPDATE t SET v = ? WHERE k = ? IF v = ?");
  CHECK(equal.columns().empty());
  REQUIRE(equal.markers().size() == 3);
  CHECK(answer_to(f.session, equal, {bound_int(11), bound_int(1), bound_int(9)}) == Rows{"false|10"});
  CHECK(answer_to(f.session, equal, {bound_int(11), bound_int(1), bound_int(10)}) == Rows{"true"});
  CHECK(answer_to(f.session, equal, {bound_int(2), bound_int(2), {std::nullopt}}) == Rows{"true"});
  CHECK(refusal_of([&] {
          answer_to(f.session, equal, {bound_int(1), bound_int(1), unset()});
        }) == "unset_value");
  const Prepared order = f.session.prepare("UPDATE t SET v = 0 WHERE k = 1 IF v > ?");
  CHECK(refusal_of([&] { answer_to(f.session, order, {{std::nullopt}}); }) == "null_in_condition");
  const Prepared in = f.session.prepare("UPDATE t SET v = 12 WHERE k = 1 IF v IN (?, ?)");
  CHECK(answer_to(f.session, in, {unset(), bound_int(5)}) == Rows{"false|11"});
  CHECK(answer_to(f.session, in, {unset(), bound_int(11)}) == Rows{"true"});
  const Prepared listed = f.session.prepare("UPDATE t SET v = 13 WHERE k = 1 IF v IN ?");
  CHECK(listed.markers()[0].name == "in(v)");
  const std::string list =
      pack(list_of(native_type(TypeKind::int_)), std::vector<Value>{encode_int32(12), encode_int32(1)});
  CHECK(answer_to(f.session, listed, {{list}}) == Rows{"true"});
  CHECK(refusal_of([&] { answer_to(f.session, listed, {{std::nullopt}}); }) == "null_in_list");
  const Prepared element = f.session.prepare("UPDATE t SET v = 14 WHERE k = 1 IF l[?] = ?");
  CHECK(refusal_of([&] {
          answer_to(f.session, element, {bound_int(-1), bound_int(1)});
        }) == "list_index_below_0");
  CHECK(refusal_of([&] {
          answer_to(f.session, element, {{std::nullopt}, bound_int(1)});
        }) == "null_element_key");
  const Prepared sum = f.session.prepare("UPDATE t SET v = v + ? WHERE k = 1 IF EXISTS");
  CHECK(refusal_of([&] { answer_to(f.session, sum, {{std::nullopt}}); }) == "null_is_added");
  CHECK(answer_to(f.session, sum, {unset()}) == Rows{"true"});
  CHECK(answer_to(f.session, sum, {bound_int(7)}) == Rows{"true"});
  CHECK(f.rows("SELECT v FROM t WHERE k = 1") == Rows{"20"});
}

TEST_CASE("additions to counters take markers: unset adds nothing, null is refused") {
  Fixture f;
  f.run({"CREATE TABLE n (k int PRIMARY KEY, a counter, b counter)"});
  const Prepared add = f.session.prepare("UPDATE n SET a = a + ?, b = b - ? WHERE k = ?");
  answer_to(f.session, add, {bound_bigint(5), bound_bigint(2), bound_int(1)});
  answer_to(f.session, add, {bound_bigint(1), unset(), bound_int(1)});
  CHECK(refusal_of([&] {
          answer_to(f.session, add, {bound_bigint(1), {std::nullopt}, bound_int(1)});
        }) == "null_is_added");
  CHECK(refusal_of([&] {
          answer_to(f.session, add, {bound_bigint(1), bound_bigint(INT64_MIN), bound_int(1)});
        }) == "counter_negation");
  CHECK(f.rows("SELECT * FROM n") == Rows{"1|6|-2"});
}

TEST_CASE("a request's timestamp means nothing to conditional writes and counters") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, v int)", "CREATE TABLE n (k int PRIMARY KEY, a counter)",
         "INSERT INTO t (k, v) VALUES (1, 1)", "UPDATE n SET a = a + 5 WHERE k = 1",
         "DELETE FROM n WHERE k = 1"});
  Request request;
  request.timestamp = 7;
  request.statement = "UPDATE t SET v = 2 WHERE k = 1 IF v = 1";
  f.session.execute(request);
  request.statement = "UPDATE n SET a = a + 3 WHERE k = 1";
  f.session.execute(request);
  CHECK(f.rows("SELECT v FROM t") == Rows{"2"});
  CHECK(f.rows("SELECT a FROM n") == Rows{"3"});
}

TEST_CASE("of sessions that ask for the same row at once, one gets it; all additions count") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, owner int)", "CREATE TABLE n (k int PRIMARY KEY, a counter)"});
  constexpr int kSessions = 4, kRows = 20;
  std::vector<int> won(kSessions);
  std::vector<std::thread> threads;
  for (int number = 0; number < kSessions; ++number) {
    threads.emplace_back([&, number] {
      Session session(f.database);
      session.use("k");
      for (int k = 0; k < kRows; ++k) {
        Result result = session.execute("INSERT INTO t (k, owner) VALUES (" + std::to_string(k) + ", " +
                                        std::to_string(number) + ") IF NOT EXISTS");
        won[static_cast<std::size_t>(number)] += rows_of(result) == Rows{"true"};
        session.execute("UPDATE n SET a = a + 1 WHERE k = 1");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  int sum = 0;
  for (const int each : won) sum += each;
  CHECK(sum == kRows);
  CHECK(f.rows("SELECT a FROM n") == Rows{std::to_string(kSessions * kRows)});
}

TEST_CASE("submitted conditional writes of many sessions: one gets each row, and no increment is lost") {
  Fixture f;
  f.run({"CREATE TABLE t (k int PRIMARY KEY, owner int)", "CREATE TABLE n (k int PRIMARY KEY, a int)",
         "INSERT INTO n (k, a) VALUES (1, 0)"});
  constexpr int kSessions = 8, kRows = 20, kIncrements = 15;
  std::atomic<int> won = 0;
  std::vector<std::thread> threads;
  for (int number = 0; number < kSessions; ++number) {
    threads.emplace_back([&, number] {
      Session session(f.database);
      session.use("k");
      std::vector<std::promise<Rows>> answers(kRows);
      for (int k = 0; k < kRows; ++k) {
        session.submit(request_of("INSERT INTO t (k, owner) VALUES (" + std::to_string(k) + ", " +
                                  std::to_string(number) + ") IF NOT EXISTS"),
                       [&answers, k](Reply reply) {
                         answers[static_cast<std::size_t>(k)].set_value(rows_of_reply(reply));
                       });
      }
      for (std::promise<Rows>& answer : answers) won += answer.get_future().get() == Rows{"true"} ? 1 : 0;
      int known = 0;
      for (int done = 0; done < kIncrements;) {
        const Rows answer = answer_of(session, request_of("UPDATE n SET a = " + std::to_string(known + 1) +
                                                          " WHERE k = 1 IF a = " + std::to_string(known)));
        if (answer == Rows{"true"}) {
          ++known;
          ++done;
        } else {
          known = std::stoi(answer.at(0).substr(answer.at(0).find('|') + 1));
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(won == kRows);
  CHECK(f.rows("SELECT a FROM n") == Rows{std::to_string(kSessions * kIncrements)});
}

}  // namespace cellar
