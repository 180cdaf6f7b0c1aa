// How many bind markers a statement may have.
#include "planning.h"

using namespace cellar;
using namespace cellar::test;

namespace {

std::string select_of(std::size_t markers) {
  std::string text = "SELECT title FROM posts WHERE author IN (?";
  for (std::size_t i = 1; i < markers; ++i) text += ",?";
  return text + ")";
}

}  // namespace

TEST_CASE("a statement has at most 65535 markers") {
  CHECK(refused(select_of(65'535)).id.empty());
  CHECK(refused(select_of(65'536)).id == "too_many_markers");
}
