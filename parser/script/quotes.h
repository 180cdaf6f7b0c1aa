// The parts of a text in which brackets, words and semicolons mean nothing: strings, quoted names, comments.
//
// In:      a text of CQL, whole or not, and a place outside of such parts.
// Out:     the part that begins there, and where it ends.
// Refused: nothing.
//
// Splitter reads the same parts from a script that comes in pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cellar {

enum class QuoteKind : std::uint8_t { string, quoted_name, dollar_string, line_comment, block_comment };

/// A doubled quote within a string ends one and begins the next, which comes to the same for all that skip them.
struct Quote {
  QuoteKind kind;
  std::string_view open;
  std::string_view close;

  bool is_comment() const { return kind == QuoteKind::line_comment || kind == QuoteKind::block_comment; }
};

/// Returns the quote that opens at `position`; null if none does.
const Quote* quote_at(std::string_view text, std::size_t position);

/// Returns the place behind the closing mark of the quote that opens at `position`; npos if it is not closed. The end
/// of a line does not belong to the comment that it ends.
std::size_t end_of_quote(std::string_view text, std::size_t position, const Quote& quote);

/// Returns the statement without what precedes its first token: comments, blanks. A comment that is not closed is its
/// last.
std::string_view without_beginning(std::string_view statement);

/// Returns the statement without what follows its last token: comments, blanks, semicolons.
std::string_view without_end(std::string_view statement);

}  // namespace cellar
