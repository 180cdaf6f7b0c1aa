#include "refusal/width.h"

#include <utf8proc.h>

#include <algorithm>

namespace cellar {

namespace {

constexpr std::size_t kTabStop = 8;

/// Returns true for the characters of ASCII that are shown as they are, in one column.
constexpr bool is_plain(unsigned char byte) { return byte >= 0x20 && byte < 0x7F; }

std::size_t count_plain(std::string_view text) {
  const auto end =
      std::ranges::find_if_not(text, [](char byte) { return is_plain(static_cast<unsigned char>(byte)); });
  return static_cast<std::size_t>(end - text.begin());
}

}  // namespace

bool steers_writing(std::int32_t code_point) {
  return code_point == 0x061C || code_point == 0x200E || code_point == 0x200F ||
         (code_point >= 0x2028 && code_point <= 0x202E) || (code_point >= 0x2066 && code_point <= 0x2069);
}

ShownCharacter first_character(std::string_view text) {
  if (!text.empty() && is_plain(static_cast<unsigned char>(text.front())))
    return {.code_point = text.front(), .bytes = 1, .columns = 1, .valid = true, .control = false};
  utf8proc_int32_t code_point = 0;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const utf8proc_ssize_t length =
      utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &code_point);
  if (length <= 0) {
    return {.code_point = 0xFFFD, .bytes = 1, .columns = 1, .valid = false, .control = false};
  }
  const bool control =
      code_point < 0x20 || (code_point >= 0x7F && code_point < 0xA0) || steers_writing(code_point);
  const int columns = control ? 0 : utf8proc_charwidth(code_point);
  return {.code_point = code_point,
          .bytes = static_cast<std::size_t>(length),
          .columns = static_cast<std::size_t>(std::max(columns, 0)),
          .valid = true,
          .control = control};
}

std::size_t display_width(std::string_view text) {
  std::size_t columns = count_plain(text);
  text.remove_prefix(columns);
  while (!text.empty()) {
    const ShownCharacter character = first_character(text);
    columns += character.columns;
    text.remove_prefix(character.bytes);
  }
  return columns;
}

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char byte) { return (byte & 0xC0) != 0x80; }));
}

std::string_view fit(std::string_view text, std::size_t columns) {
  std::size_t end = 0;
  std::size_t used = 0;
  while (end < text.size()) {
    const ShownCharacter character = first_character(text.substr(end));
    if (used + character.columns > columns) break;
    used += character.columns;
    end += character.bytes;
  }
  return text.substr(0, end);
}

std::string expand(std::string_view text) {
  std::size_t column = count_plain(text);
  std::string shown(text.substr(0, column));
  text.remove_prefix(column);
  while (!text.empty()) {
    const ShownCharacter character = first_character(text);
    if (text.front() == '\t') {
      const std::size_t blanks = kTabStop - column % kTabStop;
      shown.append(blanks, ' ');
      column += blanks;
    } else if (character.control || !character.valid) {
      shown += '?';
      ++column;
    } else {
      shown += text.substr(0, character.bytes);
      column += character.columns;
    }
    text.remove_prefix(character.bytes);
  }
  return shown;
}

}  // namespace cellar
