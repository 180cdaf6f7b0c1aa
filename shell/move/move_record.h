// The record of a move: what of it was acknowledged, in a file.
//
// In:      the path of the file, a text that says which move it is of; places in tables.
// Out:     a line for each place, written at once; the places that an earlier run has written.
// Refused: the record of another move, a file that cannot be read or written (E689).
//
// A place is a token through which all rows of the table are done. What was done behind the last place is done again, which
// changes nothing. A line that a killed run has not ended is passed over.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>

namespace cellar {

class MoveRecord {
 public:
  enum class Work : std::uint8_t { copied, checked };

  /// Reads the record, or begins one.
  MoveRecord(std::filesystem::path path, std::string title);

  /// Returns the token through which a table is done; nothing: not a row of it is.
  std::optional<std::int64_t> through(Work work, const std::string& table) const;
  /// Returns true if a part of a table is done.
  bool has_steps() const { return !through_.empty(); }
  bool is_done(Work work, const std::string& table) const;
  void note(Work work, const std::string& table, std::int64_t token);
  void note_done(Work work, const std::string& table);
  /// Of a table that had to be made anew.
  void forget(const std::string& table);
  /// Returns how long ago an earlier run has last written to it; nothing: there was none.
  std::optional<std::chrono::seconds> age() const { return age_; }
  /// To be called when the move has come to its end, or does not go on as it is.
  void remove();

 private:
  void read(std::ifstream& file);
  void append(const std::string& line);

  const std::filesystem::path path_;
  const std::string title_;
  std::map<std::string, std::int64_t> through_;  // by the work and the table
  std::optional<std::chrono::seconds> age_;
  std::ofstream file_;
};

}  // namespace cellar
