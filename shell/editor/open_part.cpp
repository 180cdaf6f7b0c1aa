#include "shell/editor/open_part.h"

#include <fmt/format.h>

#include <algorithm>

#include "parser/script/quotes.h"
#include "parser/script/stray_line.h"
#include "refusal/width.h"
#include "shell/console/commands.h"
#include "shell/editor/words/editor_words.h"

namespace cellar {

namespace {

/// Follows the brackets of a statement through the lines of a text.
class Brackets {
 public:
  explicit Brackets(std::string_view text) : text_(text) {}

  /// Reads up to `end`, or to the end of the quote that reaches beyond it.
  void read_to(std::size_t end) {
    while (position_ < end) {
      const Quote* const quote = quote_at(text_, position_);
      if (quote != nullptr) {
        position_ = std::min(end_of_quote(text_, position_, *quote), text_.size());
      } else {
        note(text_[position_++]);
      }
    }
  }
  /// Nothing is open at `position`: the line before was a command, whose quotes may be anything.
  void begin_anew(std::size_t position) {
    open_.clear();
    position_ = position;
  }
  char innermost() const { return open_.empty() ? '\0' : open_.back(); }

 private:
  void note(char c) {
    if (c == '(' || c == '[' || c == '{') open_ += c;
    if ((c == ')' || c == ']' || c == '}') && !open_.empty()) open_.pop_back();
    if (c == ';') open_.clear();
  }

  std::string_view text_;
  std::size_t position_ = 0;
  std::string open_;
};

/// A text whose first word begins neither a statement nor a command is refused as it is: nothing is open in it.
Unfinished open_in(const Splitter& splitter) {
  const Unfinished unfinished = splitter.unfinished();
  const std::string_view text = splitter.open_text();
  const bool may_go_on =
      unfinished != Unfinished::statement || begins_statement(text) || begins_command(text);
  return may_go_on ? unfinished : Unfinished::nothing;
}

}  // namespace

std::vector<OpenPart> open_parts(std::string_view text) {
  std::vector<OpenPart> parts(1);
  Splitter splitter(begins_line_command);
  Brackets brackets(text);
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    splitter.feed(text.substr(begin, end - begin));
    splitter.feed("\n");
    while (splitter.next()) {
    }
    brackets.read_to(end);
    const Unfinished unfinished = open_in(splitter);
    if (unfinished == Unfinished::nothing) brackets.begin_anew(end);
    const bool counts = unfinished == Unfinished::statement;
    parts.push_back({unfinished, counts ? brackets.innermost() : '\0'});
    begin = end + 1;
  }
  return parts;
}

OpenPart open_at_end(std::string_view text) { return open_parts(text).back(); }

std::size_t count_statements(std::string_view text) {
  Splitter splitter(begins_line_command);
  splitter.feed(text);
  splitter.end();
  std::size_t count = 0;
  while (splitter.next()) ++count;
  if (splitter.finish()) ++count;
  return count;
}

std::string_view mark_of(const OpenPart& part) {
  switch (part.unfinished) {
    case Unfinished::nothing:
      break;
    case Unfinished::statement:
      return part.bracket == '(' ? "(" : part.bracket == '[' ? "[" : part.bracket == '{' ? "{" : "";
    case Unfinished::string:
      return "'";
    case Unfinished::quoted_name:
      return "\"";
    case Unfinished::dollar_string:
      return "$$";
    case Unfinished::comment:
      return "/*";
    case Unfinished::batch:
      return "batch";
  }
  return "";
}

namespace {

/// As a phrase, which each language has.
EditorWords::Text phrase_of(const OpenPart& part) {
  switch (part.unfinished) {
    case Unfinished::batch:
      return "-- a batch ends with APPLY BATCH;  (Ctrl-C drops it)";
    case Unfinished::comment:
      return "-- a comment ends with */  (Ctrl-C drops it)";
    case Unfinished::string:
      return "-- a single quote is still open: ' closes it; write '' in text  (Ctrl-C drops)";
    case Unfinished::quoted_name:
      return "-- a double quote is still open: \" closes it  (Ctrl-C drops it all)";
    case Unfinished::dollar_string:
      return "-- a text in $$ is still open: $$ closes it  (Ctrl-C drops it all)";
    case Unfinished::nothing:
    case Unfinished::statement:
      break;
  }
  switch (part.bracket) {
    case '(':
      return "-- ( is still open: ) closes it, then ; ends the statement  (Ctrl-C drops it)";
    case '[':
      return "-- [ is still open: ] closes it, then ; ends the statement  (Ctrl-C drops it)";
    case '{':
      return "-- { is still open: } closes it, then ; ends the statement  (Ctrl-C drops it)";
    default:
      return "-- a statement ends with ;  (Ctrl-C drops it)";
  }
}

}  // namespace

std::string_view hint_of(const OpenPart& part, Language language) { return phrase_of(part).in(language); }

bool wants_hint(std::string_view line, const OpenPart& part) {
  const std::size_t last = line.find_last_not_of(" \t");
  if (last == line.npos) return part.unfinished != Unfinished::nothing;
  const Unfinished unfinished = part.unfinished;
  const bool in_quotes = unfinished == Unfinished::string || unfinished == Unfinished::quoted_name ||
                         unfinished == Unfinished::dollar_string || unfinished == Unfinished::comment;
  return in_quotes && line[last] == ';';
}

std::string note_after_paste(std::string_view text, std::string_view pasted, Language language) {
  const OpenPart part = open_at_end(text);
  if (part.unfinished != Unfinished::nothing)
    return pasted.find('\n') == pasted.npos ? std::string() : std::string(hint_of(part, language));
  const std::size_t count = count_statements(text);
  if (count == 0) return "";
  if (count == 1) return EditorWords::say(language, "-- Enter runs it");
  return EditorWords::say(language, "-- Enter runs these {count} statements",
                          {{"count", std::to_string(count)}});
}

std::string continuation_prompt(std::string_view prompt, const OpenPart& part) {
  constexpr std::string_view kDots = "... ";
  const std::string_view mark = mark_of(part);
  const std::size_t wanted = display_width(prompt);
  const std::size_t used = mark.size() + kDots.size();
  return std::string(wanted > used ? wanted - used : 0, ' ') + std::string(mark) + std::string(kDots);
}

}  // namespace cellar
