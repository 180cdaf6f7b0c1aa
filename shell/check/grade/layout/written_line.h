// One line of a layout that a student writes, from left to right.
//
// In:      a line.
// Out:     its names, literals and words, each by the call that expects it.
// Refused: nothing: what does not come next is absent, and the line stays where it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cellar {

class WrittenLine {
 public:
  /// `text` must outlive it.
  explicit WrittenLine(std::string_view text) : rest_(text) { skip_blanks(); }

  bool at_end() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  /// Passes the word in any case, or the sign, if it comes next.
  bool take(std::string_view wanted);
  /// A name without quotes in lower case, or one in double quotes as it is.
  std::optional<std::string> name();
  /// A literal with its quotes and brackets, up to a blank, a comma or a bracket that closes another; empty at the end.
  std::string literal();
  /// True if one of the words is in the rest.
  bool says(std::string_view word) const;
  /// The number behind `ttl`, 0 if there is none.
  std::int32_t time_to_live() const;

 private:
  void skip_blanks();

  std::string_view rest_;
};

/// What CELLS shows in Chinese, and what a Chinese keyboard writes, as the words and signs of the form.
std::string with_plain_words(std::string_view line);

/// Returns the position of `word` outside quotes and brackets, or npos.
std::size_t find_word(std::string_view text, std::string_view word);

}  // namespace cellar
