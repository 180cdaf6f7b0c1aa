#include "shell/teach/help/sample_tables.h"

#include <fmt/format.h>

#include "shell/teach/help/help_pages.h"

namespace cellar {

namespace {

constexpr std::string_view kBeginning = "CREATE TABLE IF NOT EXISTS ";
constexpr std::string_view kKey = " PRIMARY KEY";

/// Returns the key as a statement declares it behind its columns, or beside the only column of the key.
std::string key_of(std::string_view statement) {
  const std::size_t key = statement.find(kKey);
  if (statement.substr(key + kKey.size()).starts_with(" (")) {
    return std::string(statement.substr(key + 1, statement.rfind(')') - key - 1));
  }
  const std::size_t open = statement.find('(') + 1;
  return fmt::format("PRIMARY KEY ({})", statement.substr(open, statement.find(' ', open) - open));
}

}  // namespace

std::vector<std::string_view> sample_statements() {
  std::vector<std::string_view> statements;
  std::string_view schema = sample_schema();
  for (std::size_t end; (end = schema.find('\n')) != schema.npos; schema.remove_prefix(end + 1)) {
    statements.push_back(schema.substr(0, end));
  }
  return statements;
}

std::vector<SampleTable> sample_tables() {
  std::vector<SampleTable> tables;
  for (const std::string_view statement : sample_statements()) {
    if (!statement.starts_with(kBeginning)) continue;
    const std::string_view name = statement.substr(kBeginning.size());
    tables.push_back({name.substr(0, name.find(' ')), key_of(statement)});
  }
  return tables;
}

}  // namespace cellar
