#include "refusal/wrap_words.h"

#include <algorithm>

#include "refusal/width.h"

namespace cellar {

bool may_break_between(std::string_view before, std::string_view after) {
  constexpr std::string_view kClosing = "，。；：、！？）》」』】〉”’…·—";
  constexpr std::string_view kOpening = "（《「『【〈“‘";
  const bool is_wide_before = first_character(before).columns > 1;
  const bool is_wide_after = first_character(after).columns > 1;
  if (!is_wide_before && !is_wide_after) return false;
  if (kClosing.find(after) != kClosing.npos || kOpening.find(before) != kOpening.npos) return false;
  // A quote of ASCII may open or close, and a sign of CQL belongs to what is beside it.
  const auto is_of_word = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  };
  const auto is_ascii = [](std::string_view character) {
    return (static_cast<unsigned char>(character.front()) & 0x80) == 0;
  };
  constexpr std::string_view kAsciiOpening = "([{", kAsciiClosing = ")]},.;:!?%";
  if (is_ascii(before))
    return is_of_word(before.front()) || kAsciiClosing.find(before.front()) != kAsciiClosing.npos;
  if (is_ascii(after))
    return is_of_word(after.front()) || kAsciiOpening.find(after.front()) != kAsciiOpening.npos;
  return true;
}

namespace {

/// Returns the size of the part at the beginning of a line that has no place to break it.
std::size_t unbroken_size(std::string_view line, std::span<const std::string> to_paste) {
  std::size_t size = 0;
  for (const std::string& part : to_paste) {
    if (!part.empty() && line.starts_with(part)) size = std::max(size, part.size());
  }
  std::string_view before;
  while (size < line.size() && line[size] != ' ') {
    const std::size_t quote = line[size] == '`' ? line.find('`', size + 1) : line.npos;
    const std::string_view next = line.substr(size, first_character(line.substr(size)).bytes);
    if (!before.empty() && may_break_between(before, next)) break;
    size = quote == line.npos ? size + next.size() : quote + 1;
    before = line.substr(size - (quote == line.npos ? next.size() : 1), quote == line.npos ? next.size() : 1);
  }
  return size;
}

/// Appends a line of the text, which has no newline. `column` is where it begins, and is moved behind it.
void append_line(std::string& text, std::string_view line, const TextPlace& place, std::size_t column,
                 std::span<const std::string> to_paste) {
  const std::string further = '\n' + std::string(place.indent, ' ');
  bool begins_line = true;
  while (!line.empty()) {
    const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t size = blanks + unbroken_size(line.substr(blanks), to_paste);
    const std::size_t width = display_width(line.substr(0, size));
    const bool fits_below = column > place.indent && place.indent + width - blanks <= place.columns;
    const bool fits = column + width <= place.columns || (begins_line && !fits_below);
    if (!fits) text += further;
    text += line.substr(fits ? 0 : blanks, fits ? size : size - blanks);
    column = fits ? column + width : place.indent + width - blanks;
    begins_line = false;
    line.remove_prefix(size);
  }
}

}  // namespace

std::string wrap_words(std::string_view text, const TextPlace& place, std::span<const std::string> to_paste) {
  std::string wrapped;
  for (std::size_t column = place.begin;; column = place.indent) {
    const std::string_view line = text.substr(0, text.find('\n'));
    // A statement has a line of its own below the words that propose it.
    const bool is_statement = !wrapped.empty() && line.ends_with(';');
    if (place.columns == 0 || is_statement) {
      wrapped += line;
    } else {
      append_line(wrapped, line, place, column, to_paste);
    }
    if (line.size() == text.size()) return wrapped;
    wrapped += '\n' + std::string(place.indent, ' ');
    text.remove_prefix(line.size() + 1);
  }
}

}  // namespace cellar
