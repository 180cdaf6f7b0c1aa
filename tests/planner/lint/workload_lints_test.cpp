// L506: the queries of a workload want the other end of a table. L511: they read what is one value for a partition.
#include <deque>

#include "../planning.h"
#include "planner/lint/lint.h"

using namespace cellar;

namespace {

/// Tables of one partition key `k` and the clustering columns of a text, and queries of them.
class Workload {
 public:
  explicit Workload(const std::vector<std::string>& tables) {
    schema_.keyspaces.edit("shop");
    for (const std::string& text : tables) {
      const Plan plan = cellar::plan(parse(text), context());
      const auto& change = std::get<PutTable>(schema_changes_in(plan.node)->changes.front());
      schema_.keyspaces.edit("shop").tables.put(std::make_shared<const Table>(change.table));
    }
  }

  /// Codes and the texts that are blamed.
  std::vector<std::string> lints(const std::vector<std::string>& queries) {
    std::deque<Statement> statements;
    std::deque<Plan> plans;
    std::vector<PlannedSelect> workload;
    for (const std::string& text : queries) {
      statements.push_back(parse(text));
      plans.push_back(plan(statements.back(), context()));
      workload.push_back(
          {std::get<SelectStatement>(statements.back().node), std::get<SelectPlan>(plans.back().node)});
    }
    std::vector<std::string> found;
    for (const auto& [query, lint] : lint_workload(workload, schema_)) {
      const std::string& text = queries[query];
      found.push_back(std::string(lint.code()) + " " +
                      text.substr(lint.span.begin, lint.span.end - lint.span.begin));
    }
    return found;
  }

 private:
  PlanContext context() const { return {schema_, "shop", kDefaultNodeNames, Policy::cassandra, 0}; }

  Schema schema_;
};

using Found = std::vector<std::string>;
const std::string kAscending = "CREATE TABLE log (k int, at timestamp, v int, PRIMARY KEY (k, at))";

}  // namespace

TEST_CASE("queries that all want the newest rows first ask for another clustering order") {
  Workload log({kAscending});
  CHECK(log.lints({"SELECT v FROM log WHERE k = 1 ORDER BY at DESC LIMIT 5"}) ==
        Found{"L506 ORDER BY at DESC"});
  CHECK(log.lints({"SELECT v FROM log WHERE k = 1 LIMIT 5"}) == Found{"L506 5"});
  CHECK(log.lints({"SELECT v FROM log WHERE k = 1 LIMIT 5", "SELECT v FROM log WHERE k = 1",
                   "SELECT v FROM log WHERE k = 1 ORDER BY at DESC"}) == Found{"L506 5"});
  CHECK(log.lints({"SELECT v FROM log WHERE k = 1 ORDER BY at DESC",
                   "SELECT v FROM log WHERE k = 1 ORDER BY at"})
            .empty());
  CHECK(log.lints({"SELECT v FROM log WHERE k = 1"}).empty());
  CHECK(log.lints({}).empty());
}

TEST_CASE("a table in descending order, and one that is not ordered by time, are left alone") {
  Workload tables({kAscending + " WITH CLUSTERING ORDER BY (at DESC)",
                   "CREATE TABLE names (k int, name text, PRIMARY KEY (k, name))"});
  CHECK(tables.lints({"SELECT v FROM log WHERE k = 1 LIMIT 5"}).empty());
  CHECK(tables.lints({"SELECT name FROM names WHERE k = 1 ORDER BY name DESC LIMIT 5"}).empty());
}

TEST_CASE("a query that reads what another table has once for each partition key asks for a static column") {
  Workload likes(
      {"CREATE TABLE product (prdt_id int PRIMARY KEY, title text, price int)",
       "CREATE TABLE likes (prdt_id int, customer int, title text, price int, at int, PRIMARY KEY (prdt_id, "
       "customer))"});
  CHECK(likes.lints({"SELECT at FROM likes WHERE prdt_id = 1"}).empty());
  CHECK(
      likes.lints({"SELECT at FROM likes WHERE prdt_id = 1", "SELECT at, title FROM likes WHERE prdt_id = 1",
                   "SELECT price FROM likes WHERE prdt_id = 1"}) == Found{"L511 title"});
  CHECK(likes.lints({"SELECT * FROM likes WHERE prdt_id = 1"}) == Found{"L511 likes"});
  CHECK(likes.lints({"SELECT max(price) FROM likes WHERE prdt_id = 1"}).empty());
  CHECK(likes.lints({"SELECT title FROM product WHERE prdt_id = 1"}).empty());
}
