#include "refusal/catalogue.h"

#include <algorithm>
#include <array>

namespace cellar {

namespace {

using enum ErrorClass;

// Columns: id, code, class, title, why, fix. Sections follow the folders that refuse.
constexpr CatalogueEntry kEntries[] = {
    // section: parser
    {"syntax", "E100", syntax, "{found} is not expected here", "Expected {expected}.", ""},

    // section: types

    // section: definitions
    {"no_keyspace", "E200", invalid, "no keyspace is in use, so {name} has no home", "A table lives in a keyspace.",
     "Write keyspace.{name}, or USE a keyspace first."},
    {"undefined_keyspace", "E201", invalid, "there is no keyspace {keyspace}", "",
     "CREATE KEYSPACE makes one, DESCRIBE KEYSPACES lists those there are."},
    {"undefined_keyspace_near", "E201", invalid, "there is no keyspace {keyspace}", "", "Did you mean {nearest}?"},
    {"undefined_table", "E201", invalid, "there is no table {table} in keyspace {keyspace}", "",
     "CREATE TABLE makes one, DESCRIBE TABLES lists those there are."},
    {"undefined_table_near", "E201", invalid, "there is no table {table} in keyspace {keyspace}", "",
     "Did you mean {nearest}?"},
    {"undefined_column", "E203", invalid, "table {table} has no column {column}",
     "A statement can only name columns that the table declares.", "ALTER TABLE {table} ADD {column} makes one."},
    {"undefined_column_near", "E203", invalid, "table {table} has no column {column}",
     "A statement can only name columns that the table declares.", "Did you mean {nearest}?"},
    {"undefined_type", "E205", invalid, "there is no type {type}",
     "A type is one of CQL's own or a user type of keyspace {keyspace}.", "CREATE TYPE makes a user type."},
    {"undefined_type_near", "E205", invalid, "there is no type {type}",
     "A type is one of CQL's own or a user type of keyspace {keyspace}.", "Did you mean {nearest}?"},
    {"type_without_parts", "E205", invalid, "{type} does not say of what",
     "Collections, tuples and vectors name their parts: list<int>, set<text>, map<text, int>, tuple<int, text>, "
     "vector<float, 3>.",
     "Write the parts between < and >."},
    {"unknown_class", "E205", syntax, "'{class}' is no type that Cellar knows",
     "A type in quotes is the name of a Java class; Cellar knows those of CQL's own types.",
     "Write the type without quotes: text, int, timestamp ..."},
    {"type_of_other_keyspace", "E205", invalid, "type {type} belongs to another keyspace",
     "A user type can only be used in its own keyspace, here {keyspace}.", "CREATE TYPE {type} in {keyspace}, too."},
    {"frozen_scalar", "E206", syntax, "{type} cannot be frozen",
     "frozen<> keeps a collection, tuple or user type as one value; {type} is one value already.",
     "Write {type} alone."},
    {"nested_collection", "E206", invalid, "{type} inside a collection must be frozen",
     "Each element of a collection is one cell, so a collection in it has to be one value.",
     "Write frozen<{type}>: it is then read and written as a whole."},
    {"nested_user_type", "E206", invalid, "the user type {type} inside a collection must be frozen",
     "Each element of a collection is one cell, so a user type in it has to be one value.",
     "Write frozen<{type}>: it is then read and written as a whole."},
    {"counter_inside", "E209", invalid, "a counter cannot be part of {outer}",
     "A counter is a column of its own: it is never set, only added to.",
     "Make it a column of a table of counters, with the rest of the key in the primary key."},
    {"duration_as_key", "E206", invalid, "a duration cannot be a {outer}",
     "Set members and map keys are kept in order, and durations have none: is 1mo more than 30d?",
     "Keep the length as a number (bigint), or as a value of a map."},
    {"vector_dimension", "E206", invalid, "{dimension} is no number of elements for a vector",
     "A vector has a fixed number of elements, at least one.", ""},

    // section: planner
    {"not_run_yet", "E600", invalid, "{statement} is valid CQL, but Cellar does not run it yet", "", ""},

    // section: executor

    // section: functions

    // section: storage

    // section: shell
};

}  // namespace

std::span<const CatalogueEntry> catalogue() { return kEntries; }

const CatalogueEntry* find_entry(std::string_view id) {
  const auto* found = std::find_if(std::begin(kEntries), std::end(kEntries),
                                   [id](const CatalogueEntry& entry) { return entry.id == id; });
  return found == std::end(kEntries) ? nullptr : found;
}

std::string fill(std::string_view words, const Parameters& parameters) {
  std::string text;
  std::size_t position = 0;
  while (position < words.size()) {
    const std::size_t open = words.find('{', position);
    const std::size_t close = open == words.npos ? words.npos : words.find('}', open);
    if (close == words.npos) break;
    text += words.substr(position, open - position);
    const std::string_view name = words.substr(open + 1, close - open - 1);
    const auto parameter = std::find_if(parameters.begin(), parameters.end(),
                                        [name](const Parameter& candidate) { return candidate.name == name; });
    text += parameter == parameters.end() ? std::string(words.substr(open, close - open + 1)) : parameter->value;
    position = close + 1;
  }
  return text + std::string(words.substr(position));
}

}  // namespace cellar
