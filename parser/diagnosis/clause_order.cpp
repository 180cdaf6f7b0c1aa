// Clauses that are written in another order than CQL's.
#include <algorithm>
#include <array>

#include "parser/diagnosis/syntax_view.h"

namespace cellar {

namespace {

// Clauses of SELECT in their order: the first word, and how the clause is called.
struct SelectClause {
  std::string_view word;
  std::string_view name;
};
constexpr SelectClause kSelectClauses[] = {
    {"WHERE", "WHERE"}, {"GROUP", "GROUP BY"},        {"ORDER", "ORDER BY"}, {"PER", "PER PARTITION LIMIT"},
    {"LIMIT", "LIMIT"}, {"ALLOW", "ALLOW FILTERING"},
};
constexpr int kClauses = static_cast<int>(std::size(kSelectClauses));
constexpr std::string_view kStatementWords[] = {"SELECT", "INSERT", "UPDATE",   "DELETE", "CREATE", "ALTER",
                                                "DROP",   "USE",    "TRUNCATE", "BEGIN",  "GRANT",  "REVOKE"};

/// Returns which clause a token begins; nothing if it begins none.
std::optional<int> clause_at(const SyntaxView& view, int offset) {
  if (view.is(offset - 1, "PARTITION")) return std::nullopt;  // its LIMIT
  for (int clause = 0; clause < kClauses; ++clause) {
    if (view.is(offset, kSelectClauses[clause].word)) return clause;
  }
  return std::nullopt;
}

/// The first clause before the offending one that belongs behind it, or is the same.
int first_that_belongs_behind(const SyntaxView& view, int clause) {
  for (int i = view.begin(); i < 0; ++i) {
    const std::optional<int> earlier = clause_at(view, i);
    if (earlier && *earlier >= clause) return i;
  }
  return kNoToken;
}

/// Moves the clause that begins at the offending token before the one at `offset`.
std::optional<Fix> moved_before(const SyntaxView& view, int offset) {
  int last = 0;
  while (view.exists(last + 1) && !view.is_end(last + 1) && !clause_at(view, last + 1)) ++last;
  if (last == 0) return std::nullopt;
  const Span behind{view.span(offset).begin, view.span(-1).end};
  const Span moved{view.span(0).begin, view.span(last).end};
  return Fix{{behind.begin, moved.end}, std::string(view.text(moved)) + " " + std::string(view.text(behind))};
}

void refuse_select_order(const SyntaxView& view) {
  const std::optional<int> clause = clause_at(view, 0);
  if (!view.statement_is("SELECT") || !view.expects("SEMICOLON") || !clause) return;
  const Parameters parameters = {{"clause", std::string(kSelectClauses[*clause].name)}};
  const int other = first_that_belongs_behind(view, *clause);
  if (other == kNoToken) refuse("select_order", view.span(0), parameters);
  const bool twice = clause_at(view, other) == clause;
  if (twice) refuse_beside("clause_twice", view.span(0), view.span(other), parameters);
  refuse_beside("select_order", view.span(0), view.span(other), parameters, moved_before(view, other));
}

/// Blames the offending token, and shows the word before which it belongs.
void refuse_before_word(const SyntaxView& view, std::string_view id, std::string_view word,
                        const Parameters& parameters) {
  const int other = view.last_before(word);
  if (other == kNoToken) refuse(id, view.span(0), parameters);
  refuse_beside(id, view.span(0), view.span(other), parameters);
}

void refuse_write_order(const SyntaxView& view) {
  const Span here = view.span(0);
  const std::string found(view.at(0));
  if (view.statement_is("UPDATE") || view.statement_is("DELETE")) {
    const std::string_view word = view.statement_is("UPDATE") ? "SET" : "WHERE";
    if (view.statement_is("DELETE") && view.is_any(0, {"LIMIT", "ORDER", "PER"}))
      refuse("delete_of_some_rows", here, {{"clause", found}});
    if (view.is_any(0, {"ALLOW", "LIMIT", "ORDER", "GROUP"}))
      refuse("clause_of_select", here, {{"clause", found}});
    if (view.is(0, "USING"))
      refuse_before_word(view, "using_order", word, {{"place", "before " + std::string(word)}});
    if (view.is(0, "IF") && !view.has_before("WHERE")) refuse("if_order", here);
    if (view.is(0, "TTL") && view.statement_is("DELETE")) refuse("delete_ttl", here);
  }
  if (!view.statement_is("INSERT")) return;
  if (view.is(0, "USING") && view.expects("JSON")) refuse("using_order", here, {{"place", "at the end"}});
  if (view.is(0, "IF")) refuse_before_word(view, "insert_if_order", "USING", {});
  if (view.is(0, "WHERE")) refuse("insert_where", here);
}

}  // namespace

void refuse_clause_order(const SyntaxView& view) {
  if (view.expects("SEMICOLON") && !view.is(-1, "(")) {
    for (const std::string_view word : kStatementWords)
      if (view.is(0, word))
        refuse("semicolon_missing", view.span(0), {{"word", std::string(view.at(0))}},
               Fix{{view.span(-1).end, view.span(-1).end}, ";"});
  }
  refuse_select_order(view);
  refuse_write_order(view);
  if (view.is(0, ",") && view.is(-2, "LIMIT")) refuse("sql_offset", view.span(0), {{"word", "OFFSET"}});
}

}  // namespace cellar
