// The prompt, as the bytes that it writes to a terminal. tests/program/terminal.h shows what a person sees of them.
//
// In:      keys.
// Out:     the bytes that the program writes, up to a text that a test waits for; the exit status.
// Refused: a text that does not come within a minute fails the test.
#pragma once

#include <sys/types.h>

#include <string>

#include "run_program.h"

/// The program with a terminal of its own, typed to from here.
class PromptTerminal {
 public:
  enum class Colours { no, yes };

  /// A null `kind` leaves TERM unset.
  explicit PromptTerminal(const ScratchFolder& folder, Colours colours = Colours::no,
                          const char* kind = "xterm");
  ~PromptTerminal();
  PromptTerminal(const PromptTerminal&) = delete;
  PromptTerminal& operator=(const PromptTerminal&) = delete;

  /// Types, then reads until `text` is on the screen; returns what was read since the last time.
  std::string type(const std::string& keys, const std::string& text);
  std::string wait_for(const std::string& text);
  /// Returns whether `text` is on the screen by now.
  bool shows(const std::string& text);
  /// Waits until the first prompt, and uses a new keyspace k.
  void use_keyspace();
  int leave(const std::string& keys);

 private:
  bool read_more(int wait = 60'000);  // milliseconds: then the program hangs

  pid_t child_ = -1;
  int terminal_ = -1;
  bool is_closed_ = false;  // by the program
  std::string screen_;
};

inline const std::string kInterrupt = "\x03";
inline const std::string kEnd = "\x04";
