#include "program/subcommands/readiness_command.h"

#include <memory>

#include "program/script_run.h"
#include "shell/check/readiness/readiness.h"
#include "shell/editor/interrupt.h"
#include "shell/files/script_folder.h"
#include "shell/render/load_progress.h"
#include "shell/teach/cells/lesson_clock.h"

namespace cellar {

namespace {

constexpr int kReady = 0, kIsNotReady = 1, kIsUnread = 2;

int status_of(const ReadinessReport& report) {
  if (report.is_interrupted) return 128 + interrupting_signal();
  if (!report.unread.empty()) return kIsUnread;
  return report.count(LintLevel::error) > 0 ? kIsNotReady : kReady;
}

/// Scripts in the order of the command line, those of a folder in the order of their paths.
std::vector<std::filesystem::path> find_all(const std::vector<std::filesystem::path>& given,
                                            std::vector<UnreadThing>& unread) {
  std::vector<std::filesystem::path> found;
  for (const std::filesystem::path& path : given) {
    try {
      const std::vector<std::filesystem::path> scripts = scripts_of_path(path);
      found.insert(found.end(), scripts.begin(), scripts.end());
    } catch (const Refusal& refusal) {
      unread.push_back({path.string(), refusal.diagnostic});
    }
  }
  return found;
}

/// Rows that scripts write where there is no database are kept, so that they can be measured.
Database open_for_scripts(const std::shared_ptr<LessonClock>& clock) {
  return Database::open_temporary(
      {.sync = false, .clock = [clock] { return clock->now(); }, .clock_is_set = [] { return true; }});
}

ReadinessReport judge(const ReadinessOptions& options, ReadinessProgress progress) {
  std::vector<UnreadThing> unread;
  const std::vector<std::filesystem::path> scripts = find_all(options.scripts, unread);
  const std::string name = options.database ? options.database->string() : "";
  const auto clock = std::make_shared<LessonClock>();
  ReadinessReport report;
  try {
    std::optional<Database> judged;
    if (options.database) judged = Database::open(*options.database, {.read_only = true});
    ReadinessTask task{.name = name,
                       .judged = judged,
                       .tried = judged ? open_for_dry_run(options.database, clock) : open_for_scripts(clock),
                       .scripts = scripts,
                       .nodes = options.nodes,
                       .stop = interrupt_token(),
                       .progress = std::move(progress)};
    for (const std::string& level : options.given) task.levels.set(level);
    report = judge_readiness(task);
  } catch (const Refusal& refusal) {
    report.file = name;
    report.nodes = options.nodes;
    report.is_interrupted = interrupted();
    if (!interrupted()) unread.push_back({name, refusal.diagnostic});
  }
  report.unread.insert(report.unread.begin(), unread.begin(), unread.end());
  return report;
}

}  // namespace

int run_readiness(const ReadinessOptions& options, Language language, Output& output) {
  watch_requests_to_end();
  ReadinessReport report;
  {
    LoadProgress shown(output, std::nullopt, language, LoadedThing::row);
    report = judge(options, [&shown](std::uint64_t bytes) { shown.note_one(bytes); });
  }
  output.write(options.json ? readiness_json(report, language)
                            : readiness_text(report, language, output.terminal_columns().value_or(0)));
  return status_of(report);
}

}  // namespace cellar
