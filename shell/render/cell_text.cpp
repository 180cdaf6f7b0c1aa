#include "shell/render/cell_text.h"

#include <algorithm>

#include "refusal/width.h"
#include "shell/render/colours.h"

namespace cellar {

namespace {

constexpr std::string_view kEllipsis = "…";

/// The length of the colour at the beginning of the text; 0: there is none.
std::size_t colour_length(std::string_view text) {
  if (text.empty() || text.front() != '\033') return 0;
  const std::size_t end = text.find('m');
  return end == text.npos ? 0 : end + 1;
}

/// A place in a text, and the columns before it.
struct Reach {
  std::size_t bytes = 0;
  std::size_t columns = 0;
};

struct Reaches {
  Reach all;    // what fits
  Reach blank;  // up to the last blank in it, with it
};

/// How far one can go in `columns` columns.
Reaches reach(std::string_view text, std::size_t columns) {
  Reaches reached;
  while (reached.all.bytes < text.size()) {
    const std::string_view rest = text.substr(reached.all.bytes);
    if (const std::size_t length = colour_length(rest); length > 0) {
      reached.all.bytes += length;
      continue;
    }
    const ShownCharacter character = first_character(rest);
    if (reached.all.columns + character.columns > columns) break;
    reached.all.bytes += character.bytes;
    reached.all.columns += character.columns;
    if (rest.front() == ' ') reached.blank = reached.all;
  }
  return reached;
}

}  // namespace

std::size_t painted_width(std::string_view text) {
  if (text.find('\033') == text.npos) return display_width(text);
  std::size_t columns = 0;
  while (!text.empty()) {
    if (const std::size_t length = colour_length(text); length > 0) {
      text.remove_prefix(length);
      continue;
    }
    const ShownCharacter character = first_character(text);
    columns += character.columns;
    text.remove_prefix(character.bytes);
  }
  return columns;
}

std::size_t append_cut(std::string_view text, std::size_t columns, std::string& cut) {
  const Reach reached = reach(text, columns - 1).all;
  const std::string_view kept = text.substr(0, reached.bytes);
  cut += kept;
  cut += kEllipsis;
  if (kept.find('\033') != kept.npos || text.substr(0, 1) == "\033") cut += colour::kReset;
  return reached.columns + 1;
}

std::size_t CellPieces::append_bytes(std::size_t bytes, std::string& text) {
  text += colour_;
  std::size_t place = 0;
  while (place < bytes) {
    if (const std::size_t length = colour_length(rest_.substr(place)); length > 0) {
      colour_ = rest_.substr(place, length);
      if (colour_ == colour::kReset) colour_ = {};
      place += length;
    } else {
      place += first_character(rest_.substr(place)).bytes;
    }
  }
  text += rest_.substr(0, bytes);
  if (!colour_.empty()) text += colour::kReset;
  rest_.remove_prefix(bytes);
  return bytes;
}

std::size_t CellPieces::append_next(std::size_t columns, std::string& text) {
  const Reaches reached = reach(rest_, columns);
  Reach end = reached.all;
  if (end.bytes < rest_.size() && reached.blank.columns * 2 > columns) end = reached.blank;
  // A character that is wider than the column still has to get out.
  if (end.columns == 0 && end.bytes < rest_.size()) {
    end.bytes += first_character(rest_.substr(end.bytes)).bytes;
    end.columns = columns;
  }
  append_bytes(end.bytes, text);
  // Only a colour may be left.
  if (reach(rest_, 0).all.bytes == rest_.size()) append_bytes(rest_.size(), text);
  return end.columns;
}

bool has_right_to_left(std::string_view text) {
  while (!text.empty()) {
    if (static_cast<unsigned char>(text.front()) < 0xD6) {
      text.remove_prefix(1);
      continue;
    }
    const ShownCharacter character = first_character(text);
    const std::int32_t code = character.code_point;
    const bool found = (code >= 0x590 && code <= 0x8FF) || (code >= 0xFB1D && code <= 0xFDFF) ||
                       (code >= 0xFE70 && code <= 0xFEFF) || (code >= 0x10800 && code <= 0x10FFF) ||
                       (code >= 0x1E800 && code <= 0x1EFFF);
    if (found && character.valid) return true;
    text.remove_prefix(character.bytes);
  }
  return false;
}

}  // namespace cellar
