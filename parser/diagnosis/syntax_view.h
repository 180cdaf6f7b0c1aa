// A SyntaxError read from its offending token: offset 0 is that token, -1 the one before it.
//
// What is looked at is noted (LookedAt), so that a refusal may serve texts with other literals. `is` compares with
// words and signs, which no literal is.
//
// In:      a SyntaxError.
// Out:     what the text has around the offending token.
// Refused: each refuse_* function refuses the fault that it knows, and returns otherwise.
//
// Sources: syntax_view.cpp; the functions that refuse are in syntax_forms.cpp, sql_habits.cpp, misplaced_clauses.cpp,
// missing_words.cpp, clause_order.cpp, foreign_statements.cpp, stray_lines.cpp and cassandra_cli.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "parser/diagnosis/syntax_error.h"
#include "types/text/text.h"

namespace cellar {

constexpr int kNoToken = 1 << 20;

class SyntaxView {
 public:
  explicit SyntaxView(const SyntaxError& error) : error_(error) {}

  bool exists(int offset) const { return index(offset) < error_.tokens.size(); }
  Span span(int offset) const { return exists(offset) ? error_.tokens[index(offset)].span : Span{}; }
  std::string_view at(int offset) const { return text(span(offset)); }
  std::string_view type(int offset) const {
    return exists(offset) ? std::string_view(error_.tokens[index(offset)].type) : std::string_view();
  }
  /// Whether the token is this word, in any case, or this sign.
  bool is(int offset, std::string_view word) const { return is_same_word(unnoted(span(offset)), word); }
  bool is_any(int offset, std::initializer_list<std::string_view> words) const;
  bool is_end(int offset) const { return type(offset) == "EOF" || type(offset) == "SEMICOLON"; }
  bool is_name(int offset) const;
  /// Whether the token is a constant: all but NAN and INFINITY, which are names as well.
  bool is_constant(int offset) const;
  /// Whether the offending token is within SET of an UPDATE.
  bool is_within_set() const;
  /// No blank between the token and the one before it.
  bool touches(int offset) const { return exists(offset - 1) && span(offset - 1).end == span(offset).begin; }
  /// Whether the statement begins with this word.
  bool statement_is(std::string_view word) const { return is(begin(), word); }
  int begin() const { return static_cast<int>(error_.first) - static_cast<int>(error_.offending); }
  /// Offset of the bracket that belongs to the one at `offset`, or kNoToken if there is none.
  int closing(int offset) const;
  /// Offset of the innermost `(` open at the offending token, or 0.
  int open_parenthesis() const;
  bool has_before(std::string_view word) const { return last_before(word) != kNoToken; }
  /// Offset of the word's last occurrence before the offending token, or kNoToken.
  int last_before(std::string_view word) const;

  bool expects(std::string_view type) const;
  bool fits_as_name() const { return error_.fits_as_name; }
  std::string_view text(Span span) const {
    note(span);
    return unnoted(span);
  }
  /// The text of the statement as a whole.
  std::string_view text() const { return text({0, static_cast<std::uint32_t>(error_.text.size())}); }
  /// A part of the text whose literals the caller notes itself, if it depends on them.
  std::string_view unnoted(Span span) const { return error_.text.substr(span.begin, span.end - span.begin); }
  std::string_view unnoted() const { return error_.text; }
  void note(Span span) const {
    if (error_.looked_at != nullptr) error_.looked_at->spans.push_back(span);
  }
  const SyntaxError& error() const { return error_; }

 private:
  std::size_t index(int offset) const { return error_.offending + static_cast<std::size_t>(offset); }

  const SyntaxError& error_;
};

/// Throws a Refusal that shows a second place.
[[noreturn]] void refuse_beside(std::string_view id, Span span, Span related, Parameters parameters = {},
                                std::optional<Fix> fix = std::nullopt);

/// The keyword that the offending word was meant to be; empty if there is none.
std::string misspelled_keyword(const SyntaxView& view);

/// Each refuses what it knows and returns otherwise.
void refuse_stray_lines(const SyntaxView& view);           // prompts, marks of a merge
void refuse_cassandra_cli(const SyntaxView& view);         // get cf['key']
void refuse_foreign_statements(const SyntaxView& view);    // SHOW, other databases, prose
void refuse_unknown_statements(const SyntaxView& view);    // what begins no statement at all
void refuse_characters(const SyntaxView& view);            // quotes, full-width signs, backquotes
void refuse_numbers(const SyntaxView& view);               // 2024-01-05, 1_000, .5
void refuse_brackets(const SyntaxView& view);              // unmatched, trailing commas
void refuse_reserved_words(const SyntaxView& view);        // as names
void refuse_names(const SyntaxView& view);                 // other faults of names, misspelled words
void refuse_sql_selects(const SyntaxView& view);           // JOIN, OR, HAVING
void refuse_sql_writes(const SyntaxView& view);            // several rows, INSERT SELECT
void refuse_sql_definitions(const SyntaxView& view);       // NOT NULL, VARCHAR(20)
void refuse_conditions(const SyntaxView& view);            // IF in another place
void refuse_index_and_view_forms(const SyntaxView& view);  // USING sai, ALTER MATERIALIZED VIEW ... ADD
void refuse_describe_of_nothing(const SyntaxView& view);
void refuse_json_forms(const SyntaxView& view);     // UPDATE ... SET JSON
void refuse_clause_order(const SyntaxView& view);   // LIMIT after ALLOW FILTERING, USING after SET
void refuse_foreign_forms(const SyntaxView& view);  // text[], ->, CREATE TABLE ... AS SELECT
void refuse_missing_parts(const SyntaxView& view);  // FROM, SET, commas, parentheses
void refuse_values(const SyntaxView& view);         // a name or "text" where a value should be

}  // namespace cellar
