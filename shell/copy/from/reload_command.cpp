#include "shell/copy/from/reload_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "types/text/text.h"

namespace cellar {

namespace {

std::string column_list(const CopyTarget& target, const FileColumns& columns) {
  const bool is_whole = std::ranges::find(columns, nullptr, &FileColumn::column) == columns.end();
  if (is_whole) return fmt::format(" ({})", names_of(columns));
  return target.names_columns ? fmt::format(" ({})", names_of(target.columns)) : "";
}

std::string options_of_rows(const CopyStatement& statement) {
  constexpr std::string_view kOfRows[] = {"BOOLSTYLE", "DATETIMEFORMAT", "DECIMALSEP", "DELIMITER",
                                          "ESCAPE",    "FORMAT",         "NULL",       "QUOTE",
                                          "SKIPCOLS",  "THOUSANDSSEP",   "TTL"};
  std::string options;
  for (const CopyOptionText& option : statement.options) {
    // Fields with times are in the list, and TIMESTAMPS = true would also say that there is a header.
    const bool leaves_times_out = option.name == "TIMESTAMPS" && to_lower(option.value) == "false";
    if (!leaves_times_out && std::ranges::find(kOfRows, option.name) == std::end(kOfRows)) continue;
    options +=
        fmt::format("{}{} = {}", options.empty() ? " WITH " : " AND ", option.name, quote_text(option.value));
  }
  return options;
}

}  // namespace

std::string reload_command(const CopyStatement& statement, const CopyTarget& target,
                           const CopyOptions& options, const FileColumns* columns, const std::string& file) {
  const bool names_columns = columns != nullptr && options.format == CopyFormat::csv;
  return fmt::format("COPY {}{} FROM {}{};", qualified_name(*target.table),
                     names_columns ? column_list(target, *columns) : "", quote_text(file),
                     options_of_rows(statement));
}

}  // namespace cellar
