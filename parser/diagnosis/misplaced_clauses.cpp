// IF, JSON, ANN OF and the parts of indexes and views, where they are written in another place or form.
#include "parser/diagnosis/syntax_view.h"

namespace cellar {

namespace {

void refuse_conditions_in_batch(const SyntaxView& view) {
  const bool before_statements = view.begin() == 0 && view.expects("INSERT") && !view.expects("SELECT");
  const bool behind_batch = view.is(-1, "BATCH") && view.is(-2, "APPLY");
  if (before_statements || behind_batch) refuse("if_of_batch", view.span(0));
}

void refuse_null_in_condition(const SyntaxView& view) {
  // The error is at IS, or behind it.
  const int is = view.is(0, "IS") ? 0 : -1;
  if (!view.is(is, "IS") || !view.has_before("IF")) return;
  const int null = view.is(is + 1, "NOT") ? is + 2 : is + 1;
  if (!view.is(null, "NULL")) return;
  const Span span{view.span(is).begin, view.span(null).end};
  refuse("if_is_null", span, {}, Fix{span, null == is + 2 ? "!= null" : "= null"});
}

}  // namespace

void refuse_conditions(const SyntaxView& view) {
  const Span here = view.span(0);
  refuse_null_in_condition(view);
  if (view.statement_is("INSERT") && view.is(-1, "IF") && view.expects("NOT"))
    refuse("insert_with_condition", {view.span(-1).begin, here.end});
  if (view.statement_is("INSERT") && (view.is(0, "ON") || (view.is(0, "OR") && view.is(-1, "INSERT"))))
    refuse("sql_on_conflict", here, {{"word", std::string(view.at(0))}});
  if (view.is(0, "(") && view.is(-1, "IF")) refuse("if_parentheses", here);
  if (view.is(-1, "EXIST") && view.is(-2, "IF"))
    refuse("misspelled_word", view.span(-1), {{"found", std::string(view.at(-1))}, {"word", "EXISTS"}},
           Fix{view.span(-1), "EXISTS"}, Subject{Subject::Kind::keyword, "EXISTS"});
  if (!view.is(0, "IF")) return;
  refuse_conditions_in_batch(view);
  if (view.statement_is("SELECT")) refuse("if_of_select", here);
  const bool changes = view.statement_is("UPDATE") || view.statement_is("DELETE");
  if (changes && view.is(-1, "AND") && !view.has_before("IF"))
    refuse("and_before_if", here, {}, Fix{{view.span(-1).begin, here.begin}, ""});
  if (changes && view.has_before("IF") && view.expects("AND"))
    refuse("second_if", here, {}, Fix{here, "AND"});
  if (view.statement_is("CREATE") && view.expects("SEMICOLON")) refuse("if_exists_of_create", here);
  if (view.statement_is("DROP")) refuse("if_exists_of_drop", here);
}

namespace {

void refuse_index_forms(const SyntaxView& view) {
  const Span here = view.span(0);
  if (view.statement_is("DROP") && view.is(0, "ON"))
    refuse("drop_index_on", here, {}, Fix{{view.span(-1).end, view.span(1).end}, ""});
  if (!view.statement_is("CREATE")) return;
  if (view.is(-1, "USING") && view.is_name(0))
    refuse("index_class_in_quotes", here, {}, Fix{here, "'" + std::string(view.at(0)) + "'"});
  if (view.is_any(0, {"ASC", "DESC"}) && view.expects("CLOSE_ROUND"))
    refuse("index_order", here, {{"word", std::string(view.at(0))}}, Fix{{view.span(-1).end, here.end}, ""});
  if (view.is(0, "[") && view.is_name(-1))
    refuse("index_of_element", here, {{"column", std::string(view.at(-1))}});
  if (view.expects("ON") && (view.is(0, "(") || view.is_end(0))) refuse("index_without_table", here);
  if (!view.has_before("ON") || !view.expects("OPEN_ROUND")) return;
  if (view.is_end(0)) refuse("index_parentheses", here);
  if (view.is_name(0) && view.is_end(1))
    refuse("index_parentheses", here, {}, Fix{here, "(" + std::string(view.at(0)) + ")"});
}

void refuse_view_forms(const SyntaxView& view) {
  const Span here = view.span(0);
  if (view.statement_is("ALTER") && view.is_any(0, {"ADD", "DROP", "RENAME", "ALTER"}))
    refuse("columns_of_view", here);
  if (view.statement_is("CREATE") && view.is_end(0) && view.expects("PRIMARY"))
    refuse("view_without_key", here);
}

}  // namespace

void refuse_index_and_view_forms(const SyntaxView& view) {
  if (view.is(0, "INDEX") && view.is(-1, "ADD")) refuse("add_index", view.span(0));
  if (view.has_before("INDEX")) refuse_index_forms(view);
  if (view.has_before("VIEW")) refuse_view_forms(view);
  if (view.is(-1, "ANN") && view.has_before("ORDER") && (view.is(0, "(") || view.expects("OF")))
    refuse("ann_form", {view.span(-1).begin, view.span(0).end});
  if (view.is(0, "(") && view.is_name(-1) && view.is_any(-2, {"BY", ","}) && view.has_before("ORDER"))
    refuse("order_by_function", {view.span(-1).begin, view.span(0).end});
  if (view.is(0, "ANN") && view.statement_is("SELECT") && view.has_before("WHERE") &&
      !view.has_before("ORDER"))
    refuse("ann_outside_order", view.span(0), {{"column", std::string(view.at(-1))}});
}

void refuse_describe_of_nothing(const SyntaxView& view) {
  if (view.begin() == -1 && view.is_any(-1, {"DESCRIBE", "DESC"}) &&
      view.is_any(0, {"SELECT", "INSERT", "UPDATE", "DELETE", "BEGIN"}))
    refuse("describe_statement", view.span(-1), {{"word", std::string(view.at(-1))}},
           Fix{view.span(-1), "EXPLAIN"});
  if (view.is_end(0) && view.begin() == -1 && view.is_any(-1, {"DESCRIBE", "DESC"}))
    refuse("nothing_described", view.span(-1));
}

void refuse_json_forms(const SyntaxView& view) {
  const Span here = view.span(0);
  if (view.is(-1, "JSON") && view.is(-2, "SET")) refuse("update_json", view.span(-1));
  if (view.is(0, "JSON") && view.is(-1, "INSERT")) refuse("insert_json_order", here);
  if (view.is(-1, "JSON") && view.is(-2, "DISTINCT")) {
    const Span both{view.span(-2).begin, view.span(-1).end};
    refuse("json_before_distinct", both, {}, Fix{both, "JSON DISTINCT"});
  }
}

}  // namespace cellar
