// The tables that have indexes or views, by the ids under which data are stored.
//
// In:      the records of the schema, as a write transaction sees them.
// Out:     the layout of a table, decoded when it is first asked for; the table of an index or view.
// Refused: nothing. A table whose record is damaged has no layout: nobody reads it.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "storage/rows/maps.h"

namespace cellar {

class DerivingTables {
 public:
  explicit DerivingTables(Maps& maps);

  /// Null for a table without indexes and views.
  LayoutPointer layout(Maps& maps, TableId table);
  /// Returns the id of the table whose index or view has this id; nothing for a table.
  std::optional<TableId> base_of(TableId derived) const;

 private:
  struct Deriving {
    std::string record_name;
    bool is_decoded = false;
    LayoutPointer layout;
  };
  std::unordered_map<TableId, Deriving> tables_;
  std::unordered_map<TableId, TableId> bases_;
};

}  // namespace cellar
