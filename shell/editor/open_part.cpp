#include "shell/editor/open_part.h"

#include <algorithm>

#include "refusal/width.h"
#include "shell/command/commands.h"

namespace cellar {

namespace {

/// Follows the brackets of a statement. It knows strings, quoted names and comments as Splitter does.
class Brackets {
 public:
  void read(std::string_view line) {
    if (inside_ == "\n") inside_ = {};
    for (std::size_t i = 0; i < line.size();) {
      const std::string_view rest = line.substr(i);
      i += inside_.empty() ? read_plain(rest) : read_inside(rest);
    }
  }
  void clear() { *this = Brackets(); }
  char innermost() const { return open_.empty() ? '\0' : open_.back(); }

 private:
  std::size_t read_inside(std::string_view rest) {
    const std::size_t end = rest.find(inside_);
    if (end == rest.npos) return rest.size();
    const std::size_t size = end + inside_.size();
    inside_ = {};
    return size;
  }
  std::size_t read_plain(std::string_view rest) {
    struct Opening {
      std::string_view begin, end;
    };
    constexpr Opening kOpenings[] = {{"'", "'"},   {"\"", "\""}, {"$$", "$$"},
                                     {"/*", "*/"}, {"--", "\n"}, {"//", "\n"}};
    for (const Opening& opening : kOpenings) {
      if (!rest.starts_with(opening.begin)) continue;
      inside_ = opening.end;
      return opening.begin.size();
    }
    const char c = rest.front();
    if (c == '(' || c == '[' || c == '{') open_ += c;
    if ((c == ')' || c == ']' || c == '}') && !open_.empty()) open_.pop_back();
    if (c == ';') open_.clear();
    return 1;
  }

  std::string open_;
  std::string_view inside_;  // what ends the quote or comment
};

class PartReader {
 public:
  OpenPart read_line(std::string_view line) {
    std::string fed(line);
    fed += '\n';
    splitter_.feed(fed);
    while (splitter_.next()) {
    }
    brackets_.read(fed);
    const Unfinished unfinished = splitter_.unfinished();
    if (unfinished == Unfinished::nothing) brackets_.clear();
    const bool counts = unfinished == Unfinished::statement;
    return {unfinished, counts ? brackets_.innermost() : '\0'};
  }

 private:
  Splitter splitter_{begins_line_command};
  Brackets brackets_;
};

}  // namespace

std::vector<OpenPart> open_parts(std::string_view text) {
  std::vector<OpenPart> parts(1);
  PartReader reader;
  for (;;) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    parts.push_back(reader.read_line(text.substr(0, end)));
    if (end == text.size()) return parts;
    text.remove_prefix(end + 1);
  }
}

OpenPart open_at_end(std::string_view text) { return open_parts(text).back(); }

bool holds_several_statements(std::string_view text) {
  Splitter splitter(begins_line_command);
  splitter.feed(text);
  splitter.end();
  std::size_t count = 0;
  while (splitter.next()) ++count;
  return count > 1;
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

std::string_view hint_of(const OpenPart& part) {
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
  return "-- a statement ends with ;  (Ctrl-C drops it)";
}

bool is_caught_in_quotes(std::string_view line, const OpenPart& part) {
  const Unfinished unfinished = part.unfinished;
  const bool in_quotes = unfinished == Unfinished::string || unfinished == Unfinished::quoted_name ||
                         unfinished == Unfinished::dollar_string || unfinished == Unfinished::comment;
  const std::size_t last = line.find_last_not_of(" \t");
  return in_quotes && last != line.npos && line[last] == ';';
}

std::string continuation_prompt(std::string_view prompt, const OpenPart& part) {
  constexpr std::string_view kDots = "... ";
  const std::string_view mark = mark_of(part);
  const std::size_t wanted = display_width(prompt);
  const std::size_t used = mark.size() + kDots.size();
  return std::string(wanted > used ? wanted - used : 0, ' ') + std::string(mark) + std::string(kDots);
}

}  // namespace cellar
