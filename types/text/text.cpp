#include "types/text/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "refusal/width.h"

namespace cellar {

namespace {

std::uint8_t byte_at(std::string_view text, std::size_t position) {
  return static_cast<std::uint8_t>(text[position]);
}

void append_shown(std::string& shown, std::uint8_t code) {
  switch (code) {
    case '\n':
      shown += "\\n";
      break;
    case '\r':
      shown += "\\r";
      break;
    case '\t':
      shown += "\\t";
      break;
    default:
      shown += fmt::format("\\x{:02x}", code);
  }
}

/// Returns the code point of a character that has two or three bytes in UTF-8.
std::int32_t code_point_of(std::string_view character) {
  std::int32_t code = byte_at(character, 0) & (character.size() == 2 ? 0x1F : 0x0F);
  for (const char byte : character.substr(1)) code = code << 6 | (static_cast<std::uint8_t>(byte) & 0x3F);
  return code;
}

/// A byte of ASCII that is shown as it is, whatever else is.
bool is_plain(char byte) { return byte >= ' ' && byte <= '~' && byte != '\\'; }

std::string show_escaped(std::string_view text, std::string_view kept) {
  std::string shown;
  shown.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t plain_end = std::find_if_not(text.begin() + i, text.end(), is_plain) - text.begin();
    shown.append(text, i, plain_end - i);
    i = plain_end;
    if (i == text.size()) break;
    const std::uint8_t byte = byte_at(text, i);
    const std::size_t length = character_length(text, i);
    const std::string_view character = text.substr(i, std::max<std::size_t>(length, 1));
    if (kept.find(text[i]) != kept.npos) {
      shown += text[i];
    } else if (byte == '\\') {
      shown += "\\\\";
    } else if (byte == 0xC2 && length == 2 && byte_at(text, i + 1) <= 0xA0) {
      append_shown(shown, byte_at(text, i + 1));  // U+0080 to U+00A0
    } else if (byte < 0x20 || byte == 0x7F || length == 0) {
      append_shown(shown, byte);
    } else if ((length == 2 || length == 3) && steers_writing(code_point_of(character))) {
      shown += fmt::format("\\u{:04x}", code_point_of(character));
    } else {
      shown += character;
    }
    i += character.size();
  }
  return shown;
}

}  // namespace

// Overlong forms, surrogates and what lies above U+10FFFF are no characters.
std::size_t character_length(std::string_view text, std::size_t position) {
  const std::uint8_t first = byte_at(text, position);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() - position < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!continues_character(text[position + i])) return 0;
  }
  const std::uint8_t second = byte_at(text, position + 1);
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool surrogate = first == 0xED && second >= 0xA0;
  const bool too_high = first == 0xF4 && second >= 0x90;
  return overlong || surrogate || too_high ? 0 : length;
}

std::size_t character_boundary(std::string_view text, std::size_t position) {
  if (position >= text.size()) return text.size();
  while (position > 0 && continues_character(text[position])) --position;
  return position;
}

bool is_valid_utf8(std::string_view text) {
  if (is_ascii(text)) return true;
  for (std::size_t position = 0; position < text.size();) {
    const std::size_t length = character_length(text, position);
    if (length == 0) return false;
    position += length;
  }
  return true;
}

bool is_ascii(std::string_view text) {
  std::uint64_t seen = 0;
  while (text.size() >= sizeof seen) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text.data(), sizeof bytes);
    seen |= bytes;
    text.remove_prefix(sizeof bytes);
  }
  for (const char c : text) seen |= static_cast<std::uint8_t>(c);
  return (seen & 0x8080808080808080) == 0;
}

// Eight bytes at a time. A byte below 0x80 gains its high bit by adding 0x60 unless it is a control
// character, and by adding 1 only if it is DEL.
bool is_printable_ascii(std::string_view text) {
  constexpr std::uint64_t kEach = 0x0101010101010101;
  constexpr std::uint64_t kHighBits = 0x80 * kEach;
  std::uint64_t wrong = 0;
  for (std::size_t position = 0; position < text.size(); position += sizeof(std::uint64_t)) {
    std::uint64_t bytes = 0x20 * kEach;
    const std::string_view part = text.substr(position, sizeof bytes);
    if (part.size() == sizeof bytes) {
      std::memcpy(&bytes, part.data(), sizeof bytes);
    } else {
      std::memcpy(&bytes, part.data(), part.size());
    }
    wrong |= bytes | (bytes + kEach) | ~(bytes + 0x60 * kEach);
  }
  return (wrong & kHighBits) == 0;
}

std::string quote_text(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') quoted += '\'';
    quoted += c;
  }
  return quoted + '\'';
}

std::string show_control_characters(std::string_view text) { return show_escaped(text, ""); }

std::string show_on_terminal(std::string_view text) { return show_escaped(text, "\n\t\\"); }

std::string shorten(std::string_view text, std::size_t limit) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (continues_character(text[i])) continue;
    if (++characters > limit) return show_control_characters(text.substr(0, i)) + "...";
  }
  return show_control_characters(text);
}

bool is_same_word(std::string_view left, std::string_view right) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [&](char a, char b) { return lower(a) == lower(b); });
}

std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string to_upper(std::string_view text) {
  std::string upper(text);
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return upper;
}

std::string_view trim(std::string_view text) {
  const auto is_blank = [](char c) { return c >= 0 && c <= ' '; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string clean_paste(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  for (std::size_t position = 0; position < text.size();) {
    const std::size_t length = character_length(text, position);
    if (length == 0) {
      clean += "\xEF\xBF\xBD";  // U+FFFD
      ++position;
      continue;
    }
    if (text[position] == '\r') {
      clean += '\n';
      if (position + 1 < text.size() && text[position + 1] == '\n') ++position;
    } else {
      clean += text.substr(position, length);
    }
    position += length;
  }
  return clean;
}

}  // namespace cellar
