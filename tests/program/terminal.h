// A program at a terminal of its own: keys in, screen out.
//
// In:      a program with its arguments, the size of the screen; then keys.
// Out:     the lines that a person would see, with their colours; the exit status.
// Refused: what has not appeared when the program has written nothing for a minute, or has ended, fails the test and shows
//          the screen.
//
// A test waits for what is to be seen and never for a time:
//
//     TerminalSession terminal({.arguments = {"db"}, .folder = folder});
//     terminal.wait_for_prompt();
//     CHECK(terminal.run("SELECT * FROM k.t;") == "...");    // what is shown between the statement and the next prompt
//     terminal.type("SEL");
//     terminal.press("Tab");
//     terminal.wait_for("SELECT ");
//     CHECK(terminal.run("EXIT", TerminalSession::Until::end) == "");
//     CHECK(terminal.wait_for_end() == 0);
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "terminal_screen.h"

struct TerminalStart {
  std::vector<std::string> arguments = {};
  std::filesystem::path folder = {};  // the program's working folder and home
  ScreenSize size = {};
  bool colours = false;  // else NO_COLOR is set
  /// Besides TERM, HOME, PATH and a UTF-8 locale. Nothing else is taken from the environment of the test.
  std::map<std::string, std::string> environment = {};
  std::string program = CELLAR_PROGRAM;
};

class TerminalSession {
 public:
  explicit TerminalSession(const TerminalStart& start);
  /// Kills the program if it has not ended.
  ~TerminalSession();
  TerminalSession(const TerminalSession&) = delete;
  TerminalSession& operator=(const TerminalSession&) = delete;

  /// Types text; a newline is the key Enter.
  void type(std::string_view text);
  /// Presses a key by its name: "Up", "Tab", "Ctrl-R", "Alt-B", "Enter" (TerminalScreen::press lists them).
  void press(std::string_view key);
  void paste(std::string_view text);
  /// Changes the size of the terminal; the program gets the signal.
  void resize(ScreenSize size);

  /// Waits until the text is on the screen, within one line of it. What was there before counts.
  void wait_for(std::string_view text);
  void wait_until_gone(std::string_view text);
  /// Waits until the cursor is behind a prompt on a line of its own: "cellar> ", "cellar:shop> ".
  void wait_for_prompt();
  /// Waits until `is_true` returns true for the screen. `what` is named if it does not.
  void wait_until(const std::string& what, const std::function<bool(const TerminalScreen&)>& is_true);
  /// Waits until the program has ended, and returns its exit status; 128 + signal if a signal ended it.
  int wait_for_end();

  /// Types a line and Enter, waits for the next prompt, and returns the lines between the two without blanks at their ends.
  /// The prompt must be there when it is called.
  std::string run(std::string_view line);

  /// Returns when the program has written nothing for a second. For those who write down what they see; a test waits for
  /// what it expects.
  void settle();

  const TerminalScreen& screen() const { return screen_; }
  /// Returns the lines on the screen, without blanks at their ends and without empty lines at its end.
  std::string text() const;
  /// The same with the lines that have scrolled off before them.
  std::string all_text() const;
  /// Returns the styles of a text's first appearance on the screen, from the last line upwards: "bold red", or
  /// "red, , blue" if it has several. Fails if it is not there.
  std::string style(std::string_view text);

  pid_t process() const { return process_; }

 private:
  void send(std::string_view bytes);
  /// Shows what the program writes next. Returns false if nothing came for a minute, or if it has closed the terminal.
  bool read_more();
  /// Takes what has been written by now.
  void catch_up();
  [[noreturn]] void give_up(const std::string& why);

  TerminalScreen screen_;
  pid_t process_ = -1;
  int terminal_ = -1;
  bool is_closed_ = false;
  std::size_t bytes_read_ = 0;  // of what the program has written
};
