// Draws what is being typed, and changes on the terminal only what differs from what it drew before.
//
// In:      a Drawing, and the size of the terminal.
// Out:     the bytes to send. What is behind a cluster of several code points, whose width only the terminal knows, is
//          placed by writing the row from that cluster on. The drawing begins in the row of the cursor, at its left edge; what
//          is above stays. If it has more rows than the terminal, those around the cursor are shown.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "shell/editor/layout.h"

namespace cellar {

struct TerminalSize {
  std::size_t columns = 80;
  std::size_t rows = 24;

  bool operator==(const TerminalSize&) const = default;
};

class Screen {
 public:
  explicit Screen(bool colour) : colour_(colour) {}

  void set_size(TerminalSize size);
  TerminalSize size() const { return size_; }

  std::string draw(const Drawing& drawing);
  /// Draws all rows, without those below the text, and leaves the cursor in a fresh row.
  std::string finish(const Drawing& drawing);
  /// Takes the drawing off the terminal; the next one begins in its place.
  std::string erase();
  /// Empties the terminal; the next drawing begins in its first row.
  std::string clear_terminal();
  /// After the terminal has another size: the next drawing begins where this one began. Terminals break the rows anew
  /// that have become too long.
  std::string change_size(TerminalSize size);
  /// The cursor is in a fresh row, with nothing of ours below the last text.
  void begin_anew();

 private:
  void show_rows(std::vector<DrawnRow> rows, ScreenPlace cursor, std::string& bytes);
  void draw_row(std::size_t row, const DrawnRow& wanted, std::string& bytes);
  void write_cell(const DrawnCell& cell, std::string& bytes);
  void set_highlight(Highlight highlight, std::string& bytes);
  void move_to(ScreenPlace place, std::string& bytes);
  void move_to_row(std::size_t row, std::string& bytes);
  void move_to_column(std::size_t column, std::string& bytes);

  bool colour_;
  TerminalSize size_;
  std::vector<DrawnRow> rows_;      // on the terminal
  ScreenPlace place_;               // of the cursor, from the first row of the drawing
  bool is_behind_varying_ = false;  // a cell before the cursor has a width that only the terminal knows
  std::size_t top_ = 0;             // the first row of the layout that is shown
  Highlight highlight_ = Highlight::plain;
};

}  // namespace cellar
