#include "shell/check/script_form.h"

#include <algorithm>

#include "parser/script/splitter.h"
#include "parser/script/stray_line.h"
#include "shell/console/commands.h"
#include "types/text/text.h"

namespace cellar {

namespace {

std::string_view without_trailing_blanks(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" \t\r");
  return end == text.npos ? std::string_view() : text.substr(0, end + 1);
}

bool is_answer_line(std::string_view line) {
  return line.starts_with("-->") || line.starts_with("--|") || line.starts_with("--:") ||
         line.starts_with("--!");
}

void read_head(ExpectedAnswer& answer, std::string_view head) {
  using Kind = ExpectedAnswer::Kind;
  answer.head = head;
  const std::size_t blank = head.find(' ');
  const std::string_view word = head.substr(0, blank);
  const std::string_view rest = blank == head.npos ? std::string_view() : trim(head.substr(blank));
  if (word == "ok" && rest.empty()) answer.kind = Kind::ok;
  if (word == "rows" && rest.empty()) answer.kind = Kind::rows;
  if (word == "text" && rest.empty()) answer.kind = Kind::text;
  if (word == "error" && !rest.empty()) {
    answer.kind = Kind::error;
    answer.word = rest;
  }
  if (word == "refused" && !rest.empty()) {
    answer.kind = Kind::refused;
    const std::size_t split = rest.find(' ');
    answer.word = rest.substr(0, split);
    if (split != rest.npos) answer.place = trim(rest.substr(split));
  }
}

/// Returns true for a mark of an answer that is indented, has blanks in it, or another number of dashes.
bool looks_like_answer(std::string_view line) {
  line = trim(line);
  if (is_answer_line(line)) return true;
  if (!line.starts_with("--")) return false;
  line.remove_prefix(std::min(line.find_first_not_of('-'), line.size()));
  return trim(line).starts_with('>');
}

/// Returns what has to come before a line of an answer but does not; empty if the line is in its place.
std::string_view misplaced(const std::optional<ExpectedAnswer>& before, std::string_view line) {
  using Kind = ExpectedAnswer::Kind;
  const Kind kind = before ? before->kind : Kind::unknown;
  if (line.starts_with("-->") && before) return "one answer after a statement";
  if (line.starts_with("--|") && kind != Kind::rows) return "`--> rows` before it";
  if (line.starts_with("--:") && kind != Kind::text && kind != Kind::refused) {
    return "`--> text` or `--> refused` before it";
  }
  return line.starts_with("--!") && !before ? "an answer before it" : "";
}

/// A line that is no CQL and has no answer of its own belongs to the statement in the next line, if that one is
/// answered: clients without a prompt send both as one text, and were told one thing.
void join_stray_lines(std::vector<ScriptStep>& steps) {
  while (steps.size() > 1) {
    ScriptStep& before = steps[steps.size() - 2];
    const ScriptStep& last = steps.back();
    if (before.expected || stray_line(before.statement) == StrayLine::none || line_after(before) != last.line)
      return;
    before.statement.append("\n").append(last.statement);
    before.terminated = last.terminated;
    steps.pop_back();
  }
}

void read_answer_line(ScriptForm& form, std::string_view line) {
  if (!form.steps.back().expected) join_stray_lines(form.steps);
  ScriptStep& step = form.steps.back();
  if (!step.expected) step.expected.emplace();
  ExpectedAnswer& answer = *step.expected;
  answer.lines.push_back(form.lines.size());
  const std::string_view rest = line.substr(3);
  if (line.starts_with("-->") && answer.head.empty()) read_head(answer, trim(rest));
  if (line.starts_with("--|")) answer.rows.emplace_back(trim(rest));
  if (line.starts_with("--!")) answer.notices.emplace_back(trim(rest));
  if (line.starts_with("--:")) {
    answer.text.emplace_back(without_trailing_blanks(rest.starts_with(' ') ? rest.substr(1) : rest));
  }
}

std::optional<Policy> policy_in(std::string_view line) {
  constexpr std::string_view kMark = "-- @policy ";
  if (!line.starts_with(kMark)) return std::nullopt;
  return trim(line.substr(kMark.size())) == "teach" ? Policy::teach : Policy::cassandra;
}

ScriptStep step_of(const ScriptStatement& statement) {
  return {std::string(statement.text), std::string(statement.annotations), statement.line,
          statement.terminated, std::nullopt};
}

/// `line` is outside of statements, and comes after form.lines.
void note_fault(ScriptForm& form, std::string_view line) {
  if (!looks_like_answer(line)) return;
  std::string_view expected = "an answer's mark in column one: `-->`, `--|`, `--:` or `--!`";
  if (is_answer_line(line)) {
    expected = form.steps.empty() ? "a statement before it" : misplaced(form.steps.back().expected, line);
  }
  if (!expected.empty()) {
    form.faults.push_back({form.lines.size() + 1, std::string(trim(line)), std::string(expected)});
  }
}

}  // namespace

std::size_t line_after(const ScriptStep& step) {
  return step.line + static_cast<std::size_t>(std::ranges::count(step.statement, '\n')) + 1;
}

ScriptForm read_script_form(std::string_view text) {
  ScriptForm form;
  Splitter reader(begins_line_command);
  const auto take = [&form, &reader] {
    while (const std::optional<ScriptStatement> statement = reader.next()) {
      form.steps.push_back(step_of(*statement));
    }
  };
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    const std::string_view line = text.substr(0, newline);
    text.remove_prefix(newline == text.npos ? text.size() : newline + 1);
    if (form.steps.empty() && !form.policy) form.policy = policy_in(line);
    const bool between = reader.unfinished() == Unfinished::nothing;
    if (between && is_answer_line(line)) {
      reader.end();  // no line of the script follows the one that is answered
      take();
    }
    if (between) note_fault(form, line);
    if (between && is_answer_line(line) && !form.steps.empty()) {
      read_answer_line(form, line);
      reader.feed("\n");
    } else {
      reader.feed(std::string(line) + '\n');
      take();
    }
    form.lines.emplace_back(line);
  }
  reader.end();
  take();
  if (const std::optional<ScriptStatement> rest = reader.finish()) form.steps.push_back(step_of(*rest));
  return form;
}

std::vector<std::string> split_cells(std::string_view line) {
  std::vector<std::string> cells;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\'') quoted = !quoted;
    if (line[i] != '|' || quoted) continue;
    cells.emplace_back(trim(line.substr(begin, i - begin)));
    begin = i + 1;
  }
  cells.emplace_back(trim(line.substr(begin)));
  return cells;
}

}  // namespace cellar
