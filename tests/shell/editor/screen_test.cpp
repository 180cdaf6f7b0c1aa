// What is drawn, on an emulated terminal.
#include "shell/editor/screen.h"

#include <catch2/catch.hpp>

#include "shell/editor/edit_buffer.h"
#include "terminal_screen.h"

namespace cellar {

namespace {

constexpr std::string_view kThree = "\u4F60\u597D\u554A";  // wide

class Drawn {
 public:
  explicit Drawn(int rows, int columns, bool colour = false)
      : terminal_({.rows = rows, .columns = columns}, [](std::string_view) {}), screen_(colour) {
    screen_.set_size({static_cast<std::size_t>(columns), static_cast<std::size_t>(rows)});
  }
  void show(std::string_view bytes) { terminal_.show(bytes); }
  std::size_t draw(const Drawing& drawing) {
    const std::string bytes = screen_.draw(drawing);
    terminal_.show(bytes);
    return bytes.size();
  }
  void finish(const Drawing& drawing) { terminal_.show(screen_.finish(drawing)); }
  void resize(int rows, int columns) {
    terminal_.resize({.rows = rows, .columns = columns});
    terminal_.show(screen_.change_size({static_cast<std::size_t>(columns), static_cast<std::size_t>(rows)}));
  }
  std::string text() const {
    std::string text;
    std::size_t blanks = 0;
    for (const ScreenLine& line : terminal_.lines()) {
      const std::string shown = text_of(line);
      if (shown.empty()) {
        ++blanks;
        continue;
      }
      text += std::string(std::exchange(blanks, 0), '\n') + shown + '\n';
    }
    return text;
  }
  std::pair<std::size_t, std::size_t> cursor() const {
    return {terminal_.cursor_line(), terminal_.cursor_column()};
  }
  const TerminalScreen& terminal() const { return terminal_; }

 private:
  TerminalScreen terminal_;
  Screen screen_;
};

Drawing drawing_of(std::string_view text, std::size_t cursor) {
  return {.prompts = {"db> ", " .> "}, .text = text, .cursor = cursor};
}

}  // namespace

TEST_CASE("lines with their prompts, and the cursor within them") {
  Drawn drawn(6, 20);
  drawn.draw(drawing_of("SELECT a,\nb FROM t", 11));
  CHECK(drawn.text() == "db> SELECT a,\n .> b FROM t\n");
  CHECK(drawn.cursor() == std::pair<std::size_t, std::size_t>(1, 5));
  drawn.draw(drawing_of("SELECT a,\nb FROM t", 2));
  CHECK(drawn.cursor() == std::pair<std::size_t, std::size_t>(0, 6));
}

TEST_CASE("a line that reaches the right margin goes on in the next row") {
  Drawn drawn(6, 10);
  drawn.draw(drawing_of("abcdef", 6));  // the last column is used: the cursor is in the next row
  CHECK(drawn.text() == "db> abcdef\n");
  CHECK(drawn.cursor() == std::pair<std::size_t, std::size_t>(1, 0));
  drawn.draw(drawing_of("abcdefg", 7));
  CHECK(drawn.text() == "db> abcdef\ng\n");
  CHECK(drawn.cursor() == std::pair<std::size_t, std::size_t>(1, 1));
  // A wide character is not cut in two: a column stays free.
  const std::string wide = "abc" + std::string(kThree);
  drawn.draw(drawing_of(wide, wide.size()));
  CHECK(drawn.text() == "db> abc\u4F60\n\u597D\u554A\n");
  CHECK(drawn.cursor() == std::pair<std::size_t, std::size_t>(1, 4));
  drawn.draw(drawing_of("abc", 3));
  CHECK(drawn.text() == "db> abc\n");
}

TEST_CASE("only what differs is sent") {
  Drawn drawn(10, 80);
  const std::string text = "SELECT aaaaaaaaaaaaaaaaaaaaaaaaaa,\nbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb FROM t";
  drawn.draw(drawing_of(text, text.size()));
  CHECK(drawn.draw(drawing_of(text, text.size())) == 0);
  CHECK(drawn.draw(drawing_of(text + ";", text.size() + 1)) == 1);
  CHECK(drawn.draw(drawing_of(text + ";", text.size())) == 1);  // a backspace
}

TEST_CASE("a text with more rows than the terminal shows those around the cursor, and at its end all") {
  Drawn drawn(5, 20);
  drawn.show("before\r\n");
  std::string text;
  for (int i = 0; i < 30; ++i) text += "line " + std::to_string(i) + "\n";
  drawn.draw(drawing_of(text, text.size()));
  CHECK_THAT(drawn.text(), Catch::EndsWith(" .> line 28\n .> line 29\n .>\n"));
  drawn.draw(drawing_of(text, 0));
  CHECK_THAT(drawn.text(), Catch::Contains("db> line 0\n .> line 1\n") && !Catch::Contains("line 29"));
  drawn.finish(drawing_of(text, text.size()));
  const std::string all = drawn.text();
  CHECK_THAT(all, Catch::StartsWith("before\n"));
  for (int i = 0; i < 30; ++i) CHECK_THAT(all, Catch::Contains("line " + std::to_string(i) + "\n"));
}

TEST_CASE("notes are below the text, and go away") {
  Drawn drawn(6, 20);
  Drawing drawing = drawing_of("SEL", 3);
  drawing.below = {"a note that is longer than a row", "other"};
  drawn.draw(drawing);
  CHECK(drawn.text() == "db> SEL\na note that is long\nother\n");
  CHECK(drawn.cursor() == std::pair<std::size_t, std::size_t>(0, 7));
  drawn.draw(drawing_of("SEL", 3));
  CHECK(drawn.text() == "db> SEL\n");
}

TEST_CASE("what is typed in the last row scrolls") {
  Drawn drawn(3, 20);
  drawn.show("one\r\ntwo\r\n");
  drawn.draw(drawing_of("a\nb\nc", 5));
  CHECK(drawn.text() == "one\ntwo\ndb> a\n .> b\n .> c\n");
  drawn.draw(drawing_of("x\nb\nc", 1));
  CHECK(drawn.text() == "one\ntwo\ndb> x\n .> b\n .> c\n");
}

TEST_CASE("a terminal that becomes wider or narrower is drawn anew") {
  Drawn drawn(8, 30);
  drawn.show("before\r\n");
  const std::string text = "SELECT a FROM t\nWHERE p = 1";
  drawn.draw(drawing_of(text, text.size()));
  drawn.resize(8, 60);
  drawn.draw(drawing_of(text, text.size()));
  CHECK(drawn.text() == "before\ndb> SELECT a FROM t\n .> WHERE p = 1\n");
  drawn.resize(8, 25);
  drawn.draw(drawing_of(text, text.size()));
  CHECK(drawn.text() == "before\ndb> SELECT a FROM t\n .> WHERE p = 1\n");
}

TEST_CASE("colours are sent for highlights alone") {
  Drawn drawn(3, 40, true);
  Drawing drawing = drawing_of("SELECT 1", 8);
  drawing.highlights = {{0, 6, Highlight::keyword}};
  drawn.draw(drawing);
  const std::vector<ScreenLine> lines = drawn.terminal().lines();
  CHECK(lines[0][4].style == "bold blue");
  CHECK(lines[0][11].style.empty());
  CHECK(lines[0][0].style.empty());
}

namespace {

constexpr std::string_view kFamilyEmoji = "\U0001F468\u200D\U0001F469\u200D\U0001F467";

/// What a terminal is sent that draws the family as one wide picture.
std::string as_one_picture(std::string bytes) {
  for (std::size_t found; (found = bytes.find(kFamilyEmoji)) != bytes.npos;)
    bytes.replace(found, kFamilyEmoji.size(), "\u4F60");
  return bytes;
}

}  // namespace

TEST_CASE("behind a picture of several code points there are no blanks, however wide the terminal draws it") {
  for (const bool joins : {false, true}) {
    TerminalScreen terminal({.rows = 4, .columns = 40}, [](std::string_view) {});
    Screen screen(false);
    screen.set_size({40, 4});
    const auto draw = [&](const std::string& text, std::size_t cursor) {
      const std::string bytes = screen.draw(drawing_of(text, cursor));
      terminal.show(joins ? as_one_picture(bytes) : bytes);
    };
    const std::string family(joins ? "\u4F60" : kFamilyEmoji);
    const std::string text = "a" + std::string(kFamilyEmoji) + "bc";
    draw("a", 1);
    draw(text, text.size());
    CHECK(text_of(terminal.lines()[0]) == "db> a" + family + "bc");
    const std::size_t end = terminal.cursor_column();
    draw(text, 0);  // Home
    CHECK(terminal.cursor_column() == 4);
    draw(text, text.size() - 1);
    CHECK(terminal.cursor_column() == end - 1);
    draw("x" + text, 1);
    CHECK(text_of(terminal.lines()[0]) == "db> xa" + family + "bc");
    CHECK(terminal.cursor_column() == 5);
    draw("x" + text.substr(0, text.size() - 2) + "c", text.size() - 1);
    CHECK(text_of(terminal.lines()[0]) == "db> xa" + family + "c");
    draw("xabc", 0);
    CHECK(text_of(terminal.lines()[0]) == "db> xabc");
  }
}

TEST_CASE("after any edits the terminal shows what a fresh one would") {
  std::uint32_t state = 23;
  const auto random = [&state](std::uint32_t below) {
    state = state * 1'664'525 + 1'013'904'223;
    return (state >> 16) % below;
  };
  KillRing kills;
  const std::string_view pieces[] = {"a",       "bc",   " ",          "\n",  "\t",        "\u4F60",
                                     "e\u0301", "\x01", "\U0001F44D", "xyz", kFamilyEmoji};
  for (int round = 0; round < 40; ++round) {
    const int columns = 4 + static_cast<int>(random(20));
    EditBuffer buffer(kills);
    Drawn drawn(100, columns);
    for (int step = 0; step < 60; ++step) {
      const EditBuffer::Way way = random(2) == 0 ? EditBuffer::Way::back : EditBuffer::Way::forward;
      switch (random(6)) {
        case 0:
          buffer.move_word(way);
          break;
        case 1:
          buffer.delete_character(way);
          break;
        case 2:
          buffer.move_character(way);
          break;
        default:
          buffer.insert(pieces[random(std::size(pieces))]);
      }
      drawn.draw(drawing_of(buffer.text(), buffer.cursor()));
      Drawn fresh(100, columns);
      fresh.draw(drawing_of(buffer.text(), buffer.cursor()));
      INFO("columns " << columns << ", text\n" << buffer.text() << "\ncursor " << buffer.cursor());
      REQUIRE(drawn.text() == fresh.text());
      REQUIRE(drawn.cursor() == fresh.cursor());
    }
  }
}

}  // namespace cellar
