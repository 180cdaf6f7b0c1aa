#include "shell/check/checked_answer.h"

#include <fmt/format.h>

#include <algorithm>

#include "shell/check/expected_value.h"
#include "shell/console/report/refusal_report.h"

namespace cellar {

namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    std::string line(text.substr(0, newline));
    while (!line.empty() && line.back() == ' ') line.pop_back();
    lines.push_back(std::move(line));
    text.remove_prefix(newline == text.npos ? text.size() : newline + 1);
  }
  return lines;
}

/// Takes over the rows of a result.
void pull(Result& result, CheckedAnswer& answer) {
  answer.has_rows = result.has_rows();
  answer.columns = result.columns();
  while (const ResultRow* row = result.next()) answer.rows.push_back(row->copy());
}

/// Writes all that people would be shown, as one text.
std::string text_of(Answer& answer, const ShellSettings& settings, KeptOutput& output) {
  std::string text = output.take_results() + output.take_diagnostics();
  const DiagnosticStyle style{settings.diagnostic_form, settings.language};
  write_placed(answer.placed, false, style, output);
  text += output.take_diagnostics();
  if (answer.has_text() && answer.document && settings.commands_answer_documents()) {
    output.write(answer.document());
  } else {
    write_text(answer, output);
  }
  text += output.take_results() + output.take_diagnostics();
  if (!answer.remarks_vary) text += answer.remarks;
  write_placed(answer.placed, true, style, output);
  return text + output.take_diagnostics();
}

void take_command(Answer& found, const ShellSettings& settings, KeptOutput& output, CheckedAnswer& answer) {
  answer.text = lines_of(text_of(found, settings, output));
  answer.notices = std::move(found.notices);
  pull(found.rows, answer);
}

void take_statement(Answer& found, ShellSettings& settings, const std::string& statement,
                    CheckedAnswer& answer) {
  pull(found.rows, answer);
  answer.notices = notices_to_show(found.rows.notices(), settings.silenced_lints, settings.lint_levels);
  if (!std::ranges::all_of(answer.notices, is_notice)) settings.note_refused(statement);
  for (const Diagnostic& notice : answer.notices) settings.note_met(notice, statement);
  if (answer.columns.size() != 1) return;
  std::string text;
  for (const std::vector<Value>& row : answer.rows) text += row[0].value_or("") + '\n';
  answer.text = lines_of(text);
}

}  // namespace

CheckedConsole::CheckedConsole(Connection& connection, ShellSettings& settings)
    : console_(connection, settings, output_) {
  console_.set_hooks({
      .run_script =
          [](const auto&, const auto&) {
            refuse("command_absent", {}, {{"command", "SOURCE in a script that is checked"}});
          },
  });
}

CheckedAnswer CheckedConsole::answer(const std::string& statement) {
  ShellSettings& settings = console_.settings();
  CheckedAnswer answer;
  try {
    Answer found = console_.answer(statement);
    if (found.refusal) throw Refusal(*std::move(found.refusal));
    found.is_statement ? take_statement(found, settings, statement, answer)
                       : take_command(found, settings, output_, answer);
  } catch (...) {
    const Diagnostic refusal = refusal_of_exception();
    settings.note_refused(statement);
    RefusalReport report = report_of(refusal, statement, console_.connection());
    answer = CheckedAnswer();
    answer.refusal = std::move(report.refusal);
    settings.note_met(*answer.refusal, statement);
    answer.after_refusal = std::move(report.after);
    output_.take_results();
    output_.take_diagnostics();
  }
  answer.language = settings.language;
  return answer;
}

}  // namespace cellar
