#include "shell/copy/from/import_header.h"

#include <algorithm>

#include "shell/copy/from/missing_options.h"
#include "types/text/similar_names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// The times of a column that is left out are left out with it.
bool is_skipped(std::string_view name, const CopyOptions& options) {
  const auto is_named = [&](std::string_view column) {
    return std::ranges::find(options.skipped_columns, column) != options.skipped_columns.end();
  };
  const std::optional<TimeName> time = time_name(name);
  return is_named(name) || (time && is_named(time->column));
}

const Column* column_named(std::string_view name, const Table& table) {
  std::optional<std::size_t> index = table.find(name);
  if (!index) index = table.find(std::string_view(to_lower(name)));
  return index ? &table.columns[*index] : nullptr;
}

/// A column of that very name goes before the times of another one.
FileColumn field_named(std::string_view name, const Table& table, const std::string& file) {
  if (const Column* const column = column_named(name, table)) return {column};
  const std::optional<TimeName> time = time_name(name);
  if (!time) return {};
  const FileColumn field{column_named(time->column, table), time->part};
  if (field.column != nullptr) require_times(table, field, {}, "the header of " + file);
  return field;
}

struct HeaderNames {
  FileColumns columns;
  std::vector<std::string_view> unknown;
};

/// The value of SKIPCOLS that leaves out what is no column; names are divided by commas there.
std::string skipping(const std::vector<std::string_view>& names, const CopyOptions& options) {
  std::string list;
  for (const std::string& name : options.skipped_columns) list += (list.empty() ? "" : ",") + name;
  for (const std::string_view name : names) {
    if (name.find(',') == name.npos) (list += list.empty() ? "" : ",") += name;
  }
  return quote_text(list);
}

[[noreturn]] void refuse_header_names(const HeaderNames& names, const FileRow& header,
                                      const std::string& file, const Table& table,
                                      const CopyOptions& options) {
  const std::string_view first = names.unknown.front();
  const auto delimiter = header.fields.size() == 1 ? likely_delimiter(header.raw) : std::nullopt;
  if (delimiter)
    refuse("copy_header_delimiter", {},
           {{"name", quote_text(shorten(first))}, {"file", file}, {"delimiter", *delimiter}});
  std::vector<std::string> known;
  for (const Column& column : table.columns) known.push_back(column.name);
  const std::string nearest = nearest_name(first, known);
  refuse(nearest.empty() ? "copy_header_name" : "copy_header_name_near", {},
         {{"name", quote_text(shorten(first))},
          {"file", file},
          {"table", qualified_name(table)},
          {"nearest", quote_name(nearest)},
          {"skipped", skipping(names.unknown, options)}});
}

HeaderNames read_names(const FileRow& header, const std::string& file, const Table& table,
                       const CopyOptions& options) {
  HeaderNames names;
  for (const FileField& field : header.fields) {
    // The name of a column may begin with a blank.
    const bool is_exact = table.find(std::string(field.text)).has_value();
    const std::string_view name = is_exact ? field.text : trim(field.text);
    const bool skipped = is_skipped(name, options);
    const FileColumn column = skipped ? FileColumn{} : field_named(name, table, file);
    if (!skipped && column.column == nullptr) names.unknown.push_back(name);
    if (column.column != nullptr && std::ranges::find(names.columns, column) != names.columns.end())
      refuse("copy_column_twice", {}, {{"column", listed_name(column)}, {"where", "the header of " + file}});
    names.columns.push_back(column);
  }
  return names;
}

}  // namespace

FileColumns columns_without_header(const CopyTarget& target, const CopyOptions& options) {
  FileColumns columns;
  for (const FileColumn& field : target.columns)
    columns.push_back(is_skipped(header_name(field), options) ? FileColumn{} : field);
  for (const std::string& name : options.skipped_columns) {
    if (std::ranges::find(target.columns, name, header_name) == target.columns.end())
      refuse("copy_skipped_unknown", {}, {{"name", quote_text(shorten(name))}});
  }
  return columns;
}

HeaderColumns columns_of_header(const FileRow& header, const std::string& file, const CopyTarget& target,
                                const CopyOptions& options) {
  if (target.names_columns) return {columns_without_header(target, options), std::nullopt};
  HeaderNames names = read_names(header, file, *target.table, options);
  if (names.unknown.empty()) return {std::move(names.columns), std::nullopt};
  const bool may_be_in_order = header.fields.size() == target.columns.size();
  if (names.unknown.size() < header.fields.size() || !may_be_in_order)
    refuse_header_names(names, header, file, *target.table, options);
  FileColumns columns = columns_without_header(target, options);
  Diagnostic notice{"copy_header_unused", {}, {{"file", file}, {"columns", names_of(columns)}}, std::nullopt};
  return {std::move(columns), std::move(notice)};
}

}  // namespace cellar
