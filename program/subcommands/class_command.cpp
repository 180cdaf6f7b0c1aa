#include "program/subcommands/class_command.h"

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
  const auto clock = std::make_shared<LessonClock>();
  const Database database = open_for_class(options, clock);
  const std::string name = options.database ? options.database->string() : "";
  WebServer server(database, clock,
                   {.address = {options.host, options.port},
                    .facts = {.version = CELLAR_VERSION, .database = name, .language = language}});
  const ProgramWords::Speech say(language);
  output.write(say("cellar shows {database} at {address}\n",
                   {{"database", name.empty() ? say("a temporary database") : show_on_terminal(name)},
                    {"address", server.address()}}));
  output.flush();
  signals.await([] {});
  server.stop(kPatienceOfClass);
  return 0;
}

}  // namespace cellar
