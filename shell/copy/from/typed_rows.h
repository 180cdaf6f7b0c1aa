// The rows that follow COPY ... FROM STDIN.
//
// In:      the lines behind the statement: of the script that holds it, of the person at the prompt, or of standard input
//          if the statement is of the command line.
// Out:     their bytes, up to a line that says `\.` (or `.`, as in cqlsh), or the end.
// Refused: standard input that cannot be read.
#pragma once

#include <string>
#include <string_view>

#include "shell/copy/copy_context.h"

namespace cellar {

/// Returns true for a COPY ... FROM STDIN, also for one whose form is wrong.
bool has_typed_rows(std::string_view statement);
bool ends_typed_rows(std::string_view line);

class TypedRows {
 public:
  explicit TypedRows(CopyContext& context);

  std::size_t read(char* place, std::size_t size);
  /// Passes over what is left, so that it is not taken for statements.
  void pass_rest();
  const std::string& name() const { return name_; }

 private:
  bool take_line();

  CopyContext& context_;
  std::string name_ = "stdin";
  std::string line_;  // with its end
  std::size_t given_ = 0;
  bool is_ended_ = false;
};

}  // namespace cellar
