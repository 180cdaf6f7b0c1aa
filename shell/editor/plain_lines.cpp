#include "shell/editor/plain_lines.h"

#include <unistd.h>

#include <cerrno>
#include <optional>

#include "shell/editor/interrupt.h"
#include "shell/editor/open_part.h"
#include "shell/files/wait_readable.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Returns nothing at the end of the input and after Ctrl-C. A line without its newline counts.
std::optional<std::string> read_plain_line() {
  std::string line;
  for (;;) {
    if (!wait_readable(STDIN_FILENO, interrupt_token())) return std::nullopt;
    char byte = 0;
    const ssize_t count = ::read(STDIN_FILENO, &byte, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0 && line.empty()) return std::nullopt;
    if (count <= 0 || byte == '\n') return clean_paste(line);
    line += byte;
  }
}

}  // namespace

void show_plainly(std::string_view text) {
  const int descriptor = isatty(STDOUT_FILENO) != 0 ? STDOUT_FILENO : STDERR_FILENO;
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

TypedText read_plain_lines(const std::string& prompt, Language language, bool any_line) {
  std::string text;
  OpenPart part;
  for (;;) {
    show_plainly(text.empty() ? prompt : continuation_prompt(prompt, part));
    const std::optional<std::string> line = read_plain_line();
    if (!line && interrupted()) {
      forget_interrupt();
      show_plainly("\n");
      return {.kind = TypedText::Kind::dropped};
    }
    if (!line) return {.kind = TypedText::Kind::end, .text = text};
    text += *line;
    if (any_line) return {.kind = TypedText::Kind::text, .text = text};
    part = open_at_end(text);
    if (part.unfinished == Unfinished::nothing) return {.kind = TypedText::Kind::text, .text = text};
    if (wants_hint(*line, part)) show_plainly(std::string(hint_of(part, language)) + '\n');
    text += '\n';
  }
}

}  // namespace cellar
