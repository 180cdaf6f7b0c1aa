#include "shell/copy/from/typed_rows.h"

#include <algorithm>
#include <cstring>

#include "shell/interrupt.h"

namespace cellar {

TypedRows::TypedRows(CommandContext& context) : context_(context) {
  if (context_.settings.at_prompt) context_.output.write("[Use \\. on a line by itself to end input]\n");
}

bool TypedRows::take_line() {
  line_.clear();
  given_ = 0;
  is_ended_ = is_ended_ || interrupted() || !context_.read_line || !context_.read_line(line_);
  if (is_ended_) return false;
  if (line_.ends_with('\r')) line_.pop_back();
  is_ended_ = line_ == "\\." || line_ == ".";
  if (is_ended_) {
    line_.clear();
    return false;
  }
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
    if (context_.settings.at_prompt) break;
  }
  return count;
}

void TypedRows::pass_rest() {
  while (!is_ended_) take_line();
}

}  // namespace cellar
