// The forms of CELLS: how partitions are printed.
//
// In:      a place, and the second that decides what has expired.
// Out:     text on the output, piece by piece; what was left out, as a notice.
// Refused: a read that Ctrl-C has interrupted, and what the store cannot read.
#pragma once

#include <optional>

#include "shell/render/output.h"
#include "shell/teach/cells/cells_place.h"

namespace cellar {

struct CellsPrint {
  CellsPlace& place;
  Seconds now;
  Output& output;
  Language language = Language::english;  // of the forms for people
};

using CellsRest = std::optional<Diagnostic>;

CellsRest print_cells(const CellsPrint& print, bool as_hex);
/// The same as data: docs/schema/cells.schema.json.
CellsRest print_cells_as_data(const CellsPrint& print);
/// In the shape of sstabledump, a program of Apache Cassandra.
CellsRest print_cells_as_json(const CellsPrint& print);
/// As clients showed cells before CQL: live cells only.
CellsRest print_legacy_cells(const CellsPrint& print);
/// The entries of LMDB.
CellsRest print_raw_entries(const CellsPrint& print);
void print_raw_index(const CellsPrint& print, std::size_t index);
/// The table as a map of sorted maps.
CellsRest print_map(const CellsPrint& print);
CellsRest print_map_as_json(const CellsPrint& print);

}  // namespace cellar
