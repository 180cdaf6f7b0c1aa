// Select lists: names of result columns, types, what cannot be asked.
#include "planning.h"

using namespace cellar;
using namespace cellar::test;

namespace {

struct Named {
  const char* selector;
  const char* name;
  Type type;
};

}  // namespace

TEST_CASE("result columns are named as Cassandra names them") {
  const Type integer = native_type(TypeKind::int_);
  const Type bigint = native_type(TypeKind::bigint);
  const std::vector<Named> selectors = {
      {"i", "i", integer},
      {"\"i\" AS \"Wide Name\"", "Wide Name", integer},
      {"i+1", "i + 1", integer},
      {"i + 2147483648", "i + 2147483648", bigint},
      {"(i + k) * 2", "(i + k) * 2", integer},
      {"- i", "-i", integer},
      {"-(-k)", "-(-k)", integer},
      {"(int) 5", "(int)5", integer},
      {"(bigint) null", "(bigint)NULL", bigint},
      {"CAST(i AS text)", "cast(i as text)", native_type(TypeKind::text)},
      {"CAST(i AS int)", "i", integer},
      {"count(*)", "count", bigint},
      {"COUNT(1)", "count", bigint},
      {"count(i)", "system.count(i)", bigint},
      {"max(abs(i))", "system.max(system.abs(i))", integer},
      {"abs(max(i)) + 1", "system.abs(system.max(i)) + 1", integer},
      {"token(k)", "system.token(k)", bigint},
      {"int_as_blob(5)", "system.int_as_blob(5)", native_type(TypeKind::blob)},
      {"m['a']", "m['a']", integer},
      {"m['a'..'b']", "m['a'..'b']", map_of(native_type(TypeKind::text), integer)},
      {"s['x']", "s['x']", native_type(TypeKind::text)},
      {"a.street", "a.street", native_type(TypeKind::text)},
      {"WRITETIME(i)", "writetime(i)", bigint},
      {"TTL(m['a'])", "ttl(m['a'])", integer},
      {"WRITETIME(m)", "writetime(m)", list_of(bigint, true)},
      {"MAXWRITETIME(m)", "maxwritetime(m)", bigint},
      {"TTL(a.street)", "ttl(a.street)", integer},
      {"(k, t)", "(k, t)", tuple_of({integer, native_type(TypeKind::text)})},
      {"[k, i]", "[k, i]", list_of(integer, true)},
  };
  for (const Named& each : selectors) {
    const std::string text = std::string("SELECT ") + each.selector + " FROM things WHERE k = 1";
    INFO(text);
    const auto plan = plan_as<SelectPlan>(text);
    REQUIRE(plan.columns.size() == 1);
    CHECK(plan.columns[0].name == each.name);
    CHECK(to_cql(plan.columns[0].value.type) == to_cql(each.type));
  }
}

TEST_CASE("star lists the columns of the table") {
  const auto plan = plan_as<SelectPlan>("SELECT * FROM log WHERE host = 'h'");
  std::string names;
  for (const OutputColumn& column : plan.columns) names += column.name + " ";
  CHECK(names == "host day hour minute note level line ");
}

TEST_CASE("aggregates are collected") {
  const auto plan = plan_as<SelectPlan>("SELECT i, count(*), max(b) FROM things");
  REQUIRE(plan.aggregates.size() == 2);
  CHECK(plan.aggregates[0].arguments.empty());
  CHECK(plan.aggregates[1].arguments.size() == 1);
  CHECK(std::holds_alternative<ColumnNode>(plan.columns[0].value.node));
  CHECK(std::get<AggregateNode>(plan.columns[2].value.node).index == 1);
  CHECK(plan.wanted == std::vector<std::size_t>{*plan.table->find("b"), *plan.table->find("i")});
}

TEST_CASE("what a select list cannot ask") {
  check({
      {"SELECT wrong FROM things", "E203", "wrong"},
      {"SELECT 1 FROM things", "E242", "1"},
      {"SELECT 'a', k FROM things", "E242", "'a'"},
      {"SELECT (k) FROM things", "E242", "(k)"},
      {"SELECT CAST(5 AS text) FROM things", "E242", "5"},
      {"SELECT nosuch(k) FROM things", "E230", "nosuch"},
      {"SELECT other.abs(k) FROM things", "E230", "other.abs"},
      {"SELECT \"ABS\"(k) FROM things", "E230", "\"ABS\""},
      {"SELECT abs(t) FROM things", "E240", "abs(t)"},
      {"SELECT abs(null) FROM things", "E240", "abs(null)"},
      {"SELECT abs() FROM things", "E240", "abs()"},
      {"SELECT int_as_blob('x') FROM things", "E240", "'x'"},
      {"SELECT int_as_blob(k, k) FROM things", "E240", "int_as_blob(k, k)"},
      {"SELECT count() FROM things", "E240", "count()"},
      {"SELECT token(k, i) FROM things", "E240", "token(k, i)"},
      {"SELECT token(t) FROM things", "E240", "t"},
      {"SELECT i + t FROM things", "E240", "i + t"},
      {"SELECT i + null FROM things", "E240", "i + null"},
      {"SELECT CAST(i AS blob) FROM things", "E241", "CAST(i AS blob)"},
      {"SELECT CAST(t AS text), CAST(l AS text) FROM things", "E241", "CAST(l AS text)"},
      {"SELECT l[0] FROM things", "E243", "l[0]"},
      {"SELECT i['a'] FROM things", "E243", "i['a']"},
      {"SELECT m[1] FROM things", "E204", "1"},
      {"SELECT t.x FROM things", "E243", "t.x"},
      {"SELECT a.wrong FROM things", "E221", "wrong"},
      {"SELECT WRITETIME(k) FROM things", "E244", "WRITETIME(k)"},
      {"SELECT max(max(i)) FROM things", "E324", "max(i)"},
      {"SELECT (text) i FROM things", "E204", "i"},
  });
}

TEST_CASE("what Cassandra refuses is refused for its own reason") {
  CHECK(refused("SELECT JSON wrong FROM things").code == "E203");
  CHECK(refused("UPDATE things SET i = 'x' WHERE k = 1 IF EXISTS").code == "E204");
}
