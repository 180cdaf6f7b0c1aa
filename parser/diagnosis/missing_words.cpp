// Words, commas and parentheses that a statement lacks, and forms of other databases within one.
#include <array>

#include "parser/diagnosis/syntax_view.h"

namespace cellar {

namespace {

Fix put_before(const SyntaxView& view, int offset, std::string_view text) {
  const std::uint32_t place = view.span(offset).begin;
  return {{place, place}, std::string(text)};
}

bool is_value(const SyntaxView& view, int offset) { return view.is_constant(offset) || view.is(offset, "?"); }

[[noreturn]] void refuse_missing(const SyntaxView& view, std::string_view word, std::string_view text) {
  refuse("word_missing", view.span(0), {{"word", std::string(word)}, {"found", std::string(view.at(0))}},
         put_before(view, 0, text));
}

/// FROM, SET, VALUES, INTO, BY, AND: the word that would have made the next token fit.
void refuse_missing_words(const SyntaxView& view) {
  const bool name = view.is_name(0);
  if (view.statement_is("SELECT") && view.is(0, "FROM") && view.is(-1, "SELECT"))
    refuse("columns_missing", view.span(0), {}, put_before(view, 0, "* "));
  if (name && view.is(-1, "*") && view.is(-2, "SELECT") && !view.is(0, "INTO"))
    refuse_missing(view, "FROM", "FROM ");
  if (view.statement_is("DELETE") && view.is(0, "WHERE") && view.expects("FROM") && view.is_name(-1))
    refuse("delete_without_from", view.span(-1), {{"found", std::string(view.at(-1))}});
  if (name && view.is(-1, "INSERT") && !view.is_any(0, {"JSON", "IGNORE", "OVERWRITE"}))
    refuse_missing(view, "INTO", "INTO ");
  if (view.is(0, "(") && view.expects("VALUES") && view.has_before("INSERT"))
    refuse_missing(view, "VALUES", "VALUES ");
  if (name && view.is_any(1, {"=", "+=", "-=", "["}) && view.expects("SET"))
    refuse_missing(view, "SET", "SET ");
  if (name && view.is_any(-1, {"ORDER", "GROUP"}) && view.expects("BY")) refuse_missing(view, "BY", "BY ");
  const bool compares = view.is_any(1, {"=", "<", ">", "<=", ">=", "IN", "CONTAINS"});
  if (name && compares && view.expects("AND") && view.has_before("WHERE"))
    refuse_missing(view, "AND", "AND ");
}

void refuse_missing_commas(const SyntaxView& view) {
  if (!view.expects("COMMA") || view.open_parenthesis() == 0) return;
  const bool column = view.is_name(0) && view.is_name(1) && view.statement_is("CREATE");
  const bool item = (view.is_name(0) || is_value(view, 0)) && !view.statement_is("CREATE") &&
                    (view.is_name(-1) || is_value(view, -1)) && view.is_any(1, {",", ")"});
  if (!column && !item) return;
  const std::uint32_t end = view.span(-1).end;
  refuse("comma_missing", view.span(0), {{"found", std::string(view.at(0))}}, Fix{{end, end}, ","});
}

/// IN 1, 2 and PRIMARY KEY id.
void refuse_missing_parentheses(const SyntaxView& view) {
  if (view.is(-1, "KEY") && view.is(-2, "PRIMARY") && view.is_name(0) && view.expects("OPEN_ROUND")) {
    const Span name = view.span(0);
    refuse("key_parentheses", name, {}, Fix{name, "(" + std::string(view.text(name)) + ")"});
  }
  if (!view.is(-1, "IN") || !is_value(view, 0)) return;
  int last = 0;
  while (view.is(last + 1, ",") && is_value(view, last + 2)) last += 2;
  const Span values{view.span(0).begin, view.span(last).end};
  refuse("in_parentheses", values, {}, Fix{values, "(" + std::string(view.text(values)) + ")"});
}

void refuse_select_forms(const SyntaxView& view) {
  if (view.is(-1, "-") && view.is(0, ">") && view.touches(0)) {
    const int element = view.is(1, ">") ? 2 : 1;
    const Span arrow{view.span(-1).begin, view.span(element - 1).end};
    if (!is_value(view, element)) refuse("sql_arrow", arrow);
    refuse("sql_arrow", arrow, {},
           Fix{{arrow.begin, view.span(element).end}, "[" + std::string(view.at(element)) + "]"});
  }
  if (!view.statement_is("SELECT") || !view.is(0, "JSON") || view.has_before("FROM")) return;
  const Span first = view.span(view.begin());
  refuse(
      "select_json_order", view.span(0), {},
      Fix{{first.end, view.span(0).end}, " JSON" + std::string(view.text({first.end, view.span(-1).end}))});
}

void refuse_write_forms(const SyntaxView& view) {
  const Span here = view.span(0);
  if (view.is(0, "AND") && view.is_within_set())
    refuse("and_in_set", here, {}, Fix{{view.span(-1).end, here.end}, ","});
  if (view.statement_is("INSERT") && view.is(0, "SET")) refuse("insert_set", here);
  if (view.is(-1, "INSERT") && view.is_any(0, {"IGNORE", "OVERWRITE"}))
    refuse("sql_on_conflict", here, {{"word", std::string(view.at(0))}});
  if (view.is(0, "RETURNING")) refuse("sql_returning", here, {{"word", "RETURNING"}});
}

/// text[], array<text>, enum('a', 'b'), json: at the token behind the word.
void refuse_foreign_types(const SyntaxView& view) {
  const Span word = view.span(-1);
  const auto name = [&view] { return std::string(view.at(-1)); };
  if (view.is(0, "[") && view.is(1, "]") && view.is_name(-1)) {
    const Span whole{word.begin, view.span(1).end};
    refuse("foreign_type", whole, {{"type", name() + "[]"}}, Fix{whole, "list<" + name() + ">"});
  }
  if (view.is(0, "<") && view.type(-1) == "IDENTIFIER") {
    const bool pairs = view.is_any(-1, {"hashmap", "dict", "dictionary", "object", "treemap"});
    refuse("foreign_type", word, {{"type", name()}}, Fix{word, pairs ? "map" : "list"});
  }
  if (view.is(0, "(") && view.type(1) == "STRING" && view.closing(0) != kNoToken) {
    const Span whole{word.begin, view.span(view.closing(0)).end};
    refuse("foreign_type", whole, {{"type", name()}}, Fix{whole, "text"});
  }
  if (view.is(-1, "JSON") && view.is_any(0, {",", ")", "STATIC", "PRIMARY"}) && view.is_name(-2))
    refuse("foreign_type", word, {{"type", name()}}, Fix{word, "text"});
}

/// CREATE INDEX ... USING 'sai' instead of CREATE FULLTEXT INDEX ...: an index without a class searches no text.
std::optional<Fix> plain_index(const SyntaxView& view) {
  int last = 1;
  bool has_class = false;
  for (; view.exists(last + 1) && !view.is_end(last + 1); ++last) has_class |= view.is(last + 1, "USING");
  if (has_class) return Fix{{view.span(0).begin, view.span(1).begin}, ""};
  const Span rest{view.span(1).begin, view.span(last).end};
  return Fix{{view.span(0).begin, rest.end}, std::string(view.text(rest)) + " USING 'sai'"};
}

void refuse_table_forms(const SyntaxView& view) {
  const Span here = view.span(0);
  const std::string found(view.is_name(0) ? view.at(0) : "");
  if (view.is_any(0, {"TEMPORARY", "TEMP", "EXTERNAL", "GLOBAL"}) && view.is(-1, "CREATE"))
    refuse("sql_kind_of_table", here, {{"word", found}}, Fix{{here.begin, view.span(1).begin}, ""});
  if (view.has_before("TABLE") && view.is_any(0, {"AS", "LIKE"}) && view.expects("OPEN_ROUND"))
    refuse("create_from_table", here, {{"word", found}});
  if (view.has_before("TABLE") && view.is_any(0, {"INDEX", "UNIQUE", "FULLTEXT"}) &&
      view.is_any(-1, {",", "("}))
    refuse("index_in_table", here, {{"word", found}});
  if (view.has_before("TABLE") && view.is(-1, ")") && view.is_name(0) && !view.is(0, "IF") &&
      view.expects("WITH") && misspelled_keyword(view).empty())
    refuse("sql_table_option", here, {{"word", found}});
  if (view.is(-1, "CREATE") && view.is_name(0) && view.is(1, "INDEX") && !view.is(0, "UNIQUE")) {
    const bool dse = view.is(0, "SEARCH");
    refuse("sql_kind_of_index", here, {{"word", found}}, dse ? std::nullopt : plain_index(view));
  }
}

void refuse_alter_forms(const SyntaxView& view) {
  if (view.is(0, "STORAGE") && view.is(-1, "COMPACT"))
    refuse("compact_of_alter", {view.span(-1).begin, view.span(0).end});
  if (view.is(0, "ORDER") && view.is(-1, "CLUSTERING"))
    refuse("order_of_alter", {view.span(-1).begin, view.span(0).end});
  if (view.is(0, "TO") && view.is(-1, "RENAME")) refuse("sql_rename_table", view.span(0));
  if (view.is(0, "KEY") || (view.is(0, "PRIMARY") && view.is(1, "KEY"))) refuse("key_of_alter", view.span(0));
}

}  // namespace

void refuse_missing_parts(const SyntaxView& view) {
  if (!misspelled_keyword(view).empty()) return;
  refuse_missing_parentheses(view);
  refuse_missing_words(view);
  refuse_missing_commas(view);
}

void refuse_foreign_forms(const SyntaxView& view) {
  refuse_select_forms(view);
  refuse_write_forms(view);
  if (!view.statement_is("CREATE") && !view.statement_is("ALTER")) return;
  refuse_foreign_types(view);
  refuse_table_forms(view);
  if (view.statement_is("ALTER")) refuse_alter_forms(view);
}

}  // namespace cellar
