#include "shell/copy/times/counter_addition.h"

#include <fmt/format.h>

#include "shell/copy/copy_target.h"
#include "types/names.h"

namespace cellar {

std::string addition_text(const Table& table, std::span<const Column* const> columns) {
  std::string additions;
  std::string key;
  for (const Column* const column : columns) {
    const std::string name = quote_name(column->name);
    if (column->is_key()) {
      key += fmt::format("{}{} = ?", key.empty() ? "" : " AND ", name);
    } else {
      additions += fmt::format("{}{} = {} + ?", additions.empty() ? "" : ", ", name, name);
    }
  }
  return fmt::format("UPDATE {} SET {} WHERE {}", qualified_name(table), additions, key);
}

}  // namespace cellar
