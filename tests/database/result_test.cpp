// A result answers by the same door whatever its rows come from.

#include <utility>

#include "fixture.h"

using namespace cellar;

namespace {

std::vector<ResultColumn> item_columns() {
  return {{"id", native_type(TypeKind::int_)}, {"title", native_type(TypeKind::text)}};
}

Result items() {
  return {item_columns(), {{encode_int32(7), "seven"}, {encode_int32(8), std::nullopt}, {encode_int32(9)}}};
}

}  // namespace

TEST_CASE("rows that were computed are read by type and name") {
  Result result = items();
  REQUIRE(result.has_rows());
  REQUIRE(result.columns().size() == 2);
  CHECK(result.columns()[0].name == "id");
  CHECK(result.columns()[1].type == native_type(TypeKind::text));
  const ResultRow* row = result.next();
  REQUIRE(row != nullptr);
  CHECK(row->get<std::int32_t>("id") == 7);
  CHECK(row->get<std::string>("title") == "seven");
  CHECK(refusal_of([&] { row->get<int>("name"); }) == "no_result_column");
  row = result.next();
  REQUIRE(row != nullptr);
  CHECK(row->get<std::int32_t>(0) == 8);
  CHECK(row->get<std::optional<std::string>>("title") == std::nullopt);
  row = result.next();
  REQUIRE(row != nullptr);
  CHECK(row->get<std::optional<std::string>>("title") == std::nullopt);
  CHECK(result.next() == nullptr);
  CHECK(result.next() == nullptr);
  CHECK(result.has_rows());
}

TEST_CASE("computed rows have cost no reading, and may come with notices") {
  Result result(item_columns(), {{encode_int32(7), "seven"}},
                {{"several_partitions_read", {}, {}, std::nullopt}});
  CHECK(rows_of(result) == Rows{"7|'seven'"});
  REQUIRE(result.notices().size() == 1);
  CHECK(result.notices()[0].id == "several_partitions_read");
  CHECK(result.counters().entries == 0);
  CHECK(result.counters().rows == 0);
  CHECK(result.read_position().empty());
}

TEST_CASE("computed rows stay over pauses and moves") {
  Result result = items();
  REQUIRE(result.next() != nullptr);
  result.pause();
  Result moved = std::move(result);
  CHECK(rows_of(moved) == Rows{"8|null", "9|null"});
  Result assigned;
  assigned = items();
  assigned.pause();
  CHECK(rows_of(assigned).size() == 3);
}

TEST_CASE("a result without rows has columns all the same") {
  Result result(item_columns(), {});
  CHECK(result.has_rows());
  CHECK(result.columns().size() == 2);
  CHECK(result.next() == nullptr);
}

TEST_CASE("values that are none of their column are refused") {
  const auto refused = [](std::vector<std::vector<Value>> rows) {
    return !refusal_of([&] { Result(item_columns(), std::move(rows)); }).empty();
  };
  CHECK(refused({{"abc", "seven"}}));
  CHECK(refused({{encode_int32(7), "\xff"}}));
  CHECK(refused({{encode_int32(7), "seven", "more"}}));
  CHECK_FALSE(refused({{encode_int32(7), "seven"}}));
}

TEST_CASE("a result keeps its columns when its statement is planned anew") {
  Fixture f;
  f.run({"CREATE TABLE t (id int PRIMARY KEY, v int)", "INSERT INTO t (id, v) VALUES (1, 2)"});
  const Prepared all = f.session.prepare("SELECT * FROM t WHERE id = 1");
  Result before = f.session.execute(all);
  f.run({"ALTER TABLE t ADD w int"});
  Result after = f.session.execute(all);
  CHECK(before.columns().size() == 2);
  CHECK(after.columns().size() == 3);
  CHECK(rows_of(before) == Rows{"1|2"});
  CHECK(rows_of(after) == Rows{"1|2|null"});
}
