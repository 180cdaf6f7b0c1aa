// What the shell keeps between statements: settings that a person may change, and the last refused query.
//
// In:      the options of the program, the files of configuration, the environment, and commands.
// Out:     data, which belongs to one run of the program.
// Refused: nothing. The commands that change a setting check its value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "database/trace.h"
#include "refusal/render.h"
#include "shell/console/configuration/configuration.h"
#include "shell/console/output/output_settings.h"
#include "shell/console/parameters/parameters.h"
#include "shell/teach/cells/lesson_clock.h"
#include "shell/teach/help/code_page.h"
#include "shell/teach/lint/lint_levels.h"
#include "shell/teach/lint/silenced_lints.h"
#include "storage/transaction/stop_token.h"

namespace cellar {

class Timeline;

/// The words that --diagnostics and DIAGNOSTICS accept.
inline constexpr std::pair<const char*, DiagnosticForm> kDiagnosticForms[] = {
    {"full", DiagnosticForm::full}, {"short", DiagnosticForm::one_line}, {"json", DiagnosticForm::json}};

/// The words that --consistency and CONSISTENCY accept, and those of --serial-consistency and SERIAL CONSISTENCY.
inline constexpr std::string_view kConsistencyLevels[] = {
    "ANY",          "ONE",         "TWO",    "THREE",        "QUORUM",    "ALL",
    "LOCAL_QUORUM", "EACH_QUORUM", "SERIAL", "LOCAL_SERIAL", "LOCAL_ONE", "NODE_LOCAL"};
inline constexpr std::string_view kSerialConsistencyLevels[] = {"SERIAL", "LOCAL_SERIAL"};

struct ShellSettings {
  Configuration configuration;  // of the files of shell/console/configuration/configuration_files.h
  bool colour_results = false;
  OutputSettings output;
  bool colour_diagnostics = false;
  bool timing = false;
  bool paging = true;  // at a terminal, asks before each further page
  bool at_prompt = false;
  bool input_is_typed = false;    // standard input is a terminal
  std::size_t text_columns = 80;  // for the text of commands that does not go to a terminal
  bool keeps_history = true;
  std::string line_before_prompt;             // CQLSH_PROMPT; empty: none
  bool typed_ahead = false;                   // a pager would take the next statement for its keys
  bool reaches_files = true;                  // false: commands that name a file of this machine are refused
  bool dry_run = false;                       // nothing that writes is run, and no rows are shown
  std::vector<std::string> files_of_dry_run;  // that COPY TO would have written, and COPY FROM may read
  std::optional<std::size_t> page_rows;       // of PAGING; by default what the window has room for
  std::string consistency = "ONE";            // kept and shown; every level means the same
  std::string serial_consistency = "SERIAL";  // likewise
  std::filesystem::path home;                 // for ~ in names of files; empty: there is none
  std::string database_name;                  // as it was typed; empty: a temporary database
  DiagnosticForm diagnostic_form = DiagnosticForm::full;
  SilencedLints silenced_lints;
  LintLevels lint_levels;
  Language language = Language::english;                                 // of refusals and notices
  std::shared_ptr<LessonClock> clock = std::make_shared<LessonClock>();  // of the database
  StopToken stop;                      // of statements, commands and scripts
  std::optional<std::uint64_t> seed;   // of uuids (SEED)
  StatementParameters parameters;      // of markers
  std::shared_ptr<Timeline> timeline;  // of the partition that is watched (TIMELINE); null: none is
  std::string refused_query;           // the last SELECT that was refused (ADVISE LAST); empty: none was
  std::deque<MetCase> met;             // what was shown of the last statements (HELP), at most kMostMet
  static constexpr std::size_t kMostMet = 8;

  std::deque<TracePointer> traces;  // of the last statements (SHOW SESSION), at most kMostTraces
  static constexpr std::size_t kMostTraces = 100;

  /// Whether commands answer their rows as JSON: a script that asks for JSON gets it from commands, too; a person reads
  /// text.
  bool commands_answer_rows() const;
  /// Whether they answer JSON of their own (Answer::document): as above, or because diagnostics are JSON.
  bool commands_answer_documents() const;
  void keep_trace(TracePointer trace);
  /// To be called with each statement that was refused. EXPLAIN of a SELECT counts as that SELECT.
  void note_refused(std::string_view statement);
  /// To be called with each refusal and notice that is shown.
  void note_met(const Diagnostic& diagnostic, std::string_view statement);
  /// Returns the last case of a code; null if it is not among the last ones.
  const MetCase* last_met(std::string_view code) const;
};

}  // namespace cellar
