// A refusal or a notice as people and programs read it.
//
// In:      a Diagnostic, where the statement is that it speaks of, and what refuses the statement once it is
//          mended.
// Out:     text that ends in a newline.
//
//     error[E203]: table posts has no column titel
//      --> likes.cql:31:8
//     31 | SELECT titel FROM posts WHERE author = 'ann';
//        |        ^^^^^
//        = why: A statement can only name columns that the table declares.
//        = fix: Did you mean title?
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "refusal/refusal.h"

namespace cellar {

/// The place of a statement. `file` is empty at the prompt.
struct SourcePlace {
  std::string_view file;
  std::size_t line = 1;    // of the statement's first character, counted from 1
  std::size_t column = 1;  // in characters, counted from 1
  std::string_view statement;
};

struct LineAndColumn {
  std::size_t line;
  std::size_t column;  // in characters
};
/// The place of a byte of the statement.
LineAndColumn locate(const SourcePlace& place, std::size_t offset);

enum class DiagnosticForm { full, one_line, json };

std::string render_full(const Diagnostic& diagnostic, const SourcePlace& place, bool colour,
                        std::span<const Diagnostic> after = {});
/// `likes.cql:31:8: error[E203]: table posts has no column titel`
std::string render_line(const Diagnostic& diagnostic, const SourcePlace& place);
/// One object on one line.
std::string render_json(const Diagnostic& diagnostic, const SourcePlace& place,
                        std::span<const Diagnostic> after = {});

std::string render(DiagnosticForm form, const Diagnostic& diagnostic, const SourcePlace& place, bool colour,
                   std::span<const Diagnostic> after = {});

/// True of W4xx, which come with an answer.
bool is_notice(const Diagnostic& diagnostic);

}  // namespace cellar
