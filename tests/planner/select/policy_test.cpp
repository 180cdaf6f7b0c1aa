// The policy `teach`: one partition, or ALLOW FILTERING and a notice.
#include "planning.h"

using namespace cellar;
using namespace cellar::test;

namespace {

std::vector<std::string> notices(std::string_view text, Policy policy = Policy::teach) {
  std::vector<std::string> codes;
  for (const Diagnostic& notice : plan_text(text, policy).notices) codes.emplace_back(notice.code());
  return codes;
}

using Codes = std::vector<std::string>;

}  // namespace

TEST_CASE("teach refuses what names no single partition") {
  check(
      {
          {"SELECT * FROM posts", "E311", "posts"},
          {"SELECT count(*) FROM posts LIMIT 1", "E311", "posts"},
          {"SELECT DISTINCT author FROM posts", "E311", "posts"},
          {"SELECT * FROM posts WHERE token(author) > 5", "E303", "token(author) > 5"},
          {"SELECT * FROM posts WHERE author IN ('a', 'b')", "E314", "author IN ('a', 'b')"},
          {"SELECT * FROM posts WHERE author IN ?", "E314", "author IN ?"},
          {"SELECT * FROM posts WHERE title = 'x'", "E301", "title"},
          {"SELECT * FROM orders WHERE year = 1", "E302", "year = 1"},
      },
      Policy::teach);
  check_accepted({"SELECT * FROM posts WHERE author = 'a'", "SELECT * FROM posts WHERE author IN ('a')",
                  "UPDATE posts SET title = 'x' WHERE author IN ('a', 'b') AND id = 1"},
                 Policy::teach);
  check_accepted({"SELECT * FROM posts", "SELECT * FROM posts WHERE author IN ('a', 'b')"});
}

TEST_CASE("notices come with what is allowed") {
  CHECK(notices("SELECT * FROM posts WHERE author = 'a'") == Codes{});
  CHECK(notices("SELECT * FROM posts WHERE author = 'a' ORDER BY id DESC") == Codes{"W401"});
  CHECK(notices("SELECT * FROM posts ALLOW FILTERING") == Codes{"W402"});
  CHECK(notices("SELECT * FROM posts WHERE title = 'x' ALLOW FILTERING") == Codes{"W402"});
  CHECK(notices("SELECT * FROM posts WHERE author = 'a' AND title = 'x' ALLOW FILTERING") == Codes{"W403"});
  CHECK(notices("SELECT * FROM posts ALLOW FILTERING", Policy::cassandra) == Codes{});
}
