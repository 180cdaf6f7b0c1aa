// Tab at a real terminal.
#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "process.h"
#include "terminal.h"

namespace {

/// A prompt with a keyspace in use that has two tables.
TerminalSession& ready(TerminalSession& terminal) {
  terminal.wait_for_prompt();
  for (const char* statement :
       {"CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};",
        "USE shop;", "CREATE TABLE orders_by_day (day date, id int, price decimal, PRIMARY KEY (day, id));",
        "CREATE TABLE orders_by_item (item text, id int, PRIMARY KEY (item, id));"}) {
    terminal.run(statement);
  }
  return terminal;
}

/// Types a text and Tab, and waits for what is then on the screen: a tab with further keys right behind it is taken for
/// pasted text.
void tab(TerminalSession& terminal, const char* text, const char* shown) {
  terminal.type(text);
  terminal.press("Tab");
  terminal.wait_for(shown);
}

}  // namespace

TEST_CASE("Tab types the only word that may come, and what all candidates begin with") {
  const TemporaryFolder folder;
  TerminalSession terminal({.arguments = {"db", "--notices", "off"}, .folder = folder.path});
  ready(terminal);
  tab(terminal, "sel", "cellar:shop> select");
  tab(terminal, "* fr", "select * from");
  tab(terminal, "ord", "select * from orders_by_");
  tab(terminal, "d", "from orders_by_day");
  tab(terminal, "wh", "orders_by_day where");
  tab(terminal, "da", "where day");
  terminal.type("= '2024-01-01';");
  terminal.wait_for("select * from orders_by_day where day = '2024-01-01';");
  terminal.type("\n");
  terminal.wait_for("(0 rows)");
}

TEST_CASE("Tab lists several candidates with their types, also in the second line of a statement") {
  const TemporaryFolder folder;
  TerminalSession terminal({.arguments = {"db", "--notices", "off"}, .folder = folder.path});
  ready(terminal).type("SELECT * FROM orders_by_day\nWHERE ");
  terminal.wait_for("WHERE");
  terminal.press("Tab");
  terminal.wait_for("date, partition key");
  terminal.wait_for("int, clustering");
  terminal.type("day = '2024-01-01';\n");
  terminal.wait_for("(0 rows)");
}

TEST_CASE("Tab within a string types nothing") {
  const TemporaryFolder folder;
  TerminalSession terminal({.arguments = {"db", "--notices", "off"}, .folder = folder.path});
  ready(terminal);
  // Nothing on the screen tells that Tab was read, and one with keys right behind it is pasted text: a program that the
  // system has kept from running takes it for that. So a try may fail, but not all of them.
  bool is_typed = false;
  for (int pause = 100; pause <= 12'800 && !is_typed; pause *= 2) {
    terminal.type("SELECT * FROM orders_by_item WHERE item = 'sel");
    terminal.wait_for("'sel");
    terminal.press("Tab");
    std::this_thread::sleep_for(std::chrono::milliseconds(pause));
    const std::string rest = "x" + std::to_string(pause) + "';";
    terminal.type(rest);
    terminal.wait_for(rest);
    is_typed = terminal.text().find("item = 'sel" + rest) != std::string::npos;
    terminal.press("Ctrl-C");
    terminal.wait_for_prompt();
  }
  CHECK(is_typed);
}
