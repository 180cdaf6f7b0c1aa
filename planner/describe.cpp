#include "planner/describe.h"

#include <fmt/format.h>

#include <algorithm>

#include "planner/names.h"
#include "schema/described_things.h"
#include "schema/record.h"
#include "schema/record_fields.h"
#include "schema/system_keyspaces.h"
#include "types/text/text.h"
#include "types/value/value.h"

namespace cellar {

namespace {

using What = DescribeStatement::What;

AnswerPlan::Column text_column(const char* name) { return {name, native_type(TypeKind::text)}; }

AnswerPlan names_of_things(const DescribedThings& things) {
  AnswerPlan plan;
  plan.columns = {text_column("keyspace_name"), text_column("type"), text_column("name")};
  for (const DescribedThing& thing : things) plan.rows.push_back({thing.keyspace, thing.type, thing.name});
  return plan;
}

AnswerPlan statements_of_things(const DescribedThings& things) {
  AnswerPlan plan = names_of_things(things);
  plan.columns.push_back(text_column("create_statement"));
  for (std::size_t index = 0; index < things.size(); ++index)
    plan.rows[index].push_back(things[index].statement);
  return plan;
}

/// Returns map<token, nodes>. The ring has one token, so its one range belongs to this node.
Value range_ownership(const Type& type) {
  const std::vector<Value> nodes = {fmt::format("/{}:{}", kStorageAddress, kStoragePort)};
  const std::vector<Value> entry = {"0", pack(type.arguments[1], nodes)};
  return pack(type, entry);
}

AnswerPlan describe_cluster(const PlanContext& context) {
  AnswerPlan plan;
  plan.columns = {text_column("cluster"), text_column("partitioner"), text_column("snitch")};
  plan.rows = {{context.node.cluster, "Murmur3Partitioner", "DynamicEndpointSnitch"}};
  if (context.keyspace.empty()) return plan;
  const Type text = native_type(TypeKind::text);
  const Type ownership = map_of(text, list_of(text, true));
  plan.columns.push_back({"range_ownership", ownership});
  plan.rows[0].push_back(range_ownership(ownership));
  return plan;
}

AnswerPlan describe_keyspaces(const PlanContext& context) {
  DescribedThings things;
  for (const Keyspace* keyspace : keyspaces_to_describe(context.schema))
    things.push_back(described_keyspace(*keyspace));
  return names_of_things(things);
}

/// Returns the keyspace in use, or all keyspaces if none is in use.
std::vector<const Keyspace*> listed_keyspaces(const PlanContext& context) {
  if (context.keyspace.empty()) return keyspaces_to_describe(context.schema);
  return {&resolve_keyspace({std::string(context.keyspace), {}, false}, context)};
}

AnswerPlan list_tables(const PlanContext& context) {
  DescribedThings things;
  for (const Keyspace* keyspace : listed_keyspaces(context)) {
    for (const TablePointer& table : tables_to_describe(*keyspace))
      things.push_back({quote_name(keyspace->name), "table", quote_name(table->name), ""});
  }
  return names_of_things(things);
}

/// Lists the types of each keyspace by name, without regard to case.
AnswerPlan list_types(const PlanContext& context) {
  DescribedThings things;
  for (const Keyspace* keyspace : listed_keyspaces(context)) {
    const std::size_t first = things.size();
    for (const auto& [name, type] : keyspace->user_types) things.push_back(described_type(type));
    std::ranges::stable_sort(things.begin() + static_cast<std::ptrdiff_t>(first), things.end(), {},
                             [](const DescribedThing& thing) {
                               const bool quoted = thing.name.front() == '"';
                               return to_lower(quoted ? thing.name.substr(1) : thing.name);
                             });
  }
  return names_of_things(things);
}

AnswerPlan describe_schema(const PlanContext& context, bool full, Internals internals) {
  DescribedThings things;
  for (const Keyspace* keyspace : keyspaces_to_describe(context.schema)) {
    if (!full && is_system_keyspace(keyspace->name)) continue;
    for (DescribedThing& thing : described_contents(*keyspace, internals)) things.push_back(std::move(thing));
  }
  return statements_of_things(things);
}

const Keyspace& keyspace_of_statement(const DescribeStatement& statement, const PlanContext& context) {
  if (statement.name) return resolve_keyspace(statement.name->name, context, kDescribedNames);
  const QualifiedName in_use{std::nullopt, {"DESCRIBE KEYSPACE", statement.span, false}, statement.span};
  return resolve_keyspace({keyspace_of(in_use, context), statement.span, false}, context);
}

/// Returns the keyspace of the named object.
const Keyspace& home_of_thing(const QualifiedName& name, const PlanContext& context) {
  const std::string keyspace = keyspace_of(name, context);
  return resolve_keyspace(name.keyspace ? *name.keyspace : Name{keyspace, {}, false}, context,
                          kDescribedNames);
}

/// The names of what DESCRIBE finds as a thing of this kind.
std::vector<std::string> names_of_kind(const Keyspace& keyspace, std::string_view kind) {
  std::vector<std::string> names;
  if (kind == "type") {
    for (const auto& [name, type] : keyspace.user_types) names.push_back(name);
  }
  for (const TablePointer& table : tables_to_describe(keyspace)) {
    if (kind.starts_with("table")) names.push_back(table->name);
    if (!kind.ends_with("index")) continue;
    for (const Index& index : table->indexes) names.push_back(index.name);
  }
  if (kind.find("view") != kind.npos) {
    for (const auto& [name, place] : keyspace.views) names.push_back(name);
  }
  return names;
}

/// Refuses the name of a thing that another form of DESCRIBE shows: DESCRIBE TABLE of a view.
void refuse_other_kind(const DescribeStatement& statement, const Keyspace& keyspace, std::string_view kind) {
  struct Kind {
    const char* name;
    const char* words;
  };
  constexpr Kind kKinds[] = {
      {"table", "TABLE"}, {"materialized view", "MATERIALIZED VIEW"}, {"index", "INDEX"}, {"type", "TYPE"}};
  const std::string& text = statement.name->name.text;
  for (const Kind& other : kKinds) {
    const std::vector<std::string> names = names_of_kind(keyspace, other.name);
    if (other.name == kind || std::ranges::find(names, text) == names.end()) continue;
    const std::string words = other.words;
    const std::optional<Name>& home = statement.name->keyspace;
    const std::string what = (home ? quote_name(home->text) + "." : "") + quote_name(text);
    const Span span{statement.span.begin, statement.name->span.begin};
    refuse("thing_of_other_kind", statement.name->name.span,
           {{"name", quote_name(text)},
            {"kind", std::string(kind)},
            {"found", other.name},
            {"words", words},
            {"what", what}},
           Fix{span, words + " "});
  }
}

[[noreturn]] void refuse_thing(const DescribeStatement& statement, const Keyspace& keyspace,
                               const char* kind) {
  refuse_other_kind(statement, keyspace, kind);
  const QualifiedName& name = *statement.name;
  const NearestName nearest = find_nearest(name.name.text, names_of_kind(keyspace, kind));
  refuse(nearest.name.empty() ? "nothing_of_that_name" : "nothing_of_that_name_near", name.name.span,
         {{"kind", kind},
          {"name", quote_name(name.name.text)},
          {"keyspace", quote_name(keyspace.name)},
          {"nearest", quote_name(nearest.name)}},
         fix_of(nearest, name.name.span));
}

DescribedThings find_table_of(const Keyspace& keyspace, const std::string& name, Internals internals) {
  const TablePointer table = keyspace.tables.get(name);
  return table ? described_table(*table, internals) : DescribedThings();
}

DescribedThings find_index_of(const Keyspace& keyspace, const std::string& name) {
  for (const auto& [table_name, table] : keyspace.tables) {
    if (const Index* index = table->find_index(name)) return {described_index(*table, *index)};
  }
  return {};
}

DescribedThings find_view_of(const Keyspace& keyspace, const std::string& name, Internals internals) {
  const auto place = keyspace.views.get(name);
  if (!place) return {};
  const TablePointer base = keyspace.tables.get(place->base);
  const View* view = base ? base->find_view(name) : nullptr;
  if (view == nullptr) refuse_damaged_record(view_record_name(keyspace.name, name));
  return {described_view(*base, *view, internals)};
}

DescribedThings find_type_of(const Keyspace& keyspace, const std::string& name) {
  const auto type = keyspace.user_types.get(name);
  return type ? DescribedThings{described_type(*type)} : DescribedThings();
}

/// DESCRIBE name: a keyspace, or a table, view or index of the keyspace in use.
AnswerPlan describe_anything(const DescribeStatement& statement, const PlanContext& context,
                             Internals internals) {
  const QualifiedName& name = *statement.name;
  const std::string& text = name.name.text;
  if (!name.keyspace) {
    const Keyspace* keyspace = context.schema.find_keyspace(text);
    if (keyspace == nullptr) keyspace = find_system_keyspace(text);
    if (keyspace != nullptr) return statements_of_things(described_contents(*keyspace, internals));
  }
  const Keyspace& home = home_of_thing(name, context);
  DescribedThings things = find_table_of(home, text, internals);
  if (things.empty()) things = find_view_of(home, text, internals);
  if (things.empty()) things = find_index_of(home, text);
  if (things.empty()) refuse_thing(statement, home, "table, view or index");
  return statements_of_things(things);
}

AnswerPlan describe_thing(const DescribeStatement& statement, const PlanContext& context,
                          Internals internals) {
  const QualifiedName& name = *statement.name;
  const Keyspace& home = home_of_thing(name, context);
  const std::string& text = name.name.text;
  switch (statement.what) {
    case What::table:
      if (home.tables.contains(text)) return statements_of_things(find_table_of(home, text, internals));
      refuse_thing(statement, home, "table");
    case What::index:
      if (const DescribedThings index = find_index_of(home, text); !index.empty())
        return statements_of_things(index);
      refuse_thing(statement, home, "index");
    case What::view:
      if (const DescribedThings view = find_view_of(home, text, internals); !view.empty())
        return statements_of_things(view);
      refuse_thing(statement, home, "materialized view");
    case What::type:
      if (const DescribedThings type = find_type_of(home, text); !type.empty())
        return statements_of_things(type);
      refuse_thing(statement, home, "type");
    case What::function:
      refuse_thing(statement, home, "function");
    case What::aggregate:
    case What::cluster:
    case What::schema:
    case What::full_schema:
    case What::keyspaces:
    case What::keyspace:
    case What::only_keyspace:
    case What::tables:
    case What::types:
    case What::functions:
    case What::aggregates:
    case What::anything:
      break;
  }
  refuse_thing(statement, home, "aggregate");
}

}  // namespace

AnswerPlan plan_describe(const DescribeStatement& statement, const PlanContext& context) {
  const Internals internals = statement.with_internals ? Internals::described : Internals::left_out;
  switch (statement.what) {
    case What::cluster:
      return describe_cluster(context);
    case What::schema:
    case What::full_schema:
      return describe_schema(context, statement.what == What::full_schema, internals);
    case What::keyspaces:
      return describe_keyspaces(context);
    case What::keyspace:
      return statements_of_things(described_contents(keyspace_of_statement(statement, context), internals));
    case What::only_keyspace:
      return statements_of_things({described_keyspace(keyspace_of_statement(statement, context))});
    case What::tables:
      return list_tables(context);
    case What::types:
      return list_types(context);
    case What::functions:
    case What::aggregates:
      return names_of_things({});
    case What::anything:
      return describe_anything(statement, context, internals);
    case What::table:
    case What::index:
    case What::view:
    case What::type:
    case What::function:
    case What::aggregate:
      break;
  }
  return describe_thing(statement, context, internals);
}

}  // namespace cellar
