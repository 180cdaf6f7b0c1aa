// What the program says of its command line: --help, --help-all, the man page, the completion of shells.
#include "program/manual/command_line.h"

#include <catch2/catch.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "run_program.h"
#include "shell/console/commands.h"
#include "shell/teach/help/help_pages.h"
#include "types/text/text.h"

using namespace cellar;

namespace {

std::set<std::string> all_option_names(const CommandLine& program) {
  std::set<std::string> names;
  for (const OptionDescription& option : program.options)
    names.insert(option.names.begin(), option.names.end());
  return names;
}

}  // namespace

TEST_CASE("--help fits a screen, and speaks of options that there are") {
  std::istringstream lines(short_help());
  const std::set<std::string> names = all_option_names(describe_command_line());
  const std::regex option("(^|[ ,(])(--?[a-z][a-z-]*)");
  std::size_t count = 0;
  std::size_t options = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    INFO(line);
    CHECK(line.size() <= 80);
    for (std::sregex_iterator found(line.begin(), line.end(), option), end; found != end;
         ++found, ++options) {
      INFO((*found)[2].str());
      CHECK(names.contains((*found)[2].str()));
    }
  }
  CHECK(count <= 24);
  CHECK(options > 8);
}

TEST_CASE("--help and its relations") {
  const ScratchFolder folder;
  CHECK(folder.run("--help").output == short_help());
  CHECK(folder.run("-h").output == short_help());
  CHECK(folder.run("help").output == short_help());
  CHECK(folder.run("help").status == 0);
  const ProgramRun all = folder.run("--help-all");
  CHECK(all.status == 0);
  CHECK_THAT(all.output, Catch::Contains("Usage: cellar [OPTIONS] [DATABASE]\n"));
  for (const std::string& name : all_option_names(describe_command_line())) {
    CHECK_THAT(all.output, Catch::Contains(name));
  }
  CHECK_THAT(folder.run("check --help").output, Catch::Contains("--summary"));
}

TEST_CASE("the man page has every option, command and topic") {
  const std::string page = ScratchFolder().run("--man").output;
  const auto in_page = [](std::string text) { return std::regex_replace(text, std::regex("-"), "\\-"); };
  for (const std::string& name : all_option_names(describe_command_line())) {
    CHECK_THAT(page, Catch::Contains("\\fB" + in_page(name) + "\\fR"));
  }
  for (const Command* command : all_commands()) {
    if (!command->summary.empty()) CHECK_THAT(page, Catch::Contains("\\fB" + std::string(command->word)));
  }
  for (const HelpPage& topic : help_pages()) {
    if (!topic.text.empty())
      CHECK_THAT(page, Catch::Contains(".SS " + in_page(to_upper(topic.topic)) + "\n"));
  }
}

TEST_CASE("shells complete every option") {
  const CommandLine program = describe_command_line();
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const ProgramRun run = ScratchFolder().run("--completion " + std::string(shell));
    CHECK(run.status == 0);
    CHECK(run.output == shell_completion(program, shell));
    for (const std::string& name : all_option_names(program)) {
      const std::string written = std::string(shell) != "fish" ? name
                                  : name.starts_with("--")     ? " -l " + name.substr(2)
                                                               : " -s " + name.substr(1);
      INFO(shell);
      CHECK_THAT(run.output, Catch::Contains(written));
    }
  }
  CHECK(ScratchFolder().run("--completion csh").status == 1);
}

TEST_CASE("wrong words on the command line") {
  const ScratchFolder folder;
  const auto answer = [&](const std::string& arguments) {
    const ProgramRun run = folder.run(arguments);
    CHECK(run.status == 1);
    CHECK(run.output.empty());
    return run.errors;
  };
  CHECK(answer("--hlep") ==
        "cellar: there is no option --hlep; did you mean --help?\nRun cellar --help for the options.\n");
  CHECK(answer("--stop-on-eror -e ''") ==
        "cellar: there is no option --stop-on-eror; did you mean --stop-on-error?\nRun cellar --help for the "
        "options.\n");
  CHECK(answer("--zzzzzzzz") ==
        "cellar: there is no option --zzzzzzzz\nRun cellar --help for the options.\n");
  CHECK_THAT(answer("a.cellar b.cql"), Catch::Contains("a script is run by -f b.cql"));
}
