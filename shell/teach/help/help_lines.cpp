#include "shell/teach/help/help_lines.h"

#include <algorithm>
#include <cstdint>

#include "refusal/width.h"
#include "refusal/wrap_words.h"
#include "shell/teach/help/help_pages.h"
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

/// What the lines of a page are: the rest of a broken line is at its depth already.
enum class LineKind : std::uint8_t { plain, example, rest, rest_of_example };

bool is_of_example(LineKind kind) { return kind == LineKind::example || kind == LineKind::rest_of_example; }

/// Follows a line of CQL: where a line may be broken and stay the same statement.
class Quotes {
 public:
  /// `is_rest`: of a broken line, which may begin in a document.
  Quotes(std::string_view line, bool is_rest)
      : line_(line),
        // One apostrophe is none of CQL.
        has_quotes_(is_rest || std::ranges::count(line, '\'') % 2 == 0 || line.find("$$") != line.npos) {
    is_document_ = is_rest && std::ranges::count(line, '\'') % 2 == 1;
    if (is_document_) open_ = '\'';
  }

  /// To be called for each place in turn. Returns whether a text is open there, in which blanks count; those between the
  /// members of a JSON document do not.
  bool are_open_at(std::size_t place) {
    if (!has_quotes_) return false;
    const char mark = line_[place];
    if (mark == '$' && open_ != '\'' && line_.substr(place, 2) == "$$") {
      open_ = open_ == '$' ? '\0' : '$';
    } else if (mark == '\'' && open_ != '$') {
      open_ = open_ == '\'' ? '\0' : '\'';
      if (open_ == '\'' && line_.substr(place + 1, 1) == "{") is_document_ = true;
    } else if (mark == '"' && open_ == '\'') {
      in_member_ = !in_member_;
    }
    return open_ != '\0' && (!is_document_ || in_member_);
  }

 private:
  std::string_view line_;
  bool has_quotes_;
  char open_ = '\0';  // ' or $, if a text is open
  bool is_document_ = false;
  bool in_member_ = false;
};

/// Returns whether a byte is in a list of words with bars between them: "[位数|FULL]".
bool is_in_list(std::string_view line, std::size_t place) {
  const std::size_t blank = line.rfind(' ', place), begin = blank == line.npos ? 0 : blank + 1;
  return line.substr(begin, line.find(' ', place) - begin).find('|') != line.npos;
}

/// Returns whether a line of Chinese may end before its byte `place`.
bool is_between_characters(std::string_view line, std::size_t place) {
  const auto begins_character = [line](std::size_t at) { return (line[at] & 0xC0) != 0x80; };
  if (place == 0 || !begins_character(place)) return false;
  std::size_t before = place - 1;
  while (before > 0 && !begins_character(before)) --before;
  if (line[before] == ' ' || line[place] == ' ' || is_in_list(line, place)) return false;
  const std::string_view after = line.substr(place);
  return may_break_between(line.substr(before, place - before),
                           after.substr(0, first_character(after).bytes));
}

/// Returns where the next line may begin so that what is before it fits: the last blank, or between two Chinese characters, or
/// else behind the last | of a list of words, or else the first blank; npos if there is none.
std::size_t break_of(std::string_view line, std::size_t columns, LineKind kind) {
  const std::size_t fitting = fit(line, columns).size();
  Quotes quotes(line, kind == LineKind::rest_of_example);
  std::size_t blank = line.npos, bar = line.npos;
  for (std::size_t i = indent_of(line); i < line.size() && (i <= fitting || blank == line.npos); ++i) {
    const bool in_text = is_of_example(kind) && quotes.are_open_at(i);
    const bool is_place = line[i] == ' ' || (i > indent_of(line) && is_between_characters(line, i));
    if (is_place && !in_text) {
      if (i > fitting && bar != line.npos) break;
      blank = i;
    }
    if (line[i] == '|' && i < fitting && i + 1 < line.size() && line[i + 1] != ' ') bar = i + 1;
  }
  return blank != line.npos && (blank <= fitting || bar == line.npos) ? blank : bar;
}

/// Returns the column of a byte of the line.
std::size_t column_of(std::string_view line, std::size_t place) {
  return place == line.npos ? place : display_width(line.substr(0, place));
}

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
  const std::size_t second_begins = column_of(line, second);
  const bool fits_before = second != line.npos && second_begins > columns / 2 &&
                           display_width(trim(line.substr(0, second))) + indent_of(line) <= columns;
  const std::size_t blank = fits_before ? second - 1 : break_of(line, columns, kind);
  const std::size_t begin = blank == line.npos ? blank : line.find_first_not_of(' ', blank);
  if (begin == line.npos) return {};
  const std::string rest = line.substr(begin);
  std::size_t indent = indent_of_rest(line, second_begins, columns, kind);
  // A word that would not fit below the text goes as far to the right as it can.
  const std::size_t word = display_width(rest.substr(0, break_of(rest, 0, kind)));
  if (indent + word > columns) indent = columns - std::min(columns, word);
  line.resize(line.find_last_not_of(' ', blank - 1) + 1);
  return std::string(indent, ' ') + rest;
}

bool ends_sentence(std::string_view line) {
  constexpr std::string_view kEnds[] = {".", ":", ";", ")", "?", "!", "。", "：", "；", "）", "？", "！"};
  return line.empty() ||
         std::ranges::any_of(kEnds, [line](std::string_view end) { return line.ends_with(end); });
}

/// Returns a line with what continues it; between Chinese characters there is no blank.
std::string joined(std::string line, const std::string& rest) {
  const bool is_chinese = !rest.empty() && is_between_characters(line + rest, line.size());
  return std::move(line) + (is_chinese ? "" : " ") + rest;
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
    if (continues) line = joined(carried, line.substr(indent_of(line)));
    const bool is_rest = !carried.empty() && !continues;
    if (is_rest) line = carried;
    carried.clear();
    is_example = is_example_heading(line) || (is_example && !line.empty());
    const bool of_example = is_example || line.ends_with(';');
    const LineKind kind = of_example ? (is_rest ? LineKind::rest_of_example : LineKind::example)
                                     : (is_rest ? LineKind::rest : LineKind::plain);
    const std::size_t second = column_of(line, second_column(line));
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
