// Columns that fit a place, and the marks and words behind them.
#include <algorithm>

#include "shell/completion/sources.h"

namespace cellar {

namespace {

using Names = std::vector<std::string>;

bool holds(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

std::string note_of(const Column& column) {
  std::string note = to_cql(column.type);
  if (column.kind == ColumnKind::partition_key) note += ", partition key";
  if (column.kind == ColumnKind::clustering) note += ", clustering";
  if (column.kind == ColumnKind::static_) note += ", static";
  return note;
}

/// Offers the columns that `fits` takes, in the order of the table.
template <typename Fits>
void add_columns(const TypedPlace& place, const Table& table, bool blank_follows, const Fits& fits) {
  for (const Column& column : table.columns) {
    if (column.name.empty() || !fits(column)) continue;
    if (blank_follows)
      place.offers.add_name_and_blank(column.name, note_of(column));
    else
      place.offers.add_name(column.name, note_of(column));
  }
}

bool is_nearest_indexed(const Table& table, const Column& column) {
  return column.type.kind == TypeKind::vector && table.has_index_on(column.id);
}

bool is_comparison(std::string_view mark) { return mark.find_first_not_of("=<>!") == mark.npos; }

/// The columns of a table that is being defined, and of its key, from the tokens of CREATE.
struct Definition {
  Names columns, partition, clustering;
};

Definition definition_of(const TypedPlace& place, std::size_t first) {
  Definition definition;
  const TypedTokens& typed = place.typed;
  int depth = 0, key_depth = -1;
  bool in_partition = false;
  for (std::size_t index = first; index < typed.cursor; ++index) {
    const std::string_view kind = typed.tokens[index].kind;
    if (kind == "PRIMARY" && typed.is(index + 2, "OPEN_ROUND")) {
      key_depth = depth + 1;
      in_partition = true;
    }
    if (kind == "OPEN_ROUND" || kind == "LESS") ++depth;
    if (kind == "GREATER") --depth;
    if (kind == "CLOSE_ROUND" && depth-- == key_depth) key_depth = -1;
    const bool begins = index > 0 && (typed.is(index - 1, "OPEN_ROUND") || typed.is(index - 1, "COMMA"));
    if (kind == "COMMA" && depth == key_depth) in_partition = false;
    if (kind == "PRIMARY" || !begins || !typed.is_name(index)) continue;
    if (key_depth >= 0 && depth >= key_depth)
      (in_partition ? definition.partition : definition.clustering).push_back(typed.name(index));
    else if (depth == 1)
      definition.columns.push_back(typed.name(index));
  }
  return definition;
}

bool names_a_table(const TypedPlace& place) {
  return std::ranges::any_of(place.typed.tokens, [](const TextToken& token) { return token.is("FROM"); });
}

/// Before FROM is typed, any table of the keyspace in use may be meant. `fits` is asked of each column.
template <typename Fits>
void add_columns_of_keyspace(const TypedPlace& place, const Fits& fits) {
  constexpr int kMostTables = 40;  // with more tables the list would be too long to read
  const Keyspace* const keyspace = place.scope.keyspace_or_used("");
  if (keyspace == nullptr) return;
  int tables = 0;
  for (const auto& [name, table] : keyspace->tables) {
    if (tables++ == kMostTables) return;
    for (const Column& column : table->columns) {
      if (!column.name.empty() && fits(column)) place.offers.add_name(column.name, "of " + quote_name(name));
    }
  }
}

}  // namespace

/// Columns, then functions: what an element of a select list begins with.
void offer_selected(const TypedPlace& place) {
  const std::size_t first = place.path.front().first_token;
  const bool is_of_cell = place.typed.is(first, "WRITETIME") || place.typed.is(first, "MAXWRITETIME") ||
                          place.typed.is(first, "TTL");
  const bool begins = place.offset() == 0 || (is_of_cell && place.offset() == 2);
  const auto fits = [&](const Column& column) { return !is_of_cell || !column.is_key(); };
  if (const TablePointer table = begins ? place.table() : nullptr) {
    add_columns(place, *table, false, fits);
  } else if (begins && place.is_within("select") && !names_a_table(place)) {
    add_columns_of_keyspace(place, fits);
  }
  for (const std::string& word : place.words) {
    const bool opens_call =
        word == "(" && place.offset() > 0 && is_keyword(place.typed.tokens[place.typed.cursor - 1]);
    if (word == "*" || opens_call) place.offers.add_text(word);
    if (word == "AS" && place.offset() > 0 && place.typed.is(first, "CAST")) place.offers.add_words(word);
  }
  if (place.offset() == 0) offer_functions(place);
}

/// The missing columns of the key come first, then indexed ones, then what can be restricted once more or filtered.
void offer_columns_of_condition(const TypedPlace& place) {
  const TablePointer table = place.table();
  if (!table) return;
  const Names named = place.names_since(place.begin_of("whereClause").value_or(place.typed.cursor));
  const auto is_named = [&](const Column& column) { return holds(named, column.name); };
  add_columns(place, *table, true,
              [&](const Column& column) { return column.is_key() && !is_named(column); });
  if (place.is_within("update") || place.is_within("deletion")) {
    return add_columns(place, *table, true,
                       [](const Column& column) { return column.kind == ColumnKind::clustering; });
  }
  add_columns(place, *table, true,
              [&](const Column& column) { return table->has_index_on(column.id) && !is_named(column); });
  add_columns(place, *table, true,
              [](const Column& column) { return column.kind != ColumnKind::partition_key; });
}

/// `token(a, b)` has the partition key, `(c, d) > (1, 2)` clustering columns.
void offer_columns_of_tuple(const TypedPlace& place) {
  const TablePointer table = place.table();
  if (!table) return;
  const std::size_t first = place.begin_of("columnTuple").value_or(0);
  const bool is_token = first > 0 && place.typed.is(first - 1, "TOKEN");
  const Names named = place.names_since(first);
  add_columns(place, *table, false, [&](const Column& column) {
    return column.kind == (is_token ? ColumnKind::partition_key : ColumnKind::clustering) &&
           !holds(named, column.name);
  });
}

/// Offers the operators that the type of a column of WHERE or IF takes; before the column, TOKEN.
void offer_operators(const TypedPlace& place) {
  const TablePointer table = place.table();
  Offers& offers = place.offers;
  const std::size_t first = place.path.front().first_token;
  const Column* column = table ? place.find_column(*table, first) : nullptr;
  const bool is_collection_column = column == nullptr || is_collection(column->type);
  for (const std::string& word : place.words) {
    if (place.offset() == 0) {
      if (word == "TOKEN" && place.is_within("select")) offers.add_lower_words("TOKEN(");
      continue;
    }
    const bool is_mark = word.front() < 'A' || word.front() > 'Z';
    const bool fits = word == "CONTAINS"      ? is_collection_column
                      : word == "KEY"         ? column == nullptr || column->type.kind == TypeKind::map
                      : word == "LIKE"        ? false  // an index that is switched off
                      : word == "IS NOT NULL" ? place.is_within("createView")
                      : word == "["           ? column != nullptr && is_collection_column
                                              : true;
    if (!fits) continue;
    if (!is_mark)
      offers.add_words(word);
    else if (word == "[" || word == "(")
      offers.add_text(word);
    else if (is_comparison(word))
      offers.add_text(word, {}, true);
  }
}

void offer_columns_to_insert(const TypedPlace& place) {
  const TablePointer table = place.table();
  if (!table) return;
  const Names named = place.names_since(place.path[1].first_token);
  add_columns(place, *table, false, [&](const Column& column) { return !holds(named, column.name); });
}

void offer_columns_to_set(const TypedPlace& place) {
  const TablePointer table = place.table();
  if (!table) return;
  const std::size_t first = place.path[1].first_token;
  if (place.typed.cursor > first) {  // `c = c + 1`, `l = l + [1]`
    const Column* column = place.find_column(*table, first);
    const bool is_changed = column != nullptr && (table->is_counter() || is_collection(column->type));
    if (is_changed) place.offers.add_name_and_blank(column->name, note_of(*column));
    return;
  }
  const Names named = place.names_since(place.begin_of("update").value_or(first));
  add_columns(place, *table, true, [&](const Column& column) {
    return !column.is_key() && (is_collection(column.type) || !holds(named, column.name));
  });
}

void offer_assignment_marks(const TypedPlace& place) {
  const TablePointer table = place.table();
  const Column* column = table ? place.find_column(*table, place.path.front().first_token) : nullptr;
  const bool is_changed = column != nullptr && (table->is_counter() || is_collection(column->type));
  const bool is_behind_value = place.offset() > 1;
  for (const std::string& word : place.words) {
    if (word == "=" && !(column != nullptr && table->is_counter() && is_behind_value))
      place.offers.add_text(word, {}, true);
    if ((word == "+=" || word == "-=") && is_changed) place.offers.add_text(word, {}, true);
    if ((word == "+" || word == "-") && is_changed && place.typed.is_name(place.typed.cursor - 1))
      place.offers.add_text(word, {}, true);
  }
}

void offer_other_columns(const TypedPlace& place) {
  const TablePointer table = place.table();
  if (!table) return;
  const bool blank_follows = place.path[1].rule != "dropColumns";
  add_columns(place, *table, blank_follows, [](const Column& column) { return !column.is_key(); });
}

void offer_columns_to_index(const TypedPlace& place) {
  const TablePointer table = place.table();
  if (!table) return;
  add_columns(place, *table, false, [&](const Column& column) {
    return column.kind != ColumnKind::partition_key || table->partition_key_size > 1;
  });
}

/// VALUES, KEYS, ENTRIES and FULL are parts of collections.
void offer_parts_to_index(const TypedPlace& place) {
  const TablePointer table = place.table();
  const bool has_collection = table && std::ranges::any_of(table->columns, [](const Column& column) {
                                return is_collection(column.type);
                              });
  if (!has_collection || place.offset() > 0) return;
  for (const std::string& word : place.words) place.offers.add_lower_words(word + "(");
}

void offer_order(const TypedPlace& place) {
  const TablePointer table = place.table();
  if (!table) return;
  const Names named = place.names_since(place.begin_of("orderBy").value_or(place.typed.cursor));
  add_columns(place, *table, true, [&](const Column& column) {
    return !holds(named, column.name) &&
           (column.kind == ColumnKind::clustering || is_nearest_indexed(*table, column));
  });
}

void offer_directions(const TypedPlace& place) {
  const TablePointer table = place.table();
  const Column* column = table ? place.find_column(*table, place.path.front().first_token) : nullptr;
  const bool is_vector = column != nullptr && column->type.kind == TypeKind::vector;
  for (const std::string& word : place.words) {
    if (word.starts_with("ANN") == is_vector) place.offers.add_words(word);
  }
}

/// Groups are made by the key's columns, in their order, without a gap.
void offer_groups(const TypedPlace& place) {
  const TablePointer table = place.table();
  if (!table) return;
  const Names named = place.names_since(place.begin_of("groupBy").value_or(place.typed.cursor));
  for (std::size_t index = 0; index < table->key_size(); ++index) {
    const Column& column = table->columns[index];
    if (holds(named, column.name)) continue;
    place.offers.add_name(column.name, note_of(column));
    return;
  }
}

/// Offers fields after the dot of a column, within the braces of a value, and in ALTER TYPE.
void offer_fields(const TypedPlace& place) {
  std::optional<Type> type;
  std::string_view behind;
  if (const UserType* definition = place.is_within("alterType") ? place.user_type() : nullptr) {
    type = type_of(*definition);
  } else if (place.typed.is_behind("DOT")) {
    const TablePointer table = place.table();
    const Column* column = table ? place.find_column(*table, place.typed.cursor - 2) : nullptr;
    if (column != nullptr) type = column->type;
  } else if (place.typed.is(place.path[1].first_token, "OPEN_CURLY")) {
    type = place.wanted_type();
    behind = ":";
  }
  if (!type || type->kind != TypeKind::user) return;
  const Names named = behind.empty() ? Names() : place.names_since(place.path[1].first_token + 1);
  for (std::size_t index = 0; index < type->field_names.size(); ++index) {
    if (holds(named, type->field_names[index])) continue;
    place.offers.add_name(type->field_names[index], to_cql(type->arguments[index]), behind);
  }
}

/// RENAME old TO new: columns of the key, or fields of a type.
void offer_renamed(const TypedPlace& place) {
  if (place.typed.cursor > place.path[1].first_token) return;
  if (place.is_within("alterType")) return offer_fields(place);
  const TablePointer table = place.table();
  if (table) add_columns(place, *table, true, [](const Column& column) { return column.is_key(); });
}

/// PRIMARY KEY (...) of CREATE TABLE, or of CREATE MATERIALIZED VIEW, whose columns are those of its base.
void offer_key_of_definition(const TypedPlace& place) {
  const bool is_view = place.is_within("createView");
  const std::optional<std::size_t> first = place.begin_of(is_view ? "createView" : "createTable");
  if (!first) return;
  const bool is_new_column =
      place.path[1].rule == "tableElement" && !place.typed.is(place.path[1].first_token, "PRIMARY");
  if (is_new_column) return;
  const Definition definition = definition_of(place, *first);
  const auto is_free = [&](std::string_view name) {
    return !holds(definition.partition, name) && !holds(definition.clustering, name);
  };
  if (const TablePointer table = is_view ? place.table() : nullptr) {
    return add_columns(place, *table, false, [&](const Column& column) { return is_free(column.name); });
  }
  for (const std::string& name : definition.columns)
    if (is_free(name)) place.offers.add_name(name);
}

void offer_clustering_of_definition(const TypedPlace& place) {
  const std::optional<std::size_t> first =
      place.begin_of(place.is_within("createView") ? "createView" : "createTable");
  if (!first || place.offset() > 0) return;
  const Names named = place.names_since(place.begin_of("clusteringOrder").value_or(place.typed.cursor));
  for (const std::string& name : definition_of(place, *first).clustering)
    if (!holds(named, name)) place.offers.add_name_and_blank(name);
}

}  // namespace cellar
