#include <catch2/catch.hpp>
#include <cstdio>

#include "shell/render/cell_text.h"
#include "shell/render/printer.h"
#include "shell/render/writers/column_widths.h"
#include "shell/render/writers/result_writer.h"
#include "types/number/number.h"

using namespace cellar;

namespace {

using Row = std::vector<std::optional<std::string>>;

/// A result of text columns.
Result result_of(const std::vector<std::string>& names, const std::vector<Row>& rows) {
  std::vector<ResultColumn> columns;
  for (const std::string& name : names) columns.push_back({name, native_type(TypeKind::text)});
  std::vector<std::vector<Value>> values;
  for (const Row& row : rows) values.emplace_back(row.begin(), row.end());
  return Result(std::move(columns), std::move(values));
}

/// What the printer writes.
std::string printed(Result result, const PrintOptions& options) {
  KeptOutput output;
  Printer().print(result, options, output);
  return output.take_results();
}

PrintOptions at_terminal(std::size_t columns) {
  PrintOptions options;
  options.at_terminal = true;
  options.columns = columns;
  return options;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

}  // namespace

TEST_CASE("a table has its header to the left and its cells to the right") {
  CHECK(printed(result_of({"k", "value"}, {{"1", "a"}, {"22", "longer"}}), {}) ==
        "\n"
        " k  | value\n"
        "----+--------\n"
        "  1 |      a\n"
        " 22 | longer\n"
        "\n"
        "(2 rows)\n");
}

TEST_CASE("sentences begin at the left of their columns, and go on in further lines of a terminal") {
  PrintOptions options;
  options.to_the_left = true;
  CHECK(printed(result_of({"", "what"}, {{"key", "((k))"}, {"verdict", "OK"}}), options) ==
        "\n         | what\n---------+-------\n key     | ((k))\n verdict | OK\n\n(2 rows)\n");
  options = at_terminal(20);
  options.to_the_left = true;
  CHECK(printed(result_of({"", "what"}, {{"key", "one two three four"}}), options) ==
        "\n     | what\n-----+--------------\n key | one two \n     | three four\n\n(1 rows)\n");
}

TEST_CASE("wide and combining characters are aligned by what the terminal shows") {
  CHECK(printed(result_of({"名", "b"}, {{"中文", "x"}, {"e\xCC\x81", "y"}}), {}) ==
        "\n"
        " 名   | b\n"
        "------+---\n"
        " 中文 | x\n"
        "    e\xCC\x81 | y\n"
        "\n"
        "(2 rows)\n");
}

TEST_CASE("widths only grow from page to page") {
  PrintOptions options;
  options.page_size = 1;
  CHECK(printed(result_of({"k"}, {{"12345"}, {"1"}, {"1234567"}}), options) ==
        "\n k\n-------\n 12345\n     1\n 1234567\n\n(3 rows)\n");
}

TEST_CASE("a null is told from the text null by colour") {
  PrintOptions options;
  options.colour = true;
  CHECK_THAT(printed(result_of({"v"}, {{std::nullopt}}), options),
             Catch::Contains("\033[0;1;31mnull\033[0m\n"));
  CHECK_THAT(printed(result_of({"v"}, {{"null"}}), options), Catch::Contains("\033[0;1;33mnull\033[0m\n"));
}

TEST_CASE("control characters are made visible, in cells and names") {
  const std::string table = printed(result_of({"a\nb"}, {{"a\nb\033"}}), {});
  CHECK_THAT(table, Catch::Contains(" a\\nb\n") && Catch::Contains(" a\\nb\\x1b\n"));
}

TEST_CASE("expanded, each row is a block") {
  PrintOptions options;
  options.mode = kVerticalMode;
  CHECK_THAT(printed(result_of({"k", "value"}, {{"1", "a"}, {"2", "bcd"}}), options),
             Catch::StartsWith("\n"
                               "@ Row 1\n"
                               "-------+-----\n"
                               " k     | 1\n"
                               " value | a\n"
                               "\n"
                               "@ Row 2\n"
                               "-------+-----\n"
                               " k     | 2\n"
                               " value | bcd\n"
                               "\n"));
}

TEST_CASE("a box has its numbers to the right and its texts to the left") {
  PrintOptions options;
  options.mode = find_mode("box");
  Result result({{"n", native_type(TypeKind::int_)}, {"text", native_type(TypeKind::text)}},
                {{encode_int32(7), "a"}, {encode_int32(10), "bcdef"}});
  CHECK(printed(std::move(result), options) ==
        "\n"
        "┌────┬───────┐\n"
        "│ n  │ text  │\n"
        "├────┼───────┤\n"
        "│  7 │ a     │\n"
        "│ 10 │ bcdef │\n"
        "└────┴───────┘\n"
        "\n(2 rows)\n");
}

TEST_CASE("narrow columns stay whole, and wide ones share what is left") {
  CHECK(fit_widths({5, 5}, 15, 3, 2).widths == Widths{5, 5});
  CHECK(fit_widths({5, 60, 70}, 48, 3, 2).widths == Widths{5, 18, 17});
  CHECK(fit_widths({5, 10, 70}, 48, 3, 2).widths == Widths{5, 10, 25});
  const FittedWidths many = fit_widths(Widths(10'000, 12), 80, 3, 2);
  CHECK(many.is_cut);
  CHECK(many.widths.size() >= 5);
  CHECK(many.widths.size() <= 10);
  CHECK(fit_widths({100}, 1, 3, 2).widths == Widths{1});
}

TEST_CASE("no line of a table is wider than the terminal, down to twenty columns") {
  for (const std::size_t columns : {20, 21, 33, 80, 200}) {
    for (const std::size_t count : {1, 2, 3, 7, 40, 10'000}) {
      for (const bool wrap : {false, true}) {
        for (const OutputMode* const mode : {kTableMode, find_mode("box")}) {
          std::vector<std::string> names;
          Row row;
          for (std::size_t i = 0; i < count; ++i) {
            names.push_back("column_" + std::to_string(i));
            row.push_back(std::string(i % 50, 'x') + " 中文 e\xCC\x81 שלום \x01\xE2\x80\xAE" +
                          std::to_string(i));
          }
          PrintOptions options = at_terminal(columns);
          options.wrap = wrap;
          options.mode = mode;
          options.colour = true;
          const std::vector<std::string> lines = lines_of(printed(result_of(names, {row, row}), options));
          INFO(columns << " columns, " << count << " columns of the result");
          REQUIRE(lines.size() > 4);
          std::size_t widest = 0;
          for (std::size_t i = 0; i + 1 < lines.size(); ++i)
            widest = std::max(widest, painted_width(lines[i]));
          CHECK(widest <= columns);
          // The separators are below each other.
          CHECK(painted_width(lines[1]) <= painted_width(lines[2]));
        }
      }
    }
  }
}

TEST_CASE("what is cut ends with an ellipsis, in its colour") {
  std::string cut;
  CHECK(append_cut("abcdef", 4, cut) == 4);
  CHECK(cut == "abc…");
  cut.clear();
  CHECK(append_cut("\033[0;1;33m中文字\033[0m", 4, cut) == 3);
  CHECK(cut == "\033[0;1;33m中…\033[0m");
}

TEST_CASE("pieces of a text are the whole text, and each ends its colour") {
  const std::string painted = "\033[0;1;34m[\033[0m\033[0;1;33mlong text\033[0m\033[0;1;34m]\033[0m";
  CellPieces pieces(painted);
  std::string all;
  for (int count = 0; !pieces.at_end(); ++count) {
    REQUIRE(count < 20);
    std::string piece;
    CHECK(pieces.append_next(4, piece) <= 4);
    CHECK_THAT(piece, Catch::EndsWith("\033[0m"));
    all += piece;
  }
  CHECK(painted_width(all) == painted_width(painted));
}

TEST_CASE("at a terminal, text that is written from right to left does not move its neighbours") {
  PrintOptions options = at_terminal(80);
  CHECK_THAT(printed(result_of({"a", "b"}, {{"שלום", "עולם"}}), options),
             Catch::Contains(" \u200Eשלום\u200E | \u200Eעולם\u200E\n"));
  options.at_terminal = false;
  CHECK_THAT(printed(result_of({"a", "b"}, {{"שלום", "עולם"}}), options), Catch::Contains(" שלום | עולם\n"));
}

TEST_CASE("of too many columns the first are shown, and it is said how to see the others") {
  std::vector<std::string> names;
  Row row;
  for (int i = 0; i < 100; ++i) {
    names.push_back("c" + std::to_string(i));
    row.push_back("value");
  }
  const std::string table = printed(result_of(names, {row}), at_terminal(60));
  CHECK_THAT(table, Catch::Contains(" c0 ") && Catch::Contains(" | …\n") &&
                        Catch::Contains("of 100 columns are shown, EXPAND ON or WIDTH OFF shows all)\n"));
  row[0] = std::string(200, 'x');
  CHECK_THAT(printed(result_of(names, {row}), at_terminal(60)),
             Catch::Contains("of 100 columns are shown, cut at …, EXPAND ON or WIDTH OFF shows all)\n"));
  PrintOptions options = at_terminal(60);
  options.columns.reset();
  CHECK_THAT(printed(result_of(names, {row}), options), Catch::Contains(" | c99\n"));
}

TEST_CASE("the rows that were read before a refusal are shown, and a box is closed") {
  for (const char* const mode : {"table", "box", "vertical"}) {
    INFO(mode);
    PrintOptions options;
    options.mode = find_mode(mode);
    Result result = result_of({"k"}, {{"before"}, {"behind"}});
    KeptOutput output;
    const std::unique_ptr<ResultWriter> writer = options.mode->make_writer();
    writer->start(options);
    writer->begin(result.columns(), output);
    writer->add(*result.next(), output.results());
    writer->end_refused(output);
    const std::string shown = output.take_results();
    CHECK_THAT(shown, Catch::Contains("before"));
    CHECK((std::string(mode) != "box" || shown.ends_with("└────────┘\n")));
  }
}

namespace {

/// The pages that a window of 20 columns and 6 lines of rows asks between.
std::vector<std::string> pages_of(const char* mode, PrintOptions options, const std::vector<Row>& rows) {
  options.mode = find_mode(mode);
  options.at_terminal = options.repeat_header = true;
  options.window_columns = 20;
  options.page_size = 6;
  KeptOutput output;
  std::vector<std::string> pages;
  options.next_page = [&] {
    pages.push_back(output.take_results());
    return true;
  };
  Result result = result_of({"k", "v"}, rows);
  Printer().print(result, options, output);
  pages.push_back(output.take_results());
  return pages;
}

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("a page of a table that wraps its cells has as many lines as the window") {
  PrintOptions options = at_terminal(20);
  options.wrap = true;
  const std::string wide(30, 'x');  // three lines of the 14 columns that are left for it
  const std::vector<std::string> pages = pages_of(
      "table", options, {{"1", "a"}, {"2", wide}, {"3", wide}, {"4", "b"}, {"5", wide}, {"6", wide}});
  REQUIRE(pages.size() == 3);
  CHECK(pages[0] ==
        "\n k | v\n---+----------------\n"
        " 1 |              a\n"
        " 2 | xxxxxxxxxxxxxx\n   | xxxxxxxxxxxxxx\n   | xx\n");
  CHECK(count_of(pages[1], "\n") == 2 + 4);
  CHECK(count_of(pages[2], "\n") == 2 + 6 + 2);
}

TEST_CASE("a page of a table that is wider than the window counts the lines that it takes there") {
  const std::string wide(25, 'x');  // with its key 31 columns: two lines, as header and rule then have
  const std::vector<std::string> pages =
      pages_of("table", {}, {{"1", wide}, {"2", wide}, {"3", wide}, {"4", "a"}, {"5", "b"}, {"6", "c"}});
  REQUIRE(pages.size() == 3);
  CHECK(count_of(pages[0], wide) == 2);  // 5 lines of 6, one for the rest of the rule
  CHECK(count_of(pages[1], wide) == 1);
  CHECK(count_of(pages[1], "\n") == 2 + 2);
  CHECK(count_of(pages[2], "\n") == 2 + 2 + 2);
}

TEST_CASE("a page of blocks counts the lines of long values, and that of a box its wider frame") {
  const std::string wide(30, 'x');
  CHECK(pages_of("vertical", {}, {{"1", "a"}, {"2", "b"}}).size() == 2);
  CHECK(pages_of("vertical", {}, {{"1", wide}}).size() == 1);  // longer than a page, and alone
  CHECK(
      pages_of("box", {}, {{"1", "a"}, {"2", "b"}, {"3", "c"}, {"4", "d"}, {"5", "e"}, {"6", "f"}}).size() ==
      1);
  // 4 lines of the frame go on in another line, as does the row.
  CHECK(pages_of("box", {}, {{"1", wide}, {"2", "b"}}).size() == 2);
}

TEST_CASE("a row of colours is as wide as its characters") {
  PrintOptions options;
  options.colour = true;
  CHECK(pages_of("table", options, {{"1", "a"}, {"2", "b"}, {"3", "c"}, {"4", "d"}, {"5", "e"}, {"6", "f"}})
            .size() == 1);
}

TEST_CASE("a page that is stopped has none of the row that begins the next one") {
  PrintOptions options = at_terminal(20);
  options.page_size = 1;
  options.next_page = [] { return false; };
  const std::string shown = printed(result_of({"k"}, {{"first"}, {"second"}}), options);
  CHECK_THAT(shown, Catch::Contains("first") && !Catch::Contains("second"));
  CHECK_THAT(shown, Catch::Contains("(1 rows, stopped)"));
}

TEST_CASE("a page of JSON has as many rows as lines") {
  PrintOptions options;
  options.mode = find_mode("json");
  options.at_terminal = true;
  options.window_columns = 80;
  options.page_size = 4;
  int questions = 0;
  options.next_page = [&] { return ++questions > 0; };
  printed(result_of({"k"}, {{"1"}, {"2"}, {"3"}, {"4"}, {"5"}, {"6"}, {"7"}, {"8"}}), options);
  CHECK(questions == 1);
}
