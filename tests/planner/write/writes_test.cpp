// INSERT, UPDATE, DELETE and BATCH: rule K6, and what SET may do to a column.
#include "planning.h"

using namespace cellar;
using namespace cellar::test;

TEST_CASE("a write names the whole key") {
  check({
      {"INSERT INTO orders (region, number) VALUES ('eu', 1)", "E312", "(region, number)"},
      {"INSERT INTO orders (region, year, total) VALUES ('eu', 1, 1)", "E313", "(region, year, total)"},
      {"UPDATE posts SET title = 'x' WHERE id = 1", "E312", "id = 1"},
      {"UPDATE posts SET title = 'x' WHERE author = 'a'", "E313", "author = 'a'"},
      {"UPDATE log SET line = 'x' WHERE host = 'h' AND minute = 1", "E313", "host = 'h' AND minute = 1"},
      {"DELETE FROM orders WHERE region = 'eu'", "E312", "region = 'eu'"},
      {"DELETE FROM log WHERE host = 'h' AND hour = 1", "E305", "hour = 1"},
      {"DELETE FROM posts WHERE author > 'a'", "E321", "author > 'a'"},
      {"DELETE FROM posts WHERE token(author) > 1", "E321", "token(author) > 1"},
      {"UPDATE posts SET title = 'x' WHERE author = 'a' AND id > 1", "E321", "id > 1"},
      {"UPDATE posts SET title = 'x' WHERE author = 'a' AND id = 1 AND views = 2", "E321", "views"},
      {"DELETE FROM posts WHERE author = 'a' AND title = 'x'", "E321", "title"},
      {"UPDATE log SET note = 'x' WHERE host = 'h' AND day = 1", "E322", "day = 1"},
      {"DELETE note FROM log WHERE host = 'h' AND day = 1", "E322", "day = 1"},
      {"INSERT INTO posts (author, id) VALUES ('a', null)", "E401", "null"},
      {"INSERT INTO orders (region, year, number, total) VALUES ('eu', 1, 1)", "E328",
       "(region, year, number, total)"},
      {"INSERT INTO posts (author, id, id) VALUES ('a', 1, 2)", "E328", "id"},
  });
}

TEST_CASE("plans of writes") {
  const auto insert =
      plan_as<UpsertPlan>("INSERT INTO log (minute, hour, day, host, line) VALUES (1, 2, 3, 'h', 'x')");
  CHECK(insert.row_marker);
  CHECK(insert.writes_row);
  REQUIRE(insert.clustering.size() == 3);
  CHECK(std::get<SlotNode>(insert.clustering[0].alternatives[0][0].node).index == 2);
  CHECK(insert.assignments.size() == 1);

  const auto statics = plan_as<UpsertPlan>("INSERT INTO log (host, note) VALUES ('h', 'x')");
  CHECK(!statics.writes_row);
  CHECK(!statics.row_marker);
  CHECK(statics.clustering.empty());

  const auto update = plan_as<UpsertPlan>(
      "UPDATE log USING TTL 5 SET line = 'x' WHERE host IN ('h', 'g') AND (day, hour) = (1, 2) AND minute IN "
      "(1, 2)");
  CHECK(!update.row_marker);
  CHECK(update.writes_row);
  CHECK(update.time_to_live);
  CHECK(update.partition_key[0].is_in);
  REQUIRE(update.clustering.size() == 2);
  CHECK(update.clustering[0].count == 2);
  CHECK(update.clustering[1].first == 2);

  CHECK(!plan_as<UpsertPlan>("UPDATE log SET note = 'x' WHERE host = 'h'").writes_row);
  CHECK(!plan_as<DeletePlan>("DELETE FROM log WHERE host = 'h'").clustering.restricts());
  const auto range = plan_as<DeletePlan>("DELETE FROM log WHERE host = 'h' AND day = 1 AND hour < 5");
  CHECK(range.clustering.steps.size() == 1);
  CHECK(range.clustering.upper);
  CHECK(range.clustering.slice_first == 1);
  CHECK(plan_as<DeletePlan>("DELETE note FROM log WHERE host = 'h'").columns.size() == 1);
}

TEST_CASE("what SET may do to a column") {
  check({
      {"UPDATE posts SET id = 2 WHERE author = 'a' AND id = 1", "E325", "id"},
      {"DELETE author FROM posts WHERE author = 'a' AND id = 1", "E325", "author"},
      {"UPDATE things SET i = i + 1 WHERE k = 1", "E326", "i = i + 1"},
      {"UPDATE things SET t = t + 'x' WHERE k = 1", "E326", "t = t + 'x'"},
      {"UPDATE things SET fl = fl + [1] WHERE k = 1", "E326", "fl = fl + [1]"},
      {"UPDATE things SET s = {'x'} + s WHERE k = 1", "E326", "s = {'x'} + s"},
      {"UPDATE things SET s['x'] = 'y' WHERE k = 1", "E326", "s['x'] = 'y'"},
      {"UPDATE things SET t['x'] = 'y' WHERE k = 1", "E326", "t['x'] = 'y'"},
      {"UPDATE things SET fm['x'] = 1 WHERE k = 1", "E326", "fm['x'] = 1"},
      {"UPDATE things SET fa.street = 'x' WHERE k = 1", "E326", "fa.street = 'x'"},
      {"UPDATE things SET t.street = 'x' WHERE k = 1", "E243", "t.street = 'x'"},
      {"UPDATE things SET a.stret = 'x' WHERE k = 1", "E221", "stret"},
      {"UPDATE things SET m = m - {'x': 1} WHERE k = 1", "E204", "{'x': 1}"},
      {"UPDATE things SET m = m + {'x'} WHERE k = 1", "E204", "{'x'}"},
      {"UPDATE things SET m[null] = 1 WHERE k = 1", "E407", "null"},
      {"UPDATE hits SET n = 5 WHERE page = 'p' AND day = 1", "E326", "n = 5"},
      {"DELETE fa.street FROM things WHERE k = 1", "E326", "fa.street"},
      {"DELETE t['x'] FROM things WHERE k = 1", "E326", "t['x']"},
  });
  CHECK(refused("UPDATE things SET i = 1, i = 2 WHERE k = 1").error_class == ErrorClass::syntax);
  CHECK(refused("UPDATE things SET m = {}, m['a'] = 2 WHERE k = 1").error_class == ErrorClass::syntax);
  check_accepted({
      "UPDATE things SET l = l + [1], m['a'] = 1, m['a'] = 2 WHERE k = 1",
      "UPDATE things SET l = [1] + l, s -= {'x'}, a.street = 'x', a.number = 1 WHERE k = 1",
  });
}

TEST_CASE("counters, conditions and batches") {
  check({
      {"INSERT INTO hits (page, day) VALUES ('p', 1)", "E330", "hits"},
      {"UPDATE hits USING TIMESTAMP 1 SET n = n + 1 WHERE page = 'p' AND day = 1", "E330",
       "USING TIMESTAMP 1"},
      {"UPDATE things USING TIMESTAMP 1 SET i = 1 WHERE k = 1 IF EXISTS", "E329", "1"},
      {"UPDATE things SET i = 1 WHERE k = 1 IF k = 1", "E329", "k"},
      {"BEGIN BATCH USING TIMESTAMP 1 INSERT INTO things (k) VALUES (1) USING TIMESTAMP 2; APPLY BATCH",
       "E331", "2"},
      {"BEGIN COUNTER BATCH INSERT INTO things (k) VALUES (1); APPLY BATCH", "E331",
       "INSERT INTO things (k) VALUES (1)"},
      {"BEGIN BATCH UPDATE posts SET title = 'x' WHERE author = 'a'; APPLY BATCH", "E313", "author = 'a'"},
  });
  CHECK(refused("BEGIN BATCH USING TTL 5 INSERT INTO things (k) VALUES (1); APPLY BATCH").code == "E331");
  const auto batch = plan_as<BatchPlan>(
      "BEGIN UNLOGGED BATCH INSERT INTO things (k) VALUES (1); DELETE FROM posts WHERE author = 'a'; APPLY "
      "BATCH");
  CHECK(batch.kind == BatchStatement::Kind::unlogged);
  CHECK(batch.statements.size() == 2);
  CHECK(plan_as<BatchPlan>("BEGIN BATCH APPLY BATCH").statements.empty());
}

TEST_CASE("conditions are a plan around the writes") {
  const auto alone = plan_as<ConditionalPlan>("UPDATE things SET i = i + 1 WHERE k = 1 IF i > 5 AND t = 'x'");
  REQUIRE(alone.writes.size() == 1);
  CHECK(std::get<ColumnsPass>(alone.writes[0].condition).conditions.size() == 2);
  CHECK(alone.shown.size() == 2);
  const auto absent = plan_as<ConditionalPlan>("INSERT INTO things (k) VALUES (1) IF NOT EXISTS");
  CHECK(std::holds_alternative<RowIsAbsent>(absent.writes[0].condition));
  CHECK(absent.shown.size() == absent.table->columns.size());
  const auto batch = plan_as<ConditionalPlan>(
      "BEGIN BATCH INSERT INTO things (k) VALUES (1); UPDATE things SET i = 1 WHERE k = 1 IF i = 2; APPLY "
      "BATCH");
  REQUIRE(batch.writes.size() == 2);
  CHECK(std::holds_alternative<Unconditional>(batch.writes[0].condition));
  CHECK(batch.shown.size() == 2);  // the key, and the column of the condition
}

TEST_CASE("USE and TRUNCATE look their names up") {
  CHECK(plan_as<UsePlan>("USE class").keyspace == "class");
  CHECK(plan_as<TruncatePlan>("TRUNCATE posts").table->name == "posts");
  check({{"USE klass", "E201", "klass"}, {"TRUNCATE post", "E201", "post"}});
}
