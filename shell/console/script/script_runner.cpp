#include "shell/console/script/script_runner.h"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>

#include "parser/script/splitter.h"
#include "shell/console/commands.h"
#include "shell/console/report/unfinished_script.h"
#include "shell/console/script/running_script.h"
#include "shell/files/database_files.h"
#include "shell/render/load_progress.h"
#include "types/text/text.h"

namespace cellar {

namespace {

// If a pipe is silent for this time, its writer has paused.
constexpr std::chrono::milliseconds kIdleTime{600};
constexpr std::chrono::milliseconds kNoTime{0};
constexpr std::size_t kMostNestedScripts = 16;

/// Returns true if the rest of the line after a statement is a comment on it.
bool is_comment(std::string_view part) {
  part.remove_prefix(std::min(part.find_first_not_of(" \t"), part.size()));
  return part.starts_with("--") || part.starts_with("//");
}

/// Keeps a script among the open ones.
class Opened {
 public:
  template <typename Scripts, typename Script>
  Opened(Scripts& open, Script& script) : close_([&open] { open.pop_back(); }) {
    open.push_back(&script);
  }
  ~Opened() { close_(); }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

 private:
  std::function<void()> close_;
};

}  // namespace

ScriptRunner::ScriptRunner(Connection& connection, StatementRunner& runner, Output& output, bool read_only,
                           const ScriptOptions& options)
    : connection_(connection),
      runner_(runner),
      output_(output),
      options_(options),
      read_only_(read_only),
      progress_(connection),
      group_limits_(connection) {}

ScriptRunner::~ScriptRunner() = default;

struct ScriptRunner::StandardInput {
  explicit StandardInput(StopToken stop) : file("-", stop) {}

  ScriptFile file;
  LinesBehind lines{.file = file};
};

bool ScriptRunner::read_line(std::string& line) {
  Script* const script = open_.empty() ? nullptr : open_.back();
  if (script == nullptr || script->file == nullptr) {
    if (!standard_input_) standard_input_ = std::make_unique<StandardInput>(options_.stop);
    return standard_input_->lines.take(line);
  }
  if (!script->lines) {
    script->lines.emplace(LinesBehind{.file = *script->file, .text = script->reader.take_unread()});
    // The rest of the statement's own line.
    if (!script->lines->take(line)) return false;
  }
  return script->lines->take(line);
}

bool ScriptRunner::lines_are_typed() const {
  const Script* const script = open_.empty() ? nullptr : open_.back();
  const bool reads_input = script == nullptr || script->file == nullptr || script->path == "-";
  return reads_input && runner_.console().settings().input_is_typed;
}

/// The bytes behind the lines that a statement has read are statements again.
void ScriptRunner::go_on_behind_lines(Script& script) const {
  if (!script.lines) return;
  const LinesBehind lines = *std::exchange(script.lines, std::nullopt);
  const std::string rest = lines.text.substr(lines.begin);
  script.reader.pass_lines(lines.taken);
  script.reader.feed(rest);
  if (!options_.echo) return;
  script.text.resize(script.echoed);
  script.text += rest;
}

void ScriptRunner::run_file(const std::filesystem::path& path) {
  if (open_.size() == kMostNestedScripts)
    refuse("sourced_too_deep", {}, {{"depth", std::to_string(open_.size())}});
  const std::filesystem::path found = resolve(path);
  refuse_cycle(found);
  refuse_reading_database_file(found, runner_.console().connection());
  const std::string name = found == "-" ? "stdin" : found.string();
  if (open_.empty()) stopped_at_ = ScriptPlace{source_, {{found.string()}}};
  ScriptFile file(found, options_.stop);
  {
    LoadProgress progress(output_, file.size(), runner_.console().settings().language);
    Script script{.name = name, .path = found, .file = &file, .progress = &progress};
    await_late();
    const Opened opened(open_, script);
    stopped_at_.reset();
    read_all(file, script);
    await_late();
    if (end_ != End::none) note_next(script);
    file_ = name;
  }
  leave_script();
}

void ScriptRunner::run_text(std::string_view name, std::string_view text) {
  Script script{.name = name, .path = name};
  await_late();
  {
    const Opened opened(open_, script);
    stopped_at_.reset();
    feed(script, text);
    if (run_ready(script)) run_rest(script, true);
    await_late();
    if (end_ != End::none) note_next(script);
  }
  file_ = name;
  leave_script();
}

void ScriptRunner::read_all(ScriptFile& file, Script& script) {
  for (;;) {
    if (!file.ready_within(kNoTime)) {
      // The writer of a pipe may pause to wait for an answer: make its writes durable and let others write.
      output_.flush();
      if (connection_.in_group() && !file.ready_within(kIdleTime)) make_durable();
    }
    const std::string_view piece = file.read();
    if (options_.stop.stop_requested() && end_ == End::none) end_ = End::interrupted;
    if (piece.empty() || end_ != End::none) break;
    feed(script, piece);
    if (!run_ready(script)) return;
    if (script.reader.unfinished() == Unfinished::nothing) script.end = script.bytes;
    if (script.bytes - script.end > options_.longest_statement) return refuse_endless(script);
  }
  if (end_ == End::none) run_rest(script, false);
}

void ScriptRunner::feed(Script& script, std::string_view piece) {
  script.reader.feed(piece);
  script.bytes += piece.size();
  if (!options_.echo) return;
  script.text.erase(0, std::exchange(script.echoed, 0));
  script.text += piece;
}

/// Prints the script between the end of the previous statement and the end of the one that the reader has
/// found.
void ScriptRunner::echo(Script& script) {
  const std::size_t end = script.text.size() - script.reader.unread();
  std::string_view part = std::string_view(script.text).substr(script.echoed, end - script.echoed);
  script.echoed = end;
  const bool is_first = !std::exchange(script.has_echoed, true);
  if (!is_first && is_comment(part)) part.remove_prefix(std::min(part.find('\n'), part.size()));
  const std::size_t begin = std::min(part.find_first_not_of(" \t\r\n\xEF\xBB\xBF;"), part.size());
  const bool behind_blank_line = !is_first && std::ranges::count(part.substr(0, begin), '\n') > 1;
  part.remove_prefix(begin);
  runner_.echo(part.substr(0, part.find_last_not_of(kBlanks) + 1), behind_blank_line);
}

// Returns false when the script ends: by EXIT, or because no more may run.
bool ScriptRunner::run_ready(Script& script) {
  while (const std::optional<ScriptStatement> statement = script.reader.next()) {
    if (!run_one(*statement, script)) return false;
  }
  return true;
}

void ScriptRunner::refuse_endless(Script& script) {
  const std::optional<ScriptStatement> begun = script.reader.finish();
  if (!begun) return;
  script.line = begun->line;
  script.column = begun->column;
  ++statements_;
  const std::string size = fmt::format("{} MiB", options_.longest_statement >> 20);
  const std::string text = shorten(begun->text.substr(0, begun->text.find('\n')), 76);
  const ScriptStatement beginning{text, begun->line, begun->column};
  runner_.report({"statement_never_ends", {}, {{"size", size}}, std::nullopt}, beginning, script.name);
  note_outcome(Outcome::broken);
  note_stop(Outcome::broken, script);
}

bool ScriptRunner::run_one(const ScriptStatement& statement, Script& script) {
  script.line = statement.line;
  script.column = statement.column;
  script.end = script.bytes - script.reader.unread();
  if (is_before_start(statement)) {
    const bool goes_on = run_setting(statement, script);
    go_on_behind_lines(script);
    return goes_on;
  }
  if (options_.in_groups && !connection_.in_group() && !read_only_) {
    connection_.begin_group(GroupKind::usual);
    progress_.begin();
    group_limits_.begin_group();
  }
  if (options_.echo) echo(script);
  if (first_skips_ > 0) runner_.console().skip_rows(std::exchange(first_skips_, 0));
  const Outcome outcome = runner_.run(statement, script.name, &refused_names_);
  note_late(statement);
  const std::size_t length = statement.text.size();
  go_on_behind_lines(script);
  if (outcome == Outcome::leave) return false;
  ++statements_;
  note_pending(outcome);
  note_outcome(outcome);
  report_late(script);
  if (end_ == End::none) {
    check_group(length);
  } else {
    note_stop(outcome, script);
  }
  if (script.progress != nullptr) script.progress->note_one(script.bytes - script.reader.unread());
  return end_ == End::none;
}

void ScriptRunner::note_outcome(Outcome outcome) {
  if (outcome == Outcome::refused || outcome == Outcome::broken) ++refused_;
  if (end_ != End::none) return;
  if (outcome == Outcome::broken) {
    end_ = End::broken;
  } else if (options_.stop.stop_requested()) {
    end_ = End::interrupted;
  } else if (outcome == Outcome::refused && options_.stop_on_error) {
    end_ = End::refused;
  }
}

// An unfinished statement at the end of a file is not run: it may be half of a statement.
void ScriptRunner::run_rest(Script& script, bool end_is_optional) {
  script.reader.end();
  if (!run_ready(script)) return;
  const Unfinished unfinished = script.reader.unfinished();
  const std::optional<ScriptStatement> rest = script.reader.finish();
  if (!rest) return;
  if (end_is_optional && unfinished == Unfinished::statement) {
    run_one(*rest, script);
    return;
  }
  script.line = rest->line;
  script.column = rest->column;
  if (is_before_start(*rest)) return;
  ++statements_;
  const Diagnostic fault = describe_unfinished(*rest, unfinished);
  const Outcome outcome =
      runner_.report(refused_names_.fault_of_quotes(fault, *rest).value_or(fault), *rest, script.name);
  note_outcome(outcome);
  if (end_ != End::none) note_stop(outcome, script);
}

void ScriptRunner::check_group(std::size_t bytes) {
  if (!options_.in_groups) return make_durable();
  const bool is_size_due = group_limits_.note(bytes);
  if (is_size_due) report_commits();
  if (group_limits_.must_end_group(is_size_due)) end_group();
}

// The next group is read while this one is committed.
void ScriptRunner::end_group() {
  if (options_.dry_run) return connection_.drop_group();
  await_late();
  if (connection_.in_group()) {
    connection_.commit_group_async();
    progress_.end_group(ran());
  } else {
    progress_.end_all(ran());
  }
  handed_begins_at_ = std::exchange(group_begins_at_, std::nullopt);
  report_commits();
  group_limits_.begin_group();
}

void ScriptRunner::make_durable() {
  if (options_.dry_run) return connection_.drop_group();
  await_late();
  if (connection_.in_group()) connection_.commit_group();
  group_begins_at_.reset();
  progress_.end_all(ran());
  report_commits();
}

void ScriptRunner::report_commits() {
  const std::size_t durable = progress_.durable();
  if (options_.report_commits && durable > reported_)
    output_.write_diagnostic(fmt::format("-- committed {}\n", durable));
  reported_ = durable;
}

void ScriptRunner::leave_script() {
  if (!open_.empty()) return;
  runner_.summarize(refused_names_, file_);
  if (end_ != End::broken) return make_durable();
  connection_.drop_group();
  report_commits();
}

void ScriptRunner::start_anew(std::optional<ScriptPlace> from) {
  end_ = End::none;
  goes_on_before_.reset();
  options_.from = std::move(from);
  entered_ = 0;
  for (auto* place : {&stopped_at_, &group_begins_at_, &handed_begins_at_}) place->reset();
  statements_ = refused_ = reported_ = settled_ = 0;
  progress_.end_all(0);
  refused_names_.clear();
}

}  // namespace cellar
