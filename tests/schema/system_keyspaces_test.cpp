#include "schema/system_keyspaces.h"

#include <catch2/catch.hpp>

#include "schema/cql_text.h"

using namespace cellar;

TEST_CASE("the keyspaces of the database itself are known by name") {
  CHECK(describe(*find_system_keyspace("system")) ==
        "CREATE KEYSPACE system WITH replication = {'class': 'LocalStrategy'}  AND durable_writes = true;");
  CHECK(is_system_keyspace("system_virtual_schema"));
  CHECK_FALSE(is_system_keyspace("systems"));
  CHECK_FALSE(is_replicated_system_keyspace("system_schema"));
  CHECK(is_replicated_system_keyspace("system_auth"));
  CHECK(is_replicated_system_keyspace("system_distributed"));
  CHECK(is_replicated_system_keyspace("system_traces"));
}
