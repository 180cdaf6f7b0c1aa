#include "parser/markers.h"

#include <algorithm>

namespace cellar {

namespace {

/// Returns what ends the string, quoted name or comment that begins at `position`; empty if none does.
std::string_view end_of_quoted(std::string_view text, std::size_t position) {
  const char first = text[position];
  if (first == '\'') return "'";
  if (first == '"') return "\"";
  if (first != '$' && first != '-' && first != '/') return "";
  const char second = position + 1 < text.size() ? text[position + 1] : ' ';
  if (first == '/' && second == '*') return "*/";
  if (second != first) return "";
  return first == '$' ? "$$" : "\n";
}

/// Returns the position behind the end of what begins at `position`.
std::size_t behind_quoted(std::string_view text, std::size_t position, std::string_view end) {
  const std::size_t open = end.size() == 1 && end != "\n" ? 1 : 2;
  const std::size_t found =
      end.size() == 1 ? text.find(end.front(), position + open) : text.find(end, position + open);
  return found == text.npos ? text.size() : found + end.size();
}

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Within braces, a colon behind a value separates it from another one.
bool ends_value(char c) {
  const bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  return is_word || c == '\'' || c == '"' || c == '$' || c == ')' || c == ']' || c == '}' || c == '?';
}

}  // namespace

bool may_have_markers(std::string_view text) {
  if (text.find('?') == text.npos && text.find(':') == text.npos) return false;
  std::size_t braces = 0;
  char before = ' ';  // the last character that is no blank and in no comment
  for (std::size_t position = 0; position < text.size();) {
    const std::string_view end = end_of_quoted(text, position);
    const char c = text[position];
    if (!end.empty()) {
      if (c != '-' && c != '/') before = c;
      position = behind_quoted(text, position, end);
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
