// The places where a run of scripts begins (--from) and where it ends early.

#include <utility>

#include "shell/console/commands.h"
#include "shell/console/script/running_script.h"
#include "shell/files/home.h"

namespace cellar {

namespace {

bool is_same_file(const std::filesystem::path& left, const std::filesystem::path& right) {
  std::error_code error;
  return left == right || std::filesystem::equivalent(left, right, error);
}

}  // namespace

std::filesystem::path ScriptRunner::resolve(const std::filesystem::path& path) const {
  if (open_.empty() && !runner_.is_at_prompt()) return path;
  const std::filesystem::path wanted = with_home(path, runner_.console().settings().home);
  if (wanted.is_absolute() || open_.empty() || open_.back()->file == nullptr) return wanted;
  const std::filesystem::path beside = (open_.back()->path.parent_path() / wanted).lexically_normal();
  std::error_code error;
  return std::filesystem::exists(beside, error) || !std::filesystem::exists(wanted, error) ? beside : wanted;
}

void ScriptRunner::refuse_cycle(const std::filesystem::path& path) const {
  std::string chain;
  bool is_open = false;
  for (const Script* script : open_) {
    is_open = is_open || (script->file != nullptr && is_same_file(script->path, path));
    if (is_open) chain += std::string(script->name) + ':' + std::to_string(script->line) + " runs ";
  }
  if (is_open) refuse("sourced_by_itself", {}, {{"file", path.string()}, {"chain", chain + path.string()}});
}

ScriptPlace ScriptRunner::here() const {
  ScriptPlace place{source_, {}};
  for (const Script* script : open_)
    place.lines.push_back({script->path.string(), script->line, script->column});
  return place;
}

/// Follows the scripts that `from` names, from the outermost to the innermost. A single name that no -f has is that of
/// a script at any depth.
bool ScriptRunner::is_before_start(const ScriptStatement& statement) {
  if (!options_.from) return false;
  const std::vector<ScriptLine>& lines = options_.from->lines;
  const bool is_anywhere = options_.from->source == ScriptPlace::kAnySource;
  if (!is_anywhere && (source_ != options_.from->source || open_.size() != entered_ + 1)) return true;
  const ScriptLine& wanted = lines[is_anywhere ? 0 : entered_];
  if (!is_same_file(open_.back()->path, wanted.script)) return true;
  const auto place = std::pair(statement.line, statement.column);
  if (place < std::pair(wanted.line, wanted.column)) return true;
  if (!is_anywhere && entered_ + 1 < lines.size() && effect_of(statement.text) == CommandEffect::sources &&
      statement.line == wanted.line) {
    ++entered_;
    return true;
  }
  first_skips_ = options_.from->rows;
  options_.from.reset();
  return false;
}

/// Before the place to begin. A keyspace in use and settings decide what the statements behind it mean.
bool ScriptRunner::run_setting(const ScriptStatement& statement, const Script& script) {
  const CommandEffect effect = effect_of(statement.text);
  const std::size_t entered = entered_;
  if (effect == CommandEffect::sets || effect == CommandEffect::sources) {
    const Outcome outcome = effect == CommandEffect::sets
                                ? runner_.run_silently(statement, script.name)
                                : runner_.run(statement, script.name, &refused_names_);
    if (outcome == Outcome::refused || outcome == Outcome::broken) {
      ++statements_;
      note_outcome(outcome);
    }
    // The script that was entered ended before the place in it: what follows it is next.
    if (entered > 0 && entered == open_.size() && options_.from) options_.from.reset();
  }
  if (effect == CommandEffect::writes) runner_.console().pass_lines(statement.text);
  if (options_.stop.stop_requested() && end_ == End::none) end_ = End::interrupted;
  return end_ == End::none;
}

/// A statement that was refused is the next one to run, unless it may have run.
void ScriptRunner::note_stop(Outcome outcome, Script& script) {
  if (stopped_at_) return;
  if ((outcome == Outcome::refused && !runner_.may_have_run()) || outcome == Outcome::broken) {
    stopped_at_ = here();
    stopped_at_->rows = runner_.console().rows_done().value_or(0);
  } else {
    note_next(script);
  }
}

void ScriptRunner::note_next(Script& script) {
  if (stopped_at_) return;
  for (;;) {
    if (const std::optional<ScriptStatement> next = script.reader.next()) {
      script.line = next->line;
      script.column = next->column;
      stopped_at_ = here();
      return;
    }
    const std::string_view piece = script.file != nullptr ? script.file->read_on() : std::string_view();
    if (piece.empty()) break;
    script.reader.feed(piece);
  }
  script.reader.end();
  if (const std::optional<ScriptStatement> rest = script.reader.finish()) {
    script.line = rest->line;
    script.column = rest->column;
    stopped_at_ = here();
  } else if (script.file != nullptr && !script.file->size()) {
    ++script.column;  // what a pipe holds is not known: the next statement is behind the last one
    stopped_at_ = here();
  }
}

/// A definition makes the statements before it durable. So does a write that waits for the clock, which is then the first
/// one that the group holds.
void ScriptRunner::note_pending(Outcome outcome) {
  const std::uint64_t commits = connection_.early_commits();
  const bool was_committed = std::exchange(early_commits_, commits) != commits;
  if (was_committed) group_begins_at_.reset();
  if (outcome != Outcome::done && !was_committed) return;
  const bool is_pending = connection_.pending() > 0;
  if (!is_pending) group_begins_at_.reset();
  if (progress_.is_last_durable() && (was_committed || !is_pending)) settled_ = ran() - (is_pending ? 1 : 0);
  if (is_pending && !group_begins_at_) group_begins_at_ = here();
}

std::optional<ScriptPlace> ScriptRunner::goes_on_at() const {
  if (options_.from) return options_.from;  // its place was not reached: nothing was run
  if (handed_begins_at_ && !progress_.is_last_durable()) return handed_begins_at_;
  return group_begins_at_ ? group_begins_at_ : stopped_at_;
}

void ScriptRunner::require_begun() const {
  if (!options_.from || end_ != End::none) return;
  std::string place;
  for (const ScriptLine& line : options_.from->lines) place += (place.empty() ? "" : " ") + line.text();
  refuse("from_not_reached", {}, {{"place", place}});
}

}  // namespace cellar
