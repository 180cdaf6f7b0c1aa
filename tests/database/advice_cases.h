// Random tables with rows, and random SELECTs with at least one equality, for the test that advice is true.
//
// In:      a random number generator.
// Out:     CREATE TABLE, INSERTs, and queries as text beside what they mean.
#pragma once

#include <algorithm>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "planner/advise/advice.h"

namespace cellar::advice_cases {

using Random = std::mt19937;

inline std::size_t below(Random& random, std::size_t bound) { return random() % bound; }
inline bool one_in(Random& random, std::size_t bound) { return below(random, bound) == 0; }

/// A type with four values, in ascending order where the type has an order.
struct Domain {
  const char* type;
  std::vector<const char*> literals;
  bool is_ordered;
  bool is_multicell = false;
};
inline const std::vector<Domain>& domains() {
  static const std::vector<Domain> all = {
      {"int", {"-2", "0", "1", "7"}, true},
      {"text", {"'a'", "'b c'", "'it''s'", "'茶'"}, true},
      {"bigint", {"-9", "2", "3", "4000000000"}, true},
      {"timestamp", {"-5", "0", "1700000000000", "1700000000001"}, true},
      {"boolean", {"false", "true", "false", "true"}, false},
      {"tuple<int, text>", {"(1, 'x')", "(1, 'y')", "(2, 'x')", "(3, 'z')"}, false},
      {"frozen<list<int>>", {"[1]", "[1, 2]", "[2]", "[3, 3]"}, false},
      {"frozen<address>",
       {"{street: 'a', number: 1}", "{street: 'b', number: 1}", "{street: 'b', number: 2}",
        "{street: 'c', number: 3}"},
       false},
      {"set<int>", {"{1}", "{1, 2}", "{2, 3}", "{4}"}, false, true},
      {"map<text, int>", {"{'a': 1}", "{'a': 2, 'b': 1}", "{'b': 2}", "{'c': 3}"}, false, true},
      {"address",
       {"{street: 'a', number: 1}", "{street: 'b', number: 1}", "{street: 'b', number: 2}",
        "{street: 'c', number: 3}"},
       false,
       true},
  };
  return all;
}
constexpr std::size_t kValues = 4;
constexpr std::size_t kKeyDomains = 8;  // the first ones may be in a key

struct SourceColumn {
  std::string name;  // as CQL text
  std::size_t domain = 0;
  ColumnKind kind = ColumnKind::regular;
  bool descending = false;

  const Domain& of() const { return domains()[domain]; }
};

struct SourceTable {
  std::string name;
  std::vector<SourceColumn> columns;  // partition key, clustering, static, regular

  std::size_t count(ColumnKind kind) const {
    return static_cast<std::size_t>(std::ranges::count(columns, kind, &SourceColumn::kind));
  }
  std::string create() const;
  std::string insert(Random& random) const;
};

inline SourceTable random_table(Random& random, std::size_t number) {
  SourceTable table;
  table.name = one_in(random, 5) ? "\"Table " + std::to_string(number) + "\"" : "t" + std::to_string(number);
  if (table.name.front() == '"') table.name = "\"Table_" + std::to_string(number) + "\"";
  const auto add = [&](const char* prefix, std::size_t count, ColumnKind kind) {
    const bool in_key = kind == ColumnKind::partition_key || kind == ColumnKind::clustering;
    for (std::size_t index = 0; index < count; ++index) {
      std::string name = prefix + std::to_string(index);
      if (one_in(random, 8)) name = "\"" + name + " Ä\"";
      // Names that lints judge by.
      constexpr const char* kWords[] = {"status_", "day_", "customer_id", "created_"};
      if (one_in(random, 6))
        name = kWords[below(random, std::size(kWords))] + (prefix + std::to_string(index));
      const std::size_t domain = below(random, in_key ? kKeyDomains : domains().size());
      table.columns.push_back(
          {std::move(name), domain, kind, kind == ColumnKind::clustering && one_in(random, 2)});
    }
  };
  add("p", 1 + below(random, 2), ColumnKind::partition_key);
  const std::size_t clustering = below(random, 4);
  add("c", clustering, ColumnKind::clustering);
  if (clustering > 0) add("s", below(random, 3), ColumnKind::static_);
  add("v", 1 + below(random, 4), ColumnKind::regular);
  return table;
}

inline std::string SourceTable::create() const {
  std::string text = "CREATE TABLE " + name + " (";
  std::string partition, clustering, order;
  for (const SourceColumn& column : columns) {
    text += column.name + " " + column.of().type + (column.kind == ColumnKind::static_ ? " static, " : ", ");
    if (column.kind == ColumnKind::partition_key) partition += (partition.empty() ? "" : ", ") + column.name;
    if (column.kind != ColumnKind::clustering) continue;
    clustering += ", " + column.name;
    order += (order.empty() ? "" : ", ") + column.name + (column.descending ? " DESC" : " ASC");
  }
  text += "PRIMARY KEY ((" + partition + ")" + clustering + "))";
  return order.empty() ? text : text + " WITH CLUSTERING ORDER BY (" + order + ")";
}

/// A row with any columns left out; sometimes static columns alone, or a row without a marker.
inline std::string SourceTable::insert(Random& random) const {
  const bool static_alone = count(ColumnKind::static_) > 0 && one_in(random, 8);
  std::string names, values;
  bool any_static = false;
  for (const SourceColumn& column : columns) {
    const bool in_row = column.kind == ColumnKind::clustering || column.kind == ColumnKind::regular;
    if (static_alone && in_row) continue;
    const bool is_key = column.kind == ColumnKind::partition_key || column.kind == ColumnKind::clustering;
    const bool must = is_key || (static_alone && !any_static);
    if (!must && one_in(random, 4)) continue;
    any_static = any_static || column.kind == ColumnKind::static_;
    names += (names.empty() ? "" : ", ") + column.name;
    values += (values.empty() ? "" : ", ") + std::string(column.of().literals[below(random, kValues)]);
  }
  return "INSERT INTO " + name + " (" + names + ") VALUES (" + values + ")";
}

// ---- queries ------------------------------------------------------------------------------------------

struct RandomRelation {
  enum class Kind { equal, in, range, contains };
  Kind kind = Kind::equal;
  std::size_t column = 0;
  std::vector<std::size_t> values;  // places in the domain; of a range one; of CONTAINS the integer itself
  RelationOperator op = RelationOperator::equal;
};

struct RandomQuery {
  std::string text;
  std::vector<RandomRelation> relations;
  std::vector<std::pair<std::size_t, bool>> order;  // column, descending
  std::optional<std::size_t> limit;
};

class QueryMaker {
 public:
  QueryMaker(const SourceTable& table, Random& random) : table_(table), random_(random) {}

  RandomQuery make() {
    add_equalities();
    if (one_in(random_, 3)) add_range();
    if (one_in(random_, 10)) add_in();
    if (one_in(random_, 3)) add_order();
    if (one_in(random_, 3)) query_.limit = 1 + below(random_, 5);
    write();
    return std::move(query_);
  }

 private:
  bool is_free(std::size_t column) const { return !used_.contains(column); }

  std::optional<std::size_t> pick(bool ordered) {
    std::vector<std::size_t> fitting;
    for (std::size_t column = 0; column < table_.columns.size(); ++column) {
      const Domain& domain = table_.columns[column].of();
      if (is_free(column) && !domain.is_multicell && (!ordered || domain.is_ordered))
        fitting.push_back(column);
    }
    if (fitting.empty()) return std::nullopt;
    const std::size_t column = fitting[below(random_, fitting.size())];
    used_.insert(column);
    return column;
  }

  void add_equalities() {
    const std::size_t count = 1 + below(random_, 3);
    for (std::size_t number = 0; number < count; ++number) {
      if (const auto column = pick(false))
        query_.relations.push_back(
            {RandomRelation::Kind::equal, *column, {below(random_, kValues)}, RelationOperator::equal});
    }
    for (std::size_t column = 0; column < table_.columns.size(); ++column) {
      if (std::string_view(table_.columns[column].of().type) != "set<int>" || !one_in(random_, 6)) continue;
      query_.relations.push_back(
          {RandomRelation::Kind::contains, column, {1 + below(random_, 4)}, RelationOperator::contains});
      return;
    }
  }

  void add_range() {
    const auto column = pick(true);
    if (!column) return;
    const auto op =
        static_cast<RelationOperator>(static_cast<std::size_t>(RelationOperator::less) + below(random_, 4));
    query_.relations.push_back({RandomRelation::Kind::range, *column, {below(random_, kValues)}, op});
    range_ = column;
  }

  void add_in() {
    const auto column = pick(false);
    if (!column) return;
    query_.relations.push_back(
        {RandomRelation::Kind::in, *column, {0, 1 + below(random_, 3)}, RelationOperator::in});
    has_in_ = true;
  }

  /// Mostly an order that one table can have: the range comes first.
  void add_order() {
    if (has_in_ && !one_in(random_, 10)) return;
    if (range_ && !one_in(random_, 10)) query_.order.emplace_back(*range_, one_in(random_, 2));
    if (!query_.order.empty() && one_in(random_, 2)) return;
    for (std::size_t more = 1 + below(random_, 2); more > 0; --more) {
      if (const auto column = pick(true)) query_.order.emplace_back(*column, one_in(random_, 2));
    }
  }

  std::string value(const RandomRelation& relation, std::size_t place) const {
    if (relation.kind == RandomRelation::Kind::contains) return std::to_string(relation.values[place]);
    return table_.columns[relation.column].of().literals[relation.values[place]];
  }

  std::string relation_text(const RandomRelation& relation) const {
    const std::string& name = table_.columns[relation.column].name;
    switch (relation.kind) {
      case RandomRelation::Kind::equal:
        return name + " = " + value(relation, 0);
      case RandomRelation::Kind::contains:
        return name + " CONTAINS " + value(relation, 0);
      case RandomRelation::Kind::in:
        return name + " IN (" + value(relation, 0) + ", " + value(relation, 1) + ")";
      case RandomRelation::Kind::range:
        break;
    }
    constexpr const char* kOperators[] = {" < ", " <= ", " > ", " >= "};
    const auto place =
        static_cast<std::size_t>(relation.op) - static_cast<std::size_t>(RelationOperator::less);
    return name + kOperators[place] + value(relation, 0);
  }

  void write() {
    std::ranges::shuffle(query_.relations, random_);
    std::string selected = "*";
    if (one_in(random_, 3)) {
      selected.clear();
      for (const SourceColumn& column : table_.columns) {
        if (one_in(random_, 2)) selected += (selected.empty() ? "" : ", ") + column.name;
      }
      if (selected.empty()) selected = table_.columns.front().name;
    }
    query_.text = "SELECT " + selected + " FROM " + table_.name;
    for (std::size_t index = 0; index < query_.relations.size(); ++index)
      query_.text += (index == 0 ? " WHERE " : " AND ") + relation_text(query_.relations[index]);
    for (std::size_t index = 0; index < query_.order.size(); ++index) {
      const auto& [column, descending] = query_.order[index];
      query_.text +=
          (index == 0 ? " ORDER BY " : ", ") + table_.columns[column].name + (descending ? " DESC" : "");
    }
    if (query_.limit) query_.text += " LIMIT " + std::to_string(*query_.limit);
  }

  const SourceTable& table_;
  Random& random_;
  RandomQuery query_;
  std::set<std::size_t> used_;
  std::optional<std::size_t> range_;
  bool has_in_ = false;
};

}  // namespace cellar::advice_cases
