// `cellar class` at a terminal: when the address is drawn.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "process.h"
#include "terminal.h"

namespace {

constexpr const char* kCorner = "█▀▀▀▀▀█";  // of a code

bool is_drawn(const TerminalStart& start) {
  TerminalSession terminal(start);
  terminal.wait_for("the teacher's page");
  const bool is_drawn = terminal.text().find(kCorner) != std::string::npos;
  terminal.press("Ctrl-C");
  CHECK(terminal.wait_for_end() == 0);
  return is_drawn;
}

}  // namespace

TEST_CASE("the address of a class is drawn for phones where they reach it and a terminal has room for it") {
  const TemporaryFolder folder;
  const auto start = [&](std::vector<std::string> words, int columns = 100) {
    words.insert(words.begin(), {"--language", "en", "class", "--students", "3"});
    return TerminalStart{
        .arguments = words, .folder = folder.path, .size = {.rows = 50, .columns = columns}, .colours = true};
  };
  CHECK(is_drawn(start({"--listen", "0.0.0.0:0"})));
  CHECK_FALSE(is_drawn(start({"--listen", "0.0.0.0:0", "--no-qr"})));
  CHECK_FALSE(is_drawn(start({"--listen", "127.0.0.1:0"})));
  CHECK_FALSE(is_drawn(start({"--listen", "0.0.0.0:0"}, 30)));
  TerminalStart without_colours = start({"--listen", "0.0.0.0:0"});
  without_colours.colours = false;
  CHECK_FALSE(is_drawn(without_colours));
}
