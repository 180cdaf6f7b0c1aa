// The way to the rows: rules K1 to K5, O1 to O3, and the plans they allow.
#include "planning.h"

using namespace cellar;
using namespace cellar::test;

TEST_CASE("reads that need a partition") {
  check({
      {"SELECT * FROM posts WHERE title = 'x'", "E301", "title"},
      {"SELECT * FROM posts WHERE id = 1", "E301", "id"},
      {"SELECT * FROM log WHERE hour = 1", "E301", "hour"},
      {"SELECT * FROM posts WHERE token(author) > 1 AND title = 'x'", "E301", "title"},
      {"SELECT * FROM orders WHERE region = 'eu'", "E302", "region = 'eu'"},
      {"SELECT * FROM orders WHERE year IN (1, 2)", "E302", "year IN (1, 2)"},
      {"SELECT * FROM orders WHERE region = 'eu' AND year > 2000", "E303", "year > 2000"},
      {"SELECT * FROM posts WHERE author > 'a'", "E303", "author > 'a'"},
      {"SELECT * FROM paths WHERE k CONTAINS 1", "E302", "k CONTAINS 1"},
  });
}

TEST_CASE("within a partition, columns from left to right") {
  check({
      {"SELECT * FROM posts WHERE author = 'a' AND title = 'x'", "E304", "title"},
      {"SELECT * FROM posts WHERE author = 'a' AND id = 1 AND title = 'x'", "E304", "title"},
      {"SELECT * FROM log WHERE host = 'h' AND hour = 1", "E305", "hour = 1"},
      {"SELECT * FROM log WHERE host = 'h' AND day = 1 AND minute > 1", "E305", "minute > 1"},
      {"SELECT * FROM log WHERE host = 'h' AND (hour, minute) > (1, 1)", "E305", "(hour, minute) > (1, 1)"},
      {"SELECT * FROM log WHERE host = 'h' AND day > 1 AND hour = 1", "E306", "hour = 1"},
      {"SELECT * FROM log WHERE host = 'h' AND hour = 1 AND day > 1", "E306", "hour = 1"},
      {"SELECT * FROM paths WHERE k = [1] AND c CONTAINS 1", "E304", "c CONTAINS 1"},
      {"SELECT note FROM log WHERE host = 'h' AND day = 1", "E322", "day = 1"},
      {"SELECT * FROM log WHERE host = 'h' AND (hour, minute) IN ((1, 1), (2, 2)) ALLOW FILTERING", "E320",
       "(hour, minute) IN ((1, 1), (2, 2))"},
  });
  check_accepted({
      "SELECT * FROM posts WHERE title = 'x' ALLOW FILTERING",
      "SELECT * FROM orders WHERE region = 'eu' ALLOW FILTERING",
      "SELECT * FROM log WHERE host = 'h' AND hour = 1 ALLOW FILTERING",
      "SELECT * FROM log WHERE host = 'h' AND day > 1 AND hour = 1 ALLOW FILTERING",
      "SELECT * FROM paths WHERE k CONTAINS 1 AND c CONTAINS 2 ALLOW FILTERING",
      "SELECT note, host FROM log WHERE host = 'h'",
  });
}

TEST_CASE("the refusal offers a table keyed by what is searched") {
  CHECK_THAT(refused("SELECT * FROM log WHERE line = 'x' AND level > 3").table,
             Catch::Contains(
                 "CREATE TABLE log_by_line (line text, level int, day int, hour int, minute int, host text, "
                 "note text, PRIMARY KEY ((line), level, day, hour, minute, host)) WITH CLUSTERING ORDER BY "
                 "(level ASC, day DESC, hour ASC, minute ASC, host ASC);"));
  CHECK_THAT(refused("SELECT * FROM log WHERE line > 'x'").table, Catch::Equals(""));
  CHECK_THAT(refused("SELECT * FROM log WHERE line = 'x'").words,
             Catch::Contains("((host), day DESC, hour, minute)") && !Catch::Contains("ALLOW FILTERING"));
}

TEST_CASE("a partition, its rows, its order") {
  const auto one =
      plan_as<SelectPlan>("SELECT * FROM orders WHERE region = 'eu' AND year IN (1, 2) AND number >= 3");
  const auto& named = std::get<NamedPartitions>(one.partitions);
  REQUIRE(named.key.size() == 2);
  CHECK(!named.key[0].is_in);
  CHECK(named.key[1].is_in);
  CHECK(named.key[1].values.size() == 2);
  CHECK(one.clustering.steps.empty());
  REQUIRE(one.clustering.lower);
  CHECK(one.clustering.lower->inclusive);
  CHECK(!one.clustering.upper);
  CHECK(one.filters.empty());
  CHECK(!one.static_row_alone);

  const auto rows = plan_as<SelectPlan>(
      "SELECT line FROM log WHERE host = 'h' AND day IN (1, 2) AND (hour, minute) > (1, 2) AND hour < 9");
  REQUIRE(rows.clustering.steps.size() == 1);
  CHECK(rows.clustering.steps[0].is_in);
  CHECK(rows.clustering.steps[0].alternatives.size() == 2);
  CHECK(rows.clustering.slice_first == 1);
  CHECK(rows.clustering.lower->count == 2);
  CHECK(rows.clustering.lower->values.size() == 2);
  CHECK(rows.clustering.upper->count == 1);
  const Table& log = *rows.table;
  CHECK(rows.wanted == std::vector<std::size_t>{*log.find("line")});

  const auto one_value = plan_as<SelectPlan>("SELECT * FROM orders WHERE region IN ('eu') AND year = 1");
  CHECK(!std::get<NamedPartitions>(one_value.partitions).key[0].is_in);
  CHECK(plan_as<SelectPlan>("SELECT * FROM log WHERE host = 'h'").static_row_alone);
  CHECK(!plan_as<SelectPlan>("SELECT * FROM posts WHERE author = 'a'").static_row_alone);
}

TEST_CASE("what no key serves is a filter") {
  const auto scan = plan_as<SelectPlan>(
      "SELECT host FROM log WHERE host = 'h' AND hour = 1 AND line = 'x' ALLOW FILTERING");
  const Table& log = *scan.table;
  CHECK(std::get<NamedPartitions>(scan.partitions).key.size() == 1);
  CHECK(!scan.clustering.restricts());
  REQUIRE(scan.filters.size() == 2);
  CHECK(scan.filters[0].column == *log.find("hour"));
  CHECK(scan.filters[1].column == *log.find("line"));
  CHECK(scan.wanted == std::vector<std::size_t>{*log.find("line")});

  const auto partial =
      plan_as<SelectPlan>("SELECT * FROM orders WHERE region = 'eu' AND number = 1 ALLOW FILTERING");
  CHECK(!std::get<RingPart>(partial.partitions).is_bounded());
  CHECK(partial.filters.size() == 1);
  CHECK(partial.clustering.steps.size() == 1);

  const auto element =
      plan_as<SelectPlan>("SELECT * FROM things WHERE m['a'] = 1 AND s CONTAINS 'x' ALLOW FILTERING");
  REQUIRE(element.filters.size() == 2);
  CHECK(element.filters[0].key);
  CHECK(element.filters[1].op == RelationOperator::contains);

  const auto tuple =
      plan_as<SelectPlan>("SELECT * FROM log WHERE host = 'h' AND (hour, minute) = (1, 2) ALLOW FILTERING");
  CHECK(tuple.filters.size() == 2);
}

TEST_CASE("tokens bound a scan, or test the keys that are named") {
  const auto range =
      plan_as<SelectPlan>("SELECT * FROM posts WHERE token(author) > 1 AND token(author) <= token('x')");
  CHECK(!std::get<RingPart>(range.partitions).lower->inclusive);
  CHECK(std::get<RingPart>(range.partitions).upper->inclusive);
  const auto equal = plan_as<SelectPlan>("SELECT * FROM posts WHERE token(author) = 5");
  CHECK(std::get<RingPart>(equal.partitions).lower->inclusive);
  CHECK(std::get<RingPart>(equal.partitions).upper->inclusive);
  const auto both =
      plan_as<SelectPlan>("SELECT * FROM posts WHERE token(author) > 1 AND author IN ('a', 'b')");
  CHECK(std::get<NamedPartitions>(both.partitions).key.size() == 1);
  CHECK(std::get<NamedPartitions>(both.partitions).within.lower);
}

TEST_CASE("ORDER BY follows the clustering columns") {
  check({
      {"SELECT * FROM log ORDER BY day", "E307", "ORDER BY day"},
      {"SELECT * FROM orders WHERE region = 'eu' ORDER BY number ALLOW FILTERING", "E307", "ORDER BY number"},
      {"SELECT * FROM log WHERE host = 'h' ORDER BY line", "E308", "line"},
      {"SELECT * FROM log WHERE host = 'h' ORDER BY host", "E308", "host"},
      {"SELECT * FROM log WHERE host = 'h' ORDER BY hour", "E309", "hour"},
      {"SELECT * FROM log WHERE host = 'h' ORDER BY hour, day", "E309", "hour"},
      {"SELECT * FROM log WHERE host = 'h' AND day > 1 ORDER BY hour", "E309", "hour"},
      {"SELECT * FROM log WHERE host = 'h' ORDER BY day, minute", "E309", "minute"},
      {"SELECT * FROM log WHERE host = 'h' ORDER BY day DESC, hour DESC", "E310", "hour DESC"},
      {"SELECT day AS d FROM log WHERE host = 'h' ORDER BY d", "E203", "d"},
  });
  CHECK(!plan_as<SelectPlan>("SELECT * FROM log WHERE host = 'h' ORDER BY day DESC, hour").reversed);
  CHECK(plan_as<SelectPlan>("SELECT * FROM log WHERE host = 'h' ORDER BY day ASC, hour DESC").reversed);
  CHECK(plan_as<SelectPlan>("SELECT * FROM log WHERE host = 'h' AND day = 1 ORDER BY hour DESC").reversed);
  CHECK(plan_as<SelectPlan>("SELECT * FROM posts WHERE author = 'a' ORDER BY id, id DESC").reversed);
  const auto merged = plan_as<SelectPlan>("SELECT * FROM posts WHERE author IN ('a', 'b') ORDER BY id DESC");
  const auto& keys = std::get<SortedBy>(merged.order).keys;
  REQUIRE(keys.size() == 1);
  CHECK(keys[0].descending);
  CHECK(merged.reversed);
  const auto one = plan_as<SelectPlan>("SELECT * FROM posts WHERE author = 'a' ORDER BY id");
  CHECK(std::holds_alternative<AsRead>(one.order));
}

TEST_CASE("DISTINCT answers partitions") {
  check({
      {"SELECT DISTINCT title FROM posts", "E323", "DISTINCT"},
      {"SELECT DISTINCT region FROM orders", "E323", "DISTINCT"},
      {"SELECT DISTINCT count(*) FROM posts", "E323", "DISTINCT"},
      {"SELECT DISTINCT author FROM posts PER PARTITION LIMIT 1", "E323", "1"},
      {"SELECT DISTINCT author FROM posts WHERE author = 'a' AND id = 1", "E323",
       "WHERE author = 'a' AND id = 1"},
      {"SELECT count(*) FROM posts PER PARTITION LIMIT 1", "E324", "1"},
  });
  check_accepted({"SELECT DISTINCT author FROM posts", "SELECT DISTINCT region, year, boss FROM orders",
                  "SELECT DISTINCT region FROM orders WHERE region = 'eu' AND year = 1"});
}
