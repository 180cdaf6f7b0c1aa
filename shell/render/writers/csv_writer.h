// The fields and rows of a CSV file: of COPY, and of the modes csv and tsv.
//
// In:      texts of values, a dialect, the text for null.
// Out:     rows, each ended by a newline, which Python's csv module (and so cqlsh) and COPY FROM read back.
// Refused: nothing.
//
// A field that has the delimiter or a line end in it is in quotes. A quote has the escape before it, and so has the escape
// itself; if both are the same character (ESCAPE = '"'), a quote is doubled and its field is in quotes. A field without
// quotes that is the text for null is null: a value with this very text, such as the empty text, is in quotes.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "shell/render/writers/csv_dialect.h"
#include "types/text/text.h"

namespace cellar {

class CsvWriter {
 public:
  /// Appends to `rows`, which must outlive it.
  CsvWriter(const CsvDialect& dialect, std::string null, std::string& rows);

  /// Begins a field whose text is then appended to the rows; end_field() looks at what was appended.
  void begin_field() {
    if (!is_first_) rows_ += dialect_.delimiter;
    is_first_ = false;
    begin_ = rows_.size();
  }
  void end_field() {
    for (std::size_t i = begin_; i < rows_.size(); ++i) {
      if (is_special_[static_cast<unsigned char>(rows_[i])]) return encode_field();
    }
    if (is_mistakable()) quote_field();
  }
  void add_null() {
    begin_field();
    rows_ += null_;
  }
  void add_field(std::string_view text) {
    begin_field();
    rows_ += text;
    end_field();
  }
  void end_row() {
    rows_ += '\n';
    is_first_ = true;
  }

 private:
  void encode_field();
  void quote_field();
  /// Returns true if the field has this text so far.
  bool is(std::string_view text) const { return std::string_view(rows_).substr(begin_) == text; }
  /// Returns true if the field means something else to a reader unless it is quoted.
  bool is_mistakable() const {
    // The size is compared first, so that usual fields cost nothing.
    const std::size_t size = rows_.size() - begin_;
    return (size == null_.size() && is(null_)) || (size == kEndOfRows.size() && is(kEndOfRows)) ||
           std::string_view(rows_).substr(begin_).starts_with(kByteOrderMark);
  }

  /// Alone on a line it ends the rows of standard input.
  static constexpr std::string_view kEndOfRows = "\\.";

  const CsvDialect dialect_;
  const std::string null_;
  std::string& rows_;
  std::array<bool, 256> is_special_{};
  std::size_t begin_ = 0;
  bool is_first_ = true;
};

}  // namespace cellar
