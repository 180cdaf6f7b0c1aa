// The question for a password that a person gives up.
#include <catch2/catch.hpp>

#include "run_program.h"
#include "terminal.h"

TEST_CASE("who gives up the question for a password connects to nothing") {
  const ScratchFolder folder;
  const auto start = [&] {
    return TerminalStart{
        .arguments = {"--language", "en", "--connect", "127.0.0.1:1", "-u", "ann", "-e", "SELECT 1"},
        .folder = folder.path};
  };
  for (const char* key : {"Ctrl-C", "Ctrl-D"}) {
    INFO(key);
    TerminalSession terminal(start());
    terminal.wait_for("Password of ann: ");
    if (std::string(key) == "Ctrl-C") terminal.type("ab");
    terminal.press(key);
    CHECK(terminal.wait_for_end() == 130);
    CHECK_THAT(terminal.text(), !Catch::Contains("error["));
  }
  TerminalSession terminal(start());
  terminal.wait_for("Password of ann: ");
  terminal.type("ab\n");
  CHECK(terminal.wait_for_end() == 1);
  CHECK_THAT(terminal.text(), Catch::Contains("error[E680]"));
}
