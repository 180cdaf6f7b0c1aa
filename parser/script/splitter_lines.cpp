// The lines between statements that Splitter hands out whole: commands, and lines that are no CQL.
#include <algorithm>

#include "parser/script/quotes.h"
#include "parser/script/splitter.h"
#include "parser/script/stray_line.h"
#include "types/names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

// Longer than any command's word: what is longer and does not begin with one is none.
constexpr std::size_t kLongestCommandWord = 64;
// Stray lines that belong together are kept in memory up to this size, and what a line is is known by so many bytes.
constexpr std::size_t kMostStrayBytes = 65'536;

/// Returns true if a semicolon of the line is neither in quotes nor in a comment. What is not closed goes to its end.
bool holds_semicolon(std::string_view line) {
  for (std::size_t place = 0; place < line.size();) {
    const Quote* const quote = quote_at(line, place);
    if (quote == nullptr && line[place] == ';') return true;
    const std::size_t next = quote == nullptr ? place + 1 : end_of_quote(line, place, *quote);
    place = std::min(next, line.size());
  }
  return false;
}

}  // namespace

/// Returns the offset of the newline that ends the line at scanned_, or the size of the buffer. However often a line is
/// waited for, each of its bytes is looked at once.
std::size_t Splitter::end_of_line() {
  const std::size_t newline = buffer_.find('\n', std::max(scanned_, searched_));
  searched_ = std::min(newline, buffer_.size());
  return searched_;
}

/// Returns `on` if the line that begins at scanned_ may begin a statement. A line longer than kMostStrayBytes is waited
/// for only if it begins as no statement does.
Splitter::Step Splitter::scan_stray_lines() {
  const std::string_view rest = std::string_view(buffer_).substr(scanned_);
  if (!may_be_stray_line(rest)) return Step::on;
  std::size_t end = end_of_line() - scanned_;
  const bool is_open = end == rest.size() && !at_end_;
  if (is_open && end <= kMostStrayBytes) return Step::wait;
  const std::string_view beginning = rest.substr(0, std::min(end, kMostStrayBytes));
  const StrayLine kind = stray_line(beginning);
  const bool is_command =
      kind == StrayLine::result && begins_command_ != nullptr && begins_command_(beginning);
  if (kind == StrayLine::none || is_command) return Step::on;
  if (is_open) return Step::wait;
  bool in_batch = kind == StrayLine::prompt && opens_batch_at_prompt(rest.substr(0, end));
  while (kind != StrayLine::merge_mark && end < kMostStrayBytes) {
    const std::size_t begin = std::min(end + 1, rest.size());
    const std::string_view line = rest.substr(begin, rest.substr(begin).find('\n'));
    const bool is_whole = at_end_ || begin + line.size() < rest.size();
    if (!is_whole && line.size() < kLongestPrompt) return Step::wait;
    if (in_batch && !is_whole && line.size() <= kMostStrayBytes) return Step::wait;
    const bool is_stray = in_batch && stray_line(line) != StrayLine::none;
    const bool goes_on = begin < rest.size() && ((in_batch && !is_stray) ||
                                                 continues_stray_lines(kind, line.substr(0, kLongestPrompt)));
    in_batch = in_batch && !is_stray && !applies_batch(line);
    if (!goes_on || line.size() > kMostStrayBytes) break;
    if (!is_whole) return Step::wait;
    end = begin + line.size();
  }
  return find_lines(rest.substr(0, end));
}

/// Returns `on` if the line that begins at scanned_ is no command.
Splitter::Step Splitter::scan_command() {
  const std::string_view rest = std::string_view(buffer_).substr(scanned_);
  if (rest.size() > kLongestCommandWord && !begins_command_(rest)) return Step::on;
  const std::size_t end = end_of_line() - scanned_;
  if (end == rest.size() && !at_end_) return Step::wait;
  const std::string_view line = rest.substr(0, end);
  if (!begins_command_(line) || holds_semicolon(line)) return Step::on;
  return find_lines(line);
}

/// A comment of dashes alone may be the rule below the name of a column, with which a pasted table begins.
Splitter::Step Splitter::scan_rule() {
  if (scanned_ - begin_ > kLongestPrompt) return Step::on;  // a statement may have very many comments
  const std::string_view text = std::string_view(buffer_).substr(begin_, kMostStrayBytes);
  const std::string_view before = text.substr(0, scanned_ - begin_);
  if (std::ranges::count(before, '\n') != 1) return Step::on;
  const ColumnResult result = column_result(text);
  const bool may_go_on = !at_end_ && begin_ + text.size() == buffer_.size();
  if (!result.is_whole && may_go_on) return Step::wait;
  if (result.length == 0) return Step::on;
  end_ = scanned_ = begin_ + result.length;
  return Step::found;
}

/// Hands out these lines, which begin at scanned_, as one statement, without the newline at their end.
Splitter::Step Splitter::find_lines(std::string_view lines) {
  const std::size_t size = lines.size();
  const std::size_t end = lines.find_last_not_of(kCommandBlanks) + 1;
  begin_statement();
  end_ = scanned_ + end;
  scanned_ += size;
  return Step::found;
}

/// True if a word has begun of which it is not known yet whether it begins a statement.
bool Splitter::begins_word() const {
  const std::string_view rest = std::string_view(buffer_).substr(scanned_);
  const bool is_word = !rest.empty() && is_name_byte(rest.front()) && rest.find('\n') == rest.npos;
  return is_word && (begins_command_ == nullptr || !begins_command_(rest));
}

}  // namespace cellar
