// Text as bytes: UTF-8, lower case, quotes.
//
// In:      bytes; UTF-8 unless it is asked whether they are.
// Out:     UTF-8, positions, lengths; std::nullopt for what is not there.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

/// A file may begin with it; it is no part of the text.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// What separates the words of CQL (grammar/CqlLexer.g4).
inline constexpr std::string_view kBlanks = " \t\r\n";
/// What separates the words of a command, as in cqlsh: form feeds and vertical tabs, too.
inline constexpr std::string_view kCommandBlanks = " \t\r\n\f\v";

/// Length of the character that begins at `position` (RFC 3629); 0 where none does.
std::size_t character_length(std::string_view text, std::size_t position);
/// Whether the byte belongs to a character without beginning it.
inline bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }
/// The largest position up to `position` at which no character is cut in two.
std::size_t character_boundary(std::string_view text, std::size_t position);

/// Well-formed UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
bool is_valid_utf8(std::string_view text);
bool is_ascii(std::string_view text);
/// ASCII without control characters: one column a byte on a terminal.
bool is_printable_ascii(std::string_view text);

/// `text` in single quotes, those within doubled.
std::string quote_text(std::string_view text);

/// Control characters as escapes (\n, \x00, \x7f, \xa0), a backslash doubled: what cqlsh does with text.
/// Bytes that are not UTF-8 are escaped too, so that what comes out is; so are characters that turn the
/// direction of writing or begin a line (\u202e, \u2028).
std::string show_control_characters(std::string_view text);

/// `text` without what would steer a terminal: control characters other than newlines and tabs, and those
/// that turn the direction of writing or begin a line, as escapes (\x1b, \u202e). All else is as it is.
std::string show_on_terminal(std::string_view text);

/// The first `limit` characters and `...`, or all of it where it is not longer, with control characters
/// shown: how parameters of refusals quote a text.
std::string shorten(std::string_view text, std::size_t limit = 40);

/// Returns whether the texts are the same but for the case of ASCII letters.
bool is_same_word(std::string_view left, std::string_view right);
/// As above, at less cost; `lower` has lower-case letters of ASCII alone.
inline bool is_lower_word(std::string_view word, std::string_view lower) {
  if (word.size() != lower.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if ((word[i] | 0x20) != lower[i]) return false;
  }
  return true;
}
/// ASCII letters to lower case, all else as it is.
std::string to_lower(std::string_view text);
/// ASCII letters to upper case, all else as it is.
std::string to_upper(std::string_view text);
/// Removes blanks and control characters of ASCII from both ends, as String.trim() of Java does.
std::string_view trim(std::string_view text);

/// Text from elsewhere (pasted, of a file) as lines that end with \n; what is no UTF-8 is replaced by U+FFFD.
std::string clean_paste(std::string_view text);

}  // namespace cellar
