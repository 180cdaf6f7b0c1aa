#include "shell/script_reader.h"

#include "shell/command_text.h"

namespace cellar {

namespace {

// Longer than any command's word with blanks before it: what is longer and has no such word is no command.
constexpr std::size_t kEnoughToTell = 64;

bool holds_semicolon(std::string_view line) {
  char quote = 0;
  for (const char c : line) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == ';') {
      return true;
    }
  }
  return false;
}

}  // namespace

void ScriptReader::feed(std::string_view piece) {
  while (!piece.empty()) {
    const std::size_t newline = piece.find('\n');
    const std::string_view part = piece.substr(0, newline == piece.npos ? newline : newline + 1);
    piece.remove_prefix(part.size());
    if (at_line_start_ && splitter_.unfinished() == Unfinished::nothing) {
      line_start_ += part;
      const bool complete = part.back() == '\n';
      if (complete || (line_start_.size() > kEnoughToTell && !begins_command(line_start_))) take_line_start();
    } else {
      pass_on(part);
    }
  }
}

void ScriptReader::take_line_start() {
  const std::string line = std::move(line_start_);
  line_start_.clear();
  if (!begins_command(line) || holds_semicolon(line)) return pass_on(line);
  const std::size_t begin = line.find_first_not_of(" \t\r\f\v");
  const std::size_t end = line.find_last_not_of(" \t\r\n\f\v");
  ready_.push_back(
      {.text = line.substr(begin, end - begin + 1), .line = line_, .column = begin + 1, .terminated = true});
  pass_on("\n");  // the splitter counts lines, too
}

void ScriptReader::pass_on(std::string_view piece) {
  at_line_start_ = piece.back() == '\n';
  if (at_line_start_) ++line_;
  splitter_.feed(piece);
  while (std::optional<ScriptStatement> statement = splitter_.next()) ready_.push_back(std::move(*statement));
}

std::optional<ScriptStatement> ScriptReader::next() {
  if (ready_.empty()) return std::nullopt;
  ScriptStatement statement = std::move(ready_.front());
  ready_.pop_front();
  return statement;
}

void ScriptReader::end() {
  if (!line_start_.empty()) take_line_start();
}

void ScriptReader::clear() { *this = ScriptReader(); }

}  // namespace cellar
