// Text as bytes: UTF-8, hexadecimal digits, quotes.
//
// In and out: UTF-8. Nothing here refuses: absence of a value is std::nullopt.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

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

/// Two lower-case digits a byte, without 0x.
std::string to_hex(std::string_view bytes);
/// Nothing for an odd number of digits or anything that is not a digit.
std::optional<std::string> from_hex(std::string_view digits);
/// False for digits that are no whole bytes; then what was appended is of no use.
bool append_from_hex(std::string_view digits, std::string& out);

/// ASCII letters to lower case, all else as it is.
std::string to_lower(std::string_view text);

}  // namespace cellar
