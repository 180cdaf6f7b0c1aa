// The build of an index that is interrupted. The thread sanitizer does not know how a build waits for another one
// (std::timed_mutex), so its tests leave this one out.

#include "fixture.h"

namespace cellar {

namespace {

using namespace std::chrono_literals;

/// More rows than a definition adds to an index by itself.
void fill_for_build(Session& session) {
  session.execute("CREATE TABLE t (k int, c int, v int, PRIMARY KEY (k, c))");
  const Prepared insert = session.prepare("INSERT INTO t (k, c, v) VALUES (?, 0, 1)");
  session.begin_group();
  for (int k = 0; k < 60'000; ++k) session.execute(insert, k);
  session.commit_group();
}

}  // namespace

TEST_CASE("a build that is interrupted says that its index is defined, and the next read builds it") {
  Fixture f;
  fill_for_build(f.session);
  f.run({"INSERT INTO t (k, c, v) VALUES (1, 9, 7)"});
  f.session.set_wait({.waiting = nullptr, .interrupted = [] { return true; }, .limit = 1s});
  CHECK(f.refused("CREATE INDEX by_v ON t (v)") == "build_interrupted");
  CHECK(f.refused("SELECT c FROM t WHERE v = 7") == "build_interrupted");
  CHECK(f.refused("CREATE INDEX IF NOT EXISTS by_v ON t (v)") == "build_interrupted");
  f.session.set_wait({.waiting = nullptr, .interrupted = nullptr, .limit = 1s});
  CHECK(f.rows("SELECT c FROM t WHERE v = 7") == Rows{"9"});
}

TEST_CASE("a build whose deadline passes says that its index is defined") {
  Fixture f;
  fill_for_build(f.session);
  f.run({"INSERT INTO t (k, c, v) VALUES (1, 9, 7)"});
  const auto is_over = []() -> bool { refuse("deadline_passed"); };
  f.session.set_wait({.waiting = nullptr, .interrupted = is_over, .limit = 1s});
  CHECK(f.refused("CREATE INDEX by_v ON t (v)") == "build_interrupted");
  CHECK(f.refused("CREATE INDEX IF NOT EXISTS by_v ON t (v)") == "build_interrupted");
  CHECK(f.refused("SELECT c FROM t WHERE v = 7") == "deadline_passed");
  f.session.set_wait({.waiting = nullptr, .interrupted = nullptr, .limit = 1s});
  CHECK(f.rows("SELECT c FROM t WHERE v = 7") == Rows{"9"});
}

}  // namespace cellar
