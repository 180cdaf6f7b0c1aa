#include "parser/diagnosis/look_alikes.h"

#include <algorithm>
#include <iterator>

#include "parser/script/quotes.h"
#include "types/text/text.h"

namespace cellar {

namespace {

struct Pair {
  std::string_view character;
  std::string_view ascii;
};
// Full-width forms of ASCII, U+FF01 to U+FF5E, are computed.
constexpr Pair kLookAlikes[] = {
    {"‘", "'"},      {"’", "'"},      {"‚", "'"},      {"‛", "'"},      {"“", "'"},      {"”", "'"},
    {"„", "'"},      {"«", "'"},      {"»", "'"},      {"‹", "'"},      {"›", "'"},      {"＇", "'"},
    {"＂", "'"},     {"´", "'"},      {"′", "'"},      {"「", "'"},     {"」", "'"},     {"、", ","},
    {"。", "."},     {"．", "."},     {"·", "."},      {"【", "["},     {"】", "]"},     {"〔", "("},
    {"〕", ")"},     {"《", "<"},     {"》", ">"},     {"〈", "<"},     {"〉", ">"},     {"–", "-"},
    {"—", "-"},      {"−", "-"},      {"‐", "-"},      {"‑", "-"},      {"…", "..."},    {"≤", "<="},
    {"≥", ">="},     {"≠", "!="},     {"×", "*"},      {"∗", "*"},      {"\u00A0", " "}, {"\u3000", " "},
    {"\u2009", " "}, {"\u2002", " "}, {"\u2003", " "}, {"\u202F", " "}, {"\uFEFF", ""},  {"\u200B", ""},
    {"\u200C", ""},  {"\u200D", ""},  {"\u2060", ""},  {"\u00AD", ""},
};

/// Returns the character of ASCII for one of U+FF01 to U+FF5E; 0 for others.
char ascii_of_full_width(std::string_view character) {
  if (character.size() != 3 || static_cast<unsigned char>(character[0]) != 0xEF) return 0;
  const int code_point = 0xF000 | (static_cast<unsigned char>(character[1]) & 0x3F) << 6 |
                         (static_cast<unsigned char>(character[2]) & 0x3F);
  return code_point >= 0xFF01 && code_point <= 0xFF5E ? static_cast<char>(code_point - 0xFEE0) : char{0};
}

bool is_word_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

std::string_view character_at(std::string_view text, std::size_t position) {
  return text.substr(position, std::max<std::size_t>(character_length(text, position), 1));
}

bool only_blanks_from(std::string_view text, std::size_t position) {
  return text.find_first_not_of(" \t\r\n;", position) == text.npos;
}

bool begins_line(std::string_view text, std::size_t position) {
  const std::size_t before = position == 0 ? text.npos : text.find_last_not_of(" \t", position - 1);
  return before == text.npos || text[before] == '\n';
}

std::string ascii_for(std::string_view text, std::size_t position, std::string_view character) {
  const std::size_t behind = position + character.size();
  // A full stop ends a sentence.
  if (character == "。" && only_blanks_from(text, behind)) return ";";
  // Word processors replace -- by this.
  if ((character == "—" || character == "–") && begins_line(text, position)) return "--";
  const auto* found = std::find_if(std::begin(kLookAlikes), std::end(kLookAlikes),
                                   [&](const Pair& pair) { return pair.character == character; });
  if (found != std::end(kLookAlikes)) return std::string(found->ascii);
  return {ascii_of_full_width(character)};
}

/// Returns the position behind the string, quoted name or comment that begins at `position`; the position
/// itself if none does.
std::size_t pass_quoted(std::string_view text, std::size_t position) {
  const Quote* const quote = quote_at(text, position);
  return quote == nullptr ? position : std::min(end_of_quote(text, position, *quote), text.size());
}

}  // namespace

std::optional<LookAlike> look_alike_at(std::string_view text, std::uint32_t position) {
  const std::string_view first = character_at(text, position);
  if (static_cast<unsigned char>(first.front()) < 0x80) return std::nullopt;
  std::string ascii = ascii_for(text, position, first);
  if (ascii == std::string(1, '\0')) return std::nullopt;
  auto end = position + static_cast<std::uint32_t>(first.size());
  if (ascii.size() != 1 || !is_word_character(ascii[0])) return LookAlike{{position, end}, ascii};
  while (end < text.size()) {
    const std::string_view next = character_at(text, end);
    const char letter = ascii_of_full_width(next);
    if (!is_word_character(letter)) break;
    ascii += letter;
    end += static_cast<std::uint32_t>(next.size());
  }
  return LookAlike{{position, end}, ascii};
}

namespace {

std::optional<LookAlike> next_quote(std::string_view text, std::uint32_t position) {
  while (position < text.size()) {
    const std::optional<LookAlike> sign = look_alike_at(text, position);
    if (sign && sign->is_quote()) return sign;
    position =
        sign ? sign->span.end : position + static_cast<std::uint32_t>(character_at(text, position).size());
  }
  return std::nullopt;
}

/// Adds a quote and the one that closes its string. Returns the position behind the string.
std::uint32_t add_string(std::string_view text, LookAlike quote, std::vector<LookAlike>& found) {
  const std::optional<LookAlike> closing = next_quote(text, quote.span.end);
  quote.opens_string = closing.has_value();
  found.push_back(quote);
  if (closing) {
    found.push_back(*closing);
    return closing->span.end;
  }
  const std::size_t straight = text.find('\'', quote.span.end);
  return straight == text.npos ? quote.span.end : static_cast<std::uint32_t>(straight + 1);
}

}  // namespace

std::vector<LookAlike> look_alikes_from(std::string_view text, std::uint32_t position) {
  std::vector<LookAlike> found;
  while (position < text.size()) {
    const auto behind = static_cast<std::uint32_t>(pass_quoted(text, position));
    const std::optional<LookAlike> sign = look_alike_at(text, position);
    if (behind != position) {
      position = behind;
    } else if (!sign) {
      position += static_cast<std::uint32_t>(character_at(text, position).size());
    } else if (sign->is_quote()) {
      position = add_string(text, *sign, found);
    } else {
      found.push_back(*sign);
      position = sign->span.end;
    }
  }
  return found;
}

Fix fix_of(std::string_view text, const std::vector<LookAlike>& signs) {
  Fix fix{{signs.front().span.begin, signs.front().span.begin}, ""};
  bool in_string = false;
  for (const LookAlike& sign : signs) {
    for (const char c : text.substr(fix.span.end, sign.span.begin - fix.span.end)) {
      fix.text += c;
      if (in_string && c == '\'') fix.text += c;
    }
    fix.text += sign.ascii;
    fix.span.end = sign.span.end;
    in_string = sign.opens_string;
  }
  return fix;
}

}  // namespace cellar
