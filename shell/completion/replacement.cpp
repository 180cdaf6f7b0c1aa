#include <algorithm>

#include "shell/completion/completion.h"
#include "shell/completion/words/completion_words.h"
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

bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }

/// A word that begins right behind a mark that ends something is parted from it: `SELECT *` and FROM.
bool needs_blank(std::string_view text, const Completions& completions, std::size_t cursor) {
  if (completions.begin != cursor || cursor == 0) return false;
  constexpr std::string_view kEnds = "*)]}";
  return kEnds.find(text[cursor - 1]) != kEnds.npos && is_letter(completions.candidates.front().text.front());
}

}  // namespace

std::string replacement(const Completions& completions, std::string_view text, std::size_t cursor) {
  const std::string typed(text.substr(completions.begin, cursor - completions.begin));
  const std::vector<Candidate>& candidates = completions.candidates;
  if (candidates.empty()) return typed;
  const std::string blank = needs_blank(text, completions, cursor) ? " " : "";
  if (candidates.size() == 1) {
    const bool is_blank_there = cursor < text.size() && (text[cursor] == ' ' || text[cursor] == '\n');
    return blank + candidates.front().text + (candidates.front().blank_follows && !is_blank_there ? " " : "");
  }
  const std::string common = candidates.front().text.substr(0, common_length(candidates));
  return common.size() > typed.size() ? blank + common : typed;
}

std::string note_in(const std::string& note, Language language) {
  constexpr std::string_view kViewOf = "view of ", kOn = "on ";
  if (note.starts_with(kViewOf))
    return CompletionWords::say(language, "view of {table}", {{"table", note.substr(kViewOf.size())}});
  if (note.starts_with(kOn))
    return CompletionWords::say(language, "on {table}", {{"table", note.substr(kOn.size())}});
  const std::size_t comma = note.rfind(", ");
  const std::size_t last = comma == note.npos ? 0 : comma + 2;
  const std::optional<CompletionWords::Text> words = CompletionWords::find(note.substr(last));
  return words ? note.substr(0, last) + std::string(words->in(language)) : note;
}

}  // namespace cellar
