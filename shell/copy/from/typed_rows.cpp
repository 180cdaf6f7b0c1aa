#include "shell/copy/from/typed_rows.h"

#include <algorithm>
#include <cstring>

#include "parser/script/command_text.h"
#include "shell/copy/words/copy_words.h"
#include "types/text/text.h"

namespace cellar {

bool has_typed_rows(std::string_view statement) {
  if (!is_same_word(first_word(statement), "COPY")) return false;
  const auto words = split_command(statement);
  for (std::size_t i = 2; i < words.size(); ++i) {
    if (says(words[i], "STDIN") && says(words[i - 1], "FROM")) return true;
  }
  return false;
}

bool ends_typed_rows(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line == "\\." || line == ".";
}

TypedRows::TypedRows(CopyContext& context) : context_(context) {
  context_.has_read_lines = true;
  if (context_.lines_are_typed && context_.at_prompt)
    context_.output.write(CopyWords::say(context_.language, "[Use \\. on a line by itself to end input]\n"));
}

bool TypedRows::take_line() {
  line_.clear();
  given_ = 0;
  is_ended_ =
      is_ended_ || context_.stop.stop_requested() || !context_.read_line || !context_.read_line(line_);
  if (is_ended_) return false;
  is_ended_ = ends_typed_rows(line_);
  if (is_ended_) {
    line_.clear();
    return false;
  }
  if (line_.ends_with('\r')) line_.pop_back();
  line_ += '\n';
  return true;
}

std::size_t TypedRows::read(char* place, std::size_t size) {
  std::size_t count = 0;
  while (count < size) {
    if (given_ == line_.size() && !take_line()) break;
    const std::size_t part = std::min(size - count, line_.size() - given_);
    std::memcpy(place + count, line_.data() + given_, part);
    given_ += part;
    count += part;
    if (context_.lines_are_typed) break;
  }
  return count;
}

void TypedRows::pass_rest() {
  while (!is_ended_) take_line();
}

}  // namespace cellar
