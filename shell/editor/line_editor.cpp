#include "shell/editor/line_editor.h"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "shell/editor/candidate_list.h"
#include "shell/editor/external_editor.h"
#include "shell/editor/interrupt.h"
#include "shell/editor/open_part.h"
#include "shell/editor/plain_lines.h"

namespace cellar {

namespace {

// Bracketed paste: the terminal marks what is pasted.
constexpr std::string_view kMarkPastes = "\x1b[?2004h";
constexpr std::string_view kDoNotMarkPastes = "\x1b[?2004l";
// A tab is part of a paste if more follows it within this time; a person who waits for candidates types nothing.
constexpr int kTabWait = 15;  // milliseconds

bool is_terminal() { return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0; }

}  // namespace

LineEditor::LineEditor(LineEditorOptions options)
    : options_(std::move(options)), history_(options_.history_file), screen_(options_.colour) {
  if (options_.can_place_cursor && is_terminal()) terminal_ = std::make_unique<Terminal>();
}

LineEditor::~LineEditor() = default;

TypedText LineEditor::read(const std::string& prompt) {
  forget_interrupt();
  history_.refresh();
  return terminal_ != nullptr ? read_keys(prompt, false) : read_plainly(prompt);
}

TypedText LineEditor::read_line(const std::string& prompt) {
  forget_interrupt();
  return terminal_ != nullptr ? read_keys(prompt, true) : read_plain_lines(prompt, language_, true);
}

TypedText LineEditor::read_plainly(const std::string& prompt) {
  if (!beginning_.empty()) show_plainly(std::exchange(beginning_, {}) + '\n');  // it cannot be edited
  return read_plain_lines(prompt, language_);
}

TypedText LineEditor::read_keys(const std::string& prompt, bool any_line) {
  // Before the prompt is shown, since the terminal would swallow a Ctrl-D.
  terminal_->begin_keys();
  Editing editing(prompt, history_.entries(), kills_, language_);
  listed_ = {};
  if (any_line) {
    editing.take_any_line();
  } else {
    editing.set_text(std::exchange(beginning_, {}));
  }
  screen_.begin_anew();
  screen_.set_size(terminal_->size());
  terminal_->show(kMarkPastes);  // before the prompt invites to paste
  draw(editing);
  for (;;) {
    const std::variant<Key, TerminalEvent> next = terminal_->next();
    const Key* key = std::get_if<Key>(&next);
    std::optional<TypedText> typed = key == nullptr ? handle(std::get<TerminalEvent>(next), editing)
                                                    : carry_out(editing.press(*key), editing);
    if (typed) {
      typed->more_follows = terminal_->has_more();
      typed->more_follows ? terminal_->end_keys_quietly() : terminal_->end_keys();
      return *std::move(typed);
    }
    if (!terminal_->has_more()) draw(editing);
  }
}

void LineEditor::draw(const Editing& editing) {
  terminal_->show(screen_.draw(editing.drawing(options_.colour)));
}

std::optional<TypedText> LineEditor::handle(TerminalEvent event, Editing& editing) {
  switch (event) {
    case TerminalEvent::resized:
      terminal_->show(screen_.change_size(terminal_->size()));
      break;
    case TerminalEvent::continued:
      terminal_->begin_keys();
      screen_.begin_anew();
      terminal_->show(fmt::format("\r\n{}", kMarkPastes));
      break;
    case TerminalEvent::interrupted:
      return drop(editing);
    case TerminalEvent::closed:
      return TypedText{.kind = TypedText::Kind::end, .text = editing.text()};
  }
  return std::nullopt;
}

std::optional<TypedText> LineEditor::carry_out(EditRequest request, Editing& editing) {
  switch (request) {
    case EditRequest::none:
      break;
    case EditRequest::run:
      return run(editing);
    case EditRequest::drop:
      return drop(editing);
    case EditRequest::leave:
      terminal_->show(kDoNotMarkPastes);
      return TypedText{};
    case EditRequest::suspend:
      draw(editing);
      terminal_->show(kDoNotMarkPastes);
      terminal_->show(screen_.finish(editing.drawing(options_.colour)));
      terminal_->suspend();
      screen_.set_size(terminal_->size());
      terminal_->show(kMarkPastes);
      break;
    case EditRequest::clear_terminal:
      terminal_->show(screen_.clear_terminal());
      break;
    case EditRequest::edit_outside:
      edit_elsewhere(editing);
      break;
    case EditRequest::complete:
      complete(editing);
      break;
  }
  return std::nullopt;
}

TypedText LineEditor::run(Editing& editing) {
  TypedText typed{.kind = TypedText::Kind::text, .text = editing.text()};
  typed.several = count_statements(typed.text) > 1;
  editing.set_notes({});
  terminal_->show(kDoNotMarkPastes);
  terminal_->show(typed.several ? screen_.erase() : screen_.finish(editing.drawing(options_.colour)));
  return typed;
}

TypedText LineEditor::drop(Editing& editing) {
  forget_interrupt();
  editing.set_notes({});
  editing.move_to_end();
  draw(editing);
  terminal_->show(kDoNotMarkPastes);
  terminal_->show("^C\r\n");
  return {.kind = TypedText::Kind::dropped};
}

void LineEditor::complete(Editing& editing) {
  if (!options_.complete || terminal_->has_more(kTabWait)) return editing.insert("\t");
  const std::string& text = editing.text();
  const Completions completions = options_.complete(text, editing.cursor());
  const std::string typed = text.substr(completions.begin, editing.cursor() - completions.begin);
  const std::string wanted = replacement(completions, text, editing.cursor());
  if (wanted != typed) return editing.replace(completions.begin, editing.cursor(), wanted);
  if (completions.candidates.size() < 2) return;
  const bool is_listed = listed_.text == text && listed_.cursor == editing.cursor();
  CandidateList page =
      list_candidates(completions.candidates, is_listed ? listed_.next : 0, screen_.size(), language_);
  listed_ = {text, editing.cursor(), page.next};
  editing.set_notes(std::move(page.lines));
}

void LineEditor::edit_elsewhere(Editing& editing) {
  terminal_->show(screen_.erase());
  terminal_->show(kDoNotMarkPastes);
  terminal_->end_keys();
  const std::variant<std::string, EditorFailure> saved =
      edit_outside(editing.text(), options_.external_editor, language_);
  terminal_->begin_keys();
  screen_.set_size(terminal_->size());
  terminal_->show(kMarkPastes);
  if (const auto* text = std::get_if<std::string>(&saved)) {
    editing.set_text(*text);
  } else {
    editing.set_notes({"-- " + std::get<EditorFailure>(saved).reason});
  }
}

}  // namespace cellar
