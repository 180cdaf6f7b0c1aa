#include "parser/syntax_error.h"

namespace cellar {

namespace {

std::string found_words(const SyntaxError& error) {
  const Span span = error.tokens[error.offending];
  if (span.begin == error.text.size()) return "the end of the statement";
  return "`" + std::string(error.text.substr(span.begin, span.end - span.begin)) + "`";
}

std::string joined(const std::vector<std::string>& words) {
  std::string result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) result += i + 1 == words.size() ? " or " : ", ";
    result += words[i];
  }
  return result;
}

}  // namespace

void refuse_syntax(const SyntaxError& error) {
  refuse("syntax", error.tokens[error.offending],
         {{"found", found_words(error)}, {"expected", joined(error.expected)}});
}

}  // namespace cellar
