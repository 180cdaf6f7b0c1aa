// The characters of a CSV file.
//
// In:      nothing.
// Out:     what separates fields, and what quotes them.
// Refused: nothing.
#pragma once

namespace cellar {

/// How the text of a file of values is cut into rows and fields.
struct CsvDialect {
  char delimiter = ',';
  char quote = '"';
  char escape = '\\';  // the same as `quote`: a quote within quotes is doubled
  /// A field with an escape is written in quotes: some programs, DSBulk among them, know escapes within quotes alone.
  bool quotes_escapes = false;

  bool doubles_quotes() const { return escape == quote; }
};

}  // namespace cellar
