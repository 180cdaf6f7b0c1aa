// What a person's files and environment change at the prompt.
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "process.h"
#include "terminal.h"

using Catch::Contains;

namespace {

void write_configuration(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  write_file(path, text);
}

}  // namespace

TEST_CASE("the prompt reads cqlshrc, says what is wrong with it, and shows CQLSH_PROMPT") {
  const TemporaryFolder folder;
  write_configuration(folder.path / ".cassandra/cqlshrc",
                      "[ui]\ncolor = perhaps\nbroken line\n\n[ssl]\nvalidate = true\n");
  // The path of the folder, which TMPDIR may make long, has room in a line.
  TerminalSession terminal(
      {.folder = folder.path, .size = {24, 400}, .environment = {{"CQLSH_PROMPT", "my laptop"}}});
  terminal.wait_for_prompt();
  CHECK_THAT(terminal.text(), Contains("cqlshrc:2:1: note[W415]: color takes on or") &&
                                  Contains("cqlshrc:3:1: note[W415]: this line of the") &&
                                  Contains("my laptop\ncellar>") && !Contains("validate"));
  CHECK_THAT(terminal.run("CONSISTENCY TWO"), Contains("Consistency level set to TWO.\n") &&
                                                  Contains("CONSISTENCY is kept, and changes nothing here"));
  CHECK_THAT(terminal.run("SHOW HOST"), Contains("Connected to no file: the data are gone at the end.\n"));
}

TEST_CASE("colours are shown as a configuration says") {
  const TemporaryFolder folder;
  write_configuration(folder.path / ".config/cellar/config", "[ui]\ncolor = off\n");
  TerminalSession terminal({.folder = folder.path, .colours = true});
  terminal.wait_for_prompt();
  terminal.run("NOSUCH;");
  CHECK(terminal.style("error[").empty());
  TerminalSession coloured({.arguments = {"-C"}, .folder = folder.path, .colours = true});
  coloured.wait_for_prompt();
  coloured.run("NOSUCH;");
  CHECK_FALSE(coloured.style("error[").empty());
}

TEST_CASE("the folder of the history is made if it is the program's own, and not if a person names it") {
  const TemporaryFolder folder;
  const std::filesystem::path state = folder.path / "state", named = folder.path / "named" / "typed";
  for (const bool is_named : {false, true}) {
    std::map<std::string, std::string> environment = {{"XDG_STATE_HOME", state.string()}};
    if (is_named) environment["CELLAR_HISTORY"] = named.string();
    TerminalSession terminal({.folder = folder.path, .environment = environment});
    terminal.wait_for_prompt();
    terminal.run("CONSISTENCY");
    terminal.type("EXIT\n");
    CHECK(terminal.wait_for_end() == 0);
    CHECK(std::filesystem::exists(state / "cellar" / "history") == !is_named);
    CHECK(!std::filesystem::exists(named.parent_path()));
    std::filesystem::remove_all(state);
  }
}

TEST_CASE("without a history nothing that is typed is kept") {
  const TemporaryFolder folder;
  const std::filesystem::path history = folder.path / "typed";
  for (const bool kept : {false, true}) {
    std::vector<std::string> arguments;
    if (!kept) arguments.emplace_back("--disable-history");
    TerminalSession terminal({.arguments = arguments,
                              .folder = folder.path,
                              .environment = {{"CELLAR_HISTORY", history.string()}}});
    terminal.wait_for_prompt();
    terminal.run("CONSISTENCY");
    terminal.type("EXIT\n");
    CHECK(terminal.wait_for_end() == 0);
    CHECK(std::filesystem::exists(history) == kept);
  }
}
