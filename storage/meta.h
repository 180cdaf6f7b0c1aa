// The database `meta`: the file's format, its counters, and what is known of each table's data.
//
// Refused: a file without our format, or of a format that is newer than the program.
#pragma once

#include <cstdint>
#include <string>

#include "storage/environment.h"
#include "storage/lmdb.h"

namespace cellar {

struct Counters {
  Timestamp last_timestamp = 0;
  std::uint64_t next_id = 1;
  std::uint64_t next_space = 1;
  std::uint64_t schema_version = 0;

  bool operator==(const Counters&) const = default;
};

struct TableFacts {
  Timestamp largest_timestamp = INT64_MIN;  // of everything ever written
  std::uint64_t fragments = 0;
  std::uint64_t skips = 0;  // those of them that reads have to know

  bool operator==(const TableFacts&) const = default;
};

/// Opens the databases of the file, creates them in a new one, checks the format.
void open_databases(Environment& environment);

Counters read_counters(LmdbTransaction& transaction, MDB_dbi meta);
void write_counters(LmdbTransaction& transaction, MDB_dbi meta, const Counters& counters);
TableFacts read_facts(LmdbTransaction& transaction, MDB_dbi meta, TableId table);
void write_facts(LmdbTransaction& transaction, MDB_dbi meta, TableId table, const TableFacts& facts);
void erase_facts(LmdbTransaction& transaction, MDB_dbi meta, TableId table);

}  // namespace cellar
