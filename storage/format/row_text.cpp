#include "storage/format/row_text.h"

#include "storage/format/bytes.h"
#include "storage/format/format.h"
#include "storage/format/keys.h"
#include "types/text/text.h"
#include "types/value/stored_fault.h"
#include "types/value/value.h"

namespace cellar {

namespace {

constexpr std::size_t kLongestValue = 60;

void append_value(const Column& column, const std::string& value, std::string& text) {
  if (fault_of_stored(column.type, value)) refuse_damaged_bytes();
  std::string literal = show_control_characters(to_literal(column.type, value));
  if (literal.size() > kLongestValue) {
    literal = literal.substr(0, character_boundary(literal, kLongestValue)) + "...";
  }
  if (!text.empty()) text += " AND ";
  text += quote_name(column.name) + " = " + literal;
}

}  // namespace

std::string row_text(const TableLayout& layout, std::string_view key) {
  const Table& table = *layout.table;
  std::string text;
  std::vector<std::string> values;
  const std::size_t prefix = partition_prefix_size(key, table);
  partition_key_of_prefix(key.substr(0, prefix), layout, values);
  for (std::size_t i = 0; i < values.size(); ++i) append_value(table.columns[i], values[i], text);
  if (key.size() <= prefix) return text;
  if (key[prefix] == kStaticKind) return text + " (static columns)";
  if (key[prefix] == kRangeTombstoneKind) return text + " (a deleted range)";
  if (key[prefix] != kRowKind) return text;
  read_clustering(layout, key.substr(prefix + 1), values);
  for (std::size_t i = 0; i < values.size(); ++i) append_value(*layout.clustering[i], values[i], text);
  return text;
}

}  // namespace cellar
