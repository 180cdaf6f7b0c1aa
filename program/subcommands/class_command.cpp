#include "program/subcommands/class_command.h"

#include <fmt/format.h>

#include <memory>

#include "program/awaited_signals.h"
#include "program/words/program_words.h"
#include "types/text/text.h"
#include "web/web_server.h"

namespace cellar {

namespace {

constexpr std::chrono::milliseconds kPatienceOfClass{1500};  // for the answers that are under way at the end

Database open_for_class(const ClassOptions& options, const std::shared_ptr<LessonClock>& clock) {
  const StoreOptions store{.clock = [clock] { return clock->now(); },
                           .clock_is_set = [clock] { return clock->stands(); }};
  return options.database ? Database::open(*options.database, store) : Database::open_temporary(store);
}

}  // namespace

int run_class(const ClassOptions& options, Language language, Output& output) {
  AwaitedSignals signals;
  WebOptions web{.address = {options.host, options.port},
                 .facts = {.version = CELLAR_VERSION, .database = {}, .language = language}};
  std::unique_ptr<WebServer> server;
  const ProgramWords::Speech say(language);
  if (options.students > 0) {
    web.classroom.students = options.students;
    web.classroom.keep = options.keep;
    web.names = options.names;
    server = std::make_unique<WebServer>(web);
    output.write(say("cellar shows databases for {students|student|students} at {address}\n",
                     {{"students", std::to_string(options.students)},
                      {"address", fmt::format("{}", fmt::join(server->addresses(), ", "))}}));
  } else {
    const auto clock = std::make_shared<LessonClock>();
    web.facts.database = options.database ? options.database->string() : "";
    server = std::make_unique<WebServer>(open_for_class(options, clock), clock, web);
    output.write(say(
        "cellar shows {database} at {address}\n",
        {{"database", options.database ? show_on_terminal(web.facts.database) : say("a temporary database")},
         {"address", server->address()}}));
  }
  output.flush();
  signals.await([] {});
  server->stop(kPatienceOfClass);
  return 0;
}

}  // namespace cellar
