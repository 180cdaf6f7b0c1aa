#include "shell/editor/candidate_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "refusal/width.h"
#include "shell/editor/words/editor_words.h"

namespace cellar {

namespace {

constexpr std::size_t kBetween = 2;  // columns

std::string padded(std::string text, std::size_t columns) {
  const std::size_t width = display_width(text);
  if (width < columns) text.append(columns - width, ' ');
  return text;
}

/// A candidate and its note, those of all below each other.
std::vector<std::string> texts_of(const std::vector<Candidate>& candidates, Language language) {
  std::size_t widest = 0;
  for (const Candidate& candidate : candidates) widest = std::max(widest, display_width(candidate.text));
  std::vector<std::string> texts;
  for (const Candidate& candidate : candidates) {
    const std::string name =
        candidate.note.empty() ? candidate.text : padded(candidate.text, widest + kBetween);
    texts.push_back(expand(name + note_in(candidate.note, language)));
  }
  return texts;
}

}  // namespace

CandidateList list_candidates(const std::vector<Candidate>& candidates, std::size_t first, TerminalSize size,
                              Language language) {
  std::vector<std::string> texts = texts_of(candidates, language);
  texts.erase(texts.begin(), texts.begin() + static_cast<std::ptrdiff_t>(std::min(first, texts.size())));
  std::size_t widest = 1;
  for (const std::string& text : texts) widest = std::max(widest, display_width(text));
  const std::size_t columns = std::max<std::size_t>(1, (size.columns - 1 + kBetween) / (widest + kBetween));
  const std::size_t most_lines = std::max<std::size_t>(1, size.rows / 2);
  std::size_t lines = (texts.size() + columns - 1) / columns;
  const bool all_fit = lines <= most_lines;
  if (!all_fit) lines = std::max<std::size_t>(1, most_lines - 1);
  const std::size_t shown = all_fit ? texts.size() : std::min(texts.size(), lines * columns);
  CandidateList page{std::vector<std::string>(lines)};
  for (std::size_t i = 0; i < shown; ++i) {
    std::string& line = page.lines[i % lines];
    if (i >= lines) line = padded(std::move(line), i / lines * (widest + kBetween));
    line += texts[i];
  }
  if (shown < texts.size()) {
    page.lines.push_back(EditorWords::say(language, "... and {count} more, Tab shows them",
                                          {{"count", std::to_string(texts.size() - shown)}}));
    page.next = first + shown;
  }
  return page;
}

}  // namespace cellar
