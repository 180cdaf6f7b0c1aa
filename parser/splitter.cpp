#include "parser/splitter.h"

#include <algorithm>

namespace cellar {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_blank(char character) {
  return character == ' ' || character == '\t' || character == '\n' || character == '\r';
}

bool is_word_character(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || character == '_';
}

bool is_word(std::string_view text, std::string_view lower_case) {
  return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                    [](char left, char right) { return (left | 0x20) == right; });
}

}  // namespace

void Splitter::feed(std::string_view piece) { buffer_ += piece; }

std::optional<ScriptStatement> Splitter::next() { return scan(false); }

std::optional<ScriptStatement> Splitter::finish() {
  if (std::optional<ScriptStatement> whole = scan(true)) return whole;
  if (!in_statement_ && inside_ != Inside::block_comment) return std::nullopt;
  begin_statement();
  std::size_t end = buffer_.size();
  while (end > begin_ && is_blank(buffer_[end - 1])) --end;
  ScriptStatement rest = take(end, false);
  clear();
  return rest;
}

Unfinished Splitter::unfinished() const {
  if (inside_ == Inside::block_comment) return Unfinished::comment;
  if (!in_statement_) return Unfinished::nothing;
  switch (inside_) {
    case Inside::string:
      return Unfinished::string;
    case Inside::quoted_name:
      return Unfinished::quoted_name;
    case Inside::dollar_string:
      return Unfinished::dollar_string;
    default:
      return batch_ == Batch::open || batch_ == Batch::apply ? Unfinished::batch : Unfinished::statement;
  }
}

void Splitter::clear() {
  move_place(buffer_.size());
  buffer_.clear();
  placed_ = scanned_ = begin_ = 0;
  word_.reset();
  in_statement_ = terminator_ = false;
  inside_ = Inside::plain;
  batch_ = Batch::first_word;
}

std::optional<ScriptStatement> Splitter::scan(bool at_end) {
  if (script_begins_ && !buffer_.empty()) {
    const std::string_view head = std::string_view(buffer_).substr(0, kByteOrderMark.size());
    if (head.size() < kByteOrderMark.size() && kByteOrderMark.starts_with(head) && !at_end)
      return std::nullopt;
    if (head == kByteOrderMark) scanned_ = placed_ = kByteOrderMark.size();
    script_begins_ = false;
  }
  while (scanned_ < buffer_.size()) {
    const bool more = inside_ == Inside::plain ? scan_plain(at_end) : scan_inside();
    if (terminator_) return take(scanned_ + 1, true);
    if (!more) break;
  }
  drop_read();
  return std::nullopt;
}

/// False where the next byte must be known first.
bool Splitter::scan_plain(bool at_end) {
  const char character = buffer_[scanned_];
  if (is_word_character(character)) {
    if (!word_) word_ = scanned_;
    begin_statement();
    ++scanned_;
    return true;
  }
  end_word();
  if (is_blank(character)) {
    ++scanned_;
    return true;
  }
  if (character == ';') {
    terminator_ = in_statement_ && batch_ != Batch::open && batch_ != Batch::apply;
    if (terminator_) return true;
    other_than_word();
    ++scanned_;
    return true;
  }
  const bool may_be_pair = character == '-' || character == '/' || character == '$';
  if (may_be_pair && scanned_ + 1 == buffer_.size() && !at_end) return false;
  const std::string_view pair = std::string_view(buffer_).substr(scanned_, 2);
  if (pair == "--" || pair == "//" || pair == "/*") {
    inside_ = pair == "/*" ? Inside::block_comment : Inside::line_comment;
    if (!in_statement_) begin_ = scanned_;
    scanned_ += 2;
    return true;
  }
  begin_statement();
  other_than_word();
  if (character == '\'') inside_ = Inside::string;
  if (character == '"') inside_ = Inside::quoted_name;
  if (pair == "$$") inside_ = Inside::dollar_string;
  scanned_ += pair == "$$" ? 2 : 1;
  return true;
}

bool Splitter::scan_inside() {
  switch (inside_) {
    case Inside::string:
      return skip_to("'");
    case Inside::quoted_name:
      return skip_to("\"");
    case Inside::dollar_string:
      return skip_to("$$");
    case Inside::block_comment:
      return skip_to("*/");
    default:
      break;
  }
  const std::size_t end = buffer_.find_first_of("\n\r", scanned_);
  scanned_ = std::min(end, buffer_.size());
  if (end == buffer_.npos) return false;
  inside_ = Inside::plain;
  return true;
}

/// A doubled quote ends a string and begins the next: the statement's text is the same.
bool Splitter::skip_to(std::string_view closing) {
  const std::size_t found = buffer_.find(closing, scanned_);
  if (found == buffer_.npos) {
    const bool half = closing.size() == 2 && buffer_.back() == closing.front();
    scanned_ = std::max(scanned_, buffer_.size() - (half ? 1 : 0));
    return false;
  }
  scanned_ = found + closing.size();
  inside_ = Inside::plain;
  return true;
}

void Splitter::end_word() {
  if (!word_) return;
  const std::string_view word = std::string_view(buffer_).substr(*word_, scanned_ - *word_);
  word_.reset();
  switch (batch_) {
    case Batch::first_word:
      batch_ = is_word(word, "begin") ? Batch::begin : Batch::none;
      break;
    case Batch::begin:
      batch_ = is_word(word, "batch") ? Batch::open : Batch::begin_word;
      break;
    case Batch::begin_word:
      batch_ = is_word(word, "batch") ? Batch::open : Batch::none;
      break;
    case Batch::open:
    case Batch::apply:
      if (batch_ == Batch::apply && is_word(word, "batch"))
        batch_ = Batch::closed;
      else
        batch_ = is_word(word, "apply") ? Batch::apply : Batch::open;
      break;
    case Batch::none:
    case Batch::closed:
      break;
  }
}

void Splitter::other_than_word() {
  if (batch_ == Batch::apply) batch_ = Batch::open;
  if (batch_ == Batch::begin || batch_ == Batch::begin_word || (batch_ == Batch::first_word && in_statement_))
    batch_ = Batch::none;
}

void Splitter::begin_statement() {
  if (in_statement_) return;
  in_statement_ = true;
  if (inside_ != Inside::block_comment) begin_ = scanned_;
  move_place(begin_);
  statement_line_ = line_;
  statement_column_ = column_;
}

void Splitter::move_place(std::size_t offset) {
  const std::string_view passed = std::string_view(buffer_).substr(placed_, offset - placed_);
  const std::size_t last_newline = passed.rfind('\n');
  if (last_newline != passed.npos) {
    line_ += static_cast<std::size_t>(std::count(passed.begin(), passed.end(), '\n'));
    column_ = 1;
  }
  const std::string_view on_line = passed.substr(last_newline == passed.npos ? 0 : last_newline + 1);
  column_ += static_cast<std::size_t>(std::count_if(on_line.begin(), on_line.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
  }));
  placed_ = offset;
}

ScriptStatement Splitter::take(std::size_t end, bool terminated) {
  ScriptStatement statement{buffer_.substr(begin_, end - begin_), statement_line_, statement_column_,
                            terminated};
  scanned_ = end;
  word_.reset();
  in_statement_ = terminator_ = false;
  inside_ = Inside::plain;
  batch_ = Batch::first_word;
  return statement;
}

/// Gives up the buffer's front where that is cheap: each byte is moved a bounded number of times.
void Splitter::drop_read() {
  const bool keeps = in_statement_ || inside_ == Inside::block_comment;
  const std::size_t unneeded = keeps ? begin_ : scanned_;
  if (unneeded == 0 || unneeded < buffer_.size() / 2) return;
  if (placed_ < unneeded) move_place(unneeded);
  buffer_.erase(0, unneeded);
  scanned_ -= unneeded;
  placed_ -= unneeded;
  begin_ = keeps ? begin_ - unneeded : 0;
  if (word_) *word_ -= unneeded;
}

}  // namespace cellar
