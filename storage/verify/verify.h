// Reads a whole file and says what in it is damaged, without changing it.
//
// In:      a path that this process has not opened. Other processes may read and write meanwhile: one
//          snapshot is read.
// Out:     each damage, as it is found; a summary.
// Refused: what is no database at all; a file that another process has open under another name, since its
//          writers would not know of the snapshot and write over its pages.
//
// LMDB is not asked to walk, since damaged pages make it run wild: it only holds the snapshot. Memory: one
// bit for each page, the records of the schema, and the beginnings of keys that are over 510 bytes.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace cellar {

struct Damage {
  std::uint64_t page = 0;  // 0: an entry, in a page that is sound
  std::string place;       // what cannot be read, or not be trusted
  std::string reason;
};

struct VerifiedTable {
  std::string name;
  std::uint64_t sound = 0;              // entries
  std::uint64_t damaged = 0;            // entries
  std::uint64_t unreadable_ranges = 0;  // stretches of entries that cannot be read
};

struct VerifySummary {
  std::uint64_t pages = 0;
  std::uint64_t entries = 0;
  std::uint64_t damages = 0;
  std::uint64_t leftovers = 0;  // entries of tables that were dropped
  bool was_written = false;     // there was no snapshot to be had, and the file was written meanwhile
  std::vector<VerifiedTable> tables;
};

struct VerifyActions {
  std::function<void(const Damage&)> on_damage;
  std::function<bool()> interrupted;
};

VerifySummary verify_file(const std::filesystem::path& path, const VerifyActions& actions);

}  // namespace cellar
