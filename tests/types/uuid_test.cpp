#include "types/uuid.h"

#include <catch2/catch.hpp>

#include "values.h"

namespace cellar {

TEST_CASE("uuids are read and written") {
  const std::string bytes = encode(TypeKind::uuid, "550E8400-e29b-41d4-A716-446655440000");
  CHECK(bytes.size() == 16);
  CHECK(uuid_text(bytes) == "550e8400-e29b-41d4-a716-446655440000");
  CHECK(uuid_version(bytes) == 4);
  for (const char* text : {"", "550e8400-e29b-41d4-a716-44665544000", "550e8400e29b-41d4-a716-4466554400000",
                           "550e8400-e29b-41d4-a716-44665544000g"}) {
    CAPTURE(text);
    CHECK(refused_literal(TypeKind::uuid, text) == "not_a_uuid");
  }
  CHECK(refused_literal(TypeKind::timeuuid, "550e8400-e29b-41d4-a716-446655440000") == "not_a_timeuuid");
  CHECK(refused_literal(TypeKind::timeuuid, "00000000-0000-0000-0000-000000000000") == "not_a_timeuuid");
}

}  // namespace cellar
