#include "shell/terminal/line_editor.h"

#include <langinfo.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <string_view>
#include <system_error>
#include <utility>

#include "shell/interrupt.h"

namespace cellar {

namespace {

constexpr int kHistoryLines = 2000;

// Reads characters for libedit, which would continue to read after a Ctrl-C.
int read_character(EditLine*, wchar_t* character) {
  std::mbstate_t state = {};
  for (;;) {
    if (!wait_readable(STDIN_FILENO)) return -1;
    char byte = 0;
    const ssize_t count = read(STDIN_FILENO, &byte, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return static_cast<int>(count);
    const std::size_t length = std::mbrtowc(character, &byte, 1, &state);
    if (length == static_cast<std::size_t>(-2)) continue;
    if (length == static_cast<std::size_t>(-1)) *character = L'?';
    return 1;
  }
}

char* prompt_text(EditLine* editor) {
  void* prompt = nullptr;
  el_get(editor, EL_CLIENTDATA, &prompt);
  return static_cast<std::string*>(prompt)->data();
}

// Statements are UTF-8, whatever the locale says.
void use_utf8() {
  std::setlocale(LC_CTYPE, "");
  if (std::strcmp(nl_langinfo(CODESET), "UTF-8") != 0) std::setlocale(LC_CTYPE, "C.UTF-8");
}

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

}  // namespace

LineEditor::LineEditor(std::filesystem::path history_file)
    : history_file_(std::move(history_file)),
      history_(history_init(), history_end),
      editor_(nullptr, el_end) {
  use_utf8();
  editor_.reset(el_init("cellar", stdin, stdout, stderr));
  HistEvent event = {};
  ::history(history_.get(), &event, H_SETSIZE, kHistoryLines);
  ::history(history_.get(), &event, H_SETUNIQUE, 1);
  if (!history_file_.empty()) ::history(history_.get(), &event, H_LOAD, history_file_.c_str());
  el_set(editor_.get(), EL_CLIENTDATA, static_cast<void*>(&prompt_));
  el_set(editor_.get(), EL_PROMPT, prompt_text);
  el_set(editor_.get(), EL_EDITOR, "emacs");
  el_set(editor_.get(), EL_SIGNAL, 0);
  el_set(editor_.get(), EL_GETCFN, read_character);
  el_set(editor_.get(), EL_HIST, ::history, history_.get());
  el_set(editor_.get(), EL_BIND, "^I", "ed-insert", nullptr);  // a tab that was typed or pasted is kept
  el_set(editor_.get(), EL_BIND, "^R", "em-inc-search-prev", nullptr);
  el_source(editor_.get(), nullptr);
}

LineEditor::~LineEditor() = default;

TypedLine LineEditor::read(const std::string& prompt) {
  prompt_ = prompt;
  forget_interrupt();
  // Before the prompt is shown, since the terminal would swallow a Ctrl-D.
  el_set(editor_.get(), EL_PREP_TERM, 1);
  int count = 0;
  const char* text = el_gets(editor_.get(), &count);
  if (interrupted()) {
    forget_interrupt();
    el_reset(editor_.get());
    return {TypedLine::Kind::dropped, {}};
  }
  if (text == nullptr || count <= 0) return {TypedLine::Kind::end, {}};
  std::string line(text, static_cast<std::size_t>(count));
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
  return {TypedLine::Kind::line, std::move(line)};
}

void LineEditor::remember(const std::string& line) {
  if (line.find_first_not_of(" \t") == line.npos) return;
  HistEvent event = {};
  ::history(history_.get(), &event, H_ENTER, line.c_str());
  if (!history_file_.empty()) ::history(history_.get(), &event, H_SAVE, history_file_.c_str());
}

std::vector<std::string> LineEditor::history() const {
  std::vector<std::string> lines;
  HistEvent event = {};
  for (int found = ::history(history_.get(), &event, H_LAST); found >= 0;
       found = ::history(history_.get(), &event, H_PREV)) {
    std::string line = event.str;
    while (!line.empty() && line.back() == '\n') line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

std::filesystem::path default_history_file() {
  if (std::getenv("CELLAR_HISTORY") != nullptr) return environment("CELLAR_HISTORY");
  if (const std::string_view state = environment("XDG_STATE_HOME"); !state.empty()) {
    const std::filesystem::path folder = std::filesystem::path(state) / "cellar";
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    return folder / "history";
  }
  const std::string_view home = environment("HOME");
  return home.empty() ? std::filesystem::path() : std::filesystem::path(home) / ".cellar_history";
}

}  // namespace cellar
