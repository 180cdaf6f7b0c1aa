// The text that is being typed, with a cursor: what each editing key does to it.
//
// In:      edits and moves. Text is UTF-8; moves and deletions take whole grapheme clusters.
// Out:     the text, and the cursor as a byte position. Each edit can be undone; letters typed in a row are one edit.
//          What is killed comes back by yank(): kills in a row are one piece.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cellar {

/// What was killed, newest last; outlives the buffers.
class KillRing {
 public:
  /// Adds a piece, or adds to the newest one.
  void add(std::string_view text, bool to_newest, bool in_front);
  /// Returns the piece that was killed `back` before the newest one; empty if there is none.
  std::string_view piece(std::size_t back) const;
  std::size_t size() const { return pieces_.size(); }

 private:
  std::vector<std::string> pieces_;
};

class EditBuffer {
 public:
  explicit EditBuffer(KillRing& kills) : kills_(&kills) {}

  const std::string& text() const { return text_; }
  std::size_t cursor() const { return cursor_; }
  bool empty() const { return text_.empty(); }

  void insert(std::string_view text);
  /// Replaces a part by a text, with the cursor behind it.
  void replace(std::size_t begin, std::size_t end, std::string_view text);
  /// Puts another text in the place of all: one edit.
  void set(std::string_view text);
  /// Forgets what can be undone.
  void start_anew(std::string_view text, std::size_t cursor);
  bool undo();

  enum class Way : std::uint8_t { back, forward };
  void move_character(Way way);
  void move_word(Way way);
  /// Moves to the beginning or the end of the cursor's line.
  void move_line_edge(Way way);
  void move_text_edge(Way way);
  /// Moves to the line above or below, at the same column if it has one. Returns false if there is no such line.
  bool move_line(Way way);
  void place(std::size_t cursor);

  void delete_character(Way way);
  void kill_word(Way way);
  void kill_blank_word();  // back to a blank
  void kill_line(Way way);
  void yank();
  /// After a yank: puts the piece killed before in its place. Returns false if the last key was no yank.
  bool yank_previous();
  void transpose();
  enum class Letters : std::uint8_t { upper, lower, capital };
  /// Changes the letters of the word at the cursor or behind it.
  void change_word(Letters letters);

 private:
  struct Edit {
    std::size_t begin = 0;
    std::string removed;
    std::size_t inserted = 0;  // bytes
    std::size_t cursor = 0;    // before the edit
  };
  enum class Last : std::uint8_t { other, typed, killed, yanked, moved_line };

  void change(std::size_t begin, std::size_t end, std::string_view text);
  void kill(std::size_t begin, std::size_t end);
  void move_to(std::size_t cursor);
  std::size_t word_edge(Way way) const;

  KillRing* kills_;
  std::string text_;
  std::size_t cursor_ = 0;
  std::vector<Edit> edits_;
  Last last_ = Last::other;
  std::size_t wanted_column_ = 0;  // of moves from line to line
  std::size_t yank_begin_ = 0;
  std::size_t yank_back_ = 0;
};

/// Return the beginning and the end of the line that holds a position; the end is that of its text, before its newline.
std::size_t line_begin(std::string_view text, std::size_t position);
std::size_t line_end(std::string_view text, std::size_t position);

}  // namespace cellar
