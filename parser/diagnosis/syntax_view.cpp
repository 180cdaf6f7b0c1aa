#include "parser/diagnosis/syntax_view.h"

#include <algorithm>
#include <iterator>

namespace cellar {

bool SyntaxView::is_any(int offset, std::initializer_list<std::string_view> words) const {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return is(offset, word); });
}

bool SyntaxView::is_name(int offset) const {
  const std::string_view text = unnoted(span(offset));
  if (type(offset) == "UUID") note(span(offset));  // it begins with a letter or a digit
  return !text.empty() && type(offset) != "BOOLEAN" &&
         ((text.front() >= 'a' && text.front() <= 'z') || (text.front() >= 'A' && text.front() <= 'Z') ||
          type(offset) == "QUOTED_NAME");
}

bool SyntaxView::is_constant(int offset) const {
  constexpr std::string_view kConstants[] = {"STRING", "INTEGER",      "FLOAT",   "BOOLEAN",
                                             "UUID",   "BLOB_LITERAL", "DURATION"};
  return std::ranges::find(kConstants, type(offset)) != std::end(kConstants);
}

bool SyntaxView::is_within_set() const {
  return statement_is("UPDATE") && has_before("SET") && !has_before("WHERE") && !has_before("IF");
}

int SyntaxView::closing(int offset) const {
  int depth = 0;
  for (int i = offset; exists(i); ++i) {
    if (is_any(i, {"(", "[", "{", "expr("})) ++depth;
    if (is_any(i, {")", "]", "}"}) && --depth == 0) return i;
  }
  return kNoToken;
}

int SyntaxView::open_parenthesis() const {
  int depth = 0;
  for (int i = -1; i >= begin(); --i) {
    if (is_any(i, {")", "]", "}"})) ++depth;
    if (is_any(i, {"(", "[", "{", "expr("}) && depth-- == 0) return is(i, "(") ? i : 0;
  }
  return 0;
}

int SyntaxView::last_before(std::string_view word) const {
  for (int i = -1; i >= begin(); --i)
    if (is(i, word)) return i;
  return kNoToken;
}

bool SyntaxView::expects(std::string_view type) const {
  const std::vector<std::string>& types = error_.expected_types;
  return std::find(types.begin(), types.end(), type) != types.end();
}

void refuse_beside(std::string_view id, Span span, Span related, Parameters parameters,
                   std::optional<Fix> fix) {
  throw Refusal({id, span, std::move(parameters), std::move(fix), std::nullopt, {}, related});
}

}  // namespace cellar
