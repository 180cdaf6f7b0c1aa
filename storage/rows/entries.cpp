#include "storage/rows/entries.h"

#include "storage/format/format.h"

namespace cellar {

bool has_own_entry(Maps& maps, const std::string& row_key) {
  const std::string own = row_key + kOwnEntry;
  OrderedCursor cursor(maps.data, &maps.visited.entries);
  return cursor.seek(own) && cursor.key().starts_with(own);
}

bool erase_range(OrderedMap& map, std::string_view from, std::string_view to, std::uint64_t& steps) {
  std::uint64_t visited = 0;
  OrderedCursor cursor(map, &visited);
  bool found = cursor.seek(from);
  while (found && cursor.key() < to) {
    if (steps == 0) return false;
    --steps;
    found = cursor.erase_and_next();
  }
  return true;
}

}  // namespace cellar
