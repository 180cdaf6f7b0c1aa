#include "shell/teach/help/help_lines.h"

#include <catch2/catch.hpp>

#include "shell/teach/help/help_pages.h"

using namespace cellar;

TEST_CASE("lines of a page are broken at blanks, under their description or their beginning") {
  CHECK(fit_help_lines("one two three\n\nfour\n", 9) == "one two\nthree\n\nfour\n");
  CHECK(fit_help_lines("one two three\n", 7) == "one two\nthree\n");
  CHECK(fit_help_lines("  one two three four\n", 10) == "  one two\n  three\n  four\n");
  CHECK(fit_help_lines("Tab   completes what comes\n", 16) == "Tab   completes\n      what comes\n");
  // No room under the description.
  CHECK(fit_help_lines("CREATE TABLE  makes one table\n", 20) == "CREATE TABLE\n    makes one table\n");
  CHECK(fit_help_lines("宽行 一 二\n", 7) == "宽行 一\n二\n");
  // A word that is wider than the terminal, and a page that fits.
  CHECK(fit_help_lines("abcdefghij kl\n", 5) == "abcdefghij\nkl\n");
  CHECK(fit_help_lines("          far to the right\n", 14) == "          far\n       to the\n       right\n");
  CHECK(fit_help_lines("one\n  two\n", 80) == "one\n  two\n");
}

TEST_CASE("a row of a table whose second column has no room goes on below") {
  CHECK(fit_help_lines("  a b c d e      f g\n  next row\n", 16) == "  a b c d e\n      f g\n  next row\n");
  CHECK(fit_help_lines("  a b c d e f g h i      j k\n", 12) ==
        "  a b c d e\n      f g h\n      i\n      j k\n");
  // What goes on below the second column goes with it.
  CHECK(fit_help_lines("COPY t FROM;  rows of\n              a file\nCOPY t TO  rows\n", 15) ==
        "COPY t FROM;\n    rows of a\n    file\nCOPY t TO  rows\n");
}

TEST_CASE("what can be copied from a page is not broken within quotes") {
  const std::string heading = std::string(example_heading(Language::english)) + "\n";
  const std::string page =
      heading + "  SELECT 'a  b' FROM t\n  WHERE p = $$it's  c$$;\n\na b c d e f g h i j k l\n";
  CHECK_THAT(
      fit_help_lines(page, 12),
      Catch::EndsWith("  SELECT\n      'a  b'\n      FROM t\n  WHERE p =\n$$it's  c$$;\n\na b c d e f\n"
                      "g h i j k l\n"));
  CHECK(fit_help_lines("COPY t TO 'a b.csv';\n", 10) == "COPY t TO\n'a b.csv';\n");
  // Blanks between the members of a JSON document say nothing.
  CHECK(fit_help_lines("  '{\"a b\": \"c d\", \"e f\": 1}';\n", 14) ==
        "  '{\"a b\":\n      \"c d\",\n      \"e f\":\n      1}';\n");
}

TEST_CASE("a list of words without blanks is broken behind a bar, if nothing else fits") {
  CHECK(fit_help_lines("MODE [table|box|csv|json]\n", 12) == "MODE\n[table|box|\ncsv|json]\n");
  CHECK(fit_help_lines("MODE [table|box|csv]   how results\n", 12) ==
        "MODE\n[table|box|\ncsv]\nhow results\n");
}

TEST_CASE("a line of Chinese is broken between characters, but for what closes or opens") {
  CHECK(fit_help_lines("分区键决定行\n", 8) == "分区键决\n定行\n");
  CHECK(fit_help_lines("分区键决。定行\n", 8) == "分区键\n决。定行\n");
  CHECK(fit_help_lines("分区（键决定行）\n", 6) == "分区\n（键决\n定行）\n");
  // The second column begins where it is seen, and not at its byte.
  CHECK(fit_help_lines("键列  分区键决定行\n", 12) == "键列  分区键\n      决定行\n");
  CHECK(fit_help_lines("SELECT [位数|列数|行数]\n", 14) == "SELECT\n[位数|列数|\n行数]\n");
}

TEST_CASE("a line that is broken after a Chinese sentence does not take the next one in") {
  const std::string page = "    原因: 行的位置由分区键 (partition key) 决定。\n    办法: 用 = 限定。\n";
  CHECK(fit_help_lines(page, 40).ends_with("决定。\n    办法: 用 = 限定。\n"));
}
