// The text of COPY as data.
//
// In:      COPY table [(columns)] FROM | TO 'file' | STDIN | STDOUT [WITH option = value AND ...]; a column is a name, or
//          writetime(name), ttl(name), expires(name).
// Out:     its names, its file and its options, each with its place in the text. Nothing is looked up.
// Refused: a text of another form (E635), and one that runs on into the next statement (E108).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parser/statement/expression.h"
#include "shell/copy/file_column.h"

namespace cellar {

enum class CopyDirection : std::uint8_t { from, to };

/// An option as it is written.
struct CopyOptionText {
  std::string name;   // in capitals
  std::string value;  // without quotes
  Span name_span;
  Span value_span;
};

/// A column as the list has it.
struct CopiedName {
  Name name;
  FieldPart part = FieldPart::value;
};

struct CopyStatement {
  QualifiedName table;
  std::vector<CopiedName> columns;  // empty: no list is given
  CopyDirection direction = CopyDirection::from;
  std::string file;          // as written; empty with `is_standard`
  bool is_standard = false;  // STDIN or STDOUT
  Span file_span;
  std::vector<CopyOptionText> options;
};

CopyStatement parse_copy(std::string_view text);

}  // namespace cellar
