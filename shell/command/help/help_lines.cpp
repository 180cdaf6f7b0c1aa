#include "shell/command/help/help_lines.h"

#include <algorithm>

#include "refusal/width.h"

namespace cellar {

namespace {

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

/// Returns where the second column of a table begins, behind three blanks or more; the indent of any other line.
std::size_t text_column(std::string_view line) {
  constexpr std::string_view kGap = "   ";
  const std::size_t indent = indent_of(line);
  const std::size_t gap = line.find(kGap, indent);
  if (gap == line.npos) return indent;
  return std::min(line.find_first_not_of(' ', gap), line.size());
}

/// Returns the blank to break the line at; npos if there is none.
std::size_t break_of(std::string_view line) {
  const std::size_t first = text_column(line);
  const std::size_t fitting = fit(line, kHelpColumns).size();
  const std::size_t blank = line.rfind(' ', fitting);
  return blank == line.npos || blank <= first ? line.find(' ', std::max(fitting, first)) : blank;
}

bool ends_sentence(std::string_view line) {
  return line.empty() || std::string_view(".:;)?!").find(line.back()) != std::string_view::npos;
}

}  // namespace

std::string fit_help_lines(std::string_view page) {
  std::string fitted;
  std::string carried;  // what the line before had too much, with its indent
  while (!page.empty() || !carried.empty()) {
    std::string line(page.substr(0, page.find('\n')));
    const bool continues = !carried.empty() && !page.empty() && !ends_sentence(carried) &&
                           indent_of(line) == indent_of(carried) && text_column(line) == indent_of(line);
    if (carried.empty() || continues) page.remove_prefix(std::min(line.size() + 1, page.size()));
    if (continues) line = carried + ' ' + line.substr(indent_of(line));
    if (!carried.empty() && !continues) line = carried;
    carried.clear();
    if (display_width(line) > kHelpColumns) {
      if (const std::size_t blank = break_of(line); blank != line.npos) {
        carried = std::string(text_column(line), ' ') + line.substr(blank + 1);
        line.resize(blank);
      }
    }
    fitted += line + '\n';
  }
  return fitted;
}

}  // namespace cellar
