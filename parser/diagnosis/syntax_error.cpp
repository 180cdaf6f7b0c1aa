#include "parser/diagnosis/syntax_error.h"

#include "parser/diagnosis/syntax_view.h"
#include "types/names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

std::string found_words(const SyntaxView& view) {
  if (view.type(0) == "EOF") return "the end of the statement";
  constexpr std::size_t kLongest = 40;
  const std::string_view found = view.at(0);
  if (found.size() <= kLongest) return "`" + std::string(found) + "`";
  const std::size_t end = character_boundary(found, kLongest);
  return "`" + std::string(found.substr(0, end)) + "...`";
}

// Nobody reads a longer list.
constexpr std::size_t kMostExpected = 8;

std::string joined(std::vector<std::string> words) {
  if (words.size() > kMostExpected) {
    words.resize(kMostExpected - 1);
    words.emplace_back("others");
  }
  std::string result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) result += i + 1 == words.size() ? " or " : ", ";
    result += words[i];
  }
  return result;
}

// A dot may follow nearly every name: it is worth saying only where nothing else may.
std::vector<std::string> worth_saying(std::vector<std::string> words) {
  if (words.size() > 1) std::erase(words, "`.`");
  return words;
}

std::string expected_words(const SyntaxView& view) {
  std::string words = joined(worth_saying(view.error().expected));
  // A parenthesis has no words where it may also begin something that has.
  return words.empty() ? "`(`" : words;
}

/// A text without a statement, or with several.
void refuse_other_than_one(const SyntaxView& view) {
  if (view.begin() == 0 && view.is_end(0) && view.expects("SELECT")) {
    const bool is_explained = is_lower_word(leading_word(view.unnoted()), "explain");
    refuse(is_explained ? "explain_of_nothing" : "empty_statement", view.span(0));
  }
  if (view.is(-1, ";")) refuse("second_statement", view.span(0));
}

}  // namespace

void refuse_syntax(const SyntaxError& error) {
  const SyntaxView view(error);
  refuse_other_than_one(view);
  refuse_stray_lines(view);
  refuse_cassandra_cli(view);
  refuse_foreign_statements(view);
  refuse_characters(view);
  refuse_numbers(view);
  refuse_values(view);
  refuse_foreign_forms(view);
  refuse_reserved_words(view);
  refuse_conditions(view);
  refuse_index_and_view_forms(view);
  refuse_json_forms(view);
  refuse_describe_of_nothing(view);
  refuse_sql_selects(view);
  refuse_sql_writes(view);
  refuse_sql_definitions(view);
  refuse_clause_order(view);
  refuse_brackets(view);
  refuse_missing_parts(view);
  refuse_names(view);
  refuse_unknown_statements(view);
  refuse(view.is_end(0) ? "statement_ends" : "syntax", view.span(0),
         {{"found", found_words(view)}, {"expected", expected_words(view)}});
}

Diagnostic diagnose(const SyntaxError& error) {
  try {
    refuse_syntax(error);
  } catch (Refusal& refusal) {
    return std::move(refusal.diagnostic);
  }
}

}  // namespace cellar
