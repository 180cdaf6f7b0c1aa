#include "parser/long_lists.h"

#include <limits>

#include "parser/shape_scanner.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kShortestText = 16'384;
constexpr std::size_t kFewestElements = 1'000;

using Token = ShapeScanner::Token;

/// Reads a write, token by token, and finds the lists that may become a marker: values of INSERT, and what UPDATE assigns,
/// adds or compares. An argument of a function stays, since its literal may choose the function; so does what stands
/// behind a word, as IN.
class ListFinder {
 public:
  explicit ListFinder(std::string_view text) : text_(text), scanner_(text) {}

  /// Returns false if there is none, or if the scanner cannot read the text to its end.
  bool find(TextWithoutLists& found) {
    std::optional<Token> token = scanner_.next();
    if (!token || !is_write(word(*token))) return false;
    while ((token = scanner_.next())) {
      const std::string_view read = word(*token);
      if (read == "[" && may_be_marker()) note_list(static_cast<std::uint32_t>(token->begin));
      follow(read);
    }
    found.lists = std::move(lists_);
    found.counts = std::move(counts_);
    return !scanner_.failed() && !found.lists.empty();
  }

 private:
  static bool is_write(std::string_view first) {
    const std::string lower = to_lower(std::string(first.substr(0, std::size("insert"))));
    return lower == "insert" || lower == "update";
  }
  std::string_view word(const Token& token) const {
    return text_.substr(token.begin, scanner_.position() - token.begin);
  }

  bool may_be_marker() const {
    if (brackets_ != 0 || (parentheses_ != 0 && !(parentheses_ == 1 && in_values_))) return false;
    return previous_ == "=" || previous_ == "+" || previous_ == "-" || previous_ == "," ||
           (previous_ == "(" && in_values_);
  }

  /// Reads on to the bracket that closes the list, if there is nothing but literals before it; otherwise stays behind
  /// the bracket that opens it.
  void note_list(std::uint32_t begin) {
    ShapeScanner ahead = scanner_;
    std::size_t count = 0;
    for (;;) {
      const std::optional<Token> literal = ahead.next();
      if (!literal || !literal->literal) return;
      ++count;
      const std::optional<Token> sign = ahead.next();
      if (!sign) return;
      const char c = text_[sign->begin];
      if (c == ']') break;
      if (c != ',') return;
    }
    if (count < kFewestElements) return;
    scanner_ = ahead;
    lists_.push_back({begin, static_cast<std::uint32_t>(ahead.position())});
    counts_.push_back(count);
  }

  void follow(std::string_view read) {
    const bool was_list = !lists_.empty() && lists_.back().end == scanner_.position();
    if (!was_list) {
      if (read == "(" && parentheses_++ == 0) in_values_ = to_lower(std::string(previous_)) == "values";
      if (read == ")" && parentheses_ > 0) --parentheses_;
      if (read == "[" || read == "{") ++brackets_;
      if ((read == "]" || read == "}") && brackets_ > 0) --brackets_;
    }
    previous_ = was_list ? "]" : read;
  }

  std::string_view text_;
  ShapeScanner scanner_;
  std::vector<Span> lists_;
  std::vector<std::size_t> counts_;
  std::string_view previous_;
  std::size_t parentheses_ = 0;
  std::size_t brackets_ = 0;
  bool in_values_ = false;
};

}  // namespace

std::optional<TextWithoutLists> take_out_long_lists(std::string_view text) {
  if (text.size() < kShortestText || text.size() >= std::numeric_limits<std::uint32_t>::max())
    return std::nullopt;
  TextWithoutLists without;
  if (!ListFinder(text).find(without)) return std::nullopt;
  std::size_t copied = 0;
  for (const Span& list : without.lists) {
    without.text.append(text, copied, list.begin - copied);
    const auto place = static_cast<std::uint32_t>(without.text.size());
    without.text += '?';
    without.markers.push_back({place, place + 1});
    copied = list.end;
  }
  without.text.append(text, copied);
  return without;
}

void for_each_literal(std::string_view text, Span list,
                      const std::function<void(const ShapeLiteral&)>& take) {
  const std::size_t first = list.begin + 1;
  ShapeScanner scanner(text.substr(first, list.end - 1 - first));
  while (const std::optional<Token> token = scanner.next()) {
    if (!token->literal) continue;
    take({*token->literal, static_cast<std::uint32_t>(first + token->begin),
          static_cast<std::uint32_t>(first + scanner.position())});
  }
}

}  // namespace cellar
