// What EXPLAIN says, as data.
#include "planner/explain/explain.h"

#include "planning.h"

using namespace cellar;
using namespace cellar::test;

namespace {

/// Explains an accepted statement.
Explanation explained(const std::string& text, Policy policy = Policy::cassandra) {
  const Statement statement = parse("EXPLAIN " + text);
  const auto& explain_statement = std::get<ExplainStatement>(statement.node);
  const PlanContext context{school(), "class", kDefaultNodeNames, policy};
  return explain(explain_statement, plan(*explain_statement.explained, context));
}

std::string kind_of(const std::string& text) { return explained(text).kind; }

/// `K1 -K5`: a minus stands before a rule that is broken.
std::string rules_of(const std::string& text) {
  std::string rules;
  for (const RuleMark& mark : explained(text).rules)
    rules += (rules.empty() ? "" : " ") + std::string(mark.holds ? "" : "-") + std::string(mark.rule);
  return rules;
}

}  // namespace

TEST_CASE("EXPLAIN names the kind of a read") {
  CHECK(kind_of("SELECT * FROM posts WHERE author = 'a' AND id = 1") == "point");
  CHECK(kind_of("SELECT * FROM posts WHERE author = 'a' AND id > 1") == "slice");
  CHECK(kind_of("SELECT * FROM posts WHERE author = 'a'") == "partition");
  CHECK(kind_of("SELECT * FROM posts WHERE author = 'a' ORDER BY id DESC") == "reverse partition");
  CHECK(kind_of("SELECT * FROM posts WHERE author IN ('a', 'b')") == "multi-partition(2)");
  CHECK(kind_of("SELECT * FROM posts WHERE author IN ?") == "multi-partition(n)");
  CHECK(kind_of("SELECT * FROM posts WHERE author = 'a' AND title = 'x' ALLOW FILTERING") ==
        "filter-in-partition");
  CHECK(kind_of("SELECT * FROM posts") == "full-scan");
  CHECK(kind_of("SELECT * FROM posts WHERE token(author) > 5") == "token range");
}

TEST_CASE("EXPLAIN names the kind of a write") {
  CHECK(kind_of("INSERT INTO posts (author, id) VALUES ('a', 1)") == "upsert");
  CHECK(kind_of("INSERT INTO posts (author, id) VALUES ('a', 1) IF NOT EXISTS") == "conditional upsert");
  CHECK(kind_of("UPDATE posts SET title = 'x' WHERE author = 'a' AND id = 1") == "upsert");
  CHECK(kind_of("DELETE FROM posts WHERE author = 'a' AND id = 1") == "delete row");
  CHECK(kind_of("DELETE FROM posts WHERE author = 'a' AND id > 1") == "delete range");
  CHECK(kind_of("DELETE FROM posts WHERE author = 'a'") == "delete partition");
  CHECK(kind_of("DELETE title FROM posts WHERE author = 'a' AND id = 1") == "delete cells");
  CHECK(kind_of("BEGIN BATCH DELETE FROM posts WHERE author = 'a'; DELETE FROM posts WHERE author = 'a'; "
                "DELETE FROM posts WHERE author = 'b'; APPLY BATCH") == "batch of 2 partitions");
}

TEST_CASE("EXPLAIN marks the rules that a statement keeps and breaks") {
  CHECK(rules_of("SELECT * FROM posts WHERE author = 'a' AND id > 1") == "K1 K3 K4");
  CHECK(rules_of("SELECT * FROM posts WHERE author = 'a' ORDER BY id DESC") == "K1 O1 O2 O3");
  CHECK(rules_of("SELECT * FROM posts WHERE title = 'x' ALLOW FILTERING") == "-K1 -K5");
  CHECK(rules_of("INSERT INTO posts (author, id) VALUES ('a', 1)") == "K6 U1");
  CHECK(rules_of("DELETE FROM posts WHERE author = 'a' AND id > 1") == "K3 K4 K6");
}

TEST_CASE("EXPLAIN keeps what is written, and knows the token of literals") {
  const Explanation explanation =
      explained("SELECT * FROM posts WHERE author =\n  'it''s  a' AND id >= 5 AND id < :end LIMIT 3");
  REQUIRE(explanation.accesses.size() == 1);
  const ExplainedAccess& access = explanation.accesses.front();
  CHECK(access.partitions == 1);
  REQUIRE(access.partition.size() == 1);
  CHECK(access.partition.front().values == std::vector<std::string>{"'it''s  a'"});
  CHECK(access.token);
  REQUIRE(access.slice.size() == 1);
  REQUIRE(access.slice.front().lower);
  CHECK(access.slice.front().lower->value == "5");
  CHECK(access.slice.front().lower->inclusive);
  REQUIRE(access.slice.front().upper);
  CHECK(access.slice.front().upper->value == ":end");
  CHECK_FALSE(access.slice.front().upper->inclusive);
  CHECK(access.limit == "3");
  CHECK_FALSE(explained("SELECT * FROM posts WHERE author = ?").accesses.front().token);
}

TEST_CASE("EXPLAIN of a refused statement plans to an answer that carries the refusal") {
  const Plan plan = plan_text("EXPLAIN SELECT * FROM posts WHERE title = 'x'", Policy::teach);
  REQUIRE(std::holds_alternative<AnswerPlan>(plan.node));
  REQUIRE(plan.notices.size() == 1);
  CHECK(plan.notices.front().code() == "E301");
  const std::vector<Value>& last = std::get<AnswerPlan>(plan.node).rows.back();
  CHECK(last == std::vector<Value>{"verdict", "REFUSED E301"});
}

TEST_CASE("EXPLAIN takes the markers of its statement") {
  const Plan plan = plan_text("EXPLAIN SELECT * FROM posts WHERE author = ? AND id = :id");
  REQUIRE(plan.slots.size() == 2);
  CHECK(plan.slots[0].type == native_type(TypeKind::text));
  CHECK(plan.slots[1].name == "id");
}
