// The files that COPY TO writes.
//
// In:      a path, text.
// Out:     the text in the file at the path, and with a largest number of rows a file in more files: path, path.1, path.2
//          ... Each is written without a name, so that nothing is left if the program is killed, has one of its own in the
//          same folder (.cellar-copy-...) when it is whole, and all take the places of files of their names in publish().
//          So a COPY that fails or is interrupted leaves the files as they were, and nobody reads half a file. What is no
//          regular file (a pipe, a device) is written in place.
// Refused: by ExportFault, a file that cannot be written. Throws the refusal "interrupted" if Ctrl-C came while a reader of
//          a pipe was waited for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/connection/connection.h"
#include "storage/transaction/stop_token.h"

namespace cellar {

struct ExportFault {
  std::string file;
  int error;  // errno
};

class ExportFile {
 public:
  ExportFile(const std::filesystem::path& path, StopToken stop);
  /// Removes what was not published.
  ~ExportFile();
  ExportFile(const ExportFile&) = delete;
  ExportFile& operator=(const ExportFile&) = delete;

  void write(std::string_view text);
  /// No more is written.
  void close();
  /// To be called after close().
  void publish();

 private:
  void open_in_place();
  void open_nameless();
  void open_beside();
  void give_name();
  template <typename Make>
  void make_beside(Make&& make);
  [[noreturn]] void fail() const;

  std::filesystem::path path_;       // without symbolic links
  std::filesystem::path temporary_;  // empty: written in place, without a name by now, or published
  int descriptor_ = -1;
  bool is_nameless_ = false;
  bool replaces_ = false;
  StopToken stop_;
};

class ExportFiles {
 public:
  /// `header` begins each file, so that each of them is read by itself, and by COPY FROM 'path*'.
  ExportFiles(std::filesystem::path path, std::optional<std::uint64_t> rows_per_file, std::string header,
              const Connection& connection, StopToken stop);

  /// Rows are appended to it: a whole row, then end_row().
  std::string& rows() { return rows_; }
  /// Must be called before a row is appended.
  void begin_row() {
    if (rows_per_file_ && rows_in_file_ == *rows_per_file_) open_next();
  }
  void end_row() {
    ++rows_in_file_;
    if (rows_.size() >= kGathered) write_gathered();
  }
  void publish();
  std::size_t count() const { return files_.size(); }
  /// Returns the file that an earlier export with more files has left behind the last one of this.
  std::optional<std::filesystem::path> older_file() const;

 private:
  static constexpr std::size_t kGathered = 256 * 1024;

  std::filesystem::path numbered(std::size_t number) const;
  void open_next();
  void write_gathered();
  void close_last();

  const std::filesystem::path path_;
  const std::optional<std::uint64_t> rows_per_file_;
  const std::string header_;
  std::string rows_;
  std::uint64_t rows_in_file_ = 0;
  std::vector<std::unique_ptr<ExportFile>> files_;
  const Connection& connection_;
  StopToken stop_;
};

}  // namespace cellar
