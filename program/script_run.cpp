#include "program/script_run.h"

#include <fmt/format.h>

#include "program/words/program_words.h"
#include "schema/described_things.h"
#include "shell/editor/interrupt.h"
#include "shell/terminal/wrong_database.h"
#include "types/names.h"

namespace cellar {

namespace {

constexpr int kRefused = 2;
constexpr int kSignalled = 128;  // and the number of the signal, as shells say it

int status_of(const ScriptRunner& scripts) {
  switch (scripts.end()) {
    case ScriptRunner::End::broken:
      return kFailed;
    case ScriptRunner::End::interrupted:
      return kSignalled + interrupting_signal();
    case ScriptRunner::End::none:
    case ScriptRunner::End::refused:
      break;
  }
  return scripts.refused() > 0 ? kRefused : 0;
}

/// "-- stopped at load.cql:120; to go on: cellar shop.cellar -f load.cql --from load.cql:120"
std::string way_to_go_on(const ScriptPlace& place, const std::string& command, Language language) {
  std::string through;
  for (const ScriptLine& line : place.lines) through += (through.empty() ? "" : ", ") + line.text();
  const bool reads_input = place.lines.front().script == "-";
  const Parameters parameters = {{"place", through}, {"command", command}};
  return reads_input
             ? ProgramWords::say(
                   language, "-- stopped at {place}; to go on, with the same input: {command}\n", parameters)
             : ProgramWords::say(language, "-- stopped at {place}; to go on: {command}\n", parameters);
}

/// A statement that was refused before the place was reached has to be mended first: the same command would end there again.
std::string before_start(const std::vector<std::string>& from, Language language) {
  return ProgramWords::say(
      language,
      "-- stopped before {place}: no statement was run; mend what has stopped it, or name another place\n",
      {{"place", fmt::format("{}", fmt::join(from, " "))}});
}

void say_how_to_go_on(const Options& options, const ScriptRunner& scripts, std::size_t next, Output& output) {
  std::optional<ScriptPlace> place = scripts.goes_on_at();
  if (!place && next < options.sources.size()) {
    const ScriptSource& source = options.sources[next];
    place = ScriptPlace{next, {{source.is_file ? source.text : "-e"}}};
  }
  if (options.dry_run) return;
  if (scripts.awaits_start() && scripts.end() != ScriptRunner::End::interrupted)
    return output.write_diagnostic(before_start(options.from, options.language));
  const bool has_begun = scripts.statements() > 0 || !options.from.empty();
  if (place && has_begun)
    output.write_diagnostic(
        way_to_go_on(*place, command_from(without_password(options.arguments), *place), options.language));
}

bool has_file(const Options& options) {
  for (const ScriptSource& source : options.sources) {
    if (source.is_file) return true;
  }
  return false;
}

/// Runs them in order. `next` is the first that was not begun.
void run_all(const Options& options, ScriptRunner& scripts, std::size_t& next) {
  while (next < options.sources.size() && scripts.end() == ScriptRunner::End::none) {
    const ScriptSource& source = options.sources[next];
    scripts.begin_source(next++);
    if (source.is_file) {
      scripts.run_file(source.text);
    } else {
      scripts.run_text("-e", source.text);
    }
  }
  scripts.require_begun();
}

}  // namespace

std::string summary_of(const ScriptRunner& scripts, bool dry_run, Language language) {
  // What could not be saved has not run.
  const std::size_t ran = dry_run ? scripts.ran() : scripts.durable();
  const ProgramWords::Speech say(language);
  const Parameters counts = {{"statements", std::to_string(ran)},
                             {"refused", std::to_string(scripts.refused())}};
  std::string summary = dry_run
                            ? say("-- {statements|statement|statements} planned, {refused} refused", counts)
                            : say("-- {statements|statement|statements} ran, {refused} refused", counts);
  if (scripts.end() != ScriptRunner::End::none) summary += say("; the rest did not run");
  if (dry_run) return summary + say("; nothing was written\n");
  if (ran < scripts.ran())
    summary += say("; {count} more could not be saved", {{"count", std::to_string(scripts.ran() - ran)}});
  return summary + '\n';
}

int run_scripts(const Options& options, ScriptRunner& scripts, StatementRunner& runner, Output& output) {
  std::size_t next = 0;
  int status = kFailed;
  bool has_failed = false;
  bool can_go_on = true;
  try {
    run_all(options, scripts, next);
    status = status_of(scripts);
  } catch (const OutputClosed&) {
    scripts.make_durable();
    throw;
  } catch (const Refusal& refusal) {
    has_failed = true;
    can_go_on = refusal.diagnostic.cause() != Cause::place_not_reached;
    runner.report(refusal.diagnostic, {}, {});
  }
  runner.end_script();
  if (can_go_on && (has_failed || scripts.end() != ScriptRunner::End::none))
    say_how_to_go_on(options, scripts, next, output);
  const bool is_told = has_file(options) || (has_failed && scripts.durable() < scripts.ran());
  if (is_told) output.write_diagnostic(summary_of(scripts, options.dry_run, options.language));
  return status;
}

void source_script(const std::filesystem::path& path, const ScriptStart& start, ScriptRunner& scripts,
                   StatementRunner& runner, Output& output) {
  const bool is_within = scripts.is_running() || !runner.is_at_prompt();
  if (is_within && !start.from.empty()) refuse("from_in_script");
  if (is_within) return scripts.run_file(path);
  const Language language = runner.console().settings().language;
  std::optional<ScriptPlace> place;
  if (!start.from.empty()) place = ScriptPlace{0, read_script_lines(start.from), start.skipped_rows};
  scripts.begin_source(0);
  scripts.start_anew(std::move(place));
  scripts.run_file(path);
  runner.end_script();
  scripts.require_begun();
  if (scripts.end() == ScriptRunner::End::none) return;
  if (scripts.awaits_start() && scripts.end() != ScriptRunner::End::interrupted)
    return output.write_diagnostic(before_start(start.from, language));
  if (const std::optional<ScriptPlace> next = scripts.goes_on_at())
    output.write_diagnostic(way_to_go_on(*next, source_from(*next), language));
  output.write_diagnostic(summary_of(scripts, false, language));
}

std::optional<ScriptPlace> place_to_begin(const Options& options) {
  if (options.from.empty()) return std::nullopt;
  ScriptPlace place{ScriptPlace::kAnySource, read_script_lines(options.from), options.skip_rows};
  const auto is_wanted = [&](const ScriptSource& source) {
    return (source.is_file ? source.text : "-e") == place.lines.front().script;
  };
  // The last one before --from, else the first one behind it: the same script may be named several times.
  for (std::size_t index = 0; index < options.sources.size(); ++index) {
    if (!is_wanted(options.sources[index])) continue;
    if (index < options.from_behind || place.source == ScriptPlace::kAnySource) place.source = index;
  }
  return place;
}

Database open_for_dry_run(const std::optional<std::filesystem::path>& path,
                          const std::shared_ptr<LessonClock>& clock) {
  const StoreOptions store{.sync = false,
                           .clock = [clock] { return clock->now(); },
                           .clock_is_set = [] { return true; },  // so that no write waits for it
                           .drops_rows = true};
  Database database = Database::open_temporary(store);
  if (path) refuse_missing_text(*path);
  std::error_code unknown;  // then opening it refuses
  if (!path || (!std::filesystem::exists(*path, unknown) && !unknown)) return database;
  const Database given = open_named_database(*path, {.read_only = true});
  const SchemaPointer schema = given.schema();
  Session session(database, Policy::cassandra);
  for (const auto& [name, keyspace] : schema->keyspaces) {
    for (const DescribedThing& thing : described_contents(keyspace, Internals::left_out))
      session.execute(thing.statement);
  }
  return database;
}

}  // namespace cellar
