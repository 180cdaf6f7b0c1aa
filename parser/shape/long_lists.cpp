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
/// Of a group in a key: its bytes may be twelve times its characters.
constexpr std::size_t kLongestGroup = 4'096;
constexpr std::size_t kDeepest = 16;

using Token = ShapeScanner::Token;

/// Follows the tokens of a list up to the bracket that closes it.
class ListReader {
 public:
  /// `begin` is the place of the bracket that opens the list.
  ListReader(std::string_view text, std::size_t begin) : text_(text) { open(begin); }

  /// Returns false for a token that the list cannot have. `end` is that of the token.
  bool take(const Token& token, std::size_t end) {
    const char sign = token.literal ? '\0' : text_[token.begin];
    if (!is_behind_element_) {
      if (token.literal) return take_element(token.begin, end, kLongestLiteral);
      if (is_opening(sign)) return open(token.begin);
      // Only a group may be empty.
      return groups_.size() > 1 && groups_.back().elements == 0 && close(sign, end);
    }
    Group& group = groups_.back();
    if (sign == ',' || (sign == ':' && group.opened == '{' && group.elements == 2 * group.colons + 1)) {
      if (sign == ':') ++group.colons;
      is_behind_element_ = false;
      return true;
    }
    return close(sign, end);
  }

  bool is_closed() const { return groups_.empty(); }
  /// Returns the number of literals and groups.
  std::size_t parts() const { return parts_; }
  /// Returns the number of elements of the list that was closed; of a map, of its pairs.
  std::size_t elements() const { return elements_; }

 private:
  struct Group {
    std::size_t begin;
    char opened;
    bool is_key;  // it is, or is part of, what may be the key of a cell, a row or a partition
    std::size_t elements = 0;
    std::size_t colons = 0;
  };

  static bool is_opening(char sign) { return sign == '[' || sign == '{' || sign == '('; }

  bool open(std::size_t begin) {
    if (groups_.size() == kDeepest) return false;
    const char opened = text_[begin];
    const bool is_key = groups_.empty() ? opened != '[' : groups_.back().is_key;
    groups_.push_back({begin, opened, is_key});
    is_behind_element_ = false;
    return true;
  }

  bool close(char sign, std::size_t end) {
    const Group group = groups_.back();
    if (sign != (group.opened == '[' ? ']' : group.opened == '{' ? '}' : ')')) return false;
    if (group.colons != 0 && group.elements != 2 * group.colons) return false;
    groups_.pop_back();
    elements_ = group.colons == 0 ? group.elements : group.colons;
    return groups_.empty() || take_element(group.begin, end, kLongestGroup);
  }

  /// A key may be refused for its length, or where it is empty, with its own place.
  bool take_element(std::size_t begin, std::size_t end, std::size_t longest_key) {
    const std::string_view element = text_.substr(begin, end - begin);
    if (groups_.back().is_key && (element.size() >= longest_key || element == "''" || element == "0x"))
      return false;
    // The values of an IN are tuples for several columns, or something else for one.
    const bool is_tuple = element.front() == '(';
    if (groups_.size() == 1 && groups_.back().opened == '(') {
      if (groups_.back().elements > 0 && is_tuple != is_of_tuples_) return false;
      is_of_tuples_ = is_tuple;
    }
    ++groups_.back().elements;
    ++parts_;
    is_behind_element_ = true;
    return true;
  }

  std::string_view text_;
  std::vector<Group> groups_;
  std::size_t parts_ = 0;
  std::size_t elements_ = 0;
  bool is_behind_element_ = false;
  bool is_of_tuples_ = false;
};

/// Reads a statement, token by token, and finds the lists that may become a marker: values of INSERT, what UPDATE
/// assigns, adds or compares, and the values of IN. An argument of a function stays, since its literal may choose the
/// function; so does what follows a word, as in IN [...].
class ListFinder {
 public:
  ListFinder(std::string_view text, std::size_t fewest_parts)
      : text_(text), scanner_(text), fewest_parts_(fewest_parts) {}

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
    if (read == "(") return parentheses_ == 0 && previous_.size() == 2 && is_lower_word(previous_, "in");
    if (!writes_ || (read != "[" && read != "{")) return false;
    if (parentheses_ != 0 && !(parentheses_ == 1 && in_values_)) return false;
    return previous_ == "=" || previous_ == "+" || previous_ == "-" || previous_ == "," ||
           (previous_ == "(" && in_values_);
  }

  /// Reads on to the bracket that closes the list, if there are nothing but literals and groups of them before it;
  /// otherwise stays behind the bracket that opens it.
  void note_list(std::uint32_t begin) {
    ShapeScanner ahead = scanner_;
    ListReader list(text_, begin);
    while (!list.is_closed()) {
      const std::optional<Token> token = ahead.next();
      if (!token || !list.take(*token, ahead.position())) return;
    }
    if (list.parts() < fewest_parts_) return;
    scanner_ = ahead;
    lists_.push_back({begin, static_cast<std::uint32_t>(ahead.position())});
    counts_.push_back(list.elements());
  }

  void follow(std::string_view read) {
    const bool was_list = !lists_.empty() && lists_.back().end == scanner_.position();
    if (!was_list) {
      if (read == "(" && parentheses_++ == 0) in_values_ = is_lower_word(previous_, "values");
      if (read == ")" && parentheses_ > 0) --parentheses_;
      if (read == "[" || read == "{") ++brackets_;
      if ((read == "]" || read == "}") && brackets_ > 0) --brackets_;
    }
    previous_ = was_list ? "]" : read;
  }

  std::string_view text_;
  ShapeScanner scanner_;
  std::size_t fewest_parts_;
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
  if (!ListFinder(text, kFewestElements).find(without)) return std::nullopt;
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

std::vector<Span> places_of_lists(std::string_view text) {
  TextWithoutLists found;
  if (!ListFinder(text, 1).find(found)) return {};
  return std::move(found.lists);
}

bool is_map(std::string_view text, Span list) {
  if (text[list.begin] != '{') return false;
  ShapeScanner scanner(text.substr(list.begin + 1, list.end - list.begin - 2));
  std::size_t groups = 0;
  while (const std::optional<Token> token = scanner.next()) {
    if (token->literal) continue;
    const char sign = text[list.begin + 1 + token->begin];
    if (groups == 0 && (sign == ',' || sign == ':')) return sign == ':';
    if (sign == '[' || sign == '{' || sign == '(') ++groups;
    if (sign == ']' || sign == '}' || sign == ')') --groups;
  }
  return false;
}

void for_each_part(std::string_view text, Span list, const std::function<void(const ListPart&)>& take) {
  const std::size_t first = list.begin + 1;
  ShapeScanner scanner(text.substr(first, list.end - 1 - first));
  while (const std::optional<Token> token = scanner.next()) {
    const char sign = token->literal ? '\0' : text[first + token->begin];
    if (sign == ',') continue;
    take({{static_cast<std::uint32_t>(first + token->begin),
           static_cast<std::uint32_t>(first + scanner.position())},
          token->literal,
          sign});
  }
}

void blank_elements(std::string& text, Span list, const std::vector<Span>& kept) {
  const auto blank = [&](std::size_t begin, std::size_t end) {
    std::fill(text.data() + begin, text.data() + end, ' ');
  };
  std::size_t from = list.begin + 1;
  for (const Span& element : kept) {
    blank(from, element.begin);
    if (from > list.begin + 1) text[from] = ',';
    from = element.end;
  }
  blank(from, list.end - 1);
}

}  // namespace cellar
