// A name without a keyspace where none is in use: what to paste.
#include "planner/plan/read_plan.h"
#include "planning.h"

using namespace cellar;
using namespace cellar::test;

namespace {

std::string fix_of(const Schema& schema) {
  try {
    plan(parse("SELECT * FROM t"), {schema, "", kDefaultNodeNames, Policy::cassandra, 0});
  } catch (const Refusal& refusal) {
    CHECK(refusal.diagnostic.code() == "E200");
    return fill(find_message(refusal.diagnostic.id)->fix, refusal.diagnostic.parameters);
  }
  return "";
}

void make_keyspace(Schema& schema, const std::string& name) { schema.keyspaces.edit(name).name = name; }

const std::string kCreate =
    "CREATE KEYSPACE my_keyspace WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n"
    "USE my_keyspace;";

}  // namespace

TEST_CASE("without any keyspace one is made and put in use") {
  CHECK_THAT(fix_of({}), Catch::EndsWith("\n" + kCreate));
}

TEST_CASE("a keyspace that there is can be put in use, or a new one made") {
  Schema schema;
  make_keyspace(schema, "shop");
  CHECK_THAT(fix_of(schema), Catch::Contains("\nUSE shop;\n"));
  CHECK_THAT(fix_of(schema), Catch::EndsWith("\n" + kCreate));
  make_keyspace(schema, "my_keyspace");
  CHECK_THAT(fix_of(schema), Catch::Contains("\nUSE my_keyspace;\n"));
  CHECK_THAT(fix_of(schema), Catch::EndsWith("\nUSE my_keyspace_2;"));
}

TEST_CASE("the database's own keyspaces are put in use, and not written to") {
  CHECK(plan_as<UsePlan>("USE system").keyspace == "system");
  CHECK(plan_as<UsePlan>("USE system_schema").keyspace == "system_schema");
  CHECK(refused("INSERT INTO system.local (key) VALUES ('x')").code == "E216");
  CHECK(plan_as<SelectPlan>("SELECT * FROM system.local").table->name == "local");
}
