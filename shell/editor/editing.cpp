#include "shell/editor/editing.h"

#include <utility>

#include "shell/editor/open_part.h"
#include "shell/editor/syntax_highlights.h"

namespace cellar {

namespace {

bool is_control(const Key& key, std::string_view letter) {
  return key.name == KeyName::text && key.control && !key.alt && key.text == letter;
}

/// Returns the bytes that a key sends, for a key that is typed behind Ctrl-V.
std::string literal_of(const Key& key) {
  switch (key.name) {
    case KeyName::text:
      if (key.control && key.text.size() == 1)
        return std::string(1, static_cast<char>(key.text.front() & 0x1F));
      return key.text;
    case KeyName::tab:
      return "\t";
    case KeyName::enter:
      return "\n";
    default:
      return key.text;
  }
}

}  // namespace

Editing::Editing(std::string prompt, const std::vector<std::string>& history, KillRing& kills,
                 Language language)
    : prompt_(std::move(prompt)), history_(history), language_(language), buffer_(kills), walk_(history) {}

EditRequest Editing::press(const Key& key) {
  notes_.clear();
  if (std::exchange(takes_literally_, false)) {
    buffer_.insert(literal_of(key));
    return EditRequest::none;
  }
  if (search_) {
    if (const std::optional<EditRequest> request = press_in_search(key)) return *request;
  }
  if (std::exchange(behind_prefix_, false)) return press_behind_prefix(key);
  if (is_control(key, "x")) {
    behind_prefix_ = true;
    return EditRequest::none;
  }
  if (is_control(key, "v")) {
    takes_literally_ = true;
    return EditRequest::none;
  }
  return press_plain(key);
}

EditRequest Editing::press_behind_prefix(const Key& key) {
  if (is_control(key, "e")) return EditRequest::edit_outside;
  if (is_control(key, "u") || is_control(key, "_")) buffer_.undo();
  return EditRequest::none;
}

EditRequest Editing::enter() {
  if (takes_any_line_) return EditRequest::run;
  const std::string& text = buffer_.text();
  const OpenPart part = open_at_end(text);
  if (part.unfinished == Unfinished::nothing) return EditRequest::run;
  const std::size_t begin = line_begin(text, buffer_.cursor());
  const std::string line = text.substr(begin, line_end(text, buffer_.cursor()) - begin);
  if (wants_hint(line, part)) notes_.emplace_back(hint_of(part, language_));
  buffer_.insert("\n");
  return EditRequest::none;
}

/// One edit. A paste is not run by itself, even if it ends with a newline.
EditRequest Editing::paste(std::string_view text) {
  buffer_.replace(buffer_.cursor(), buffer_.cursor(), text);
  if (takes_any_line_) return EditRequest::none;
  std::string note = note_after_paste(buffer_.text(), text, language_);
  if (!note.empty()) notes_.push_back(std::move(note));
  return EditRequest::none;
}

EditRequest Editing::leave_or_delete() {
  if (buffer_.empty()) return EditRequest::leave;
  buffer_.delete_character(Way::forward);
  return EditRequest::none;
}

bool Editing::show_entry(HistoryWay way) {
  std::optional<std::string> entry = walk_.step(way, buffer_.text());
  if (!entry) return false;
  buffer_.start_anew(*entry, entry->size());
  return true;
}

EditRequest Editing::show_older() {
  show_entry(HistoryWay::older);
  return EditRequest::none;
}

EditRequest Editing::show_newer() {
  show_entry(HistoryWay::newer);
  return EditRequest::none;
}

EditRequest Editing::move_up() { return buffer_.move_line(Way::back) ? EditRequest::none : show_older(); }

EditRequest Editing::move_down() {
  return buffer_.move_line(Way::forward) ? EditRequest::none : show_newer();
}

EditRequest Editing::search_older() { return begin_search(HistoryWay::older); }

EditRequest Editing::search_newer() { return begin_search(HistoryWay::newer); }

EditRequest Editing::begin_search(HistoryWay way) {
  text_before_search_ = buffer_.text();
  cursor_before_search_ = buffer_.cursor();
  search_.emplace(history_, way, language_);
  return EditRequest::none;
}

void Editing::show_match() {
  const std::optional<HistorySearch::Match>& match = search_->match();
  if (match) {
    buffer_.start_anew(history_[match->entry], match->begin);
  } else {
    buffer_.start_anew(text_before_search_, cursor_before_search_);
  }
}

/// Returns nothing if the key ends the search and then does what it does elsewhere.
std::optional<EditRequest> Editing::press_in_search(const Key& key) {
  if (is_control(key, "r") || is_control(key, "s")) {
    search_->again(key.text == "r" ? HistoryWay::older : HistoryWay::newer);
  } else if (key.name == KeyName::backspace && !key.alt) {
    search_->take_back();
  } else if ((key.name == KeyName::text && !key.control && !key.alt) || key.name == KeyName::pasted) {
    search_->add(key.text);
  } else if (is_control(key, "g") || is_control(key, "c")) {
    search_.reset();
    buffer_.start_anew(text_before_search_, cursor_before_search_);
    // Ctrl-C leaves the line, too, as it does in readline.
    return key.text == "g" ? std::optional(EditRequest::none) : std::nullopt;
  } else {
    // The entry is now what is walked from; what was typed before stays behind the newest entry.
    const std::optional<HistorySearch::Match> match = search_->match();
    search_.reset();
    if (match) {
      const std::string entry = walk_.jump(match->entry, text_before_search_);
      buffer_.start_anew(entry, match->begin);
    }
    if (key.name == KeyName::escape) return EditRequest::none;
    return std::nullopt;
  }
  show_match();
  return EditRequest::none;
}

Drawing Editing::drawing(bool colour) const {
  Drawing drawing{.prompts = {}, .text = buffer_.text(), .cursor = buffer_.cursor()};
  drawing.prompts.push_back(search_ ? search_->prompt() : prompt_);
  if (buffer_.text().find('\n') != std::string::npos) {
    const std::vector<OpenPart> parts = open_parts(buffer_.text());
    for (std::size_t line = 1; line + 1 < parts.size(); ++line) {
      drawing.prompts.push_back(continuation_prompt(prompt_, parts[line]));
    }
  }
  if (search_ && search_->match()) {
    drawing.highlights.push_back({search_->match()->begin, search_->match()->end, Highlight::found});
  } else if (colour) {
    drawing.highlights = syntax_highlights(buffer_.text());
  }
  drawing.below = notes_;
  return drawing;
}

}  // namespace cellar
