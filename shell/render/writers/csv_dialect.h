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

  bool doubles_quotes() const { return escape == quote; }
};

}  // namespace cellar
