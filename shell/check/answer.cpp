#include "shell/check/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "shell/check/expected_value.h"
#include "shell/console/commands.h"
#include "shell/console/parameters/bound_statement.h"
#include "shell/console/report/refusal_report.h"

namespace cellar {

namespace {

constexpr std::size_t kTextColumns = 100;  // of a terminal, for text that commands print

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

/// A stream whose output is kept as a string.
class KeptText {
 public:
  KeptText() : stream_(open_memstream(&text_, &size_)) {}
  ~KeptText() {
    std::fclose(stream_);
    std::free(text_);
  }
  KeptText(const KeptText&) = delete;
  KeptText& operator=(const KeptText&) = delete;

  std::FILE* stream() { return stream_; }
  std::string_view text() {
    std::fflush(stream_);
    return {text_, size_};
  }

 private:
  char* text_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* stream_;
};

/// Takes over the rows of a result.
void pull(Result& result, Answer& answer) {
  answer.has_rows = result.has_rows();
  answer.columns = result.columns();
  while (const ResultRow* row = result.next()) answer.rows.push_back(row->copy());
}

bool answer_command(Answer& answer, const Database& database, Session& session, ShellSettings& settings,
                    const std::string& statement) {
  if (!begins_command(statement)) return false;
  KeptText kept;
  Output output(kept.stream(), kept.stream());
  CommandContext context{
      .database = database,
      .session = session,
      .output = output,
      .results = output,
      .settings = settings,
      .run_script =
          [](const std::filesystem::path&, const ScriptStart&) {
            refuse("command_absent", {}, {{"command", "SOURCE in a script that is checked"}});
          },
      .make_durable = [] {},
      .read_line = nullptr,
      .history = {},
      .columns = kTextColumns,
      .notices = {},
      .result = {}};
  if (!run_command(statement, context)) return false;
  output.flush();
  answer.text = lines_of(kept.text());
  answer.notices = std::move(context.notices);
  pull(context.result, answer);
  return true;
}

void answer_statement(Answer& answer, Session& session, ShellSettings& settings,
                      const std::string& statement) {
  Result result = *execute_bound(session, settings.parameters, statement);
  pull(result, answer);
  answer.notices = shown_notices(result.notices(), settings.silenced_lints);
  if (!std::ranges::all_of(answer.notices, is_notice)) settings.note_refused(statement);
  if (answer.columns.size() != 1) return;
  std::string text;
  for (const std::vector<Value>& row : answer.rows) text += row[0].value_or("") + '\n';
  answer.text = lines_of(text);
}

}  // namespace

Answer answer_to(const Database& database, Session& session, ShellSettings& settings,
                 const std::string& statement) {
  Answer answer;
  try {
    if (answer_command(answer, database, session, settings, statement)) return answer;
    settings.clock->begin_statement();
    answer_statement(answer, session, settings, statement);
  } catch (const Refusal& refusal) {
    settings.note_refused(statement);
    answer = Answer();
    RefusalReport report = report_of(refusal.diagnostic, statement, session);
    answer.refusal = std::move(report.refusal);
    answer.after_refusal = std::move(report.after);
  } catch (const std::exception& fault) {
    answer = Answer();
    answer.fault = fault.what();
  }
  answer.language = settings.language;
  return answer;
}

}  // namespace cellar
