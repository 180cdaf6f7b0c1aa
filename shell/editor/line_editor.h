// Reads statements that a person types, with editing over all their lines, a history and completion.
//
// In:      a prompt.
// Out:     a text of one or several lines that is complete, that it was dropped (Ctrl-C), or that the input has ended
//          (Ctrl-D). If the terminal cannot place its cursor, or the output is none, lines are read as
//          the terminal gives them.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shell/completion/completion.h"
#include "shell/editor/editing.h"
#include "shell/editor/history/history.h"
#include "shell/editor/screen.h"
#include "shell/editor/terminal.h"

namespace cellar {

struct TypedText {
  enum class Kind : std::uint8_t { text, dropped, end };
  Kind kind = Kind::end;
  std::string text{};  // without its last newline; at the end, what was typed before it
  /// It holds several statements, and was taken off the screen: each is to be shown before its answer.
  bool several = false;
  /// More was typed ahead, or pasted by a terminal that does not mark what is pasted.
  bool more_follows = false;
};

struct LineEditorOptions {
  std::filesystem::path history_file{};  // empty: no history is kept
  bool colour = false;
  bool can_place_cursor = false;  // the terminal; if not, lines are read as it gives them
  std::string external_editor{};  // a command; empty: vi or nano
  CompletionFunction complete{};
};

class LineEditor {
 public:
  explicit LineEditor(LineEditorOptions options);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  /// The language of hints, of the search and of what goes wrong; English at first.
  void set_language(Language language) { language_ = language; }
  TypedText read(const std::string& prompt);
  /// Reads one line that is no statement, such as the value of a parameter.
  TypedText read_line(const std::string& prompt);
  void remember(std::string_view statement) { history_.add(statement); }
  /// As EntryHistory::fault().
  std::optional<std::string> history_fault() const { return history_.fault(language_); }
  /// Oldest first.
  const std::vector<std::string>& history() const { return history_.entries(); }
  /// The next read() begins with this text.
  void begin_with(std::string text) { beginning_ = std::move(text); }

 private:
  TypedText read_keys(const std::string& prompt, bool any_line);
  TypedText read_plainly(const std::string& prompt);
  std::optional<TypedText> handle(TerminalEvent event, Editing& editing);
  std::optional<TypedText> carry_out(EditRequest request, Editing& editing);
  TypedText run(Editing& editing);
  TypedText drop(Editing& editing);
  void complete(Editing& editing);
  void edit_elsewhere(Editing& editing);
  void draw(const Editing& editing);

  LineEditorOptions options_;
  Language language_ = Language::english;
  EntryHistory history_;
  KillRing kills_;
  Screen screen_;
  std::unique_ptr<Terminal> terminal_;  // null: lines are read plainly
  std::string beginning_;
  /// What Tab has listed, and the candidate that it goes on with if it is pressed again.
  struct Listed {
    std::string text;
    std::size_t cursor = 0;
    std::size_t next = 0;
  };
  Listed listed_;
};

}  // namespace cellar
