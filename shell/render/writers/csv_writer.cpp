#include "shell/render/writers/csv_writer.h"

#include <utility>

namespace cellar {

CsvWriter::CsvWriter(const CsvDialect& dialect, std::string null, std::string& rows)
    : dialect_(dialect), null_(std::move(null)), rows_(rows) {
  for (const char c : {dialect_.delimiter, dialect_.quote, dialect_.escape, '\n', '\r'})
    is_special_[static_cast<unsigned char>(c)] = true;
}

void CsvWriter::encode_field() {
  const std::string text = rows_.substr(begin_);
  rows_.resize(begin_);
  bool is_quoted = false;
  for (const char c : text) {
    const bool is_quote = c == dialect_.quote;
    const bool is_escaped = is_quote || c == dialect_.escape;
    if (is_escaped) rows_ += dialect_.escape;
    const bool is_cut_by = !is_escaped && is_special_[static_cast<unsigned char>(c)];
    if (is_cut_by || (is_quote && dialect_.doubles_quotes()) || (is_escaped && dialect_.quotes_escapes))
      is_quoted = true;
    rows_ += c;
  }
  if (is_quoted || is_mistakable()) quote_field();
}

void CsvWriter::quote_field() {
  rows_.insert(begin_, 1, dialect_.quote);
  rows_ += dialect_.quote;
}

}  // namespace cellar
