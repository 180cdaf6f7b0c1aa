// What the editing keys do to a text.
#include "shell/editor/edit_buffer.h"

#include <catch2/catch.hpp>

#include "shell/editor/graphemes.h"

namespace cellar {

namespace {

using Way = EditBuffer::Way;

/// A buffer with the cursor where the text has a `|`.
struct Buffer : EditBuffer {
  explicit Buffer(std::string text, KillRing& kills) : EditBuffer(kills) {
    const std::size_t cursor = text.find('|');
    text.erase(cursor, 1);
    start_anew(text, cursor);
  }
  std::string shown() const { return text().substr(0, cursor()) + "|" + text().substr(cursor()); }
};

// A letter with two accents, a Chinese character, a family of four, a flag, a thumb with a colour of skin.
constexpr std::string_view kAccents = "e\u0301\u0323";
constexpr std::string_view kHan = "\u4F60";
constexpr std::string_view kFamily = "\U0001F468\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466";
constexpr std::string_view kFlag = "\U0001F1E8\U0001F1F3";
constexpr std::string_view kThumb = "\U0001F44D\U0001F3FD";

}  // namespace

TEST_CASE("moves and deletions take whole characters as a person sees them") {
  KillRing kills;
  for (const std::string_view character : {kAccents, kHan, kFamily, kFlag, kThumb}) {
    INFO(character);
    const std::string text = "a" + std::string(character) + std::string(character) + "b";
    Buffer buffer("|" + text, kills);
    std::size_t steps = 0;
    for (; buffer.cursor() < text.size(); ++steps) buffer.move_character(Way::forward);
    CHECK(steps == 4);
    for (steps = 0; buffer.cursor() > 0; ++steps) buffer.move_character(Way::back);
    CHECK(steps == 4);
    buffer.move_character(Way::forward);
    buffer.delete_character(Way::forward);
    CHECK(buffer.shown() == "a|" + std::string(character) + "b");
    buffer.move_character(Way::forward);
    buffer.delete_character(Way::back);
    CHECK(buffer.shown() == "a|b");
  }
}

TEST_CASE("the widths of what is shown") {
  CHECK(shown_columns("abc") == 3);
  CHECK(shown_columns(kAccents) == 1);
  CHECK(shown_columns(kHan) == 2);
  CHECK(shown_columns("a\tb") == 9);
  CHECK(show_grapheme("\x1b", 0).text == "^[");
  CHECK(show_grapheme("\x7f", 0).text == "^?");
  CHECK(show_grapheme("\u202E", 0).text == "<202E>");
  CHECK(show_grapheme("\xff", 0).text == "<FF>");
  CHECK(show_grapheme("\u0301", 0).columns == 1);  // on a base character
}

TEST_CASE("lines, words and kills") {
  KillRing kills;
  Buffer buffer("SELECT a,\n  b|c FROM t", kills);
  buffer.move_line_edge(Way::back);
  CHECK(buffer.shown() == "SELECT a,\n|  bc FROM t");
  buffer.kill_line(Way::back);  // the newline
  CHECK(buffer.shown() == "SELECT a,|  bc FROM t");
  buffer.undo();
  CHECK(buffer.shown() == "SELECT a,\n|  bc FROM t");
  buffer.move_word(Way::forward);
  CHECK(buffer.shown() == "SELECT a,\n  bc| FROM t");
  buffer.kill_line(Way::forward);
  CHECK(buffer.shown() == "SELECT a,\n  bc|");
  buffer.kill_word(Way::back);  // one piece with what was killed before it
  CHECK(buffer.shown() == "SELECT a,\n  |");
  buffer.move_text_edge(Way::back);
  buffer.yank();
  CHECK(buffer.shown() == "bc FROM t|SELECT a,\n  ");
  buffer.yank_previous();
  CHECK(buffer.shown() == "\n|SELECT a,\n  ");
  buffer.undo();
  buffer.undo();
  CHECK(buffer.shown() == "|SELECT a,\n  ");
  buffer.change_word(EditBuffer::Letters::lower);
  CHECK(buffer.shown() == "select| a,\n  ");
  buffer.kill_blank_word();
  CHECK(buffer.shown() == "| a,\n  ");
}

TEST_CASE("Ctrl-T swaps the two characters at the cursor") {
  KillRing kills;
  Buffer at_end("a\u4F60\u597D|", kills);
  at_end.transpose();
  CHECK(at_end.shown() == "a\u597D\u4F60|");
  Buffer within("ab|cd", kills);
  within.transpose();
  CHECK(within.shown() == "acb|d");
  Buffer at_begin("|ab", kills);
  at_begin.transpose();
  CHECK(at_begin.shown() == "|ab");
}

TEST_CASE("the cursor keeps its column from line to line") {
  KillRing kills;
  Buffer buffer("abcdef\n\u4F60\nuvwxyz|", kills);
  CHECK(buffer.move_line(Way::back));
  CHECK(buffer.shown() == "abcdef\n\u4F60|\nuvwxyz");
  CHECK(buffer.move_line(Way::back));
  CHECK(buffer.shown() == "abcdef|\n\u4F60\nuvwxyz");
  CHECK(!buffer.move_line(Way::back));
  buffer.move_character(Way::back);
  buffer.move_character(Way::back);
  buffer.move_character(Way::back);
  CHECK(buffer.move_line(Way::forward));
  CHECK(buffer.shown() == "abcdef\n\u4F60|\nuvwxyz");
  CHECK(buffer.move_line(Way::forward));
  CHECK(buffer.shown() == "abcdef\n\u4F60\nuvw|xyz");
  CHECK(!buffer.move_line(Way::forward));
}

TEST_CASE("letters typed in a row are undone word by word") {
  KillRing kills;
  Buffer buffer("|", kills);
  for (const char letter : std::string_view("ab cd")) buffer.insert(std::string(1, letter));
  CHECK(buffer.undo());
  CHECK(buffer.shown() == "ab|");
  CHECK(buffer.undo());
  CHECK(buffer.shown() == "|");
  CHECK(!buffer.undo());
}

TEST_CASE("any edits can be undone to the beginning, and no cluster is cut") {
  KillRing kills;
  std::uint32_t state = 11;
  const auto random = [&state](std::uint32_t below) {
    state = state * 1'664'525 + 1'013'904'223;
    return (state >> 16) % below;
  };
  const std::string_view pieces[] = {"a", " ", "\n", "\t", kAccents, kHan, kFamily, kFlag, "\u0301", "\xff"};
  for (int round = 0; round < 60; ++round) {
    EditBuffer buffer(kills);
    for (int step = 0; step < 120; ++step) {
      const Way way = random(2) == 0 ? Way::back : Way::forward;
      switch (random(10)) {
        case 0:
          buffer.move_character(way);
          break;
        case 1:
          buffer.move_word(way);
          break;
        case 2:
          buffer.move_line(way);
          break;
        case 3:
          buffer.delete_character(way);
          break;
        case 4:
          buffer.kill_word(way);
          break;
        case 5:
          buffer.yank();
          break;
        case 6:
          buffer.transpose();
          break;
        case 7:
          buffer.kill_line(way);
          break;
        default:
          buffer.insert(pieces[random(std::size(pieces))]);
      }
      REQUIRE(buffer.cursor() <= buffer.text().size());
      if (buffer.text().size() > 2'000) break;
    }
    while (buffer.undo()) {
    }
    REQUIRE(buffer.empty());
  }
}

}  // namespace cellar
