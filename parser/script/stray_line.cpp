#include "parser/script/stray_line.h"

#include <algorithm>
#include <array>

#include "types/names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::string_view kBlanksInLine = " \t\r\f\v";
constexpr std::string_view kNotInNames = ";=,'\"$/";  // of columns, as the head of a table shows them
constexpr std::array<bool, 256> kIsNotInNames = [] {
  std::array<bool, 256> is{};
  for (const char sign : kNotInNames) is[static_cast<unsigned char>(sign)] = true;
  return is;
}();
constexpr std::string_view kRuleBytes = "-+\r";  // between the names of a table and its rows

/// Bytes of a user's name before "@cqlsh", and of the shell's own name.
constexpr std::array<bool, 256> kPromptBytes = [] {
  std::array<bool, 256> bytes{};
  for (int c = 0; c < 256; ++c) {
    const char byte = static_cast<char>(c);
    bytes[static_cast<std::size_t>(c)] = is_name_byte(byte) || byte == '.' || byte == '-' || byte == '@';
  }
  return bytes;
}();

bool is_prompt_byte(char c) { return kPromptBytes[static_cast<unsigned char>(c)]; }

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

std::string_view without_blanks_before(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kBlanksInLine), text.size()));
}

/// Returns the end of the prompt, with the blank behind it; 0 if neither a blank nor the end of the line follows.
std::size_t with_blank(std::string_view line, std::size_t end) {
  if (end == line.size()) return end;
  return kBlanksInLine.find(line[end]) == kBlanksInLine.npos ? 0 : end + 1;
}

/// "cqlsh> ", "ann@cqlsh:shop> ", "cellar:"Shop"> ". No blank is needed behind it.
std::size_t first_prompt_length(std::string_view line) {
  std::size_t end = 0;
  while (end < std::min(line.size(), kLongestPrompt) && is_prompt_byte(line[end])) ++end;
  const std::string_view name = line.substr(0, end);
  if (!name.ends_with("cqlsh") && name != "cellar") return 0;
  if (end < line.size() && line[end] == ':') {
    ++end;
    const bool is_quoted = end < line.size() && line[end] == '"';
    if (is_quoted) end = std::min(line.find('"', end + 1), line.size() - 1) + 1;
    while (end < line.size() && is_name_byte(line[end])) ++end;
  }
  if (end == line.size() || line[end] != '>') return 0;
  return end + 1 < line.size() && line[end + 1] == ' ' ? end + 2 : end + 1;
}

/// "   ... ", and "  (... " of this shell, which shows what is open.
std::size_t continuation_length(std::string_view line) {
  const std::string_view inner = without_blanks_before(line);
  const std::size_t blanks = line.size() - inner.size();
  for (const std::string_view mark : {"", "(", "[", "{", "'", "\"", "$$", "/*", "batch"}) {
    if (!inner.starts_with(mark) || !inner.substr(mark.size()).starts_with("...")) continue;
    const std::size_t end = with_blank(line, blanks + mark.size() + 3);
    if (end > 0) return end;
  }
  return 0;
}

/// What cqlsh says when it starts; the last line begins as a statement does, and is known by those before it.
bool is_greeting_line(std::string_view line) {
  if (line.starts_with("[cqlsh ")) return true;
  return line.starts_with("Connected to ") && line.find(" at ") != line.npos &&
         line.find_first_of(kNotInNames) == line.npos;
}
constexpr std::string_view kEndOfGreeting = "Use HELP for help.";

/// "<stdin>:1:InvalidRequest: Error from server: ...".
bool is_error_line(std::string_view line) {
  return line.starts_with("<stdin>:") || line.find(": Error from server: code=") != line.npos;
}

bool is_row_count(std::string_view line) {
  if (!line.starts_with("(") || line.size() < 2 || line[1] < '0' || line[1] > '9') return false;
  const std::string_view rest = line.substr(std::min(line.find_first_not_of("0123456789", 1), line.size()));
  return rest.starts_with(" rows)") || rest.starts_with(" row)");
}

std::string_view trimmed_line(std::string_view line) {
  line = without_blanks_before(line);
  return line.substr(0, line.find_last_not_of(kBlanksInLine) + 1);
}

/// Below the name of a column.
bool is_rule(std::string_view line) {
  line = trimmed_line(line);
  return line.size() >= 3 && line.find_first_not_of('-') == line.npos;
}

/// Returns false if a sign that is in no name of a column comes before the first bar. Nearly every statement is told
/// from a result here, so the search ends at that sign.
bool may_be_result_line(std::string_view beginning) {
  for (const char byte : beginning) {
    if (kIsNotInNames[static_cast<unsigned char>(byte)]) return false;
    if (byte == '|' || byte == '\n') return true;
  }
  return true;
}

struct Beginning {
  std::string_view word;
  std::string_view next;  // the words that may follow it, each between blanks; empty: any
};

constexpr std::string_view kDefined =
    " table columnfamily keyspace schema type index custom materialized or function aggregate role user "
    "trigger ";

constexpr Beginning kBeginnings[] = {
    {"select", ""},
    {"insert", " into json "},
    {"update", ""},
    {"delete", ""},
    {"create", kDefined},
    {"alter", kDefined},
    {"drop", kDefined},
    {"truncate", ""},
    {"use", ""},
    {"begin", " batch unlogged logged counter "},
    {"grant", ""},
    {"revoke", ""},
    {"list", " roles users superusers all "},
    {"describe", ""},
    {"desc", ""},
    {"explain", ""},
    {"add", " identity "},
};

const Beginning* beginning_of(std::string_view word) {
  const auto found = std::ranges::find_if(
      kBeginnings, [&](const Beginning& each) { return is_lower_word(word, each.word); });
  return found == std::end(kBeginnings) ? nullptr : &*found;
}

}  // namespace

bool is_merge_mark(std::string_view line) {
  constexpr std::size_t kLength = 7;
  line = first_line(line);
  const char mark = line.empty() ? ' ' : line.front();
  if (mark != '<' && mark != '=' && mark != '>' && mark != '|') return false;
  const std::size_t length = std::min(line.find_first_not_of(mark), line.size());
  return length == kLength && with_blank(line, length) > 0;
}

std::size_t pasted_prompt_length(std::string_view line) {
  line = first_line(line);
  const std::size_t length = first_prompt_length(line);
  return length > 0 ? length : continuation_length(line);
}

StrayLine stray_line(std::string_view line) {
  if (line.empty()) return StrayLine::none;
  if (line.front() == '#') return StrayLine::hash_comment;
  if (is_merge_mark(line)) return StrayLine::merge_mark;
  line = first_line(line);
  if (first_prompt_length(line) > 0) return StrayLine::prompt;
  if (line.front() == '.' && continuation_length(line) > 0) return StrayLine::continuation_prompt;
  return is_result_line(line) ? StrayLine::result : StrayLine::none;
}

bool may_be_stray_line(std::string_view beginning) {
  if (beginning.empty()) return true;
  const char first = beginning.front();
  if (first == '#' || first == '.' || first == '(' || first == '|' || first == '+' ||
      (first >= '<' && first <= '>'))
    return true;
  if (first == '-' && beginning.size() > 1 && beginning[1] == '-') return false;
  std::size_t end = 0;
  while (end < beginning.size() && kPromptBytes[static_cast<unsigned char>(beginning[end])]) ++end;
  if (end == beginning.size()) return end < kLongestPrompt;
  if (beginning[end] == ':' || beginning[end] == '>') return true;
  return beginning_of(beginning.substr(0, end)) == nullptr && may_be_result_line(beginning.substr(end));
}

bool continues_stray_lines(StrayLine kind, std::string_view line) {
  switch (kind) {
    case StrayLine::hash_comment:
      return without_blanks_before(first_line(line)).starts_with('#');
    case StrayLine::prompt:
    case StrayLine::continuation_prompt:
      return continuation_length(first_line(line)) > 0;
    case StrayLine::result:
      line = without_blanks_before(first_line(line));
      return line.empty() || line.find_first_not_of(kRuleBytes) == line.npos ||
             line.starts_with(kEndOfGreeting) || is_result_line(line);
    case StrayLine::none:
    case StrayLine::merge_mark:
      break;
  }
  return false;
}

bool is_result_line(std::string_view line) {
  line = without_blanks_before(first_line(line));
  if (begins_statement(line)) return false;
  if (is_greeting_line(line) || is_error_line(line) || is_row_count(line) || line.starts_with("+--") ||
      line.starts_with("| "))
    return true;
  const std::size_t bar = line.find(" | ");
  if (bar == line.npos) return false;
  return line.substr(0, bar).find_first_of(kNotInNames) == line.npos;
}

ColumnResult column_result(std::string_view text) {
  const std::string_view name = trimmed_line(first_line(text));
  if (name.empty() || name.find_first_of(kBlanksInLine) != name.npos || begins_statement(name)) return {};
  const auto line_at = [&](std::size_t begin) {
    return first_line(text.substr(std::min(begin, text.size())));
  };
  const auto is_whole_at = [&](std::size_t begin) { return text.find('\n', begin) != text.npos; };
  const std::size_t rule = first_line(text).size() + 1;
  if (!is_rule(line_at(rule))) return {0, is_whole_at(rule)};
  const std::size_t head = rule + line_at(rule).size();
  std::size_t end = head;
  for (std::string_view row; !trimmed_line(row = line_at(end + 1)).empty(); end += 1 + row.size()) {
    const bool is_at_margin = kBlanksInLine.find(row.front()) == kBlanksInLine.npos;
    if (is_at_margin || begins_statement(row))
      return {end == head ? 0 : end, is_at_margin || is_whole_at(end + 1)};
  }
  const std::size_t count = end + 1 + line_at(end + 1).size() + 1;  // behind the blank line
  const std::string_view behind = line_at(count);
  const bool is_known = is_whole_at(count) || (!behind.empty() && behind.front() != '(');
  if (is_row_count(behind)) return {count + behind.size(), is_known};
  return {end == head ? 0 : end, is_known};
}

bool opens_batch_at_prompt(std::string_view line) {
  line = first_line(line);
  const std::size_t prompt = first_prompt_length(line);
  if (prompt == 0) return false;
  const std::string text = to_lower(without_blanks_before(line.substr(prompt)));
  return text.starts_with("begin ") && text.find("batch") != text.npos && !applies_batch(line);
}

bool applies_batch(std::string_view line) {
  const std::string text = to_lower(first_line(line));
  const std::size_t apply = text.find("apply");
  return apply != text.npos &&
         without_blanks_before(std::string_view(text).substr(apply + 5)).starts_with("batch");
}

bool begins_statement(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kCommandBlanks);
  return begin != text.npos && beginning_of(leading_word(text.substr(begin))) != nullptr;
}

bool begins_statement_at_margin(std::string_view line, std::size_t margin) {
  line = first_line(line);
  line.remove_prefix(std::min(margin, line.size() - without_blanks_before(line).size()));
  const std::string_view word = leading_word(line);
  const Beginning* const beginning = beginning_of(word);
  if (beginning == nullptr) return false;
  const std::string_view rest = line.substr(word.size());
  const std::string_view next = without_blanks_before(rest);
  if (next.empty()) return true;  // it goes on in the next line
  if (next.size() == rest.size()) return false;
  const std::string between = " " + to_lower(leading_word(next)) + " ";
  return beginning->next.empty() || beginning->next.find(between) != std::string_view::npos;
}

}  // namespace cellar
