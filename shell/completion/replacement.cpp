#include <algorithm>

#include "shell/completion/completion.h"
#include "types/text/text.h"

namespace cellar {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

/// The number of bytes that all candidates begin with, in whole characters.
std::size_t common_length(const std::vector<Candidate>& candidates) {
  const std::string& first = candidates.front().text;
  std::size_t length = first.size();
  for (const Candidate& candidate : candidates) {
    std::size_t same = 0;
    while (same < std::min(length, candidate.text.size()) &&
           lower(first[same]) == lower(candidate.text[same]))
      ++same;
    length = same;
  }
  while (length > 0 && length < first.size() && continues_character(first[length])) --length;
  return length;
}

}  // namespace

std::string replacement(const Completions& completions, std::string_view text, std::size_t cursor) {
  const std::string typed(text.substr(completions.begin, cursor - completions.begin));
  const std::vector<Candidate>& candidates = completions.candidates;
  if (candidates.empty()) return typed;
  if (candidates.size() == 1) {
    const bool is_blank_there = cursor < text.size() && (text[cursor] == ' ' || text[cursor] == '\n');
    return candidates.front().text + (candidates.front().blank_follows && !is_blank_there ? " " : "");
  }
  std::string common = candidates.front().text.substr(0, common_length(candidates));
  return common.size() > typed.size() ? common : typed;
}

}  // namespace cellar
