// The options of the command line, as data.
//
// In:  the program's arguments.
// Out: Options, or text to print and a status to leave with (--help, --version, a wrong argument).
// Refused: nothing. A wrong argument is a text, with status 1.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "database/database.h"
#include "program/options/check_options.h"
#include "program/options/class_options.h"
#include "program/options/connect_options.h"
#include "program/options/cqlsh_options.h"
#include "program/options/grade_options.h"
#include "program/options/lint_options.h"
#include "program/options/move_options.h"
#include "program/options/readiness_options.h"
#include "program/options/serve_options.h"
#include "refusal/render.h"
#include "shell/render/modes.h"

namespace cellar {

/// `-f FILE` or `-e TEXT`, in the order of the command line.
struct ScriptSource {
  bool is_file = true;
  std::string text;
};

/// When the writes of a script are durable: with its own commit each, in groups, or in groups that are left
/// to the system to write until the database is closed.
enum class SyncMode : std::uint8_t { each, group, off };

struct Options {
  std::vector<std::string> arguments;  // as they were typed, the program's name first
  std::optional<std::filesystem::path> database;
  ConnectOptions connect;
  std::vector<ScriptSource> sources;
  std::string keyspace;
  std::vector<std::string> parameters;  // name=literal
  Policy policy = Policy::teach;
  StatementPath path = StatementPath::shortest;
  DiagnosticForm diagnostic_form = DiagnosticForm::full;
  Language language = Language::english;
  std::optional<Notices> notices;
  std::vector<std::string> from;  // FILE:LINE, from the outermost script to the innermost
  std::size_t from_behind = 0;    // how many of the sources come before --from
  std::uint64_t skip_rows = 0;    // that the COPY FROM at that place passes over
  bool dry_run = false;
  SyncMode sync = SyncMode::group;
  bool stop_on_error = false;
  bool report_commits = false;
  bool echo = false;
  bool read_only = false;
  std::optional<bool> color;     // -C and --no-color; nothing: if a terminal shows it
  bool tty = false;              // statements are asked for whatever standard input is
  bool disable_history = false;  // what is typed is not kept
  const OutputMode* mode = kTableMode;
  std::optional<std::filesystem::path> cqlshrc;
  std::string completion;  // the shell whose completion is printed
  bool man_page = false;
  std::optional<CheckOptions> check;
  std::optional<GradeOptions> grade;
  std::optional<LintOptions> lint;
  std::optional<MoveOptions> move;
  std::optional<ReadinessOptions> readiness;
  std::optional<std::filesystem::path> verify;
  std::optional<ServeOptions> serve;
  std::optional<CqlshOptions> cqlsh;
  std::optional<ClassOptions> of_class;
};

struct LeaveNow {
  int status = 0;
  std::string text;
};

std::variant<Options, LeaveNow> read_options(int argument_count, const char* const* arguments);

}  // namespace cellar
