// Tab at a real terminal.
#include <catch2/catch.hpp>

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

}  // namespace

TEST_CASE("Tab types the only word that may come, and what all candidates begin with") {
  const TemporaryFolder folder;
  TerminalSession terminal({.arguments = {"db", "--notices", "off"}, .folder = folder.path});
  ready(terminal).type("sel");
  terminal.press("Tab");
  terminal.type("* fr");
  terminal.press("Tab");
  terminal.type("ord");
  terminal.press("Tab");
  terminal.wait_for("select * from orders_by_");
  terminal.type("d");
  terminal.press("Tab");
  terminal.type("wh");
  terminal.press("Tab");
  terminal.type("da");
  terminal.press("Tab");
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
  ready(terminal).type("SELECT * FROM orders_by_item WHERE item = 'sel");
  terminal.press("Tab");
  terminal.type("x';");
  terminal.wait_for("item = 'selx';");
}
