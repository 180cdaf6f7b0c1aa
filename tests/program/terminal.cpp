#include "terminal.h"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <stdexcept>

namespace {

// A program that writes nothing for so long hangs, also on a loaded machine.
constexpr std::chrono::seconds kTimeToHang{60};
// A program that writes all this time, and not what is waited for, never does. A hundred statements, each durable by itself,
// may take minutes on a slow disk.
constexpr std::chrono::minutes kLongestWait{10};

winsize to_winsize(ScreenSize size) {
  winsize result = {};
  result.ws_row = static_cast<unsigned short>(size.rows);
  result.ws_col = static_cast<unsigned short>(size.columns);
  return result;
}

/// The environment of the program: nothing of the person who runs the tests but what a build needs.
std::vector<std::string> environment_of(const TerminalStart& start) {
  std::map<std::string, std::string> variables = {{"TERM", "xterm-256color"},
                                                  {"HOME", start.folder.string()},
                                                  {"LC_ALL", "C.UTF-8"},
                                                  {"PATH", "/usr/local/bin:/usr/bin:/bin"}};
  for (const char* kept : {"ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS", "TMPDIR"}) {
    if (const char* value = std::getenv(kept)) variables[kept] = value;
  }
  if (!start.colours) variables["NO_COLOR"] = "1";
  for (const auto& [name, value] : start.environment) variables[name] = value;
  std::vector<std::string> settings;
  for (const auto& [name, value] : variables) settings.push_back(name + "=" + value);
  return settings;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

bool is_prompt(std::string_view line) {
  return line == "cellar> " || (line.starts_with("cellar:") && line.ends_with("> "));
}

/// The text of a line before the cursor's column.
std::string before_cursor(const TerminalScreen& screen) {
  const ScreenLine line = screen.lines()[screen.cursor_line()];
  std::string text;
  for (std::size_t column = 0; column < screen.cursor_column() && column < line.size(); ++column) {
    text += line[column].text;
  }
  return text;
}

bool is_at_prompt(const TerminalScreen& screen) {
  const std::string typed = before_cursor(screen);
  // Behind the cursor there is nothing: else it is a line that is being edited.
  return is_prompt(typed) && text_of(screen.lines()[screen.cursor_line()]).size() <= typed.size();
}

std::string join(const std::vector<ScreenLine>& lines, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t line = begin; line < end && line < lines.size(); ++line)
    text += text_of(lines[line]) + "\n";
  while (text.ends_with("\n\n")) text.pop_back();
  return text == "\n" ? "" : text;
}

/// The style of each column from `first` on, as many as there are bytes of `text`; equal neighbours count once.
std::string styles_in(const ScreenLine& line, std::size_t first_byte, std::size_t bytes) {
  std::string styles;
  std::string last = "\n";
  std::size_t byte = 0;
  for (const ScreenCell& cell : line) {
    if (byte >= first_byte && byte < first_byte + bytes && cell.style != last) {
      styles += (last == "\n" ? "" : ", ") + cell.style;
      last = cell.style;
    }
    byte += cell.text.size();
  }
  return styles;
}

}  // namespace

TerminalSession::TerminalSession(const TerminalStart& start)
    : screen_(start.size, [this](std::string_view bytes) { send(bytes); }) {
  winsize size = to_winsize(start.size);
  std::vector<std::string> arguments{start.program};
  arguments.insert(arguments.end(), start.arguments.begin(), start.arguments.end());
  std::vector<std::string> environment = environment_of(start);
  const std::vector<char*> argv = pointers_to(arguments);
  const std::vector<char*> envp = pointers_to(environment);
  process_ = forkpty(&terminal_, nullptr, nullptr, &size);
  if (process_ < 0) throw std::runtime_error("cannot start a terminal");
  if (process_ > 0) return;
  if (chdir(start.folder.c_str()) != 0) _exit(126);
  execve(start.program.c_str(), argv.data(), envp.data());
  _exit(127);
}

TerminalSession::~TerminalSession() {
  close(terminal_);
  if (process_ > 0) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
}

void TerminalSession::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(terminal_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) give_up("the terminal takes no more keys");
    bytes.remove_prefix(static_cast<std::size_t>(count));
    if (!bytes.empty()) catch_up();  // else neither side could write any more
  }
}

void TerminalSession::type(std::string_view text) { screen_.type(text); }

void TerminalSession::press(std::string_view key) {
  if (!screen_.press(key)) give_up("there is no key " + std::string(key));
}

void TerminalSession::paste(std::string_view text) { screen_.paste(text); }

void TerminalSession::resize(ScreenSize size) {
  catch_up();
  screen_.resize(size);
  const winsize window = to_winsize(size);
  if (ioctl(terminal_, TIOCSWINSZ, &window) != 0) give_up("the terminal cannot be resized");
}

bool TerminalSession::read_more() {
  pollfd request = {terminal_, POLLIN, 0};
  int ready = 0;
  do {
    ready = poll(&request, 1, std::chrono::milliseconds(kTimeToHang).count());
  } while (ready < 0 && errno == EINTR);
  if (ready <= 0) return false;
  char piece[65536];
  const ssize_t count = read(terminal_, piece, sizeof piece);
  is_closed_ = count <= 0;
  if (is_closed_) return false;
  bytes_read_ += static_cast<std::size_t>(count);
  screen_.show({piece, static_cast<std::size_t>(count)});
  return true;
}

/// Reads what the program has written so far. That is at most what the system keeps for a terminal: a program that goes on
/// to write, as fast as it is read, must not keep the test from its next key.
void TerminalSession::catch_up() {
  constexpr std::size_t kMostKept = 1 << 20;
  const std::size_t end = bytes_read_ + kMostKept;
  pollfd request = {terminal_, POLLIN, 0};
  while (!is_closed_ && bytes_read_ < end && poll(&request, 1, 0) > 0 && read_more()) {
  }
}

void TerminalSession::settle() {
  pollfd request = {terminal_, POLLIN, 0};
  while (!is_closed_ && poll(&request, 1, 1000) > 0 && read_more()) {
  }
}

void TerminalSession::give_up(const std::string& why) {
  const std::string shown = all_text();
  FAIL(why << (is_closed_ ? " (the program has ended)" : "") << "; on the screen:\n" << shown);
  throw std::logic_error("not reached");
}

void TerminalSession::wait_until(const std::string& what,
                                 const std::function<bool(const TerminalScreen&)>& is_true) {
  const auto ends_at = std::chrono::steady_clock::now() + kLongestWait;
  catch_up();
  while (!is_true(screen_)) {
    if (std::chrono::steady_clock::now() > ends_at || !read_more()) give_up("there is never " + what);
  }
}

void TerminalSession::wait_for(std::string_view text) {
  wait_until("\"" + std::string(text) + "\"", [&](const TerminalScreen&) {
    return this->text().find(text) != std::string::npos || before_cursor(screen_).ends_with(text);
  });
}

void TerminalSession::wait_until_gone(std::string_view text) {
  wait_until("a screen without \"" + std::string(text) + "\"",
             [&](const TerminalScreen&) { return this->text().find(text) == std::string::npos; });
}

void TerminalSession::wait_for_prompt() { wait_until("a prompt", is_at_prompt); }

int TerminalSession::wait_for_end() {
  while (read_more()) {
  }
  if (!is_closed_) give_up("the program does not end");
  int status = 0;
  waitpid(std::exchange(process_, -1), &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string TerminalSession::run(std::string_view line) {
  wait_for_prompt();
  const std::size_t typed_at = screen_.cursor_line();
  const std::string prompt = before_cursor(screen_);
  type(line);
  // The echo may need several lines, and is complete before Enter is typed: so the answer is told from it.
  const ScreenSize size = screen_.size();
  const std::size_t columns = static_cast<std::size_t>(size.columns);
  wait_until("\"" + std::string(line) + "\"", [&](const TerminalScreen& screen) {
    const std::vector<ScreenLine> lines = screen.lines();
    std::string echo;
    for (std::size_t at = typed_at; at <= screen.cursor_line(); ++at) {
      for (const ScreenCell& cell : lines[at]) echo += cell.text;
    }
    return echo.starts_with(prompt + std::string(line));
  });
  const std::size_t echoed_to = screen_.cursor_line() - (screen_.cursor_column() == 0 && columns > 0 ? 1 : 0);
  press("Enter");
  wait_until("a prompt behind the answer", [&](const TerminalScreen& screen) {
    return screen.cursor_line() > echoed_to && is_at_prompt(screen);
  });
  return join(screen_.lines(), echoed_to + 1, screen_.cursor_line());
}

std::string TerminalSession::text() const {
  const std::vector<ScreenLine> lines = screen_.lines();
  return join(lines, screen_.scrolled(), lines.size());
}

std::string TerminalSession::all_text() const {
  const std::vector<ScreenLine> lines = screen_.lines();
  return join(lines, 0, lines.size());
}

std::string TerminalSession::style(std::string_view text) {
  const std::vector<ScreenLine> lines = screen_.lines();
  for (std::size_t line = lines.size(); line-- > screen_.scrolled();) {
    const std::size_t found = text_of(lines[line]).find(text);
    if (found != std::string::npos) return styles_in(lines[line], found, text.size());
  }
  give_up("there is no \"" + std::string(text) + "\"");
}
