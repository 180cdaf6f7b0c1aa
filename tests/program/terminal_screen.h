// The screen of a terminal, emulated: what a person would see.
//
// In:  the bytes that a program writes; keys by their names.
// Out: the lines on the screen and those that have scrolled off its top, with the colours of their cells; the bytes
//      that the terminal sends for a key, or of its own accord (the place of the cursor, when asked for it).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct ScreenSize {
  int rows = 24;
  int columns = 80;

  bool operator==(const ScreenSize&) const = default;
};

/// One column of a line. The second column of a wide character has no text.
struct ScreenCell {
  std::string text;   // a character with its combining marks; empty: nothing was written here
  std::string style;  // "bold red", "reverse", "black on bright yellow", "#80ff00"; empty: the terminal's own
};

using ScreenLine = std::vector<ScreenCell>;

class TerminalScreen {
 public:
  /// `send` takes what the terminal sends to the program.
  TerminalScreen(ScreenSize size, std::function<void(std::string_view)> send);
  ~TerminalScreen();
  TerminalScreen(const TerminalScreen&) = delete;
  TerminalScreen& operator=(const TerminalScreen&) = delete;

  /// Takes what the program has written.
  void show(std::string_view bytes);
  void resize(ScreenSize size);
  ScreenSize size() const;

  /// Sends UTF-8 text as if it were typed; a newline is the key Enter.
  void type(std::string_view text);
  /// Sends a key: Enter, Tab, Backspace, Escape, Up, Down, Left, Right, Insert, Delete, Home, End, PageUp, PageDown,
  /// F1 to F12, or a character; with Ctrl-, Alt- or Shift- before it. Returns false if there is no such key.
  bool press(std::string_view key);
  /// Sends text as a paste, between marks if the program has asked for marks.
  void paste(std::string_view text);

  /// Returns all lines, the oldest first: those that have scrolled off, then those on the screen.
  std::vector<ScreenLine> lines() const;
  /// Returns how many of the lines have scrolled off.
  std::size_t scrolled() const;
  /// The cursor's line among lines(), and its column.
  std::size_t cursor_line() const;
  std::size_t cursor_column() const;

 private:
  struct Emulation;
  std::unique_ptr<Emulation> emulation_;
};

/// Returns the text of a line without the blanks at its end. A column where nothing was written is a blank.
std::string text_of(const ScreenLine& line);
