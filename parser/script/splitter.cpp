#include "parser/script/splitter.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "types/names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

// The full-width semicolon of input methods, and its first byte.
constexpr std::string_view kFullWidthSemicolon = "；";
constexpr char kFullWidth = '\xEF';

// What a byte may be outside of strings and comments.
enum ByteKind : std::uint8_t { kOtherByte = 0, kBlankByte = 1, kWordByte = 2, kMarkByte = 4 };

constexpr std::array<std::uint8_t, 256> kByteKinds = [] {
  std::array<std::uint8_t, 256> kinds{};
  for (const char blank : {' ', '\t', '\n', '\r'}) kinds[static_cast<unsigned char>(blank)] = kBlankByte;
  for (std::size_t c = 0; c < kinds.size(); ++c) {
    if (is_name_byte(static_cast<char>(c))) kinds[c] = kWordByte;
  }
  for (const char mark : {';', '\'', '"', '$', '-', '/', kFullWidth})
    kinds[static_cast<unsigned char>(mark)] = kMarkByte;
  return kinds;
}();

bool is_kind(char byte, ByteKind kind) { return kByteKinds[static_cast<unsigned char>(byte)] == kind; }

/// SELECT, INSERT, UPDATE or DELETE.
bool begins_row_statement(std::string_view word) {
  return is_lower_word(word, "select") || is_lower_word(word, "insert") || is_lower_word(word, "update") ||
         is_lower_word(word, "delete");
}

}  // namespace

void Splitter::feed(std::string_view piece) {
  drop_read();
  buffer_ += piece;
  at_end_ = false;
}

void Splitter::end() {
  at_end_ = true;
  if (word_ && scanned_ == buffer_.size()) {
    note_word(std::string_view(buffer_).substr(*word_));
    word_.reset();
  }
}

std::optional<ScriptStatement> Splitter::next() {
  if (script_begins_ && !pass_byte_order_mark()) return std::nullopt;
  if (annotations_given_) {
    annotations_.clear();
    annotations_given_ = false;
  }
  Step step = Step::on;
  while (step == Step::on && scanned_ < buffer_.size()) {
    if (inside_ != Inside::plain) {
      step = scan_inside();
    } else if (!in_statement_) {
      step = scan_between();
    } else {
      step = looks_for_words() ? scan_words() : scan_statement();
    }
  }
  if (step != Step::found) return std::nullopt;
  end_statement();
  return ScriptStatement{std::string_view(buffer_).substr(begin_, end_ - begin_), line_, column_, true,
                         annotations_};
}

std::optional<ScriptStatement> Splitter::finish() {
  end();
  if (std::optional<ScriptStatement> whole = next()) return whole;
  if (!in_statement_ && inside_ != Inside::block_comment) return std::nullopt;
  begin_statement();
  end_ = scanned_ = buffer_.size();
  while (end_ > begin_ && is_kind(buffer_[end_ - 1], kBlankByte)) --end_;
  end_statement();
  return ScriptStatement{std::string_view(buffer_).substr(begin_, end_ - begin_), line_, column_, false,
                         annotations_};
}

std::string Splitter::take_unread() {
  std::string rest = buffer_.substr(scanned_);
  buffer_.resize(scanned_);
  searched_ = 0;
  return rest;
}

void Splitter::pass_lines(std::size_t lines) {
  if (lines == 0) return;
  move_place(scanned_);
  line_ += lines;
  column_ = 1;
}

Unfinished Splitter::unfinished() const {
  if (inside_ == Inside::block_comment) return Unfinished::comment;
  if (!in_statement_) return begins_word() ? Unfinished::statement : Unfinished::nothing;
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

std::string_view Splitter::open_text() const {
  return in_statement_ ? std::string_view(buffer_).substr(begin_) : std::string_view();
}

void Splitter::clear() {
  move_place(buffer_.size());
  buffer_.clear();
  placed_ = scanned_ = searched_ = begin_ = 0;
  line_is_blank_ = true;
  end_statement();
}

/// Returns false if it is not yet known whether the script begins with one.
bool Splitter::pass_byte_order_mark() {
  const std::string_view head = std::string_view(buffer_).substr(0, kByteOrderMark.size());
  if (head.size() < kByteOrderMark.size() && kByteOrderMark.starts_with(head) && !at_end_) return false;
  if (head == kByteOrderMark) scanned_ = placed_ = kByteOrderMark.size();
  script_begins_ = false;
  return true;
}

Splitter::Step Splitter::scan_between() {
  for (; scanned_ < buffer_.size(); ++scanned_) {
    const char byte = buffer_[scanned_];
    if (byte == '\n') {
      line_is_blank_ = true;
    } else if (byte == ';') {
      line_is_blank_ = false;
    } else if (!is_kind(byte, kBlankByte)) {
      break;
    }
  }
  if (scanned_ == buffer_.size()) return Step::on;
  const char byte = buffer_[scanned_];
  if ((byte == '-' || byte == '/') && scanned_ + 1 == buffer_.size() && !at_end_) return Step::wait;
  if (const Inside comment = comment_here(); comment != Inside::plain) {
    inside_ = comment;
    line_is_blank_ = false;
    begin_ = scanned_;
    scanned_ += 2;
    return Step::on;
  }
  Step step = line_is_blank_ || byte == '#' ? scan_stray_lines() : Step::on;
  if (step == Step::on && begins_command_ != nullptr) step = scan_command();
  if (step == Step::on) begin_statement();
  return step;
}

/// While the words of a statement may tell that it is a batch, or that the batch ends.
Splitter::Step Splitter::scan_words() {
  const char byte = buffer_[scanned_];
  if (word_ || is_kind(byte, kWordByte)) {
    if (!word_) word_ = scanned_;
    while (scanned_ < buffer_.size() && is_kind(buffer_[scanned_], kWordByte)) ++scanned_;
    if (scanned_ == buffer_.size() && !at_end_) return Step::wait;
    note_word(std::string_view(buffer_).substr(*word_, scanned_ - *word_));
    word_.reset();
    return Step::on;
  }
  if (is_kind(byte, kMarkByte)) return scan_mark();
  if (!is_kind(byte, kBlankByte)) note_other_than_word();
  ++scanned_;
  return Step::on;
}

Splitter::Step Splitter::scan_statement() {
  const char* const begin = buffer_.data();
  const char* const end = begin + buffer_.size();
  const char* place = begin + scanned_;
  while (place != end && !is_kind(*place, kMarkByte)) ++place;
  scanned_ = static_cast<std::size_t>(place - begin);
  return place == end ? Step::on : scan_mark();
}

Splitter::Step Splitter::scan_mark() {
  const char mark = buffer_[scanned_];
  if (mark == ';' && batch_ != Batch::open && batch_ != Batch::apply) {
    end_ = ++scanned_;
    return Step::found;
  }
  if (mark == kFullWidth) return scan_full_width();
  const bool may_be_pair = mark == '-' || mark == '/' || mark == '$';
  if (may_be_pair && scanned_ + 1 == buffer_.size() && !at_end_) return Step::wait;
  if (const Inside comment = comment_here(); comment != Inside::plain) {
    if (mark == '-')
      if (const Step step = scan_rule(); step != Step::on) return step;
    inside_ = comment;
    scanned_ += 2;
    return Step::on;
  }
  note_other_than_word();
  if (mark == '\'') inside_ = Inside::string;
  if (mark == '"') inside_ = Inside::quoted_name;
  ++scanned_;
  if (mark == '$' && scanned_ < buffer_.size() && buffer_[scanned_] == '$') {
    inside_ = Inside::dollar_string;
    ++scanned_;
  }
  return Step::on;
}

/// A full-width semicolon at the end of a line was meant to end the statement, which is then refused for it.
Splitter::Step Splitter::scan_full_width() {
  const std::string_view rest = std::string_view(buffer_).substr(scanned_);
  if (rest.size() < kFullWidthSemicolon.size() && !at_end_) return Step::wait;
  note_other_than_word();
  const bool in_batch = batch_ == Batch::open || batch_ == Batch::apply;
  if (in_batch || !rest.starts_with(kFullWidthSemicolon)) {
    ++scanned_;
    return Step::on;
  }
  const std::size_t behind = rest.find_first_not_of(" \t\r", kFullWidthSemicolon.size());
  if (behind == rest.npos && !at_end_) return Step::wait;
  scanned_ += kFullWidthSemicolon.size();
  if (behind != rest.npos && rest[behind] != '\n' && !rest.substr(behind).starts_with("--")) return Step::on;
  end_ = scanned_;
  return Step::found;
}

Splitter::Step Splitter::scan_inside() {
  switch (inside_) {
    case Inside::string:
      return skip_to('\'');
    case Inside::quoted_name:
      return skip_to('"');
    case Inside::dollar_string:
      return skip_to("$$");
    case Inside::block_comment: {
      const Step step = skip_to("*/");
      if (step == Step::on) note_comment();
      return step;
    }
    default:
      break;
  }
  while (scanned_ < buffer_.size() && buffer_[scanned_] != '\n' && buffer_[scanned_] != '\r') ++scanned_;
  if (scanned_ < buffer_.size()) {
    note_comment();
    inside_ = Inside::plain;
  }
  return Step::on;
}

/// A doubled quote ends a string and begins the next: the statement's text is the same.
Splitter::Step Splitter::skip_to(char closing) {
  const std::size_t found = buffer_.find(closing, scanned_);
  scanned_ = found == buffer_.npos ? buffer_.size() : found + 1;
  if (found != buffer_.npos) inside_ = Inside::plain;
  return Step::on;
}

Splitter::Step Splitter::skip_to(std::string_view closing) {
  const std::size_t found = buffer_.find(closing, scanned_);
  if (found == buffer_.npos) {
    const bool half = buffer_.back() == closing.front();
    scanned_ = std::max(scanned_, buffer_.size() - (half ? 1 : 0));
    return Step::wait;
  }
  scanned_ = found + closing.size();
  inside_ = Inside::plain;
  return Step::on;
}

/// Returns the kind of comment that begins at scanned_, `plain` if none does.
Splitter::Inside Splitter::comment_here() const {
  const char first = buffer_[scanned_];
  if ((first != '-' && first != '/') || scanned_ + 1 == buffer_.size()) return Inside::plain;
  const char second = buffer_[scanned_ + 1];
  if (second == first) return Inside::line_comment;
  return first == '/' && second == '*' ? Inside::block_comment : Inside::plain;
}

void Splitter::note_word(std::string_view word) {
  switch (batch_) {
    case Batch::first_word:
      batch_ = is_lower_word(word, "begin")     ? Batch::begin
               : is_lower_word(word, "explain") ? Batch::explain
                                                : Batch::none;
      break;
    case Batch::explain:
      if (is_lower_word(word, "begin")) batch_ = Batch::begin;
      if (begins_row_statement(word)) batch_ = Batch::none;
      break;
    case Batch::begin:
      batch_ = is_lower_word(word, "batch") ? Batch::open : Batch::begin_word;
      break;
    case Batch::begin_word:
      batch_ = is_lower_word(word, "batch") ? Batch::open : Batch::none;
      break;
    case Batch::open:
    case Batch::apply:
      if (batch_ == Batch::apply && is_lower_word(word, "batch"))
        batch_ = Batch::closed;
      else
        batch_ = is_lower_word(word, "apply") ? Batch::apply : Batch::open;
      break;
    case Batch::none:
    case Batch::closed:
      break;
  }
}

void Splitter::note_other_than_word() {
  if (batch_ == Batch::apply) batch_ = Batch::open;
  if (batch_ == Batch::first_word || batch_ == Batch::begin || batch_ == Batch::begin_word)
    batch_ = Batch::none;
}

/// At scanned_, or at the comment that turned out to have no end.
void Splitter::begin_statement() {
  if (in_statement_) return;
  in_statement_ = true;
  line_is_blank_ = false;
  if (inside_ != Inside::block_comment) begin_ = scanned_;
  move_place(begin_);
}

/// Keeps the comment that ends at scanned_ if it precedes a statement and may be an annotation of it.
void Splitter::note_comment() {
  if (in_statement_) return;
  const std::string_view comment = std::string_view(buffer_).substr(begin_, scanned_ - begin_);
  if (comment.find('@') != comment.npos) annotations_.append(comment).push_back('\n');
}

void Splitter::end_statement() {
  annotations_given_ = !annotations_.empty();
  word_.reset();
  in_statement_ = false;
  inside_ = Inside::plain;
  batch_ = Batch::first_word;
}

void Splitter::move_place(std::size_t offset) {
  const char* place = buffer_.data() + placed_;
  const char* const end = buffer_.data() + offset;
  placed_ = offset;
  while (const void* newline = std::memchr(place, '\n', static_cast<std::size_t>(end - place))) {
    ++line_;
    column_ = 1;
    place = static_cast<const char*>(newline) + 1;
  }
  column_ += static_cast<std::size_t>(
      std::count_if(place, end, [](char byte) { return !continues_character(byte); }));
}

/// Gives up the buffer's front where that is cheap: each byte is moved a bounded number of times.
void Splitter::drop_read() {
  const bool keeps = in_statement_ || inside_ != Inside::plain;
  const std::size_t unneeded = keeps ? begin_ : scanned_;
  if (unneeded == 0 || unneeded < buffer_.size() / 2) return;
  if (placed_ < unneeded) move_place(unneeded);
  buffer_.erase(0, unneeded);
  scanned_ -= unneeded;
  searched_ -= std::min(searched_, unneeded);
  placed_ -= unneeded;
  begin_ = keeps ? begin_ - unneeded : 0;
  if (word_) *word_ -= unneeded;
}

}  // namespace cellar
