#include "parser/markers.h"

#include <catch2/catch.hpp>

namespace cellar {

TEST_CASE("markers are found outside of strings, names and comments") {
  for (const char* text :
       {"SELECT a FROM t WHERE k = ?", "INSERT INTO t (a) VALUES (:a)", "WHERE k IN :ks", "SET m = {'a': ?}",
        "SET m = {'a': :v}", "SET m = {:k : 1}", "SET m = {'a' : 1, :k : 2}", "LIMIT :\"N\"",
        "SET t = (1, :x)", "v = 'it''s' AND w = :w", "SET m = {/* a */ :k : 1}",
        "SET m = {'a': 1} WHERE k = :k"}) {
    INFO(text);
    CHECK(may_have_markers(text));
  }
  for (const char* text :
       {"SELECT a FROM t WHERE k = 1", "VALUES ('a:b', 'why?')", "SET m = {'a': 1, 'b' : true}",
        "SET m = {f: 1, g :{h: 2}}", "SELECT \"a?b\" FROM t", "SELECT a -- why? :x\nFROM t", "x = $$a:?$$",
        "SET m = {[1]: 2, (1, 2): 3, {1}: 4, 0x00: 5}", "SET m = {'a' /* : */ : 1}", ""}) {
    INFO(text);
    CHECK_FALSE(may_have_markers(text));
  }
}

}  // namespace cellar
