#include "shell/completion/typed_place.h"

#include <algorithm>

#include "schema/system_keyspaces.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// The word behind which a statement names its table.
struct TableWord {
  std::string_view rule, word;
};
constexpr TableWord kTableWords[] = {
    {"select", "FROM"},     {"insert", "INTO"},    {"update", "UPDATE"},    {"deletion", "FROM"},
    {"createView", "FROM"}, {"createIndex", "ON"}, {"alterTable", "TABLE"}, {"alterType", "TYPE"},
};

struct QualifiedText {
  std::string keyspace, name;
};

/// The name behind the first `word` at or behind `first`, with IF [NOT] EXISTS skipped.
QualifiedText name_behind(const TypedTokens& typed, std::size_t first, std::string_view word) {
  std::size_t index = first;
  while (index < typed.tokens.size() && !typed.is(index, word)) {
    if (typed.is(index, "SEMICOLON")) return {};
    ++index;
  }
  ++index;
  while (typed.is(index, "IF") || typed.is(index, "NOT") || typed.is(index, "EXISTS")) ++index;
  if (!typed.is_name(index)) return {};
  if (typed.is(index + 1, "DOT")) return {typed.name(index), typed.name(index + 2)};
  return {"", typed.name(index)};
}

std::optional<QualifiedText> name_of_statement(const TypedPlace& place) {
  for (const BegunRule& begun : place.path) {
    const auto* found = std::ranges::find(kTableWords, begun.rule, &TableWord::rule);
    if (found != std::end(kTableWords)) return name_behind(place.typed, begun.first_token, found->word);
  }
  return std::nullopt;
}

Type element_type(const Type& type, bool wants_key) {
  if (type.kind == TypeKind::map) return type.arguments[wants_key ? 0 : 1];
  if (type.kind == TypeKind::list && wants_key) return native_type(TypeKind::int_);
  return type.arguments.empty() ? type : type.arguments[0];
}

/// Returns the type that is wanted after a column and what selects a part of it or compares it: `m[`, `m['k'] =`,
/// `s CONTAINS`.
std::optional<Type> type_behind_column(const TypedPlace& place, const Table& table, std::size_t first) {
  const Column* column = place.find_column(table, first);
  if (column == nullptr) return std::nullopt;
  const TypedTokens& typed = place.typed;
  if (typed.is(first + 1, "DOT")) {
    const auto field = std::ranges::find(column->type.field_names, typed.name(first + 2));
    if (field == column->type.field_names.end()) return std::nullopt;
    return column->type.arguments[field - column->type.field_names.begin()];
  }
  if (typed.is(first + 1, "CONTAINS")) return element_type(column->type, typed.is(first + 2, "KEY"));
  if (!typed.is(first + 1, "OPEN_SQUARE")) return column->type;
  for (std::size_t index = first + 2; index < typed.cursor; ++index)
    if (typed.is(index, "CLOSE_SQUARE")) return element_type(column->type, false);
  return element_type(column->type, true);
}

/// The column of the value that is being typed in `(a, b) VALUES (1, `.
std::optional<Type> type_in_values(const TypedPlace& place, const Table& table, std::size_t first) {
  const TypedTokens& typed = place.typed;
  std::size_t open = first;
  while (open < typed.cursor && !typed.is(open, "OPEN_ROUND")) ++open;
  std::vector<std::size_t> columns;
  std::size_t index = open + 1;
  for (; index < typed.cursor && !typed.is(index, "VALUES"); ++index)
    if (typed.is(index - 1, "OPEN_ROUND") || typed.is(index - 1, "COMMA")) columns.push_back(index);
  std::size_t position = 0;
  int depth = 0;
  for (++index; index < typed.cursor; ++index) {
    const std::string_view kind = typed.tokens[index].kind;
    if (kind.starts_with("OPEN_")) ++depth;
    if (kind.starts_with("CLOSE_")) --depth;
    if (kind == "COMMA" && depth == 1) ++position;
  }
  if (position >= columns.size()) return std::nullopt;
  const Column* column = place.find_column(table, columns[position]);
  return column == nullptr ? std::nullopt : std::optional<Type>(column->type);
}

}  // namespace

bool TypedTokens::is_name(std::size_t index) const {
  return index < tokens.size() &&
         (tokens[index].is("IDENTIFIER") || tokens[index].is("QUOTED_NAME") || is_keyword(tokens[index]));
}

std::string TypedTokens::name(std::size_t index) const {
  if (!is_name(index)) return {};
  const std::string_view text = texts[index];
  if (!tokens[index].is("QUOTED_NAME")) return to_lower(text);
  std::string name;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    name += text[i];
    if (text[i] == '"') ++i;
  }
  return name;
}

const Keyspace* NameScope::find_keyspace(std::string_view name) const {
  const Keyspace* found = schema.find_keyspace(name);
  return found != nullptr ? found : find_system_keyspace(name);
}

const Keyspace* NameScope::keyspace_or_used(std::string_view name) const {
  return find_keyspace(name.empty() ? keyspace : name);
}

TablePointer NameScope::find_table(std::string_view keyspace_name, std::string_view table) const {
  const std::string_view home_name = keyspace_name.empty() ? keyspace : keyspace_name;
  if (TablePointer found = schema.find_table(home_name, table)) return found;
  const Keyspace* system = find_system_keyspace(home_name);
  return system == nullptr ? nullptr : system->tables.get(table);
}

std::optional<std::size_t> TypedPlace::begin_of(std::string_view rule) const {
  for (const BegunRule& begun : path)
    if (begun.rule == rule) return begun.first_token;
  return std::nullopt;
}

TablePointer TypedPlace::table() const {
  const std::optional<QualifiedText> name = name_of_statement(*this);
  return name ? scope.find_table(name->keyspace, name->name) : nullptr;
}

const UserType* TypedPlace::user_type() const {
  const std::optional<QualifiedText> name = name_of_statement(*this);
  const Keyspace* keyspace = name ? scope.keyspace_or_used(name->keyspace) : nullptr;
  if (keyspace == nullptr) return nullptr;
  const auto found = keyspace->user_types.find(name->name);
  return found == keyspace->user_types.end() ? nullptr : found.thing().get();
}

const Column* TypedPlace::find_column(const Table& table, std::size_t token) const {
  const std::optional<std::size_t> index = table.find(std::string_view(typed.name(token)));
  return index ? &table.columns[*index] : nullptr;
}

std::vector<std::string> TypedPlace::names_since(std::size_t first) const {
  std::vector<std::string> names;
  for (std::size_t index = first; index < typed.cursor; ++index) {
    if (!typed.is_name(index)) continue;
    const bool begins =
        index == first ||
        std::ranges::any_of(
            std::initializer_list<std::string_view>{"OPEN_ROUND", "COMMA", "WHERE", "AND", "SET", "IF", "BY"},
            [&](std::string_view kind) { return typed.is(index - 1, kind); });
    if (begins) names.push_back(typed.name(index));
  }
  return names;
}

std::optional<Type> TypedPlace::wanted_type() const {
  std::size_t terms = 0;
  const TablePointer named = table();
  if (!named) return std::nullopt;
  for (const BegunRule& begun : path) {
    if ((begun.rule == "term" || begun.rule == "assignedTerm") && ++terms > 1) return std::nullopt;
    if (begun.rule == "relation" || begun.rule == "ifCondition" || begun.rule == "assignment")
      return type_behind_column(*this, *named, begun.first_token);
    if (begun.rule == "insert") return type_in_values(*this, *named, begun.first_token);
  }
  return std::nullopt;
}

}  // namespace cellar
