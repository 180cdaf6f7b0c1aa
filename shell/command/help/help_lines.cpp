#include "shell/command/help/help_lines.h"

#include <algorithm>

#include "refusal/width.h"

namespace cellar {

namespace {

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

/// Returns where the second column of a table begins, behind three blanks or more, if half of the columns are left for it;
/// the indent of any other line.
std::size_t text_column(std::string_view line, std::size_t columns) {
  constexpr std::string_view kGap = "   ";
  const std::size_t indent = indent_of(line);
  const std::size_t gap = line.find(kGap, indent);
  const std::size_t text = gap == line.npos ? gap : line.find_first_not_of(' ', gap);
  return text == line.npos || text > columns / 2 ? indent : text;
}

/// Returns the blank to break the line at; npos if there is none.
std::size_t break_of(std::string_view line, std::size_t columns) {
  const std::size_t first = text_column(line, columns);
  const std::size_t fitting = fit(line, columns).size();
  const std::size_t blank = line.rfind(' ', fitting);
  return blank == line.npos || blank <= first ? line.find(' ', std::max(fitting, first)) : blank;
}

bool ends_sentence(std::string_view line) {
  return line.empty() || std::string_view(".:;)?!").find(line.back()) != std::string_view::npos;
}

}  // namespace

std::string fit_help_lines(std::string_view page, std::size_t columns) {
  columns = std::min(columns, kHelpColumns);
  std::string fitted;
  bool is_example = false;
  std::string carried;  // what the line before had too much, with its indent
  while (!page.empty() || !carried.empty()) {
    std::string line(page.substr(0, page.find('\n')));
    const bool continues = !carried.empty() && !line.empty() && !ends_sentence(carried) &&
                           indent_of(line) == indent_of(carried) &&
                           text_column(line, columns) == indent_of(line);
    if (carried.empty() || continues) page.remove_prefix(std::min(line.size() + 1, page.size()));
    if (continues) line = carried + ' ' + line.substr(indent_of(line));
    if (!carried.empty() && !continues) line = carried;
    carried.clear();
    is_example = line == "Example:" || (is_example && !line.empty());
    const std::size_t room = is_example || line.ends_with(';') ? kHelpColumns : columns;
    if (display_width(line) > room) {
      if (const std::size_t blank = break_of(line, room); blank != line.npos) {
        const std::size_t below = std::min(text_column(line, room), room / 2);
        carried = std::string(below, ' ') + line.substr(blank + 1);
        line.resize(blank);
      }
    }
    fitted += line + '\n';
  }
  return fitted;
}

}  // namespace cellar
