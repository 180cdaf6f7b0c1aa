// Lints of the columns of a table by how often they are updated.

#include <algorithm>

#include "planner/lint/lint.h"
#include "planner/select/key_description.h"

namespace cellar {

namespace {

/// A column is hot beside one that has less than one update for so many of its own.
constexpr std::uint64_t kHotFactor = 10;

/// Counters are in tables of their own already, and a static column is not in the rows.
bool is_in_rows(const Column& column) {
  return column.kind == ColumnKind::regular && column.type.kind != TypeKind::counter;
}

/// Columns that are updated about as often as each other.
struct UpdatedColumns {
  std::vector<std::size_t> columns;  // of the table
  std::uint64_t fewest = 0, most = 0;

  void add(std::size_t column, std::uint64_t updates) {
    fewest = columns.empty() ? updates : std::min(fewest, updates);
    most = std::max(most, updates);
    columns.push_back(column);
  }
  std::string names(const Table& table) const {
    std::string text;
    for (const std::size_t column : columns)
      text += (text.empty() ? "" : ", ") + quote_name(table.columns[column].name);
    return text;
  }
};

}  // namespace

std::optional<Diagnostic> lint_hot_columns(const TablePlaces& places, const Table& table,
                                           const ColumnUpdates& updates) {
  const auto updates_of = [&](std::size_t column) {
    const auto found = updates.find(table.columns[column].name);
    return found == updates.end() ? 0 : found->second;
  };
  UpdatedColumns all, hot, cold;
  for (std::size_t column = table.key_size(); column < table.columns.size(); ++column) {
    if (is_in_rows(table.columns[column])) all.add(column, updates_of(column));
  }
  for (const std::size_t column : all.columns) {
    const bool is_cold = kHotFactor * std::max<std::uint64_t>(updates_of(column), 1) < all.most;
    (is_cold ? cold : hot).add(column, updates_of(column));
  }
  if (cold.columns.empty()) return std::nullopt;
  const std::size_t first = hot.columns.front();
  return Diagnostic{"lint_hot_columns",
                    places.definitions[first],
                    {{"table", quote_name(table.name)},
                     {"hot", hot.names(table)},
                     {"cold", cold.names(table)},
                     {"often", std::to_string(hot.fewest)},
                     {"seldom", std::to_string(cold.most)},
                     {"split", quote_name(table.name + "_" + table.columns[first].name)},
                     {"key", key_of(table)}},
                    std::nullopt,
                    subject_of(table)};
}

}  // namespace cellar
