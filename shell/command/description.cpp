#include "shell/command/description.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "refusal/refusal.h"
#include "refusal/width.h"
#include "schema/describe.h"
#include "schema/system_keyspaces.h"
#include "types/text/text.h"
#include "types/type.h"

namespace cellar {

namespace {

constexpr std::string_view kUsage =
    "DESCRIBE KEYSPACES | TABLES | TYPES | SCHEMA | KEYSPACE [name] | TABLE [keyspace.]name | TYPE "
    "[keyspace.]name | "
    "[keyspace.]name";

struct DescribeRequest {
  const Schema& schema;
  std::string_view keyspace_in_use;
  std::vector<CommandWord> words;  // the words after DESCRIBE
};

struct NamedThing {
  const Keyspace& keyspace;
  std::string name;
  Span span;
};

[[noreturn]] void refuse_form(const DescribeRequest& request) {
  const Span span = request.words.empty() ? Span{} : request.words.back().span;
  refuse("command_usage", span, {{"command", "DESCRIBE"}, {"usage", std::string(kUsage)}});
}

std::string name_of(const DescribeRequest& request, const CommandWord& word) {
  if (word.quote == '"') return word.text;
  if (word.quote != 0 || word.text == "." || is_reserved_word(word.text)) refuse_form(request);
  return to_lower(word.text);
}

const Keyspace* find_keyspace(const DescribeRequest& request, const std::string& name) {
  const Keyspace* keyspace = request.schema.find_keyspace(name);
  return keyspace != nullptr ? keyspace : find_system_keyspace(name);
}

const Keyspace& keyspace_named(const DescribeRequest& request, const std::string& name, const Span& span) {
  const Keyspace* keyspace = find_keyspace(request, name);
  if (keyspace == nullptr) refuse("undefined_keyspace", span, {{"keyspace", name}});
  return *keyspace;
}

const Keyspace& keyspace_in_use(const DescribeRequest& request, const std::string& for_name) {
  if (request.keyspace_in_use.empty()) refuse("no_keyspace", {}, {{"name", for_name}});
  return keyspace_named(request, std::string(request.keyspace_in_use), {});
}

// Reads `[keyspace.]name` from the words from `first` to the end.
NamedThing read_name(const DescribeRequest& request, std::size_t first) {
  const std::size_t count = request.words.size() - std::min(first, request.words.size());
  if (count == 1) {
    const CommandWord& word = request.words[first];
    std::string name = name_of(request, word);
    const Keyspace& keyspace = keyspace_in_use(request, name);
    return {keyspace, std::move(name), word.span};
  }
  if (count != 3 || request.words[first + 1].text != ".") refuse_form(request);
  const CommandWord& word = request.words[first];
  const CommandWord& last = request.words[first + 2];
  const std::string keyspace = name_of(request, word);
  return {keyspace_named(request, keyspace, word.span), name_of(request, last), last.span};
}

DescribedThing described(const Keyspace& keyspace) {
  return {quote_name(keyspace.name), "keyspace", quote_name(keyspace.name), describe(keyspace)};
}
DescribedThing described(const Table& table) {
  return {quote_name(table.keyspace), "table", quote_name(table.name), describe(table)};
}
DescribedThing described(const UserType& type) {
  return {quote_name(type.keyspace), "type", quote_name(type.name), describe(type)};
}

void name_user_types(const Type& type, std::set<std::string>& names) {
  if (type.kind == TypeKind::user) names.insert(type.name);
  for (const Type& argument : type.arguments) name_user_types(argument, names);
}

void add_type(const Keyspace& keyspace, const std::string& name, std::set<std::string>& added,
              std::vector<DescribedThing>& things) {
  const auto found = keyspace.user_types.find(name);
  if (found == keyspace.user_types.end() || !added.insert(name).second) return;
  std::set<std::string> used;
  for (const Type& field : found->second.field_types) name_user_types(field, used);
  for (const std::string& other : used) add_type(keyspace, other, added, things);
  things.push_back(described(found->second));
}

// Cassandra orders names without regard to case.
void add_tables(const Keyspace& keyspace, std::vector<DescribedThing>& things) {
  std::multimap<std::string, TablePointer> by_name;
  for (const auto& [name, table] : keyspace.tables) by_name.emplace(to_lower(name), table);
  for (const auto& [name, table] : by_name) things.push_back(described(*table));
}

// Returns the objects in an order in which their statements can run.
std::vector<DescribedThing> everything_in(const Keyspace& keyspace) {
  std::vector<DescribedThing> things = {described(keyspace)};
  std::set<std::string> added;
  for (const auto& [name, type] : keyspace.user_types) add_type(keyspace, name, added, things);
  add_tables(keyspace, things);
  return things;
}

std::vector<const Keyspace*> keyspaces_of_lists(const DescribeRequest& request) {
  if (!request.keyspace_in_use.empty()) return {&keyspace_in_use(request, {})};
  std::vector<const Keyspace*> keyspaces;
  for (const auto& [name, keyspace] : request.schema.keyspaces) keyspaces.push_back(&keyspace);
  return keyspaces;
}

Description list(const DescribeRequest& request, std::string_view what) {
  if (request.words.size() != 1) refuse_form(request);
  Description description;
  if (what == "KEYSPACES") {
    for (const auto& [name, keyspace] : request.schema.keyspaces)
      description.things.push_back(described(keyspace));
    return description;
  }
  for (const Keyspace* keyspace : keyspaces_of_lists(request)) {
    if (what == "TABLES") add_tables(*keyspace, description.things);
    if (what == "TYPES") {
      for (const auto& [name, type] : keyspace->user_types) description.things.push_back(described(type));
    }
  }
  return description;
}

Description describe_keyspace(const DescribeRequest& request, bool alone) {
  const std::size_t first = alone ? 2 : 1;
  if (request.words.size() > first + 1) refuse_form(request);
  const Keyspace& keyspace =
      request.words.size() > first
          ? keyspace_named(request, name_of(request, request.words[first]), request.words[first].span)
          : keyspace_in_use(request, "DESCRIBE KEYSPACE");
  Description description{.with_statements = true, .things = everything_in(keyspace)};
  if (alone) description.things.resize(1);
  return description;
}

Description describe_table(const DescribeRequest& request) {
  const NamedThing named = read_name(request, 1);
  const auto found = named.keyspace.tables.find(named.name);
  if (found == named.keyspace.tables.end()) {
    refuse("undefined_table", named.span, {{"table", named.name}, {"keyspace", named.keyspace.name}});
  }
  return {.with_statements = true, .things = {described(*found->second)}};
}

Description describe_type(const DescribeRequest& request) {
  const NamedThing named = read_name(request, 1);
  const auto found = named.keyspace.user_types.find(named.name);
  if (found == named.keyspace.user_types.end()) {
    refuse("undefined_type", named.span, {{"type", named.name}, {"keyspace", named.keyspace.name}});
  }
  return {.with_statements = true, .things = {described(found->second)}};
}

Description describe_everything(const DescribeRequest& request, std::size_t words) {
  if (request.words.size() != words) refuse_form(request);
  Description description{.with_statements = true, .things = {}};
  for (const auto& [name, keyspace] : request.schema.keyspaces) {
    for (DescribedThing& thing : everything_in(keyspace)) description.things.push_back(std::move(thing));
  }
  return description;
}

// DESCRIBE name: a keyspace, or a table or type of the keyspace in use.
Description describe_by_name(const DescribeRequest& request) {
  if (request.words.size() == 1) {
    const std::string name = name_of(request, request.words[0]);
    if (const Keyspace* keyspace = find_keyspace(request, name)) {
      return {.with_statements = true, .things = everything_in(*keyspace)};
    }
  }
  const NamedThing named = read_name(request, 0);
  const auto table = named.keyspace.tables.find(named.name);
  if (table != named.keyspace.tables.end())
    return {.with_statements = true, .things = {described(*table->second)}};
  const auto type = named.keyspace.user_types.find(named.name);
  if (type != named.keyspace.user_types.end())
    return {.with_statements = true, .things = {described(type->second)}};
  refuse("nothing_of_that_name", named.span,
         {{"kind", "table or type"}, {"name", named.name}, {"keyspace", named.keyspace.name}});
}

[[noreturn]] void refuse_unknown(const DescribeRequest& request, std::size_t first, std::string_view kind) {
  const NamedThing named = read_name(request, first);
  refuse("nothing_of_that_name", named.span,
         {{"kind", std::string(kind)}, {"name", named.name}, {"keyspace", named.keyspace.name}});
}

std::string in_columns(const std::vector<std::string>& names, std::size_t columns) {
  std::size_t widest = 1;
  for (const std::string& name : names) widest = std::max(widest, display_width(name));
  const std::size_t a_line = std::max<std::size_t>(columns / (widest + 2), 1);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool last = i + 1 == names.size() || (i + 1) % a_line == 0;
    text += names[i];
    text += last ? "\n" : std::string(widest + 2 - display_width(names[i]), ' ');
  }
  return text;
}

}  // namespace

Description describe_schema(const Schema& schema, std::string_view keyspace_in_use,
                            const std::vector<CommandWord>& words) {
  const DescribeRequest request{schema, keyspace_in_use, {words.begin() + 1, words.end()}};
  if (request.words.empty()) refuse_form(request);
  const CommandWord& first = request.words[0];
  const bool has_second = request.words.size() > 1;
  for (const std::string_view what : {"KEYSPACES", "TABLES", "TYPES", "FUNCTIONS", "AGGREGATES"}) {
    if (says(first, what)) return list(request, what);
  }
  if (says(first, "COLUMNFAMILIES")) return list(request, "TABLES");
  if (says(first, "SCHEMA")) return describe_everything(request, 1);
  if (says(first, "FULL") && has_second && says(request.words[1], "SCHEMA"))
    return describe_everything(request, 2);
  if (says(first, "KEYSPACE")) return describe_keyspace(request, false);
  if (says(first, "ONLY") && has_second && says(request.words[1], "KEYSPACE"))
    return describe_keyspace(request, true);
  if (says(first, "TABLE") || says(first, "COLUMNFAMILY")) return describe_table(request);
  if (has_second && says(first, "TYPE")) return describe_type(request);
  if (has_second && says(first, "INDEX")) refuse_unknown(request, 1, "index");
  if (has_second && says(first, "FUNCTION")) refuse_unknown(request, 1, "function");
  if (has_second && says(first, "AGGREGATE")) refuse_unknown(request, 1, "aggregate");
  if (has_second && says(first, "MATERIALIZED") && says(request.words[1], "VIEW")) {
    refuse_unknown(request, 2, "materialized view");
  }
  return describe_by_name(request);
}

std::string format_description(const Description& description, std::size_t columns) {
  std::string text = "\n";
  if (description.with_statements) {
    for (const DescribedThing& thing : description.things) text += thing.statement + "\n\n";
    return text;
  }
  const bool keyspaces = !description.things.empty() && description.things[0].type == "keyspace";
  for (std::size_t i = 0; i < description.things.size();) {
    const std::string& keyspace = description.things[i].keyspace;
    std::vector<std::string> names;
    while (i < description.things.size() && (keyspaces || description.things[i].keyspace == keyspace)) {
      names.push_back(description.things[i++].name);
    }
    if (!keyspaces) {
      const std::string heading = "Keyspace " + keyspace;
      text += heading + '\n' + std::string(display_width(heading), '-') + '\n';
    }
    text += in_columns(names, columns) + '\n';
  }
  return description.things.empty() ? "\n<empty>\n\n" : text;
}

}  // namespace cellar
