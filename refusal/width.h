// How wide text is on a terminal.
//
// In:  text that should be UTF-8. Out: columns: two for East-Asian wide characters, none for combining
// ones and control characters. A byte that is no UTF-8 counts as one column.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace cellar {

struct ShownCharacter {
  std::size_t bytes = 1;
  std::size_t columns = 1;
  bool valid = true;     // UTF-8
  bool control = false;  // C0, DEL, C1: must not reach a terminal as they are
};
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
