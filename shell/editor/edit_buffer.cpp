#include "shell/editor/edit_buffer.h"

#include <algorithm>
#include <utility>

#include "shell/editor/graphemes.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kKeptKills = 30;
constexpr std::size_t kKeptEdits = 2'000;

/// All characters beyond ASCII count as letters.
bool is_word_byte(char byte) {
  return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
         byte == '_' || (static_cast<unsigned char>(byte) & 0x80) != 0;
}

bool is_blank_byte(char byte) { return byte == ' ' || byte == '\t' || byte == '\n'; }

/// Returns the position in the line from `begin` on that is nearest to a column, at the edge of a cluster.
std::size_t position_at_column(std::string_view text, std::size_t begin, std::size_t wanted) {
  const std::size_t end = line_end(text, begin);
  std::size_t column = 0;
  std::size_t position = begin;
  while (position < end && column < wanted) {
    const std::size_t next = std::min(next_grapheme(text, position), end);
    column += grapheme_columns(text.substr(position, next - position), column);
    if (column > wanted) break;
    position = next;
  }
  return position;
}

}  // namespace

std::size_t line_begin(std::string_view text, std::size_t position) {
  if (position == 0) return 0;
  const std::size_t newline = text.rfind('\n', position - 1);
  return newline == text.npos ? 0 : newline + 1;
}

std::size_t line_end(std::string_view text, std::size_t position) {
  return std::min(text.find('\n', position), text.size());
}

void KillRing::add(std::string_view text, bool to_newest, bool in_front) {
  if (to_newest && !pieces_.empty()) {
    pieces_.back().insert(in_front ? 0 : pieces_.back().size(), text);
    return;
  }
  pieces_.emplace_back(text);
  if (pieces_.size() > kKeptKills) pieces_.erase(pieces_.begin());
}

std::string_view KillRing::piece(std::size_t back) const {
  return pieces_.empty() ? std::string_view() : pieces_[pieces_.size() - 1 - back % pieces_.size()];
}

void EditBuffer::change(std::size_t begin, std::size_t end, std::string_view text) {
  edits_.push_back({begin, text_.substr(begin, end - begin), text.size(), cursor_});
  if (edits_.size() > kKeptEdits) edits_.erase(edits_.begin());
  text_.replace(begin, end - begin, text);
  cursor_ = begin + text.size();
  last_ = Last::other;
}

void EditBuffer::insert(std::string_view text) {
  if (text.empty()) return;
  const bool goes_on = last_ == Last::typed && !edits_.empty() && !is_blank_byte(text.front()) &&
                       edits_.back().begin + edits_.back().inserted == cursor_;
  if (goes_on) {
    text_.insert(cursor_, text);
    edits_.back().inserted += text.size();
    cursor_ += text.size();
  } else {
    change(cursor_, cursor_, text);
  }
  last_ = Last::typed;
}

void EditBuffer::replace(std::size_t begin, std::size_t end, std::string_view text) {
  change(begin, end, text);
}

void EditBuffer::set(std::string_view text) { change(0, text_.size(), text); }

void EditBuffer::start_anew(std::string_view text, std::size_t cursor) {
  text_ = text;
  cursor_ = std::min(cursor, text_.size());
  edits_.clear();
  last_ = Last::other;
}

bool EditBuffer::undo() {
  last_ = Last::other;
  if (edits_.empty()) return false;
  const Edit edit = std::move(edits_.back());
  edits_.pop_back();
  text_.replace(edit.begin, edit.inserted, edit.removed);
  cursor_ = edit.cursor;
  return true;
}

void EditBuffer::move_to(std::size_t cursor) {
  cursor_ = cursor;
  last_ = Last::other;
}

void EditBuffer::place(std::size_t cursor) { move_to(grapheme_edge(text_, cursor)); }

void EditBuffer::move_character(Way way) {
  move_to(way == Way::back ? previous_grapheme(text_, cursor_) : next_grapheme(text_, cursor_));
}

std::size_t EditBuffer::word_edge(Way way) const {
  std::size_t position = cursor_;
  if (way == Way::back) {
    while (position > 0 && !is_word_byte(text_[position - 1])) --position;
    while (position > 0 && is_word_byte(text_[position - 1])) --position;
  } else {
    while (position < text_.size() && !is_word_byte(text_[position])) ++position;
    while (position < text_.size() && is_word_byte(text_[position])) ++position;
  }
  return position;
}

void EditBuffer::move_word(Way way) { move_to(word_edge(way)); }

void EditBuffer::move_line_edge(Way way) {
  move_to(way == Way::back ? line_begin(text_, cursor_) : line_end(text_, cursor_));
}

void EditBuffer::move_text_edge(Way way) { move_to(way == Way::back ? 0 : text_.size()); }

bool EditBuffer::move_line(Way way) {
  const std::size_t begin = line_begin(text_, cursor_);
  const std::size_t end = line_end(text_, cursor_);
  if (way == Way::back ? begin == 0 : end == text_.size()) return false;
  if (last_ != Last::moved_line) {
    wanted_column_ = shown_columns(std::string_view(text_).substr(begin, cursor_ - begin));
  }
  const std::size_t target = way == Way::back ? line_begin(text_, begin - 1) : end + 1;
  move_to(position_at_column(text_, target, wanted_column_));
  last_ = Last::moved_line;
  return true;
}

void EditBuffer::delete_character(Way way) {
  const std::size_t edge =
      way == Way::back ? previous_grapheme(text_, cursor_) : next_grapheme(text_, cursor_);
  if (edge != cursor_) change(std::min(edge, cursor_), std::max(edge, cursor_), {});
}

void EditBuffer::kill(std::size_t begin, std::size_t end) {
  if (begin == end) return;
  kills_->add(std::string_view(text_).substr(begin, end - begin), last_ == Last::killed, end == cursor_);
  change(begin, end, {});
  last_ = Last::killed;
}

void EditBuffer::kill_word(Way way) {
  const std::size_t edge = word_edge(way);
  kill(std::min(edge, cursor_), std::max(edge, cursor_));
}

void EditBuffer::kill_blank_word() {
  std::size_t begin = cursor_;
  while (begin > 0 && is_blank_byte(text_[begin - 1])) --begin;
  while (begin > 0 && !is_blank_byte(text_[begin - 1])) --begin;
  kill(begin, cursor_);
}

/// At the edge of a line its newline goes, too.
void EditBuffer::kill_line(Way way) {
  if (way == Way::back) {
    const std::size_t begin = line_begin(text_, cursor_);
    kill(begin == cursor_ && begin > 0 ? begin - 1 : begin, cursor_);
  } else {
    const std::size_t end = line_end(text_, cursor_);
    kill(cursor_, end == cursor_ && end < text_.size() ? end + 1 : end);
  }
}

void EditBuffer::yank() {
  if (kills_->size() == 0) return;
  yank_begin_ = cursor_;
  yank_back_ = 0;
  change(cursor_, cursor_, kills_->piece(0));
  last_ = Last::yanked;
}

bool EditBuffer::yank_previous() {
  if (last_ != Last::yanked) return false;
  ++yank_back_;
  change(yank_begin_, cursor_, kills_->piece(yank_back_));
  last_ = Last::yanked;
  return true;
}

/// The characters at both sides of the cursor; at the end of a line, the last two of it.
void EditBuffer::transpose() {
  const std::size_t begin = line_begin(text_, cursor_);
  const std::size_t middle =
      cursor_ == line_end(text_, cursor_) ? previous_grapheme(text_, cursor_) : cursor_;
  if (middle <= begin) return;
  const std::size_t first = previous_grapheme(text_, middle);
  const std::size_t end = next_grapheme(text_, middle);
  change(first, end, text_.substr(middle, end - middle) + text_.substr(first, middle - first));
}

void EditBuffer::change_word(Letters letters) {
  const std::size_t end = word_edge(Way::forward);
  std::string word = text_.substr(cursor_, end - cursor_);
  switch (letters) {
    case Letters::upper:
      word = to_upper(word);
      break;
    case Letters::lower:
      word = to_lower(word);
      break;
    case Letters::capital: {
      word = to_lower(word);
      const auto first = std::ranges::find_if(word, is_word_byte);
      if (first != word.end()) *first = to_upper(std::string_view(&*first, 1)).front();
      break;
    }
  }
  change(cursor_, end, word);
}

}  // namespace cellar
