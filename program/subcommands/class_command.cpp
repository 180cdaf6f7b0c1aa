#include "program/subcommands/class_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

#include "program/awaited_signals.h"
#include "program/subcommands/address_code.h"
#include "program/words/program_words.h"
#include "shell/check/grade/grade_report.h"
#include "shell/check/lesson/lesson_folder.h"
#include "shell/terminal/wrong_database.h"
#include "types/text/text.h"
#include "web/web_server.h"

namespace cellar {

namespace {

constexpr std::chrono::milliseconds kPatienceOfClass{1500};  // for the answers that are under way at the end

Database open_for_class(const ClassOptions& options, const std::shared_ptr<LessonClock>& clock) {
  const StoreOptions store{.clock = [clock] { return clock->now(); },
                           .clock_is_set = [clock] { return clock->stands(); }};
  return options.database ? open_named_database(*options.database, store) : Database::open_temporary(store);
}

void refuse_exercise_again(const std::vector<SpokenExercise>& before, const Exercise& exercise) {
  if (std::ranges::find(before, exercise.id, &SpokenExercise::id) == before.end()) return;
  const Directive head = split_directives(exercise.text).directives.front();
  refuse_directive({exercise.file, head}, "exercise_name_again",
                   {{"what", "exercise"}, {"name", exercise.id}});
}

/// Returns nothing if one of them is wrong, which is reported then.
std::optional<std::vector<SpokenExercise>> read_class_exercises(const std::filesystem::path& folder,
                                                                const DiagnosticStyle& style,
                                                                Output& output) {
  std::vector<SpokenExercise> exercises;
  bool is_wrong = false;
  for (const std::filesystem::path& path : exercises_in(folder)) {
    try {
      SpokenExercise exercise = read_spoken_exercise(path);
      const TestedExercise tested = test_exercise(exercise);
      if (tested.misjudged() > 0) output.write(test_text(tested, style.language));
      is_wrong |= tested.misjudged() > 0;
      refuse_exercise_again(exercises, tested.exercise);
      exercises.push_back(std::move(exercise));
    } catch (const WrongExercise& wrong) {
      output.flush();
      write_placed({wrong.fault}, is_notice(wrong.fault.diagnostic), style, output);
      is_wrong = true;
    }
  }
  if (exercises.empty() && !is_wrong) refuse("no_exercises", {}, {{"folder", folder.string()}});
  if (is_wrong) return std::nullopt;
  return exercises;
}

std::shared_ptr<const ServerTls> tls_of(const ServerTlsFiles& files, Language language, Output& output) {
  auto tls = std::make_shared<const ServerTls>(files);
  if (const std::optional<std::string> date = tls->expired_on())
    output.write_diagnostic(ProgramWords::say(
        language, "-- the certificate in {file} has expired on {date}: browsers will warn of it\n",
        {{"file", show_on_terminal(files.certificate.string())}, {"date", *date}}));
  return tls;
}

}  // namespace

int run_class(const ClassOptions& options, const DiagnosticStyle& style, bool colours, Output& output) {
  const Language language = style.language;
  std::optional<LessonFolder> lessons;
  if (options.lessons) lessons.emplace(*options.lessons);
  WebOptions web{.address = {options.host, options.port},
                 .facts = {.version = CELLAR_VERSION, .database = {}, .language = language}};
  if (lessons) web.lessons = lessons->files();
  if (options.exercises) {
    auto exercises = read_class_exercises(*options.exercises, style, output);
    if (!exercises) return 1;
    web.exercises = *std::move(exercises);
  }
  AwaitedSignals signals;  // before the first line is written: who reads it may end the program
  if (options.tls) web.tls = tls_of(*options.tls, language, output);
  std::unique_ptr<WebServer> server;
  const ProgramWords::Speech say(language);
  if (options.students > 0) {
    web.classroom.students = options.students;
    web.classroom.keep = options.keep;
    web.names = options.names;
    server = std::make_unique<WebServer>(std::move(web));
    for (const std::filesystem::path& record : server->damaged_records())
      output.write_diagnostic(
          say("-- {file} cannot be read, and is {file}.damaged now: what it held of a student is not known\n",
              {{"file", show_on_terminal(record.string())}}));
    output.write(say("a class of at most {students|student|students}: {address}\n",
                     {{"students", std::to_string(options.students)},
                      {"address", fmt::format("{}", fmt::join(server->addresses(), ", "))}}));
    // Nobody else reaches a loopback address: a proxy has one of its own.
    if (colours && options.draws_code && server->is_reached_by_others())
      output.write(address_code(server->address(), output.terminal_columns().value_or(0)));
    output.write(say("the teacher's page, for nobody else: {address}\n",
                     {{"address", fmt::format("{}teacher#{}", server->address(), server->teacher_key())}}));
  } else {
    const auto clock = std::make_shared<LessonClock>();
    const std::string database = options.database ? options.database->string() : "";
    web.facts.database = database;
    server = std::make_unique<WebServer>(open_for_class(options, clock), clock, std::move(web));
    output.write(
        say("cellar shows {database} at {address}\n",
            {{"database", options.database ? show_on_terminal(database) : say("a temporary database")},
             {"address", server->address()}}));
  }
  output.flush();
  signals.await([] {});
  if (!server->stop(kPatienceOfClass)) {
    // A statement does not end, and what was acknowledged is durable: nothing is lost with the process.
    output.flush();
    std::_Exit(0);
  }
  return 0;
}

}  // namespace cellar
