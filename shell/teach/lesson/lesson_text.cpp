#include "shell/teach/lesson/lesson_text.h"

#include <algorithm>

#include "refusal/width.h"
#include "refusal/wrap_words.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kMostColumns = 100;

/// Text in Chinese has no blank where its source begins a new line.
void join(std::string& paragraph, std::string_view line) {
  if (!paragraph.empty()) {
    std::size_t last = paragraph.size() - 1;
    while (last > 0 && (static_cast<unsigned char>(paragraph[last]) & 0xC0) == 0x80) --last;
    const bool is_wide = first_character(std::string_view(paragraph).substr(last)).columns > 1 ||
                         first_character(line).columns > 1;
    if (!is_wide) paragraph += ' ';
  }
  paragraph += line;
}

/// Bold type and links as plain words.
std::string without_marks(std::string_view text) {
  std::string plain;
  bool in_code = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '`') in_code = !in_code;
    if (!in_code && text.substr(i).starts_with("**")) {
      ++i;
      continue;
    }
    plain += text[i];
  }
  return plain;
}

class LessonText {
 public:
  explicit LessonText(std::size_t columns) : columns_(std::min(columns, kMostColumns)) {}

  void add(std::string_view line) {
    if (line.starts_with("```")) {
      end_paragraph();
      in_fence_ = !in_fence_;
    } else if (in_fence_ || line.starts_with('|')) {
      end_paragraph();
      text_.append(line.empty() ? "" : in_fence_ ? "    " : "").append(line).append("\n");
    } else if (trim(line).empty()) {
      end_paragraph();
      if (!text_.empty() && !text_.ends_with("\n\n")) text_ += '\n';
    } else {
      const bool begins_item = line.starts_with("- ");
      if (begins_item) end_paragraph();
      is_item_ = is_item_ || begins_item;
      join(paragraph_, trim(line));
    }
  }
  std::string end() {
    end_paragraph();
    return std::move(text_);
  }

 private:
  void end_paragraph() {
    if (paragraph_.empty()) return;
    const TextPlace place{columns_, 0, is_item_ ? std::size_t{2} : std::size_t{0}};
    text_ += wrap_words(without_marks(paragraph_), place) + '\n';
    paragraph_.clear();
    is_item_ = false;
  }

  std::size_t columns_;
  std::string text_, paragraph_;
  bool in_fence_ = false;
  bool is_item_ = false;
};

}  // namespace

std::string lesson_text(std::string_view markdown, std::size_t columns) {
  LessonText text(columns);
  while (!markdown.empty()) {
    const std::string_view line = markdown.substr(0, markdown.find('\n'));
    markdown.remove_prefix(std::min(markdown.size(), line.size() + 1));
    text.add(line);
  }
  return text.end();
}

}  // namespace cellar
