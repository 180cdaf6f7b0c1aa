// Reads a whole file and reports what is damaged in it, without changing it.
//
// In:      a path that this process has not opened. Other processes may read and write meanwhile: the check
//          reads one snapshot.
// Out:     each damage, as it is found; a summary.
// Refused: a file that is no database; a file that another process has open under another name, since its
//          writers would not know of the snapshot and would overwrite its pages.
//
// The check of pages and entries does not read through LMDB, which would follow damaged pages anywhere: LMDB only
// holds the snapshot. Memory: one bit for each page, the records of the schema, the statistics of the tables, and the
// heads of keys over 510 bytes. If all of that is sound, another snapshot is read through LMDB, to check that entries
// of their own, rows and deleted ranges agree with each other (row_check.h, range_check.h), and indexes and views with
// their tables (agreement.h).
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cellar {

struct Damage {
  std::uint64_t page = 0;  // 0 for an entry in a sound page
  std::string place;       // what cannot be read or trusted
  std::string reason;
};

struct VerifiedTable {
  std::string name;
  std::uint64_t sound = 0;              // entries
  std::uint64_t damaged = 0;            // entries
  std::uint64_t unreadable_ranges = 0;  // ranges of entries that cannot be read
};

struct VerifySummary {
  std::uint64_t pages = 0;
  std::uint64_t entries = 0;
  std::uint64_t damages = 0;
  std::uint64_t leftovers = 0;    // entries of dropped tables
  bool has_derived_data = false;  // indexes or views
  bool was_written = false;       // no snapshot could be held, and the file was written meanwhile
  std::vector<VerifiedTable> tables;
};

struct VerifyActions {
  std::function<void(const Damage&)> on_damage;
  std::function<bool()> interrupted;  // asked from time to time; may be empty
  std::optional<std::int64_t> now =
      {};  // the second that decides what has expired; by default that of the clock
};

VerifySummary verify_file(const std::filesystem::path& path, const VerifyActions& actions);

}  // namespace cellar
