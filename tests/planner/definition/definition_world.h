// A schema in memory that definitions are run against.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>

#include "parser/parser.h"
#include "parser/statement/statement.h"
#include "planner/definition/definitions.h"
#include "refusal/messages.h"

namespace cellar {

struct World {
  Schema schema;
  std::int64_t now = 1000;

  World() {
    run("CREATE KEYSPACE app WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
  }

  SchemaPlan plan(const std::string& text) {
    const Statement statement = parse(text);
    PlanContext context{
        .schema = schema, .keyspace = "app", .node = kDefaultNodeNames, .now_microseconds = now};
    std::vector<Diagnostic> notices;
    return std::visit(
        [&](const auto& node) -> SchemaPlan {
          if constexpr (requires { plan_definition(node, context); }) {
            return plan_definition(node, context);
          } else if constexpr (requires { plan_definition(node, context, statement.slots); }) {
            return plan_definition(node, context, statement.slots);
          } else if constexpr (requires { plan_definition(node, context, notices); }) {
            return plan_definition(node, context, notices);
          } else {
            FAIL("no definition: " << text);
            return {};
          }
        },
        statement.node);
  }

  void make(const PutKeyspace& change) {
    Keyspace& keyspace = schema.keyspaces.edit(change.keyspace.name);
    keyspace.replication = change.keyspace.replication;
    keyspace.durable_writes = change.keyspace.durable_writes;
  }
  void make(const DropKeyspace& change) { schema.keyspaces.erase(change.keyspace); }
  void make(const PutTable& change) {
    Table table = change.table;
    table.id = 1;
    ColumnId next = 0;
    for (const Column& column : table.columns) next = std::max(next, column.id);
    for (Column& column : table.columns) {
      if (column.id == 0) column.id = ++next;
    }
    for (DroppedColumn& column : table.dropped_columns) {
      if (column.id == 0) column.id = ++next;
    }
    schema.keyspaces.edit(table.keyspace).tables.put(std::make_shared<const Table>(table));
  }
  void make(const DropTable& change) { schema.keyspaces.edit(change.keyspace).tables.erase(change.table); }
  void make(const PutView& change) {
    Keyspace& keyspace = schema.keyspaces.edit(change.view.table->keyspace);
    Table base = *keyspace.tables.at(change.base);
    put_view(base, change.view);
    keyspace.tables.put(std::make_shared<const Table>(std::move(base)));
  }
  void make(const PutUserType& change) {
    put_user_type(schema.keyspaces.edit(change.user_type.keyspace), change.user_type);
  }
  void make(const DropUserType& change) {
    schema.keyspaces.edit(change.keyspace).user_types.erase(change.name);
  }

  void run(const std::string& text) {
    for (const SchemaEdit& change : plan(text).changes) {
      std::visit([this](const auto& alternative) { make(alternative); }, change);
    }
  }

  const Keyspace& keyspace() { return *schema.find_keyspace("app"); }
  const Table& table(const std::string& name) { return *schema.find_table("app", name); }
  const Column& column(const std::string& name, const std::string& column) {
    return table(name).columns[table(name).find(column).value()];
  }
  std::string option(const std::string& name, const std::string& option) {
    return std::get<std::string>(table(name).options.at(option));
  }
  std::map<std::string, std::string> map(const std::string& name, const std::string& option) {
    return std::get<std::map<std::string, std::string>>(table(name).options.at(option));
  }

  /// "CODE class [text under the span] fix", or "ok".
  std::string outcome(const std::string& text) {
    try {
      plan(text);
      return "ok";
    } catch (const Refusal& refusal) {
      const Diagnostic& diagnostic = refusal.diagnostic;
      const Span span = diagnostic.span;
      std::string result = std::string(diagnostic.code()) + " " + std::string(name(diagnostic.error_class()));
      result += " [" + text.substr(span.begin, span.end - span.begin) + "]";
      if (diagnostic.fix) result += " " + diagnostic.fix->text;
      return result;
    }
  }
};

}  // namespace cellar
