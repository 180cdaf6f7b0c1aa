#include "parser/shape/long_lists.h"

#include <algorithm>
#include <limits>

#include "parser/shape/shape_scanner.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kShortestText = 16'384;
constexpr std::size_t kFewestElements = 1'000;
constexpr std::size_t kLongestLiteral = 16'384;

using Token = ShapeScanner::Token;

/// Reads a statement, token by token, and finds the lists that may become a marker: values of INSERT, what UPDATE assigns,
/// adds or compares, and the values of IN. An argument of a function stays, since its literal may choose the function; so
/// does what follows a word, as in IN [...].
class ListFinder {
 public:
  explicit ListFinder(std::string_view text) : text_(text), scanner_(text) {}

  /// Returns false if there is none, or if the scanner cannot read the text to its end.
  bool find(TextWithoutLists& found) {
    std::optional<Token> token = scanner_.next();
    if (!token || !may_have_lists(word(*token))) return false;
    while ((token = scanner_.next())) {
      const std::string_view read = word(*token);
      if (may_be_marker(read)) note_list(static_cast<std::uint32_t>(token->begin));
      follow(read);
    }
    found.lists = std::move(lists_);
    found.counts = std::move(counts_);
    return !scanner_.failed() && !found.lists.empty();
  }

 private:
  bool may_have_lists(std::string_view first) {
    const std::string lower = to_lower(std::string(first.substr(0, std::size("insert"))));
    // Most batches have none, and are long.
    const bool is_batch =
        lower == "begin" && (text_.find('[') != text_.npos || text_.find('{') != text_.npos);
    writes_ = lower == "insert" || lower == "update" || is_batch;
    return writes_ || lower == "select" || lower == "delete";
  }
  std::string_view word(const Token& token) const {
    return text_.substr(token.begin, scanner_.position() - token.begin);
  }

  bool may_be_marker(std::string_view read) const {
    if (brackets_ != 0) return false;
    if (read == "(")
      return parentheses_ == 0 && previous_.size() == 2 && to_lower(std::string(previous_)) == "in";
    if (!writes_ || (read != "[" && read != "{")) return false;
    if (parentheses_ != 0 && !(parentheses_ == 1 && in_values_)) return false;
    return previous_ == "=" || previous_ == "+" || previous_ == "-" || previous_ == "," ||
           (previous_ == "(" && in_values_);
  }

  /// A key may be refused for its length, or where it is empty, with its own place.
  static bool may_be_key(std::string_view literal) {
    return literal.size() < kLongestLiteral && literal != "''" && literal != "0x";
  }

  /// Reads on to the bracket that closes the list, if there is nothing but literals before it; otherwise stays behind
  /// the bracket that opens it.
  void note_list(std::uint32_t begin) {
    const char open = text_[begin];
    const char close = open == '[' ? ']' : open == '{' ? '}' : ')';
    ShapeScanner ahead = scanner_;
    std::size_t literals = 0, colons = 0;
    for (;;) {
      const std::optional<Token> literal = ahead.next();
      if (!literal || !literal->literal) return;
      if (open != '[' && !may_be_key(text_.substr(literal->begin, ahead.position() - literal->begin))) return;
      ++literals;
      const std::optional<Token> sign = ahead.next();
      if (!sign) return;
      const char c = text_[sign->begin];
      if (c == close) break;
      if (c == ':' && open == '{' && literals == 2 * colons + 1) {
        ++colons;
      } else if (c != ',') {
        return;
      }
    }
    if (colons != 0 && literals != 2 * colons) return;
    if (literals < kFewestElements) return;
    scanner_ = ahead;
    lists_.push_back({begin, static_cast<std::uint32_t>(ahead.position())});
    counts_.push_back(colons == 0 ? literals : colons);
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
  bool writes_ = false;
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

bool is_map(std::string_view text, Span list) {
  if (text[list.begin] != '{') return false;
  ShapeScanner scanner(text.substr(list.begin + 1, list.end - list.begin - 2));
  scanner.next();
  const std::optional<Token> sign = scanner.next();
  return sign && text[list.begin + 1 + sign->begin] == ':';
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

void blank_literals(std::string& text, Span list, const std::vector<Span>& kept) {
  const auto blank = [&](std::size_t begin, std::size_t end) {
    std::fill(text.data() + begin, text.data() + end, ' ');
  };
  std::size_t from = list.begin + 1;
  for (const Span& literal : kept) {
    blank(from, literal.begin);
    if (from > list.begin + 1) text[from] = ',';
    from = literal.end;
  }
  blank(from, list.end - 1);
}

}  // namespace cellar
