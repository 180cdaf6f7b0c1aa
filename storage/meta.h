// The database `meta`: the file's format, its counters, and what is known of each table's data.
//
// Refused: a file without our format, or of a format that is newer than the program.
#pragma once

#include <cstdint>
#include <string>

#include "storage/environment.h"
#include "storage/lmdb.h"

namespace cellar {

/// Opens the databases of the file, creates them in a new one, checks the format.
void open_databases(Environment& environment);

Counters read_counters(LmdbTransaction& transaction, MDB_dbi meta);
void write_counters(LmdbTransaction& transaction, MDB_dbi meta, const Counters& counters);
TableFacts read_facts(LmdbTransaction& transaction, MDB_dbi meta, TableId table);
void write_facts(LmdbTransaction& transaction, MDB_dbi meta, TableId table, const TableFacts& facts);
void erase_facts(LmdbTransaction& transaction, MDB_dbi meta, TableId table);

}  // namespace cellar
