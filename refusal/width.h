// How wide text is on a terminal.
//
// In:      text that should be UTF-8.
// Out:     columns: two for East-Asian wide characters, none for combining ones and control characters. A
//          byte that is no UTF-8 counts as one column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace cellar {

struct ShownCharacter {
  std::int32_t code_point = 0xFFFD;
  std::size_t bytes = 1;
  std::size_t columns = 1;
  bool valid = true;     // UTF-8
  bool control = false;  // must not reach a terminal as it is: C0, DEL, C1, and steers_writing()
};
/// True of characters that turn the direction of writing, or begin a line (U+202E, U+2028).
bool steers_writing(std::int32_t code_point);

/// The first character of `text`, which is not empty.
ShownCharacter first_character(std::string_view text);

std::size_t display_width(std::string_view text);

/// Characters (code points) in `text`.
std::size_t count_characters(std::string_view text);

/// The longest beginning of `text` that is not wider than `columns`.
std::string_view fit(std::string_view text, std::size_t columns);

/// `text` as it may go to a terminal: tabs widened to multiples of eight columns, other control characters
/// and bytes that are no UTF-8 replaced by one `?` each.
std::string expand(std::string_view text);

}  // namespace cellar
