#include "server/connection/leading_word.h"

#include <algorithm>

namespace cellar {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Removes a comment from the front. Returns false if there is none.
bool skip_comment(std::string_view& text) {
  const bool is_line = text.starts_with("--") || text.starts_with("//");
  if (!is_line && !text.starts_with("/*")) return false;
  const std::string_view end = is_line ? "\n" : "*/";
  const std::size_t place = text.find(end, 2);
  text.remove_prefix(place == text.npos ? text.size() : place + end.size());
  return true;
}

}  // namespace

std::string leading_word(std::string_view text) {
  do {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  } while (skip_comment(text));
  const auto end = std::ranges::find_if_not(text, is_letter);
  std::string word(text.begin(), end);
  std::ranges::transform(word, word.begin(), [](char c) { return static_cast<char>(c | 0x20); });
  return word;
}

}  // namespace cellar
