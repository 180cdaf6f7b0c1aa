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
/// Longest group that may be a key: its bytes may be twelve times its characters.
constexpr std::size_t kLongestGroup = 4'096;
/// Longest computed element: it is nested no deeper than the grammar allows, also within the list.
constexpr std::size_t kLongestComputed = 1'024;
constexpr std::size_t kDeepest = 16;

using Token = ShapeScanner::Token;

bool is_opening(char sign) { return sign == '[' || sign == '{' || sign == '('; }
bool is_closing(char sign) { return sign == ']' || sign == '}' || sign == ')'; }
char closing_of(char opened) { return opened == '[' ? ']' : opened == '{' ? '}' : ')'; }

/// Returns what a token is within a list. A word that is no constant is part of something computed.
ListPart part_of(std::string_view text, const Token& token, std::size_t end) {
  struct Word {
    std::string_view lower;
    LiteralKind kind;
    std::string_view word;
  };
  static constexpr Word kWords[] = {
      {"true", LiteralKind::boolean, "true"},        {"false", LiteralKind::boolean, "false"},
      {"nan", LiteralKind::float_, "NaN"},           {"-nan", LiteralKind::float_, "NaN"},
      {"infinity", LiteralKind::float_, "Infinity"}, {"-infinity", LiteralKind::float_, "-Infinity"}};
  using enum ListPart::Kind;
  const Span span{static_cast<std::uint32_t>(token.begin), static_cast<std::uint32_t>(end)};
  if (token.literal) return {.span = span, .kind = literal, .literal = *token.literal};
  const std::string_view read = text.substr(span.begin, span.end - span.begin);
  if (read.size() == 1) return {.span = span, .kind = sign, .sign = read.front()};
  if (is_lower_word(read, "null")) return {.span = span, .kind = null};
  for (const Word& each : kWords) {
    if (is_lower_word(read, each.lower))
      return {.span = span, .kind = literal, .literal = each.kind, .word = each.word};
  }
  return {.span = span, .kind = computed};
}

/// Follows the tokens of a list up to the bracket that closes it.
class ListReader {
 public:
  /// `begin` is the place of the bracket that opens the list.
  ListReader(std::string_view text, std::uint32_t begin) : text_(text), is_in_(text[begin] == '(') {
    list_.span.begin = begin;
    open(begin);
  }

  /// Returns false for a token that the list cannot have. `end` is that of the token.
  bool take(const Token& token, std::size_t end) {
    const ListPart part = part_of(text_, token, end);
    if (is_computed_) return pass_computed(part);
    if (is_behind_element_) {
      const bool ends = part.sign == ',' || part.sign == ':' || is_closing(part.sign);
      return ends ? end_element(part) : begin_computed(part);
    }
    if (groups_.size() == 1) element_begin_ = part.span.begin;
    // A tuple of an IN may be one for several columns, whose nulls are refused at another place than its own.
    if (part.kind == ListPart::Kind::null && is_in_ && groups_.size() > 1) return false;
    if (part.kind == ListPart::Kind::literal || part.kind == ListPart::Kind::null)
      return take_element(part.span, kLongestLiteral);
    if (is_opening(part.sign)) return open(part.span.begin);
    // Only a group may be empty.
    if (is_closing(part.sign)) return groups_.size() > 1 && groups_.back().elements == 0 && close(part);
    return part.sign != ',' && part.sign != ':' && begin_computed(part);
  }

  bool is_closed() const { return groups_.empty(); }
  /// Returns the number of literals and groups.
  std::size_t parts() const { return parts_; }
  /// Returns the list that was closed.
  LongList& list() { return list_; }

 private:
  struct Group {
    std::uint32_t begin;
    char opened;
    bool is_key;  // it is, or is part of, what may be the key of a cell, a row or a partition
    std::size_t elements = 0;
    std::size_t colons = 0;
  };

  bool open(std::uint32_t begin) {
    if (groups_.size() == kDeepest) return false;
    const char opened = text_[begin];
    const bool is_key = groups_.empty() ? opened != '[' : groups_.back().is_key;
    groups_.push_back({begin, opened, is_key});
    is_behind_element_ = false;
    return true;
  }

  bool end_element(const ListPart& part) {
    Group& group = groups_.back();
    if (is_closing(part.sign)) return close(part);
    if (part.sign == ':' && (group.opened != '{' || group.elements != 2 * group.colons + 1)) return false;
    if (part.sign == ':') ++group.colons;
    is_behind_element_ = false;
    return true;
  }

  bool close(const ListPart& part) {
    const Group group = groups_.back();
    if (part.sign != closing_of(group.opened)) return false;
    if (group.colons != 0 && group.elements != 2 * group.colons) return false;
    groups_.pop_back();
    list_.count = group.colons == 0 ? group.elements : group.colons;
    list_.span.end = part.span.end;
    return groups_.empty() || take_element({group.begin, part.span.end}, kLongestGroup);
  }

  /// A key may be refused for its length, or where it is empty, with its own place.
  bool take_element(Span place, std::size_t longest_key) {
    const std::string_view element = text_.substr(place.begin, place.end - place.begin);
    if (groups_.back().is_key && (element.size() >= longest_key || element == "''" || element == "0x"))
      return false;
    // The values of an IN are tuples for several columns, or something else for one.
    const bool is_tuple = element.front() == '(';
    if (groups_.size() == 1 && is_in_) {
      if (groups_.back().elements > 0 && is_tuple != is_of_tuples_) return false;
      is_of_tuples_ = is_tuple;
    }
    ++groups_.back().elements;
    ++parts_;
    is_behind_element_ = true;
    return true;
  }

  /// The element of the list that is being read, or was read last, is more than a literal or a group of them.
  bool begin_computed(const ListPart& part) {
    if (is_in_) return false;
    if (groups_.size() == 1 && is_behind_element_) --groups_.back().elements;
    for (std::size_t index = 1; index < groups_.size(); ++index) open_in_computed_ += groups_[index].opened;
    groups_.resize(1);
    is_computed_ = true;
    return pass_computed(part);
  }

  bool pass_computed(const ListPart& part) {
    const bool is_end = part.sign == ',' || part.sign == ':' || is_closing(part.sign);
    if (is_end && open_in_computed_.empty()) {
      list_.computed.push_back({element_begin_, computed_end_});
      is_computed_ = false;
      is_behind_element_ = true;
      ++groups_.back().elements;
      ++parts_;
      return end_element(part);
    }
    if (is_opening(part.sign)) open_in_computed_ += part.sign;
    if (is_closing(part.sign)) {
      if (part.sign != closing_of(open_in_computed_.back())) return false;
      open_in_computed_.pop_back();
    }
    computed_end_ = part.span.end;
    if (open_in_computed_.size() > kDeepest || computed_end_ - element_begin_ > kLongestComputed)
      return false;
    return part.sign != ';' && part.sign != '?';
  }

  std::string_view text_;
  bool is_in_;  // its elements are the values of an IN
  LongList list_;
  std::vector<Group> groups_;
  std::size_t parts_ = 0;
  std::uint32_t element_begin_ = 0;  // of the list's element that is being read
  bool is_behind_element_ = false;
  bool is_of_tuples_ = false;
  bool is_computed_ = false;
  std::string open_in_computed_;  // its brackets
  std::uint32_t computed_end_ = 0;
};

/// Reads a statement, token by token, and finds the lists that may become a marker: values of INSERT, what UPDATE
/// assigns, adds or compares, and the values of IN. An argument of a function stays, since its literal may choose the
/// function; so does what follows a word, as in IN [...].
class ListFinder {
 public:
  ListFinder(std::string_view text, std::size_t fewest_parts)
      : text_(text), scanner_(text, Comments::skipped), fewest_parts_(fewest_parts) {}

  /// Returns none if the scanner cannot read the text to its end.
  std::vector<LongList> find() {
    std::optional<Token> token = scanner_.next();
    if (!token || !may_have_lists(word(*token))) return {};
    while ((token = scanner_.next())) {
      const std::string_view read = word(*token);
      if (may_be_marker(read)) note_list(static_cast<std::uint32_t>(token->begin));
      follow(read);
    }
    if (scanner_.failed()) lists_.clear();
    return std::move(lists_);
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

  /// Reads on to the bracket that closes the list, if there is nothing before it that a list cannot have; otherwise
  /// stays behind the bracket that opens it.
  void note_list(std::uint32_t begin) {
    ShapeScanner ahead = scanner_;
    ListReader list(text_, begin);
    while (!list.is_closed()) {
      const std::optional<Token> token = ahead.next();
      if (!token || !list.take(*token, ahead.position())) return;
    }
    if (list.parts() < fewest_parts_) return;
    scanner_ = ahead;
    lists_.push_back(std::move(list.list()));
  }

  void follow(std::string_view read) {
    const bool was_list = !lists_.empty() && lists_.back().span.end == scanner_.position();
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
  std::vector<LongList> lists_;
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
  without.lists = ListFinder(text, kFewestElements).find();
  if (without.lists.empty()) return std::nullopt;
  std::size_t copied = 0;
  for (const LongList& list : without.lists) {
    without.text.append(text, copied, list.span.begin - copied);
    const auto place = static_cast<std::uint32_t>(without.text.size());
    without.text += '?';
    without.markers.push_back({place, place + 1});
    copied = list.span.end;
  }
  without.text.append(text, copied);
  return without;
}

std::vector<Span> places_of_lists(std::string_view text) {
  std::vector<Span> places;
  for (const LongList& list : ListFinder(text, 1).find()) {
    if (list.computed.empty()) places.push_back(list.span);
  }
  return places;
}

bool is_map(std::string_view text, Span list) {
  if (text[list.begin] != '{') return false;
  ShapeScanner scanner(text.substr(list.begin + 1, list.end - list.begin - 2), Comments::skipped);
  std::size_t groups = 0;
  while (const std::optional<Token> token = scanner.next()) {
    if (token->literal) continue;
    const char sign = text[list.begin + 1 + token->begin];
    if (groups == 0 && (sign == ',' || sign == ':')) return sign == ':';
    if (is_opening(sign)) ++groups;
    if (is_closing(sign)) --groups;
  }
  return false;
}

void for_each_part(std::string_view text, const LongList& list,
                   const std::function<void(const ListPart&)>& take) {
  const std::string_view until_end = text.substr(0, list.span.end - 1);
  auto computed = list.computed.begin();
  ShapeScanner scanner(until_end, Comments::skipped);
  scanner.go_to(list.span.begin + 1);
  while (const std::optional<Token> token = scanner.next()) {
    if (computed != list.computed.end() && computed->begin == token->begin) {
      take({.span = *computed, .kind = ListPart::Kind::computed});
      scanner.go_to((computed++)->end);
      continue;
    }
    const ListPart part = part_of(text, *token, scanner.position());
    if (part.sign != ',') take(part);
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
