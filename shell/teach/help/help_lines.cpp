#include "shell/teach/help/help_lines.h"

#include <algorithm>
#include <cstdint>

#include "refusal/width.h"
#include "types/text/text.h"

namespace cellar {

namespace {

std::size_t indent_of(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

/// Returns where the second column of a table begins, behind two blanks or more; npos for any other line.
std::size_t second_column(std::string_view line) {
  constexpr std::string_view kGap = "  ";
  const std::size_t gap = line.find(kGap, indent_of(line));
  return gap == line.npos ? gap : line.find_first_not_of(' ', gap);
}

/// Returns the last blank at which what is before it fits, or else the first one; npos if there is none.
std::size_t break_of(std::string_view line, std::size_t columns, bool is_example) {
  const std::size_t fitting = fit(line, columns).size();
  // One apostrophe is none of CQL.
  const bool has_quotes = is_example && std::ranges::count(line, '\'') % 2 == 0;
  std::size_t found = line.npos;
  bool in_quotes = false;
  for (std::size_t i = indent_of(line); i < line.size() && (i <= fitting || found == line.npos); ++i) {
    if (has_quotes && line[i] == '\'') in_quotes = !in_quotes;
    if (line[i] == ' ' && !in_quotes) found = i;
  }
  return found;
}

/// What the lines of a page are: the rest of a broken line is at its depth already.
enum class LineKind : std::uint8_t { plain, example, rest, rest_of_example };

bool is_of_example(LineKind kind) { return kind == LineKind::example || kind == LineKind::rest_of_example; }

/// Returns where the rest of a broken line begins: below its second column if half of the columns are left for that.
std::size_t indent_of_rest(std::string_view line, std::size_t second, std::size_t columns, LineKind kind) {
  constexpr std::size_t kDeeper = 4;
  if (second <= columns / 2) return second;
  const bool is_table = second != line.npos && kind == LineKind::plain;
  return std::min(indent_of(line) + (kind == LineKind::example || is_table ? kDeeper : 0), columns / 2);
}

/// Breaks a line that is wider than `columns`, and returns what goes into the next one; empty if it cannot be broken.
std::string break_line(std::string& line, std::size_t columns, LineKind kind) {
  const std::size_t second = is_of_example(kind) ? line.npos : second_column(line);
  const bool fits_before = second != line.npos && second > columns / 2 &&
                           display_width(trim(line.substr(0, second))) + indent_of(line) <= columns;
  const std::size_t blank = fits_before ? second - 1 : break_of(line, columns, is_of_example(kind));
  const std::size_t begin = blank == line.npos ? blank : line.find_first_not_of(' ', blank);
  if (begin == line.npos) return {};
  const std::string rest = line.substr(begin);
  std::size_t indent = indent_of_rest(line, second, columns, kind);
  // A word that would not fit below the text goes as far to the right as it can.
  const std::size_t word = display_width(rest.substr(0, break_of(rest, 0, is_of_example(kind))));
  if (indent + word > columns) indent = columns - std::min(columns, word);
  line.resize(line.find_last_not_of(' ', blank) + 1);
  return std::string(indent, ' ') + rest;
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
  // The second column of the last table, and where it has gone to for lack of room.
  std::size_t moved_from = std::string::npos, moved_to = 0;
  while (!page.empty() || !carried.empty()) {
    std::string line(page.substr(0, page.find('\n')));
    const std::size_t size = line.size();
    if (indent_of(line) == moved_from) line.replace(0, moved_from, moved_to, ' ');
    const bool continues = !carried.empty() && !line.empty() && !is_example && !ends_sentence(carried) &&
                           indent_of(line) == indent_of(carried) && second_column(line) == line.npos;
    if (carried.empty() || continues) page.remove_prefix(std::min(size + 1, page.size()));
    if (continues) line = carried + ' ' + line.substr(indent_of(line));
    const bool is_rest = !carried.empty() && !continues;
    if (is_rest) line = carried;
    carried.clear();
    is_example = line == "Example:" || (is_example && !line.empty());
    const bool of_example = is_example || line.ends_with(';');
    const LineKind kind = of_example ? (is_rest ? LineKind::rest_of_example : LineKind::example)
                                     : (is_rest ? LineKind::rest : LineKind::plain);
    const std::size_t second = second_column(line);
    if (kind == LineKind::plain && second != line.npos) moved_from = line.npos;
    if (display_width(line) > columns) {
      carried = break_line(line, columns, kind);
      if (kind == LineKind::plain && second != line.npos && second > columns / 2) {
        moved_from = second;
        moved_to = indent_of(carried);
      }
    }
    fitted += line + '\n';
  }
  return fitted;
}

}  // namespace cellar
