// The database `meta`: the file's format, its counters, the id of its node, and the statistics of each table's data.
//
// In:      an open environment, or a transaction of it.
// Out:     the named databases; counters, statistics and the id of the node, read or stored.
// Refused: a file without Cellar's format, with another version of it, or with features that this program
//          does not know but must know to read it, or, if the file is to be written, to write it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "storage/map/lmdb.h"
#include "storage/transaction/environment.h"

namespace cellar {

/// Opens the databases of the file, creates them in a new file, and checks the format.
void open_databases(Environment& environment);

/// Sets bits of features that a program must know to write the file.
void require_to_write(LmdbTransaction& transaction, MDB_dbi meta, std::uint32_t features);

/// Returns the bits of features that a program must know to write the file.
std::uint32_t features_to_write(LmdbTransaction& transaction, MDB_dbi meta);

Counters decode_counters(std::string_view bytes);
Counters read_counters(LmdbTransaction& transaction, MDB_dbi meta);
void write_counters(LmdbTransaction& transaction, MDB_dbi meta, const Counters& counters);
TableStats read_stats(LmdbTransaction& transaction, MDB_dbi meta, TableId table);
/// Returns what an entry of `meta` says of a table; nothing for other entries.
std::optional<std::pair<TableId, TableStats>> stats_in(std::string_view key, std::string_view value);
void write_stats(LmdbTransaction& transaction, MDB_dbi meta, TableId table, const TableStats& stats);
void erase_stats(LmdbTransaction& transaction, MDB_dbi meta, TableId table);

/// Returns the id of the node: the stored one, or in a file of an earlier program that which store_host_id() will
/// store.
std::string read_host_id(LmdbTransaction& transaction, MDB_dbi meta);
bool has_host_id(LmdbTransaction& transaction, MDB_dbi meta);
/// `before`: the counters before this transaction.
void store_host_id(LmdbTransaction& transaction, MDB_dbi meta, const Counters& before);

/// Returns the name of the file that COMPACT is copying into, or was copying into when its process was
/// killed.
std::optional<std::string> read_copy_name(LmdbTransaction& transaction, MDB_dbi meta);
void write_copy_name(LmdbTransaction& transaction, MDB_dbi meta, const std::optional<std::string>& name);
bool is_copy_name(std::string_view key);

}  // namespace cellar
