// ADVISE FILE: as few tables as serve all queries of a workload.
#include "planner/advise/workload.h"

#include <catch2/catch.hpp>
#include <random>

#include "../planning.h"
#include "planner/advise/copy_statements.h"
#include "planner/plan/read_plan.h"
#include "schema/cql_text.h"

using namespace cellar;

namespace {

Schema schema_of(const std::vector<std::string>& tables) {
  Schema schema;
  schema.keyspaces.edit("k");
  for (const std::string& text : tables) {
    const Plan planned = plan(parse(text), {schema, "k", kDefaultNodeNames, Policy::teach, 0});
    for (const SchemaEdit& change : schema_changes_in(planned.node)->changes)
      schema.keyspaces.edit("k").tables.put(std::make_shared<const Table>(std::get<PutTable>(change).table));
  }
  return schema;
}

Schema with_advised(const Schema& schema, const WorkloadAdvice& advice) {
  Schema after = schema;
  for (const WorkloadTable& table : advice.tables) after.keyspaces.edit("k").tables.put(table.table);
  return after;
}

std::string key_of(const WorkloadTable& table) {
  std::string text;
  for (std::size_t index = 0; index < table.table->key_size(); ++index) {
    const Column& column = table.table->columns[index];
    text += (index == 0                                 ? ""
             : index == table.table->partition_key_size ? " | "
                                                        : " ") +
            column.name + (column.descending ? "-" : "");
  }
  return text;
}

std::vector<std::string> keys_for(const std::vector<std::string>& tables,
                                  const std::vector<std::string>& queries) {
  const Schema schema = schema_of(tables);
  std::vector<std::string> keys;
  for (const WorkloadTable& table :
       advise_workload(queries, {schema, "k", kDefaultNodeNames, Policy::teach, 0}).tables)
    keys.push_back(key_of(table));
  return keys;
}

using Keys = std::vector<std::string>;

/// A random table of four to six columns of simple types, and queries with equalities, ranges and orders.
class RandomWorkload {
 public:
  explicit RandomWorkload(unsigned seed) : random_(seed) {
    const std::size_t count = 4 + pick(3);
    for (std::size_t column = 0; column < count; ++column) columns_.push_back("c" + std::to_string(column));
    partition_ = 1 + pick(2);
    clustering_ = pick(3);
  }

  std::string table() {
    std::string text = "CREATE TABLE t (";
    for (const std::string& column : columns_) text += column + (pick(2) == 0 ? " int, " : " text, ");
    std::string key = "(" + columns_[0] + (partition_ == 2 ? ", " + columns_[1] : "") + ")";
    for (std::size_t index = 0; index < clustering_; ++index) key += ", " + columns_[partition_ + index];
    text += "PRIMARY KEY (" + key + "))";
    if (clustering_ == 0) return text;
    text += " WITH CLUSTERING ORDER BY (";
    for (std::size_t index = 0; index < clustering_; ++index)
      text += (index == 0 ? "" : ", ") + columns_[partition_ + index] + (pick(2) == 0 ? " ASC" : " DESC");
    return text + ")";
  }

  std::vector<std::string> queries() {
    std::vector<std::string> queries(2 + pick(5));
    for (std::string& query : queries) query = one_query();
    return queries;
  }

 private:
  std::size_t pick(std::size_t count) { return random_() % count; }

  std::string one_query() {
    std::vector<std::string> names = columns_;
    std::shuffle(names.begin(), names.end(), random_);
    const std::size_t equalities = 1 + pick(3);
    std::string text = "SELECT " + (pick(2) == 0 ? "*" : names[pick(names.size())]) + " FROM t WHERE ";
    for (std::size_t index = 0; index < equalities; ++index)
      text += (index == 0 ? "" : " AND ") + names[index] + " = ?";
    const std::size_t wish = pick(4);
    if (wish == 1 || wish == 3) text += " AND " + names[equalities] + (pick(2) == 0 ? " > ?" : " <= :x");
    if (wish >= 2) text += " ORDER BY " + names[equalities] + (pick(2) == 0 ? " DESC" : "");
    if (pick(3) == 0) text += " LIMIT 10";
    return text;
  }

  std::mt19937 random_;
  std::vector<std::string> columns_;
  std::size_t partition_ = 1, clustering_ = 0;
};

/// Returns true if the query is planned under `teach` and reads one partition.
bool reads_one_partition(const std::string& query, const Schema& schema) {
  const Plan planned = plan(parse(query), {schema, "k", kDefaultNodeNames, Policy::teach, 0});
  const auto& select = std::get<SelectPlan>(planned.node);
  return std::holds_alternative<NamedPartitions>(select.partitions) && select.filters.empty();
}

}  // namespace

TEST_CASE("the tables for random workloads serve all their queries, and are as few as these at most") {
  std::size_t answered = 0, unanswered = 0, shared = 0;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    RandomWorkload workload(seed);
    const std::string table = workload.table();
    const std::vector<std::string> queries = workload.queries();
    INFO("seed " << seed << ": " << table);
    const Schema schema = schema_of({table});
    const WorkloadAdvice advice =
        advise_workload(queries, {schema, "k", kDefaultNodeNames, Policy::teach, 0});
    const Schema after = with_advised(schema, advice);
    REQUIRE(advice.queries.size() == queries.size());
    std::size_t by_copies = 0;
    for (std::size_t query = 0; query < queries.size(); ++query) {
      INFO(queries[query] << " becomes " << advice.queries[query].rewritten);
      if (advice.queries[query].reason) {
        CHECK(advice.queries[query].reason->code().starts_with("A6"));
        ++unanswered;
        continue;
      }
      ++answered;
      CHECK(reads_one_partition(advice.queries[query].rewritten, after));
      if (!advice.queries[query].table) continue;
      ++by_copies;
      const WorkloadTable& used = advice.tables.at(*advice.queries[query].table);
      CHECK(std::count(used.queries.begin(), used.queries.end(), query) == 1);
    }
    CHECK(advice.tables.size() <= by_copies);
    shared += by_copies - advice.tables.size();
    for (const WorkloadTable& each : advice.tables) {
      INFO(describe(*each.table));
      CHECK_FALSE(each.queries.empty());
      CHECK(each.reasons.size() == each.table->key_size());
      plan(parse(describe(*each.table)), {schema, "k", kDefaultNodeNames, Policy::teach, 0});
    }
  }
  CHECK(answered > 1000);
  CHECK(unanswered < answered / 4);
  CHECK(shared > 50);
}

TEST_CASE("queries share a table that serves them") {
  const Keys likes = {
      "CREATE TABLE likes (product text, at timestamp, customer text, name text, "
      "PRIMARY KEY ((product), at, customer)) WITH CLUSTERING ORDER BY (at DESC, customer ASC)"};
  // Either direction, and the one without an order.
  CHECK(keys_for(likes, {"SELECT * FROM likes WHERE customer = ?",
                         "SELECT name FROM likes WHERE customer = ? ORDER BY at",
                         "SELECT name FROM likes WHERE customer = ? ORDER BY at DESC"})
            .size() == 1);
  // The rest of the smaller partition key comes first in the clustering.
  const Keys places = {"CREATE TABLE places (id int PRIMARY KEY, country text, city text)",
                       "CREATE TABLE gyms (country text, state text, city text, opened date, name text, "
                       "PRIMARY KEY ((country, state, city), opened, name))"};
  CHECK(keys_for(places, {"SELECT * FROM gyms WHERE country = ?",
                          "SELECT * FROM gyms WHERE country = ? AND city = ?"}) ==
        Keys{"country | city opened name state"});
  // Rows without a city would be missing.
  CHECK(keys_for(places, {"SELECT * FROM places WHERE country = ?",
                          "SELECT * FROM places WHERE country = ? AND city = ?"}) ==
        Keys{"country | id", "country city | id"});
}

TEST_CASE("what cannot be advised says why, and leaves the others alone") {
  const Schema schema = schema_of({"CREATE TABLE t (a int PRIMARY KEY, b int, c int)"});
  const WorkloadAdvice advice =
      advise_workload({"SELECT * FROM t", "SELECT * FRO t", "DELETE FROM t WHERE a = 1", "SELECT x FROM t",
                       "SELECT * FROM u", "SELECT * FROM t WHERE a = 1", "SELECT * FROM t WHERE b = 1"},
                      {schema, "k", kDefaultNodeNames, Policy::cassandra, 0});
  REQUIRE(advice.queries.size() == 7);
  CHECK(advice.queries[0].reason.value().code() == "A602");
  CHECK(advice.queries[1].reason.value().code().starts_with("E1"));
  CHECK(advice.queries[2].reason.value().code() == "A600");
  CHECK(advice.queries[3].reason.value().code() == "E203");
  CHECK(advice.queries[4].reason.value().code() == "E201");
  CHECK_FALSE(advice.queries[5].table);
  CHECK(advice.queries[6].table == 0);
  CHECK(advice.tables.size() == 1);
}

TEST_CASE("a copy that exists is used again, with the columns that it lacks") {
  const Schema schema = schema_of({"CREATE TABLE t (a int PRIMARY KEY, b int, c int, d int)",
                                   "CREATE TABLE t_by_b (b int, a int, c int, PRIMARY KEY (b, a))"});
  const WorkloadAdvice advice =
      advise_workload({"SELECT c FROM t WHERE b = 1", "SELECT d FROM t WHERE b = 1"},
                      {schema, "k", kDefaultNodeNames, Policy::teach, 0});
  REQUIRE(advice.tables.size() == 1);
  CHECK(advice.tables[0].exists);
  CHECK(advice.tables[0].table->name == "t_by_b");
  CHECK(advice.tables[0].added == Keys{"d"});
  CHECK(advice.queries[1].rewritten == "SELECT d FROM t_by_b WHERE b = 1");
}

TEST_CASE("writes go to a table and its copies") {
  const Schema schema = schema_of({"CREATE TABLE t (a int PRIMARY KEY, \"B\" int, c int)",
                                   "CREATE TABLE t_by_b (\"B\" int, a int, c int, PRIMARY KEY (\"B\", a))"});
  const TablePointer table = schema.find_table("k", "t");
  const TablePointer copy = schema.find_table("k", "t_by_b");
  CHECK(promoted_columns(*table, *copy) == Keys{"B"});
  CHECK(writes_to_all(*table, {copy.get()}, "k") ==
        Keys{"BEGIN BATCH\n"
             "  INSERT INTO t (a, \"B\", c) VALUES (:a, :\"B\", :c);\n"
             "  INSERT INTO t_by_b (\"B\", a, c) VALUES (:\"B\", :a, :c);\n"
             "APPLY BATCH;",
             "BEGIN BATCH\n"
             "  DELETE FROM t WHERE a = :a;\n"
             "  DELETE FROM t_by_b WHERE \"B\" = :\"B\" AND a = :a;\n"
             "APPLY BATCH;",
             "BEGIN BATCH\n"
             "  UPDATE t SET \"B\" = :\"B\" WHERE a = :a;\n"
             "  DELETE FROM t_by_b WHERE \"B\" = :\"old_B\" AND a = :a;\n"
             "  INSERT INTO t_by_b (\"B\", a, c) VALUES (:\"B\", :a, :c);\n"
             "APPLY BATCH;"});
  CHECK(fill_statements(*table, *copy, "other") ==
        Keys{"SELECT \"B\", a, c FROM k.t ALLOW FILTERING;",
             "INSERT INTO k.t_by_b (\"B\", a, c) VALUES (:\"B\", :a, :c);"});
}
