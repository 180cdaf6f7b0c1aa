// LMDB's databases in a file: which they are, and their handles in a process that has opened it.
//
// In:      nothing.
// Out:     the names; the handles, which storage/transaction/meta.h opens.
// Refused: nothing.
#pragma once

#include <lmdb.h>

namespace cellar {

inline constexpr const char* kMetaDatabase = "meta";
inline constexpr const char* kSchemaDatabase = "schema";
inline constexpr const char* kDataDatabase = "data";
inline constexpr const char* kPurgeDatabase = "purge";
/// All named databases, in the order in which `cellar verify` checks them: the schema comes before the data
/// that it describes.
inline constexpr const char* kDatabaseNames[] = {kMetaDatabase, kSchemaDatabase, kDataDatabase,
                                                 kPurgeDatabase};

struct Databases {
  MDB_dbi data = 0;
  MDB_dbi purge = 0;
  MDB_dbi schema = 0;
  MDB_dbi meta = 0;
};

inline constexpr unsigned kMostDatabases = 8;

}  // namespace cellar
