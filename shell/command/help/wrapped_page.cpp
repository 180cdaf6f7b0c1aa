#include "shell/command/help/wrapped_page.h"

#include <algorithm>

#include "refusal/width.h"

namespace cellar {

namespace {

/// Returns the columns before what goes on in the next line: those before the description, which two blanks divide from
/// what it describes, if there is room behind them, or else those before the line.
std::size_t indentation(std::string_view line, std::size_t columns) {
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t own = std::min(first, columns / 2);
  const std::size_t gap = line.find("  ", first);
  const std::size_t description = gap == line.npos ? gap : line.find_first_not_of(' ', gap);
  if (description == line.npos) return own;
  const std::size_t before = display_width(line.substr(0, description));
  return before <= columns / 2 ? before : own;
}

void append_wrapped(std::string_view line, std::size_t columns, std::string& text) {
  const std::string indented(indentation(line, columns), ' ');
  std::size_t room = columns;
  while (display_width(line) > room) {
    const std::size_t first_word = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t blank = line.rfind(' ', fit(line, room + 1).size() - 1);
    if (blank == line.npos || blank <= first_word) break;
    text += line.substr(0, line.find_last_not_of(' ', blank) + 1);
    text += '\n' + indented;
    line.remove_prefix(blank + 1);
    room = columns - indented.size();
  }
  text += line;
}

}  // namespace

std::string wrapped_page(std::string_view page, std::size_t columns) {
  std::string text;
  bool is_example = false;
  while (!page.empty()) {
    const std::size_t end = std::min(page.find('\n'), page.size());
    const std::string_view line = page.substr(0, end);
    is_example = line == "Example:" || (is_example && !line.empty());
    if (is_example || line.ends_with(';')) {
      text += line;
    } else {
      append_wrapped(line, columns, text);
    }
    if (end < page.size()) text += '\n';
    page.remove_prefix(std::min(end + 1, page.size()));
  }
  return text;
}

}  // namespace cellar
