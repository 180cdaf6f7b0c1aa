#include "shell/editor/graphemes.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>

#include "refusal/width.h"

namespace cellar {

namespace {

constexpr std::size_t kTabStop = 8;
constexpr std::int32_t kEmojiForm = 0xFE0F;  // asks for the picture of the character before it
constexpr std::int32_t kZeroWidthJoiner = 0x200D;

bool is_printable_byte(char byte) { return byte >= ' ' && byte <= '~'; }

bool is_flag_letter(std::int32_t code_point) { return code_point >= 0x1F1E6 && code_point <= 0x1F1FF; }

/// Characters of a cluster that has no control characters.
struct ClusterWidth {
  std::size_t columns = 0;
  bool varies = false;
};

ClusterWidth width_of_cluster(std::string_view grapheme) {
  ClusterWidth width;
  std::size_t characters = 0;
  while (!grapheme.empty()) {
    const ShownCharacter character = first_character(grapheme);
    grapheme.remove_prefix(character.bytes);
    width.columns += character.columns;
    ++characters;
    const bool is_emoji_form = character.code_point == kEmojiForm;
    // The widest that a terminal may take: what follows is placed anew, and then nothing is overwritten.
    if (is_emoji_form) width.columns = std::max<std::size_t>(width.columns, 2);
    width.varies = width.varies || is_emoji_form || character.code_point == kZeroWidthJoiner ||
                   is_flag_letter(character.code_point);
  }
  width.varies = width.varies || (characters > 1 && width.columns > 2);
  return width;
}

}  // namespace

std::size_t next_grapheme(std::string_view text, std::size_t position) {
  if (position >= text.size()) return text.size();
  const bool is_ascii = is_printable_byte(text[position]);
  if (is_ascii && position + 1 < text.size() && is_printable_byte(text[position + 1])) return position + 1;
  ShownCharacter character = first_character(text.substr(position));
  position += character.bytes;
  utf8proc_int32_t state = 0;
  while (position < text.size() && character.valid) {
    const ShownCharacter following = first_character(text.substr(position));
    if (!following.valid) break;
    if (utf8proc_grapheme_break_stateful(character.code_point, following.code_point, &state)) break;
    position += following.bytes;
    character = following;
  }
  return position;
}

std::size_t grapheme_edge(std::string_view text, std::size_t position) {
  if (position >= text.size()) return text.size();
  // A cluster never continues with a printable character of ASCII.
  std::size_t edge = position;
  while (edge > 0 && !is_printable_byte(text[edge]) && text[edge] != '\n') --edge;
  while (edge < position) {
    const std::size_t end = next_grapheme(text, edge);
    if (end > position) return edge;
    edge = end;
  }
  return edge;
}

std::size_t previous_grapheme(std::string_view text, std::size_t position) {
  if (position == 0) return 0;
  return grapheme_edge(text, std::min(position, text.size()) - 1);
}

ShownGrapheme show_grapheme(std::string_view grapheme, std::size_t column) {
  if (grapheme.empty()) return {};
  const ShownCharacter first = first_character(grapheme);
  if (grapheme.front() == '\t') {
    const std::size_t blanks = kTabStop - column % kTabStop;
    return {std::string(blanks, ' '), blanks};
  }
  if (!first.valid) return {fmt::format("<{:02X}>", static_cast<unsigned char>(grapheme.front())), 4};
  if (first.control) {
    std::string shown = first.code_point < 0x20
                            ? fmt::format("^{}", static_cast<char>(first.code_point + '@'))
                        : first.code_point == 0x7F ? "^?"
                                                   : fmt::format("<{:02X}>", first.code_point);
    const std::size_t columns = shown.size();
    return {std::move(shown), columns};
  }
  const ClusterWidth width = width_of_cluster(grapheme);
  // A combining mark alone is shown on a base character.
  if (width.columns == 0) return {"\u25CC" + std::string(grapheme), 1, true};
  return {std::string(grapheme), width.columns, width.varies};
}

std::size_t grapheme_columns(std::string_view grapheme, std::size_t column) {
  if (grapheme.size() == 1 && is_printable_byte(grapheme.front())) return 1;
  return show_grapheme(grapheme, column).columns;
}

std::size_t shown_columns(std::string_view text, std::size_t column) {
  const std::size_t begin = column;
  for (std::size_t position = 0; position < text.size();) {
    const std::size_t end = next_grapheme(text, position);
    column += grapheme_columns(text.substr(position, end - position), column);
    position = end;
  }
  return column - begin;
}

}  // namespace cellar
