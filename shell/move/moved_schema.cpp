#include "shell/move/moved_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "refusal/messages.h"
#include "schema/cql_text.h"
#include "schema/described_things.h"
#include "schema/system_keyspaces.h"
#include "shell/connection/asked_columns.h"
#include "shell/copy/copy_target.h"
#include "shell/move/words/move_words.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// What must be the same on both sides: parts of a definition by name, as CQL says them.
using Facts = std::vector<std::pair<std::string, std::string>>;

Facts facts_of(const Table& table) {
  Facts facts;
  std::string partition, clustering, order;
  for (const Column& column : table.columns) {
    const std::string name = quote_name(column.name);
    facts.emplace_back(
        name, name + ' ' + to_cql(column.type) + (column.kind == ColumnKind::static_ ? " STATIC" : ""));
    std::string& key = column.kind == ColumnKind::partition_key ? partition : clustering;
    if (!column.is_key()) continue;
    key += (key.empty() ? "" : ", ") + name;
    if (column.kind == ColumnKind::clustering)
      order += (order.empty() ? "" : ", ") + name + (column.descending ? " DESC" : " ASC");
  }
  facts.emplace_back("PRIMARY KEY", fmt::format("PRIMARY KEY (({}){}{})", partition,
                                                clustering.empty() ? "" : ", ", clustering));
  if (!order.empty()) facts.emplace_back("ORDER", fmt::format("CLUSTERING ORDER BY ({})", order));
  return facts;
}

Facts facts_of(const UserType& type) {
  std::string fields;
  for (std::size_t i = 0; i < type.field_names.size(); ++i)
    fields += (i == 0 ? "" : ", ") + quote_name(type.field_names[i]) + ' ' + to_cql(type.field_types[i]);
  return {{"", fields}};
}

Facts facts_of(const Table& table, const Index& index) {
  constexpr const char* kTargets[] = {"", "values", "keys", "entries", "full"};
  const std::optional<std::size_t> place = table.find(index.column);
  const std::string column = place ? quote_name(table.columns[*place].name) : "";
  return {{"", fmt::format("{}({}) {}", kTargets[static_cast<std::size_t>(index.target)], column,
                           index.kind == IndexKind::sai ? "sai" : "legacy_local_table")}};
}

Facts facts_of(const Table& base, const View& view) {
  Facts facts = facts_of(*view.table);
  facts.emplace_back("FROM", "FROM " + quote_name(base.name));
  facts.emplace_back("WHERE", "WHERE " + view.where_clause);
  return facts;
}

/// A definition of both sides, and their names.
struct Compared {
  std::string thing, source, target;

  [[noreturn]] void refuse_difference(const std::string* of_source, const std::string* of_target) const {
    refuse("move_definition_differs", {},
           {{"thing", thing},
            {"here", of_source == nullptr ? "-" : *of_source},
            {"there", of_target == nullptr ? "-" : *of_target},
            {"source", source},
            {"target", target}});
  }
};

void require_same(const Compared& compared, const Facts& here, const Facts& there) {
  const auto fact_of = [](const Facts& facts, const std::string& name) -> const std::string* {
    const auto found = std::ranges::find(facts, name, &Facts::value_type::first);
    return found == facts.end() ? nullptr : &found->second;
  };
  for (const auto& [name, text] : here)
    if (const std::string* const other = fact_of(there, name); other == nullptr || *other != text)
      compared.refuse_difference(&text, other);
  for (const auto& [name, text] : there)
    if (fact_of(here, name) == nullptr) compared.refuse_difference(nullptr, &text);
}

/// A file is one datacenter, and a replication for others does not fit it.
bool names_other_datacenters(const Keyspace& keyspace) {
  return std::ranges::any_of(keyspace.replication, [](const auto& option) {
    return option.first != "class" && option.first != "replication_factor" && option.first != kDatacenter;
  });
}

/// Returns the definition of a view without the options behind the order.
std::string plain_view(const std::string& description) {
  const std::size_t options = description.find("\n WITH ");
  const std::size_t order = description.find("\n WITH CLUSTERING ORDER BY ");
  return description.substr(0, order == description.npos ? options : description.find("\n    AND ", order));
}

std::string unquoted(std::string_view word) {
  if (word.size() < 2 || word.front() != '"' || word.back() != '"') return to_lower(word);
  return std::string(word.substr(1, word.size() - 2));
}

class SchemaPlan {
 public:
  explicit SchemaPlan(const MoveTask& task) : task_(task), there_(task.target.schema()) {
    planned_.schema = task.source.schema();
  }

  MovedSchema take() {
    choose_tables();
    require_replications_used();
    note_left_out();
    for (const std::string& name : keyspaces_) add_keyspace(*planned_.schema->find_keyspace(name));
    return std::move(planned_);
  }

 private:
  const Keyspace& keyspace_called(std::string_view written) const {
    const std::string name = unquoted(written);
    const Keyspace* const found = planned_.schema->find_keyspace(name);
    if (found == nullptr || is_system_keyspace(name))
      refuse("move_keyspace_unknown", {},
             {{"keyspace", std::string(written)}, {"source", task_.source_name}});
    return *found;
  }

  void choose_tables() {
    for (const std::string& name : task_.keyspaces) add_tables(keyspace_called(name));
    for (const std::string& written : task_.tables) add_table(written);
    const bool is_all = task_.keyspaces.empty() && task_.tables.empty();
    if (is_all)
      for (const auto& [name, keyspace] : planned_.schema->keyspaces) add_tables(keyspace);
    if (!task_.sample.where.empty() && planned_.tables.size() != 1) refuse("move_where_of_several");
    if (keyspaces_.empty()) refuse("move_nothing", {}, {{"source", task_.source_name}});
  }

  /// A name that was mistyped would leave its keyspace with another replication.
  void require_replications_used() const {
    for (const auto& [name, replication] : task_.replication) {
      if (name.empty() || keyspaces_.contains(name)) continue;
      refuse("move_option", {},
             {{"option", "--replication"},
              {"value", quote_name(name)},
              {"example",
               fmt::format("--replication \"{}={}\"", quote_name(*keyspaces_.begin()), replication)}});
    }
  }

  void add_tables(const Keyspace& keyspace) {
    if (!keyspaces_.insert(keyspace.name).second) return;
    whole_.insert(keyspace.name);
    for (const TablePointer& table : tables_to_describe(keyspace)) planned_.tables.push_back(table);
  }

  void add_table(const std::string& written) {
    const std::size_t point = written.find('.');
    if (point == written.npos)
      refuse("move_table_unknown", {}, {{"table", written}, {"source", task_.source_name}});
    const Keyspace& keyspace = keyspace_called(std::string_view(written).substr(0, point));
    const std::string name = unquoted(std::string_view(written).substr(point + 1));
    if (!keyspace.tables.contains(name))
      refuse("move_table_unknown", {}, {{"table", written}, {"source", task_.source_name}});
    keyspaces_.insert(keyspace.name);
    const TablePointer table = keyspace.tables.get(name);
    const bool is_chosen = std::ranges::any_of(planned_.tables, [&](const TablePointer& other) {
      return other->keyspace == table->keyspace && other->name == table->name;
    });
    if (!is_chosen) planned_.tables.push_back(table);
  }

  /// A cluster may have tables whose definitions this program cannot read.
  void note_left_out() {
    if (task_.source.cluster() == nullptr) return;
    Result rows = task_.source.execute("SELECT keyspace_name, table_name FROM system_schema.tables");
    const Type text = native_type(TypeKind::text);
    require_columns(task_.source, rows, {text, text});
    while (const ResultRow* const row = rows.next()) {
      const std::string keyspace((*row)[0].value_or("")), name((*row)[1].value_or(""));
      const bool is_wanted = task_.keyspaces.empty() && task_.tables.empty() ? !keyspace.starts_with("system")
                                                                             : whole_.contains(keyspace);
      if (is_wanted && planned_.schema->find_table(keyspace, name) == nullptr)
        planned_.left_out.push_back(quote_name(keyspace) + '.' + quote_name(name));
    }
  }

  void add_keyspace(const Keyspace& keyspace) {
    const Keyspace* const other = there_->find_keyspace(keyspace.name);
    if (other == nullptr) {
      planned_.new_keyspaces.push_back(keyspace.name);
      planned_.before_rows.push_back({"KEYSPACE " + quote_name(keyspace.name), keyspace_statement(keyspace)});
    }
    for (const DescribedThing& thing : described_contents(keyspace, Internals::left_out)) {
      if (thing.type == "type") add_type(keyspace, other, thing);
    }
    for (const TablePointer& table : planned_.tables) {
      if (table->keyspace == keyspace.name) add_table(*table, other);
    }
  }

  std::string keyspace_statement(const Keyspace& keyspace) const {
    if (!task_.copies) return {};  // it is told as missing, whatever its replication would be
    const auto written = [&](const std::string& name) -> const std::string* {
      const auto found = task_.replication.find(name);
      return found == task_.replication.end() ? nullptr : &found->second;
    };
    std::optional<std::string> replication;
    if (const std::string* const own = written(keyspace.name)) {
      replication = *own;
    } else if (const std::string* const of_each = written("")) {
      replication = *of_each;
    } else if (task_.target.cluster() == nullptr) {
      if (!names_other_datacenters(keyspace)) return described_keyspace(keyspace).statement;
      replication = "{'class': 'SimpleStrategy', 'replication_factor': 1}";
    } else if (task_.ask_replication) {
      replication = task_.ask_replication(keyspace.name);
    }
    if (!replication || trim(*replication).empty())
      refuse("move_replication_missing", {}, {{"keyspace", quote_name(keyspace.name)}});
    return fmt::format("CREATE KEYSPACE {} WITH replication = {} AND durable_writes = {}",
                       quote_name(keyspace.name), *replication, keyspace.durable_writes);
  }

  static std::string named(const char* kind, const std::string& keyspace, const std::string& name) {
    return fmt::format("{} {}.{}", kind, quote_name(keyspace), name);
  }

  Compared compared(const std::string& thing) const { return {thing, task_.source_name, task_.target_name}; }

  void add_type(const Keyspace& keyspace, const Keyspace* other, const DescribedThing& thing) {
    const std::string name = named("TYPE", keyspace.name, thing.name);
    const UserTypes::Pointer type = keyspace.user_types.get(unquoted(thing.name));
    const UserTypes::Pointer there = other == nullptr ? nullptr : other->user_types.get(unquoted(thing.name));
    if (type != nullptr && there != nullptr)
      return require_same(compared(name), facts_of(*type), facts_of(*there));
    planned_.before_rows.push_back({name, thing.statement});
  }

  void add_table(const Table& table, const Keyspace* other) {
    const std::string name = named("TABLE", table.keyspace, quote_name(table.name));
    const bool is_view = other != nullptr && other->views.contains(table.name);
    const bool is_there = other != nullptr && other->has_table_or_view(table.name);
    const TablePointer there = is_there ? there_->find_table(table.keyspace, table.name) : nullptr;
    const std::string kind = "TABLE", kind_there = "MATERIALIZED VIEW";
    if (is_view) compared(name).refuse_difference(&kind, &kind_there);
    if (there != nullptr) require_same(compared(name), facts_of(table), facts_of(*there));
    if (there == nullptr) {
      planned_.before_rows.push_back({name, describe(table), define(table, "")});
      planned_.new_tables.push_back(qualified_name(table));
    }
    for (const Index& index : table.indexes) {
      const std::string thing = named("INDEX", table.keyspace, quote_name(index.name));
      const Index* const same = there == nullptr ? nullptr : there->find_index(index.name);
      if (same != nullptr)
        require_same(compared(thing), facts_of(table, index), facts_of(*there, *same));
      else
        planned_.after_rows.push_back({thing, describe(index, table)});
    }
    for (const View& view : table.views) {
      const std::string thing = named("MATERIALIZED VIEW", table.keyspace, quote_name(view.table->name));
      const View* const same = there == nullptr ? nullptr : there->find_view(view.table->name);
      if (same != nullptr)
        require_same(compared(thing), facts_of(table, view), facts_of(*there, *same));
      else
        planned_.after_rows.push_back({thing, describe(view, table), plain_view(describe(view, table))});
    }
  }

  const MoveTask& task_;
  SchemaPointer there_;
  MovedSchema planned_;
  std::set<std::string> keyspaces_, whole_;  // of which something, or all is moved
};

}  // namespace

MovedSchema plan_schema(const MoveTask& task) { return SchemaPlan(task).take(); }

}  // namespace cellar
