#include "parser/markers.h"

#include <algorithm>

namespace cellar {

namespace {

struct Quoted {
  std::string_view open, close;
};
constexpr Quoted kQuoted[] = {{"'", "'"},   {"\"", "\""}, {"$$", "$$"},
                              {"/*", "*/"}, {"--", "\n"}, {"//", "\n"}};

/// Returns the end of the string, quoted name or comment that begins at `position`; `position` if none does.
std::size_t end_of_quoted(std::string_view text, std::size_t position) {
  const std::string_view rest = text.substr(position);
  for (const Quoted& quoted : kQuoted) {
    if (!rest.starts_with(quoted.open)) continue;
    const std::size_t close = rest.find(quoted.close, quoted.open.size());
    return close == rest.npos ? text.size() : position + close + quoted.close.size();
  }
  return position;
}

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Within braces, a colon behind a value separates it from another one.
bool ends_value(char c) {
  const bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  return is_word || c == '\'' || c == '"' || c == '$' || c == ')' || c == ']' || c == '}' || c == '?';
}

}  // namespace

bool may_have_markers(std::string_view text) {
  if (text.find_first_of("?:") == text.npos) return false;
  std::size_t braces = 0;
  char before = ' ';  // the last character that is no blank and in no comment
  for (std::size_t position = 0; position < text.size();) {
    const std::size_t end = end_of_quoted(text, position);
    const char c = text[position];
    if (end > position) {
      if (c != '-' && c != '/') before = c;
      position = end;
      continue;
    }
    if (c == '?' || (c == ':' && (braces == 0 || !ends_value(before)))) return true;
    if (c == '{') ++braces;
    if (c == '}' && braces > 0) --braces;
    if (!is_blank(c)) before = c;
    ++position;
  }
  return false;
}

}  // namespace cellar
