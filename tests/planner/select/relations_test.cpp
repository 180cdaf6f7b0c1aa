// Relations alone and merged: rules.
#include "planning.h"

using namespace cellar;
using namespace cellar::test;

TEST_CASE("operators that find nothing") {
  check({
      {"SELECT * FROM posts WHERE author = 'a' AND id != 1", "E316", "id != 1"},
      {"SELECT * FROM posts WHERE title != 'x' ALLOW FILTERING", "E316", "title != 'x'"},
      {"SELECT * FROM posts WHERE title IS NOT NULL ALLOW FILTERING", "E316", "title IS NOT NULL"},
      {"SELECT * FROM posts WHERE title LIKE 'x%' ALLOW FILTERING", "E317", "title LIKE 'x%'"},
      {"UPDATE things SET i = 1 WHERE s CONTAINS 'x'", "E321", "s CONTAINS 'x'"},
      {"DELETE FROM things WHERE m CONTAINS KEY 'x'", "E321", "m CONTAINS KEY 'x'"},
  });
}

TEST_CASE("relations that the column's type does not take") {
  check({
      {"SELECT * FROM things WHERE t CONTAINS 'x' ALLOW FILTERING", "E318", "t CONTAINS 'x'"},
      {"SELECT * FROM things WHERE s CONTAINS KEY 'x' ALLOW FILTERING", "E318", "s CONTAINS KEY 'x'"},
      {"SELECT * FROM things WHERE l[0] = 1 ALLOW FILTERING", "E318", "l[0] = 1"},
      {"SELECT * FROM things WHERE t['a'] = 1 ALLOW FILTERING", "E318", "t['a'] = 1"},
      {"SELECT * FROM things WHERE fm['a'] = 1 ALLOW FILTERING", "E318", "fm['a'] = 1"},
      {"SELECT * FROM things WHERE m['a'] > 1 ALLOW FILTERING", "E318", "m['a'] > 1"},
      {"SELECT * FROM things WHERE s = {'a'} ALLOW FILTERING", "E318", "s = {'a'}"},
      {"SELECT * FROM things WHERE m IN ({'a': 1}) ALLOW FILTERING", "E318", "m IN ({'a': 1})"},
      {"SELECT * FROM things WHERE a = {street: 'x'} ALLOW FILTERING", "E318", "a = {street: 'x'}"},
      {"SELECT * FROM things WHERE du > 1d ALLOW FILTERING", "E318", "du > 1d"},
  });
}

TEST_CASE("values of the wrong type are blamed themselves") {
  check({
      {"SELECT * FROM posts WHERE author = 5", "E204", "5"},
      {"SELECT * FROM posts WHERE author = 'a' AND id = '5'", "E204", "'5'"},
      {"SELECT * FROM posts WHERE author = 'a' AND id IN (1, 2.5)", "E204", "2.5"},
      {"SELECT * FROM things WHERE u = 'x' ALLOW FILTERING", "E204", "'x'"},
      {"SELECT * FROM things WHERE s CONTAINS 5 ALLOW FILTERING", "E204", "5"},
      {"SELECT * FROM things WHERE m[1] = 5 ALLOW FILTERING", "E204", "1"},
      {"SELECT * FROM log WHERE host = 'h' AND (day, hour) > (1, 'x')", "E204", "'x'"},
      {"SELECT * FROM posts WHERE token(author) > 'x'", "E204", "'x'"},
      {"SELECT * FROM posts WHERE wrong = 1", "E203", "wrong"},
      {"SELECT * FROM posts WHERE author = null", "E401", "null"},
      {"SELECT * FROM posts WHERE author IN ('a', null)", "E401", "null"},
      {"SELECT * FROM posts WHERE views = null ALLOW FILTERING", "E406", "null"},
  });
  check_accepted({"SELECT * FROM posts WHERE views IN (1, null) ALLOW FILTERING",
                  "SELECT * FROM posts WHERE author = 'a' AND id > null"});
}

TEST_CASE("tokens and tuples of the right columns") {
  check({
      {"SELECT * FROM orders WHERE token(region) > 1", "E319", "token(region)"},
      {"SELECT * FROM orders WHERE token(year, region) > 1", "E319", "token(year, region)"},
      {"SELECT * FROM posts WHERE token(author, id) > 1", "E319", "token(author, id)"},
      {"SELECT * FROM log WHERE (host, day) = ('h', 1)", "E320", "host"},
      {"SELECT * FROM log WHERE host = 'h' AND (day, day) > (1, 1)", "E320", "day"},
      {"SELECT * FROM log WHERE host = 'h' AND (day, minute) > (1, 1)", "E320", "minute"},
      {"SELECT * FROM log WHERE host = 'h' AND (hour, day) > (1, 1)", "E320", "day"},
      {"SELECT * FROM log WHERE host = 'h' AND (day, hour) > (1)", "E320", "(1)"},
      {"SELECT * FROM log WHERE host = 'h' AND (day, hour) IN ((1, 2), (1, 2, 3))", "E320", "(1, 2, 3)"},
  });
}

TEST_CASE("relations on one column that cannot stand together") {
  check({
      {"SELECT * FROM posts WHERE author = 'a' AND author = 'a'", "E315", "author = 'a'"},
      {"SELECT * FROM posts WHERE author = 'a' AND id = 1 AND id > 0", "E315", "id > 0"},
      {"SELECT * FROM posts WHERE author = 'a' AND id IN (1, 2) AND id = 1", "E315", "id = 1"},
      {"SELECT * FROM posts WHERE author = 'a' AND id > 1 AND id >= 2", "E315", "id >= 2"},
      {"SELECT * FROM posts WHERE author = 'a' AND id < 1 AND id < 2", "E315", "id < 2"},
      {"SELECT * FROM posts WHERE views = 1 AND views > 0 ALLOW FILTERING", "E315", "views > 0"},
      {"SELECT * FROM paths WHERE k = [1] AND c CONTAINS 1 AND c = {1} ALLOW FILTERING", "E315", "c = {1}"},
      {"SELECT * FROM log WHERE host = 'h' AND day = 1 AND (day, hour) > (1, 1)", "E315",
       "(day, hour) > (1, 1)"},
      {"SELECT * FROM log WHERE host = 'h' AND (day, hour) > (1, 1) AND (day, hour) > (2, 1)", "E315",
       "(day, hour) > (2, 1)"},
      {"SELECT * FROM log WHERE host = 'h' AND (day, hour) > (1, 1) AND hour < 5 ALLOW FILTERING", "E315",
       "hour < 5"},
      {"SELECT * FROM posts WHERE token(author) = 1 AND token(author) > 0", "E315", "token(author) > 0"},
      {"SELECT * FROM posts WHERE token(author) > 1 AND token(author) > 0", "E315", "token(author) > 0"},
  });
  check_accepted({
      "SELECT * FROM posts WHERE author = 'a' AND id > 1 AND id < 5",
      "SELECT * FROM log WHERE host = 'h' AND day > 1 AND (day, hour) < (2, 3)",
      "SELECT * FROM things WHERE s CONTAINS 'a' AND s CONTAINS 'b' ALLOW FILTERING",
      "SELECT * FROM things WHERE m CONTAINS 1 AND m CONTAINS KEY 'a' AND m['a'] = 1 ALLOW FILTERING",
      "SELECT * FROM posts WHERE token(author) > 1 AND author IN ('a', 'b')",
      "SELECT * FROM posts WHERE author = 'a' AND id > 5 AND id < 1",
      "SELECT * FROM posts WHERE author IN ()",
      "SELECT * FROM posts WHERE author = 'a' AND id IN ()",
  });
}
