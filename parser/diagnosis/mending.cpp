#include "parser/diagnosis/mending.h"

#include <algorithm>
#include <numeric>

#include "parser/script/command_text.h"
#include "parser/script/quotes.h"
#include "refusal/spans.h"
#include "types/text/text.h"

namespace cellar {

namespace {

// A long text keeps its first fix as it is: nobody is shown the whole of it.
constexpr std::size_t kLongestText = 8'192;
constexpr int kMostFaults = 64;

/// The one replacement that makes `to` of `from`, without parts of characters.
Fix difference(std::string_view from, std::string_view to) {
  const auto is_within = [](std::string_view text, std::size_t place) {
    return place < text.size() && continues_character(text[place]);
  };
  std::size_t begin = static_cast<std::size_t>(std::ranges::mismatch(from, to).in1 - from.begin());
  while (is_within(from, begin) || is_within(to, begin)) --begin;
  std::size_t same = 0;
  while (same < std::min(from.size(), to.size()) - begin &&
         from[from.size() - 1 - same] == to[to.size() - 1 - same])
    ++same;
  while (is_within(from, from.size() - same) || is_within(to, to.size() - same)) --same;
  const Span span{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(from.size() - same)};
  return {span, std::string(to.substr(begin, to.size() - same - begin))};
}

/// A text that is mended step by step, and where its bytes were at first.
class TextInMending {
 public:
  explicit TextInMending(std::string_view text) : text_(text), origins_(text.size() + 1) {
    std::iota(origins_.begin(), origins_.end(), 0u);
  }

  const std::string& text() const { return text_; }

  void put(const Fix& fix) {
    const auto begin = origins_.begin() + fix.span.begin;
    const std::uint32_t origin = *begin;
    const auto behind = origins_.erase(begin, origins_.begin() + fix.span.end);
    origins_.insert(behind, fix.text.size(), origin);
    text_ = apply_fix(text_, fix);
  }

  Span origin_of(Span span) const {
    const std::uint32_t begin = origins_[span.begin];
    return {begin, span.empty() ? begin : std::max(begin, origins_[span.end - 1] + 1)};
  }

 private:
  std::string text_;
  std::vector<std::uint32_t> origins_;
};

std::string_view kind_of_fault(const Diagnostic& fault) {
  // All signs that a word processor or an input method replaced in a text count as one mistake. The codes
  // of the planner are rules, while the other ones of the parser gather many habits.
  const bool code_is_kind = fault.cause() == Cause::foreign_sign || fault.error_class() != ErrorClass::syntax;
  return code_is_kind ? fault.code() : fault.id;
}

bool holds_only_comments(std::string_view text) {
  for (std::size_t position = 0;;) {
    position = text.find_first_not_of(kBlanks, position);
    if (position == text.npos) return true;
    const Quote* const quote = quote_at(text, position);
    if (quote == nullptr || !quote->is_comment()) return false;
    position = end_of_quote(text, position, *quote);
    if (position == text.npos) return quote->kind == QuoteKind::line_comment;
  }
}

/// Returns the first fault of the statements that a text holds once its semicolons are in. A text that has
/// become a comment has none.
std::optional<Diagnostic> find_in_statements(const std::string& text, const FindFault& find_fault) {
  std::uint32_t begin = 0;
  for (;;) {
    std::string rest = text.substr(begin);
    if (holds_only_comments(rest)) return std::nullopt;
    std::optional<Diagnostic> fault = find_fault(rest);
    if (fault && fault->cause() == Cause::empty_text) return std::nullopt;
    const bool has_more = fault && fault->cause() == Cause::another_statement && fault->span.begin > 0;
    if (has_more) {
      const std::uint32_t next = fault->span.begin;
      rest.resize(next);
      fault = find_fault(rest);
      if (!fault) {
        begin += next;
        continue;
      }
    }
    if (!fault) return fault;
    withhold_guess(*fault, rest);
    move_spans(*fault, begin);
    return fault;
  }
}

/// Whether a statement removes data or what is defined, or a part of it does.
bool destroys(std::string_view statement) {
  const auto is_any = [](std::string_view word, std::initializer_list<std::string_view> keywords) {
    return std::ranges::any_of(keywords,
                               [&](std::string_view keyword) { return is_same_word(word, keyword); });
  };
  const auto removes = [&](std::string_view word) { return is_any(word, {"DROP", "TRUNCATE", "DELETE"}); };
  const std::string_view first = first_word(statement);
  if (!is_any(first, {"ALTER", "BEGIN", "EXPLAIN"})) return removes(first);
  return std::ranges::any_of(split_command(statement),
                             [&](const CommandWord& word) { return word.quote == 0 && removes(word.text); });
}

bool is_new_place(const Span& span, const Diagnostic& first, const std::vector<Span>& repeated) {
  return !span.empty() && span != first.span && std::ranges::find(repeated, span) == repeated.end();
}

}  // namespace

void withhold_guess(Diagnostic& fault, std::string_view text) {
  if (fault.fix && fault.has(Trait::guess) && destroys(apply_fix(text, *fault.fix))) fault.fix.reset();
}

bool is_same_kind(const Diagnostic& left, const Diagnostic& right) {
  return kind_of_fault(left) == kind_of_fault(right);
}

Mending mend(std::string_view text, const Diagnostic& first, const FindFault& find_fault) {
  Mending result;
  if (!first.fix) return result;
  result.fix_of_kind = first.fix;
  if (text.size() > kLongestText) {
    result.fix = first.fix;
    return result;
  }
  TextInMending better(text);
  better.put(*first.fix);
  for (int fault = 1; fault <= kMostFaults; ++fault) {
    const std::optional<Diagnostic> next = find_in_statements(better.text(), find_fault);
    if (!next) {
      result.fix = fault == 1 ? *first.fix : difference(text, better.text());
      break;
    }
    if (is_same_kind(first, *next)) {
      const Span place = better.origin_of(next->span);
      if (is_new_place(place, first, result.repeated)) result.repeated.push_back(place);
    } else {
      result.after.push_back(*next);
    }
    if (!next->fix) break;
    better.put(*next->fix);
    if (result.after.empty()) result.fix_of_kind = difference(text, better.text());
  }
  std::ranges::sort(result.repeated, {}, &Span::begin);
  return result;
}

void mend_all(std::string_view text, Diagnostic& fault, const FindFault& find_fault) {
  withhold_guess(fault, text);
  if (!fault.fix) return;
  Mending mending = mend(text, fault, find_fault);
  fault.fix = std::move(mending.fix);
  if (fault.repeated.empty()) fault.repeated = std::move(mending.repeated);
}

}  // namespace cellar
