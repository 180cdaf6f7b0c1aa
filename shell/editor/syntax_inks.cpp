#include "shell/editor/syntax_inks.h"

#include <algorithm>

#include "types/text/names.h"

namespace cellar {

namespace {

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit_byte(char c) { return c >= '0' && c <= '9'; }
bool continues_name(char c) { return begins_name(c) || is_digit_byte(c); }

std::size_t end_behind(std::string_view text, std::size_t from, std::string_view closing) {
  const std::size_t end = text.find(closing, from);
  return end == text.npos ? text.size() : end + closing.size();
}

template <typename Test>
std::size_t end_while(std::string_view text, std::size_t from, Test test) {
  while (from < text.size() && test(text[from])) ++from;
  return from;
}

/// The part that begins at a position; of plain ink if it is nothing that has a colour.
InkedPart part_at(std::string_view text, std::size_t begin) {
  const std::string_view rest = text.substr(begin);
  if (rest.starts_with("--") || rest.starts_with("//")) {
    return {begin, std::min(text.find('\n', begin), text.size()), EditInk::comment};
  }
  if (rest.starts_with("/*")) return {begin, end_behind(text, begin + 2, "*/"), EditInk::comment};
  if (rest.starts_with("$$")) return {begin, end_behind(text, begin + 2, "$$"), EditInk::string};
  if (rest.front() == '\'') return {begin, end_behind(text, begin + 1, "'"), EditInk::string};
  if (rest.front() == '"') return {begin, end_behind(text, begin + 1, "\""), EditInk::plain};
  if (is_digit_byte(rest.front())) {
    const auto in_number = [](char c) { return continues_name(c) || c == '.' || c == '-'; };
    return {begin, end_while(text, begin, in_number), EditInk::number};
  }
  if (!begins_name(rest.front())) return {begin, begin + 1, EditInk::plain};
  const std::size_t end = end_while(text, begin, continues_name);
  const std::string_view word = text.substr(begin, end - begin);
  const bool is_keyword = is_reserved_word(word) || word == "VALUES" || word == "values";
  return {begin, end, is_keyword ? EditInk::keyword : EditInk::plain};
}

}  // namespace

std::vector<InkedPart> syntax_inks(std::string_view text) {
  std::vector<InkedPart> parts;
  for (std::size_t position = 0; position < text.size();) {
    const InkedPart part = part_at(text, position);
    if (part.ink != EditInk::plain) parts.push_back(part);
    position = part.end;
  }
  return parts;
}

}  // namespace cellar
