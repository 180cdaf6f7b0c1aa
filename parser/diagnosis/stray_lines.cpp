// Lines that came into a script or a paste from elsewhere: marks of a merge, prompts.
#include <algorithm>

#include "parser/diagnosis/syntax_view.h"
#include "parser/script/stray_line.h"
#include "types/text/text.h"

namespace cellar {

namespace {

Span trimmed(std::string_view text, std::size_t begin, std::size_t length) {
  const std::string_view part = text.substr(begin, length);
  const std::size_t first = part.find_first_not_of(kCommandBlanks);
  const std::size_t last = part.find_last_not_of(kCommandBlanks);
  return {static_cast<std::uint32_t>(begin + first), static_cast<std::uint32_t>(begin + last + 1)};
}

/// Notes what may make a prompt of a line: a string at its beginning, and all of it if it has a part of a prompt.
void note_looks_at_line(const SyntaxView& view, std::string_view line, std::size_t begin) {
  int token = 0;
  while (view.exists(token - 1) && view.span(token - 1).end > begin) --token;
  view.note(view.span(token));
  for (const std::string_view part : {"cqlsh", "cellar", "..."}) {
    if (line.find(part) != line.npos) view.text();
  }
}

}  // namespace

void refuse_stray_lines(const SyntaxView& view) {
  const std::string_view text = view.unnoted();
  const std::size_t here = view.span(0).begin;
  const std::size_t begin = text.substr(0, here).rfind('\n') + 1;  // npos + 1 is 0
  const std::string_view line = text.substr(begin, text.find('\n', here) - begin);
  note_looks_at_line(view, line, begin);
  if (is_merge_mark(line))
    refuse(view.statement_is("BEGIN") ? "merge_mark_in_batch" : "merge_mark",
           trimmed(text, begin, line.size()));
  if (is_result_line(line) || column_result(text.substr(begin)).length > 0) {
    view.text();
    refuse("pasted_result", trimmed(text, begin, line.size()));
  }
  const std::size_t length = pasted_prompt_length(line);
  if (here >= begin + length) return;
  const bool is_all = text.find_first_not_of(kCommandBlanks, begin + length) == text.npos;
  std::optional<Fix> fix;
  if (!is_all) fix = Fix{{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin + length)}, ""};
  refuse("pasted_prompt", trimmed(text, begin, length), {}, std::move(fix));
}

}  // namespace cellar
