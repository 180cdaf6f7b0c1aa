#include "storage/format/bytes.h"

#include <catch2/catch.hpp>
#include <string>

namespace cellar {

TEST_CASE("nothing is copied from where nothing is") {
  std::string to;
  assign_bytes({}, to);
  CHECK(to.empty());
  char kept = 'x';
  copy_bytes(nullptr, &kept, 0);
  CHECK(kept == 'x');
  assign_bytes("12345", to);
  CHECK(to == "12345");
  assign_bytes("67890", to);
  CHECK(to == "67890");
}

}  // namespace cellar
