#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "refusal/messages.h"
#include "refusal/render.h"
#include "shell/check/checked_answer.h"
#include "shell/check/expected_value.h"

namespace cellar {

namespace {

using Kind = ExpectedAnswer::Kind;
using Difference = std::optional<AnswerDifference>;

std::string head_of(const CheckedAnswer& answer) {
  if (answer.refusal) {
    const Message* message = find_message(answer.refusal->id);
    return fmt::format("--> error {}   ({} {})", name(answer.refusal->error_class()), message->code,
                       fill(message->title, answer.refusal->parameters));
  }
  return answer.has_rows ? "--> rows" : "--> ok";
}

std::string write_row(const std::vector<ResultColumn>& columns, const std::vector<Value>& row) {
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < row.size(); ++i) cells.push_back(write_expected(columns[i].type, row[i]));
  return fmt::format("{}", fmt::join(cells, " | "));
}

std::string write_names(const std::vector<ResultColumn>& columns) {
  std::vector<std::string> names;
  for (const ResultColumn& column : columns) names.push_back(column.name);
  return fmt::format("{}", fmt::join(names, " | "));
}

std::string place_of(const Diagnostic& diagnostic, std::string_view statement) {
  const LineAndColumn where = locate({{}, 1, 1, statement}, diagnostic.span.begin);
  return fmt::format("{}:{}", where.line, where.column);
}

std::vector<std::string> diagnostic_lines(const CheckedAnswer& answer, std::string_view statement) {
  std::vector<std::string> lines;
  std::string text =
      render_full(*answer.refusal, {{}, 1, 1, statement}, false, answer.after_refusal, answer.language);
  for (std::size_t newline; (newline = text.find('\n')) != text.npos; text.erase(0, newline + 1)) {
    lines.push_back(text.substr(0, newline));
    while (!lines.back().empty() && lines.back().back() == ' ') lines.back().pop_back();
  }
  return lines;
}

Difference different(std::string expected, std::string got) {
  return AnswerDifference{std::move(expected), std::move(got)};
}

Difference compare_head(const CheckedAnswer& answer, const ExpectedAnswer& expected) {
  return different("--> " + expected.head, head_of(answer));
}

Difference compare_error(const CheckedAnswer& answer, const ExpectedAnswer& expected) {
  if (!answer.refusal) return compare_head(answer, expected);
  // A statement that is not run yet never has the wanted answer.
  if (answer.refusal->cause() == Cause::absent_command) return compare_head(answer, expected);
  // Cassandra itself failed here, so any refusal is accepted.
  if (expected.word == "server" || expected.word == "readfailure" || expected.word == "writefailure")
    return {};
  if (name(answer.refusal->error_class()) == expected.word) return {};
  return compare_head(answer, expected);
}

Difference compare_text(const std::vector<std::string>& lines, const std::vector<std::string>& expected) {
  const std::size_t count = std::max(lines.size(), expected.size());
  for (std::size_t i = 0; i < count; ++i) {
    const std::string ours = i < lines.size() ? lines[i] : "(no more lines)";
    const std::string theirs = i < expected.size() ? expected[i] : "(no more lines)";
    if (ours != theirs) return different("--: " + theirs, "--: " + ours);
  }
  return {};
}

Difference compare_refused(const CheckedAnswer& answer, const ExpectedAnswer& expected,
                           std::string_view statement) {
  if (!answer.refusal) return compare_head(answer, expected);
  const std::string place = place_of(*answer.refusal, statement);
  if (answer.refusal->code() != expected.word || (!expected.place.empty() && place != expected.place)) {
    return different("--> " + expected.head, fmt::format("--> refused {} {}", answer.refusal->code(), place));
  }
  return expected.text.empty() ? Difference()
                               : compare_text(diagnostic_lines(answer, statement), expected.text);
}

bool same_row(const CheckedAnswer& answer, const std::vector<Value>& row, const std::string& expected) {
  const std::vector<std::string> cells = split_cells(expected);
  if (cells.size() != row.size()) return false;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (!matches(answer.columns[i].type, row[i], cells[i])) return false;
  }
  return true;
}

Difference compare_rows(const CheckedAnswer& answer, const ExpectedAnswer& expected) {
  if (answer.refusal || !answer.has_rows) return compare_head(answer, expected);
  const std::string names = write_names(answer.columns);
  const std::string wanted = expected.rows.empty() ? "" : expected.rows[0];
  if (split_cells(names) != split_cells(wanted)) return different("--| " + wanted, "--| " + names);
  const std::size_t count = std::max(answer.rows.size() + 1, expected.rows.size());
  for (std::size_t i = 1; i < count; ++i) {
    const bool ours = i <= answer.rows.size();
    const bool theirs = i < expected.rows.size();
    if (ours && theirs && same_row(answer, answer.rows[i - 1], expected.rows[i])) continue;
    return different(
        fmt::format("row {}: {}", i, theirs ? expected.rows[i] : "(none)"),
        fmt::format("row {}: {}", i, ours ? write_row(answer.columns, answer.rows[i - 1]) : "(none)"));
  }
  return {};
}

Difference compare_notices(const CheckedAnswer& answer, const ExpectedAnswer& expected, bool every_notice) {
  std::vector<std::string> codes;
  for (const Diagnostic& notice : answer.notices) codes.emplace_back(notice.code());
  const auto missing = std::find_if(
      expected.notices.begin(), expected.notices.end(),
      [&](const std::string& code) { return std::find(codes.begin(), codes.end(), code) == codes.end(); });
  if (missing == expected.notices.end() && (!every_notice || codes == expected.notices)) return {};
  return different(fmt::format("notices: {}", fmt::join(expected.notices, " ")),
                   fmt::format("notices: {}", fmt::join(codes, " ")));
}

Difference compare_kind(const CheckedAnswer& answer, const ExpectedAnswer& expected,
                        std::string_view statement) {
  switch (expected.kind) {
    case Kind::ok:
      return answer.refusal || answer.has_rows ? compare_head(answer, expected) : Difference();
    case Kind::error:
      return compare_error(answer, expected);
    case Kind::rows:
      return compare_rows(answer, expected);
    case Kind::refused:
      return compare_refused(answer, expected, statement);
    case Kind::text:
      return answer.refusal ? compare_head(answer, expected) : compare_text(answer.text, expected.text);
    case Kind::unknown:
      break;
  }
  return different("--> ok, error CLASS, rows, refused CODE LINE:COLUMN or text", "--> " + expected.head);
}

}  // namespace

std::optional<AnswerDifference> compare_answer(const CheckedAnswer& answer, const ExpectedAnswer& expected,
                                               std::string_view statement, bool every_notice) {
  if (Difference difference = compare_kind(answer, expected, statement)) return difference;
  return compare_notices(answer, expected, every_notice);
}

std::vector<std::string> write_answer(const CheckedAnswer& answer, const ExpectedAnswer& like,
                                      std::string_view statement, bool every_notice) {
  std::vector<std::string> lines;
  const auto add_text = [&lines](const std::vector<std::string>& text) {
    for (const std::string& line : text) lines.push_back(line.empty() ? "--:" : "--: " + line);
  };
  if (answer.refusal) {
    const bool with_place = like.kind == Kind::refused || every_notice;
    const std::string_view error_class = name(answer.refusal->error_class());
    lines.push_back(with_place ? fmt::format("--> refused {} {}", answer.refusal->code(),
                                             place_of(*answer.refusal, statement))
                               : fmt::format("--> error {}", error_class));
    if (with_place && !like.text.empty()) add_text(diagnostic_lines(answer, statement));
  } else if (like.kind == Kind::text || (!answer.has_rows && !answer.text.empty())) {
    lines.emplace_back("--> text");
    add_text(answer.text);
  } else if (answer.has_rows) {
    lines.emplace_back("--> rows");
    lines.push_back("--| " + write_names(answer.columns));
    for (const std::vector<Value>& row : answer.rows)
      lines.push_back("--| " + write_row(answer.columns, row));
  } else {
    lines.emplace_back("--> ok");
  }
  if (every_notice || !like.notices.empty()) {
    for (const Diagnostic& notice : answer.notices) lines.push_back("--! " + std::string(notice.code()));
  }
  return lines;
}

}  // namespace cellar
