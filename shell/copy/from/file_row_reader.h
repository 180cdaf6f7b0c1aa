// Cuts the bytes of files into rows, and the rows of values into fields.
//
// In:      bytes, block by block; the dialect.
// Out:     rows, each with its bytes as they were, its first line, and its fields.
// Refused: UTF-16 (E646), a row that is too long (E648). What else is wrong with a row is part of it.
//
// A field begins with a quote or it does not. Without one it ends at the delimiter or the end of the line, and a quote
// within means itself. With one it ends at the next quote: line ends and delimiters belong to it, and a doubled quote means
// the quote itself. The escape takes the meaning from the character behind it, in both. So all is read that Python's csv
// module writes (and with it cqlsh), and all that RFC 4180 describes. Lines end with LF, CRLF or CR. A byte order mark at
// the beginning is passed over.
//
// Memory: one block, or the longest row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/copy/copy_options.h"

namespace cellar {

struct FileField {
  std::string_view text;  // without quotes and escapes
  bool quoted = false;
  Span span;  // within FileRow::raw, with its quotes
};

/// What is cut off from the bytes. All views last until the next row is read.
struct FileRow {
  std::string_view raw;           // without the end of the line
  std::uint64_t line = 1;         // of its first byte, counted from 1
  std::vector<FileField> fields;  // of CopyFormat::csv
  /// A quote that is open up to the end of the file: the row is cut off at the end of its first line.
  bool is_unclosed = false;

  /// Returns true for a line without a byte.
  bool is_blank() const { return raw.empty(); }
};

class FileRowReader {
 public:
  /// Puts at most `size` bytes to `place` and returns how many; 0 at the end.
  using Fill = std::function<std::size_t(char* place, std::size_t size)>;
  static constexpr std::size_t kBlock = 1 << 20;
  /// A longer row is taken for one with an unclosed quote if its first line is shorter.
  static constexpr std::size_t kLongestRow = std::size_t{1} << 28;

  /// `name` is that of the file.
  FileRowReader(CopyFormat format, const CsvDialect& dialect, std::string name, Fill fill,
                std::size_t block = kBlock, std::size_t longest_row = kLongestRow);

  /// Returns null at the end.
  const FileRow* next();
  /// Returns the bytes up to the end of the last row.
  std::uint64_t bytes() const { return bytes_before_ + begin_; }
  /// Returns the line that is next.
  std::uint64_t line() const { return line_; }

 private:
  /// `more`: what is there does not tell where the row ends.
  enum class Scan : std::uint8_t { row, more };
  /// A field that is being read.
  struct Open {
    std::size_t begin;
    std::size_t end = 0;
    bool quoted = false;
    bool is_encoded = false;  // its text is not its bytes
  };
  enum class FieldScan : std::uint8_t { whole, more, unclosed };

  bool fill_more();
  void pass_byte_order_mark();
  Scan scan_line();
  Scan scan_fields();
  FieldScan scan_field(Open& field) const;
  FieldScan scan_bare(std::size_t from, Open& field) const;
  FieldScan scan_quoted(Open& field) const;
  void add_field(const Open& field);
  std::string_view decode(const Open& field);
  Scan end_row(std::size_t end);
  void cut_unclosed();
  void cut_too_long();
  /// Returns the offset of the first byte from `from` on that is one of the four; the end of the bytes if none is.
  std::size_t find(std::size_t from, const char (&wanted)[4]) const;
  std::string_view bytes_between(std::size_t begin, std::size_t end) const {
    return {buffer_.data() + begin, end - begin};
  }

  const CopyFormat format_;
  const CsvDialect dialect_;
  const std::string name_;
  const Fill fill_;
  const std::size_t longest_row_;
  std::vector<char> buffer_;        // longer than its bytes, so that find() may read ahead
  std::size_t size_ = 0;            // of the bytes in the buffer
  std::size_t begin_ = 0;           // of the row that is next
  std::uint64_t bytes_before_ = 0;  // of the input, before the buffer
  std::uint64_t line_ = 1;          // of the row that is next
  bool at_end_ = false;
  bool is_begun_ = false;
  FileRow row_;
  std::string decoded_;  // the texts of fields whose bytes are others
};

}  // namespace cellar
