#include <catch2/catch.hpp>

#include "shell/table.h"
#include "types/number.h"

using namespace cellar;

namespace {

std::string table(const std::vector<std::string>& names, const std::vector<ShownRow>& rows) {
  std::vector<std::size_t> widths;
  widen(widths, names, rows);
  return format_header(names, widths, false) + format_rows(rows, widths, false);
}

}  // namespace

TEST_CASE("a table has its header to the left and its cells to the right") {
  CHECK(table({"k", "value"}, {{{"1"}, {"a"}}, {{"22"}, {"longer"}}}) ==
        " k  | value\n"
        "----+--------\n"
        "  1 |      a\n"
        " 22 | longer\n");
}

TEST_CASE("wide and combining characters are aligned by what the terminal shows") {
  CHECK(table({"名", "b"}, {{{"中文"}, {"x"}}, {{"e\xCC\x81"}, {"y"}}}) ==
        " 名   | b\n"
        "------+---\n"
        " 中文 | x\n"
        "    e\xCC\x81 | y\n");
}

TEST_CASE("widths only grow from page to page") {
  std::vector<std::size_t> widths;
  widen(widths, {"k"}, {{{"12345"}}});
  widen(widths, {"k"}, {{{"1"}}});
  CHECK(widths == std::vector<std::size_t>{5});
}

TEST_CASE("a null is told from the text null by colour") {
  const ShownCell null = show_cell(native_type(TypeKind::text), std::nullopt);
  const ShownCell text = show_cell(native_type(TypeKind::text), "null");
  CHECK(null.text == "null");
  CHECK(null.ink != text.ink);
  const std::vector<std::size_t> widths = {4};
  CHECK(format_rows({{null}}, widths, true) != format_rows({{text}}, widths, true));
  CHECK(format_rows({{null}}, widths, false) == format_rows({{text}}, widths, false));
}

TEST_CASE("control characters are made visible, in cells and names") {
  CHECK(show_cell(native_type(TypeKind::text), "a\nb\033").text == "a\\nb\\x1b");
  CHECK(show_names({{"a\nb", native_type(TypeKind::int_)}})[0] == "a\\nb");
}

TEST_CASE("expanded, each row is a block") {
  CHECK(format_expanded({"k", "value"}, {{{"1"}, {"a"}}, {{"2"}, {"bcd"}}}, 7, false) ==
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
