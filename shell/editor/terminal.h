// The terminal that a person types at: its modes, its size, its keys.
//
// In:      bytes to show.
// Out:     keys one by one, and what else happens while one is waited for. While nothing is read, the terminal is as it
//          was found, so that a program or another part of the shell may read lines from it. It is so again
//          when the object ends, and before a signal ends the process.
// Refused: nothing.
#pragma once

#include <termios.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "shell/editor/keys.h"
#include "shell/editor/screen.h"

namespace cellar {

enum class TerminalEvent : std::uint8_t {
  resized,
  continued,    // after it was suspended
  interrupted,  // by a signal from elsewhere
  closed,       // the end of the input
};

class Terminal {
 public:
  Terminal();
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// Switches to the mode in which keys come one by one, unchanged, and are not echoed.
  void begin_keys();
  void end_keys();
  /// As after end_keys(), but what was typed ahead is neither echoed nor changed.
  void end_keys_quietly();

  std::variant<Key, TerminalEvent> next();
  /// Returns true if more was typed or pasted, or comes within the time.
  bool has_more(int milliseconds = 0) const;
  TerminalSize size() const;
  void show(std::string_view bytes);
  /// Stops the process as Ctrl-Z does, and returns when it goes on.
  void suspend();

 private:
  /// Returns nothing once a byte can be read, or once an Escape has waited long enough for the key behind it.
  std::optional<TerminalEvent> wait() const;
  void set(const termios& mode) const;

  KeyDecoder decoder_;
  termios found_ = {};
  bool is_known_ = false;
};

}  // namespace cellar
