// The rows that COPY FROM refuses.
//
// In:      a row, where it is, and what is wrong with it.
// Out:     the first few as diagnostics with their place, the others counted; all of them, as they were, in a file, so that
//          they can be mended and loaded. A file of that name that is there before is kept under another one, as cqlsh does,
//          unless another COPY writes it now: then this one takes the next free name.
// Refused: a file that cannot be written (E590).
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "shell/copy/copy_context.h"
#include "shell/files/file_hold.h"

namespace cellar {

class RefusedRows {
 public:
  RefusedRows(CopyContext& context, std::filesystem::path file);
  /// To be called before the first row. Takes another name for the file of the refused rows if it is one of the files
  /// which are read: what was said of the rows in it (SKIPROWS) must stay true.
  void avoid(const std::vector<std::string>& sources);
  const std::filesystem::path& file() const { return path_; }
  /// To be called before the first row. Refuses a file of the refused rows that is one of the files which are read, that
  /// belongs to the database, or is no regular file: what is there would be moved away.
  void refuse_wrong_file(const std::vector<std::string>& sources) const;

  /// `row` has the bytes of the row, `line` is that of its first one. The spans of the diagnostic are within the row. If
  /// it throws, the row is neither counted nor kept.
  void add(std::string_view row, std::uint64_t line, const std::string& file, const Diagnostic& diagnostic);
  /// Says what is wrong with a row; it is not counted, and not kept.
  void show(std::string_view row, std::uint64_t line, const std::string& file, Diagnostic diagnostic) const;
  /// How much there is in the file.
  struct Kept {
    std::uint64_t rows = 0;
    std::uintmax_t bytes = 0;
  };
  const Kept& kept() const { return kept_; }
  /// Takes the rows behind these out of the file: a COPY that goes on from there refuses them again, into its own.
  void keep_only(const Kept& first);
  /// Says how many there were, and what to do. `command` loads the file of them.
  void conclude(const std::string& command);

 private:
  static constexpr std::uint64_t kShown = 5;

  /// Returns false if the file has kept what is behind.
  bool cut_file();
  void open_file();
  void make_way();
  [[noreturn]] void give_up_row(int error);

  CopyContext& context_;
  std::filesystem::path path_;
  FileHold hold_;  // says to other processes that this one writes the file
  std::ofstream file_;
  Kept kept_;
};

}  // namespace cellar
