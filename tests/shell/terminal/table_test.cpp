#include "shell/terminal/table.h"

#include <catch2/catch.hpp>

#include "types/number/number.h"

using namespace cellar;

namespace {

using Row = std::vector<std::string>;

ShownRows names_of(const Row& names) {
  ShownRows shown;
  shown.clear(names.size());
  for (const std::string& name : names) shown.add_name(name);
  return shown;
}

ShownRows rows_of(const std::vector<Row>& rows) {
  ShownRows shown;
  shown.clear(rows.empty() ? 0 : rows.front().size());
  for (const Row& row : rows) {
    for (const std::string& text : row) shown.add(native_type(TypeKind::text), text);
  }
  return shown;
}

std::string table(const Row& names, const std::vector<Row>& rows) {
  const ShownRows header = names_of(names);
  const ShownRows page = rows_of(rows);
  Widths widths;
  widen(widths, header);
  widen(widths, page);
  std::string text;
  append_header(header, widths, false, text);
  for (std::size_t row = 0; row < page.rows(); ++row) append_row(page, row, {widths}, false, text);
  return text;
}

TEST_CASE("sentences begin at the left of their columns") {
  const ShownRows page = rows_of({{"key", "((k))"}, {"verdict", "OK"}});
  const Widths widths = {7, 5};
  std::string text;
  for (std::size_t row = 0; row < page.rows(); ++row) append_row(page, row, {widths, true}, false, text);
  CHECK(text == " key     | ((k))\n verdict | OK\n");
}

/// One cell of four columns.
std::string row_of(const Value& value, bool colour) {
  ShownRows shown;
  shown.clear(1);
  shown.add(native_type(TypeKind::text), value);
  std::string text;
  const Widths widths = {4};
  append_row(shown, 0, {widths}, colour, text);
  return text;
}

}  // namespace

TEST_CASE("a table has its header to the left and its cells to the right") {
  CHECK(table({"k", "value"}, {{"1", "a"}, {"22", "longer"}}) ==
        " k  | value\n"
        "----+--------\n"
        "  1 |      a\n"
        " 22 | longer\n");
}

TEST_CASE("wide and combining characters are aligned by what the terminal shows") {
  CHECK(table({"名", "b"}, {{"中文", "x"}, {"e\xCC\x81", "y"}}) ==
        " 名   | b\n"
        "------+---\n"
        " 中文 | x\n"
        "    e\xCC\x81 | y\n");
}

TEST_CASE("widths only grow from page to page") {
  Widths widths;
  widen(widths, names_of({"k"}));
  widen(widths, rows_of({{"12345"}}));
  widen(widths, rows_of({{"1"}}));
  CHECK(widths == Widths{5});
}

TEST_CASE("a page that is cleared holds the next rows only") {
  ShownRows page = rows_of({{"one", "two"}, {"three", "four"}});
  page.clear(1);
  CHECK(page.rows() == 0);
  page.add(native_type(TypeKind::int_), encode_int32(7));
  REQUIRE(page.rows() == 1);
  CHECK(page.cell(0, 0).text == "7");
}

TEST_CASE("a null is told from the text null by colour") {
  CHECK(row_of(std::nullopt, false) == " null\n");
  CHECK(row_of("null", false) == " null\n");
  CHECK(row_of(std::nullopt, true) != row_of("null", true));
}

TEST_CASE("control characters are made visible, in cells and names") {
  CHECK(rows_of({{"a\nb\033"}}).cell(0, 0).text == "a\\nb\\x1b");
  CHECK(names_of({"a\nb"}).cell(0, 0).text == "a\\nb");
}

TEST_CASE("expanded, each row is a block") {
  const ShownRows names = names_of({"k", "value"});
  const ShownRows page = rows_of({{"1", "a"}, {"2", "bcd"}});
  const ExpandedWidths widths = expanded_widths(names, page);
  std::string text;
  append_expanded(names, page, 0, 7, widths, false, text);
  append_expanded(names, page, 1, 8, widths, false, text);
  CHECK(text ==
        "@ Row 7\n"
        "-------+-----\n"
        " k     | 1\n"
        " value | a\n"
        "\n"
        "@ Row 8\n"
        "-------+-----\n"
        " k     | 2\n"
        " value | bcd\n"
        "\n");
}
