// What people who know SQL write, and CQL has not.
#include "parser/diagnosis/syntax_view.h"
#include "parser/script/stray_line.h"
#include "types/text/text.h"

namespace cellar {

namespace {

std::string quoted_as_string(std::string_view quoted_name) {
  std::string result = "'";
  for (std::size_t i = 1; i + 1 < quoted_name.size(); ++i) {
    if (quoted_name[i] == '\'') result += '\'';
    result += quoted_name[i];
    if (quoted_name[i] == '"') ++i;
  }
  return result + "'";
}

Fix string_from(const SyntaxView& view, int offset) {
  return {view.span(offset), quoted_as_string(view.at(offset))};
}

/// The name that was read as the begin of a function call, since only that may begin with a name.
int name_read_as_call(const SyntaxView& view) {
  int name = -1;
  while (view.is(name - 1, ".")) name -= 2;
  return name;
}

}  // namespace

void refuse_values(const SyntaxView& view) {
  if (view.type(0) == "QUOTED_NAME" && view.expects("STRING") && !view.expects("QUOTED_NAME"))
    refuse("double_quoted_string", view.span(0), {{"text", std::string(view.at(0))}}, string_from(view, 0));
  if (!view.error().call_expected || !view.is_name(-1) || view.is(-1, "CAST")) return;
  if (view.is(-1, "CASE")) refuse("sql_case", view.span(-1));
  if (view.is_any(0, {"*", "/", "%"}) && view.is_within_set()) refuse("set_arithmetic", view.span(0));
  const int name = name_read_as_call(view);
  const Span span{view.span(name).begin, view.span(-1).end};
  const std::string text(view.text(span));
  if (view.type(-1) == "QUOTED_NAME")
    refuse("double_quoted_string", span, {{"text", text}}, string_from(view, -1));
  if (view.is(0, "[")) refuse("element_as_value", {span.begin, view.span(0).end}, {{"name", text}});
  if (view.type(0) == "STRING" && view.touches(0)) refuse("prefixed_string", {span.begin, view.span(0).end});
  for (const std::string_view function :
       {"now", "uuid", "current_timestamp", "current_date", "current_time", "current_timeuuid",
        "currenttimestamp", "currentdate", "currenttime", "currenttimeuuid"})
    if (is_same_word(text, function))
      refuse("call_without_parentheses", span, {{"name", text}}, Fix{{span.end, span.end}, "()"});
  for (const std::string_view clock : {"sysdate", "systimestamp", "localtime", "localtimestamp"})
    if (is_same_word(text, clock)) refuse("clock_of_another_database", span, {{"name", text}});
  if (is_same_word(text, "DEFAULT")) refuse("default_as_value", span);
  // SET code = code, SET code = f(code)
  const bool is_itself = view.is(name - 1, "=") && is_same_word(view.at(name - 2), text);
  if (view.is_within_set() && (is_itself || (view.is(name - 1, "(") && view.is_name(name - 2))))
    refuse("column_read_in_set", span, {{"name", text}});
  refuse("name_as_value", span, {{"name", text}});
}

namespace {

bool after_table(const SyntaxView& view) {
  return view.is(-2, "FROM") || (view.is(-2, ".") && view.is(-4, "FROM"));
}

void refuse_several_tables(const SyntaxView& view) {
  if (!view.statement_is("SELECT") && !view.has_before("SELECT")) return;
  for (int i = 0; i < 5 && view.exists(i) && !view.is_any(i, {"WHERE", ";"}); ++i)
    if (view.is(i, "JOIN")) refuse("sql_join", view.span(i));
  if (!after_table(view)) return;
  if (view.is(0, ",")) refuse("sql_join", view.span(0));
  const bool alias = view.is(0, "AS") ||
                     (view.type(0) == "IDENTIFIER" && (view.is_any(1, {"WHERE", ","}) || view.is_end(1)));
  if (alias && !view.is_any(0, {"HAVING", "UNION"})) refuse("table_alias", view.span(0));
}

struct Habit {
  std::string_view word;
  std::string_view id;
};

// Words of SQL that CQL does not know at all, where they are the first that does not fit.
constexpr Habit kUnknownWords[] = {
    {"OR", "sql_or"},        {"HAVING", "sql_having"}, {"UNION", "sql_union"}, {"INTERSECT", "sql_union"},
    {"EXCEPT", "sql_union"}, {"OFFSET", "sql_offset"}, {"FETCH", "sql_limit"}, {"FOR", "sql_lock"},
    {"NULLS", "sql_nulls"},  {"WINDOW", "sql_window"}, {"OVER", "sql_window"}, {"CASE", "sql_case"},
    {"ILIKE", "sql_ilike"},  {"REGEXP", "sql_ilike"},  {"MATCH", "sql_ilike"}, {"RLIKE", "sql_ilike"},
};

void refuse_between(const SyntaxView& view) {
  if (!view.is(0, "BETWEEN")) return;
  std::optional<Fix> fix;
  if (view.is(2, "AND") && view.exists(3) && view.is_name(-1)) {
    const std::string column(view.at(-1));
    fix = Fix{{view.span(0).begin, view.span(3).end},
              ">= " + std::string(view.at(1)) + " AND " + column + " <= " + std::string(view.at(3))};
  }
  refuse("sql_between", view.span(0), {}, fix);
}

void refuse_not(const SyntaxView& view) {
  if (view.is(0, "NOT") && view.is(-1, "IF"))
    refuse("update_if_not_exists", {view.span(-1).begin, view.span(1).end});
  if (view.is(0, "NOT") && !view.expects("NOT")) refuse("sql_not", view.span(0));
  if (view.is_within_set() && view.is(0, "IS") && view.is(1, "NULL")) {
    const Span span{view.span(0).begin, view.span(1).end};
    refuse("set_is_null", span, {}, Fix{span, "= null"});
  }
  if (view.is(-1, "IS") && view.expects("NOT"))
    refuse("sql_is_null", {view.span(-1).begin, view.span(0).end});
  if (view.is(0, "IS") && view.is_any(1, {"NULL", "NOT"}))
    refuse("sql_is_null", {view.span(0).begin, view.span(1).end});
}

void refuse_signs(const SyntaxView& view) {
  const Span pair{view.span(-1).begin, view.span(0).end};
  if (view.is(-1, "<") && view.is(0, ">")) refuse("sql_not_equal", pair);
  if (view.is(-1, "=") && view.is(0, "=") && view.touches(0))
    refuse("double_equal", pair, {}, Fix{pair, "="});
  if (view.is(-1, "=") && view.is(0, ">") && view.touches(0)) refuse("arrow_sign", pair, {}, Fix{pair, ">="});
  if (view.is(0, ":") && view.is(1, ":")) refuse("sql_cast_sign", {view.span(0).begin, view.span(1).end});
}

/// The type that a constant of this kind of token mostly has; empty for others.
std::string_view type_of_constant(std::string_view token) {
  if (token == "INTEGER") return "int";
  if (token == "FLOAT") return "double";
  if (token == "BOOLEAN") return "boolean";
  if (token == "UUID") return "uuid";
  return token == "STRING" ? "text" : "";
}

/// Whether the name at `offset` is that of the table that the statement is about.
bool is_table_of_statement(const SyntaxView& view, int offset) {
  for (const std::string_view word : {"FROM", "UPDATE"}) {
    int table = view.last_before(word);
    if (table == kNoToken) continue;
    while (view.is(table + 2, ".")) table += 2;
    return is_same_word(view.at(table + 1), view.at(offset));
  }
  return false;
}

/// A condition turned round or with something other than a column on its left.
void refuse_left_sides(const SyntaxView& view) {
  if (!view.has_before("WHERE") && !view.has_before("IF")) return;
  const bool begins =
      view.is_any(-1, {"WHERE", "AND"}) || (view.is(-1, "(") && view.is_any(-2, {"WHERE", "AND"}));
  const bool value = view.is_constant(0);
  if (value && begins && !view.fits_as_name()) refuse("condition_turned_round", view.span(0));
  if (value && begins && view.exists(1)) refuse("condition_turned_round", view.span(0));
  const bool after_column = view.expects("EQUAL") && view.expects("LESS") && view.is_name(-1);
  if (after_column && view.is_any(0, {"+", "-", "*", "/", "%"}))
    refuse("expression_on_left", {view.span(-1).begin, view.span(0).end});
  if (after_column && view.is(0, "("))
    refuse("function_on_left", view.span(-1), {{"name", std::string(view.at(-1))}});
  if (after_column && view.is(0, ".")) {
    std::optional<Fix> fix;
    if (view.is_name(1) && is_table_of_statement(view, -1))
      fix = Fix{{view.span(-1).begin, view.span(0).end}, ""};
    refuse("field_on_left", {view.span(-1).begin, view.exists(1) ? view.span(1).end : view.span(0).end}, {},
           fix);
  }
  if (view.is(0, "AND") && view.open_parenthesis() != 0 && view.expects("CLOSE_ROUND") &&
      view.is_any(view.open_parenthesis() - 1, {"WHERE", "AND"}) &&
      view.closing(view.open_parenthesis()) != kNoToken)
    refuse("and_in_parentheses", view.span(view.open_parenthesis()));
  if (view.is(0, ",") && view.expects("AND"))
    refuse("comma_for_and", view.span(0), {}, Fix{view.span(0), " AND"});
}

/// SELECT 1 and SELECT now(): a row of system.local serves, if the list is one constant, or begins with a call.
void refuse_without_table(const SyntaxView& view) {
  if (!view.statement_is("SELECT") || !view.is_end(0) || !view.expects("FROM")) return;
  const int first = view.begin() + 1;
  std::optional<Fix> fix;
  const std::uint32_t end = view.span(-1).end;
  const std::string from = " FROM system.local";
  if (view.is(first + 1, "(") && view.is_name(first)) fix = Fix{{end, end}, from};
  const std::string_view type = type_of_constant(view.type(first));
  if (first == -1 && !type.empty())
    fix = Fix{view.span(first), "(" + std::string(type) + ") " + std::string(view.at(first)) + from};
  refuse("select_without_table", view.span(view.begin()), {}, fix);
}

/// Between the statements of a batch.
void refuse_in_batch(const SyntaxView& view) {
  if (view.begin() != 0 || !view.expects("INSERT") || view.expects("SELECT")) return;
  const Span here = view.span(0);
  if (view.type(0) == "EOF") refuse("batch_not_ended", here, {}, Fix{here, " APPLY BATCH;"});
  if (view.is(0, ";")) refuse("batch_semicolon", here, {}, Fix{here, ""});
  if (view.is(0, ",")) refuse("several_rows", here);
  const Span begin{0, 5};
  const bool batch_is_text = is_same_word(view.text(begin), "BEGIN");
  if (batch_is_text && begins_statement(view.at(0)))  // the APPLY BATCH before it may have been forgotten
    refuse_beside("statement_in_batch", here, begin, {{"found", std::string(view.at(0))}});
  refuse("batch_statement", here, {{"found", std::string(view.at(0))}});
}

}  // namespace

void refuse_sql_selects(const SyntaxView& view) {
  if (view.statement_is("CREATE") || view.statement_is("ALTER") || view.statement_is("DROP")) return;
  refuse_without_table(view);
  refuse_several_tables(view);
  if (view.is(0, ".") && view.has_before("ORDER") && view.is_name(1) && is_table_of_statement(view, -1))
    refuse("table_before_column", {view.span(-1).begin, view.span(1).end}, {},
           Fix{{view.span(-1).begin, view.span(0).end}, ""});
  for (const Habit& habit : kUnknownWords)
    if (view.is(0, habit.word)) refuse(habit.id, view.span(0), {{"word", std::string(view.at(0))}});
  if (view.is(-1, "CASE") && (view.is(0, "WHEN") || (view.statement_is("SELECT") && view.is_name(0))))
    refuse("sql_case", view.span(-1));
  if (view.is(-1, "TOP") && view.is(-2, "SELECT")) refuse("sql_limit", view.span(-1), {{"word", "TOP"}});
  if (view.is(0, "SELECT") && view.is(-1, "(")) refuse("sql_subquery", view.span(0));
  if (view.is(0, "(") && view.is(-1, "EXISTS")) refuse("sql_subquery", view.span(-1));
  if (view.is(0, "INTO") && view.statement_is("SELECT")) refuse("select_into", view.span(0));
  if (view.is(-1, "DISTINCT") && !view.is(-2, "SELECT")) refuse("sql_distinct", view.span(-1));
  if (view.is(0, "DISTINCT") && !view.is(-1, "SELECT")) refuse("sql_distinct", view.span(0));
  refuse_between(view);
  refuse_not(view);
  refuse_signs(view);
  refuse_left_sides(view);
}

void refuse_sql_writes(const SyntaxView& view) {
  const Span here = view.span(0);
  if (view.statement_is("TRUNCATE") && view.is_any(0, {"CASCADE", "RESTRICT", "RESTART", "CONTINUE"}))
    refuse("truncate_cascade", here, {{"word", std::string(view.at(0))}});
  if (view.is(0, "+") && view.is(1, "+") && view.is_name(-1) && view.statement_is("UPDATE"))
    refuse("counted_by_signs", {here.begin, view.span(1).end}, {},
           Fix{{here.begin, view.span(1).end}, " += 1"});
  if (view.is(0, "TRANSACTION")) refuse("sql_transaction", here, {{"word", "TRANSACTION"}});
  const bool begins_transaction =
      view.is_end(0) || view.is_any(0, {"WORK", "TRAN", "DEFERRED", "IMMEDIATE", "EXCLUSIVE"});
  if (view.begin() == -1 && view.is(-1, "BEGIN") && begins_transaction)
    refuse("sql_transaction", view.span(-1), {{"word", "BEGIN"}});
  if (view.is(0, "LOGGED") && view.is(-1, "BEGIN"))
    refuse("logged_batch", here, {}, Fix{{here.begin, view.span(1).begin}, ""});
  refuse_in_batch(view);
  if (view.statement_is("INSERT")) {
    if (view.is(0, ",") && view.is(-1, ")") && view.has_before("VALUES")) refuse("several_rows", here);
    if (view.is_any(0, {"SELECT"})) refuse("insert_select", here);
    if (view.is(0, "VALUES") && view.expects("JSON")) refuse("insert_without_columns", here);
    if (view.is(0, "JSON") && view.is(-1, ")")) refuse("json_with_columns", here);
    if (view.is(-1, "JSON") && view.is(0, "{")) refuse("json_without_quotes", here);
  }
  if (view.statement_is("DELETE") && view.is(0, "*"))
    refuse("delete_star", here, {}, Fix{{here.begin, view.span(1).begin}, ""});
  const bool changes = view.statement_is("UPDATE") || view.statement_is("DELETE");
  if (changes && view.is_end(0) && view.expects("WHERE"))
    refuse(view.statement_is("DELETE") ? "delete_without_where" : "where_missing", view.span(view.begin()));
}

namespace {

constexpr Habit kConstraints[] = {
    {"NOT", "sql_constraint"},
    {"NULL", "sql_constraint"},
    {"DEFAULT", "sql_constraint"},
    {"UNIQUE", "sql_unique"},
    {"REFERENCES", "sql_foreign_key"},
    {"CHECK", "sql_constraint"},
    {"CONSTRAINT", "sql_constraint"},
    {"AUTO_INCREMENT", "sql_auto_increment"},
    {"AUTOINCREMENT", "sql_auto_increment"},
    {"GENERATED", "sql_auto_increment"},
    {"COLLATE", "sql_constraint"},
    {"UNSIGNED", "sql_constraint"},
    {"COMMENT", "sql_constraint"},
};

/// Returns the last token of `REFERENCES table (column) ON DELETE CASCADE`, which begins at `offset`.
int end_of_reference(const SyntaxView& view, int offset) {
  int last = offset + 1;
  if (view.is(last + 1, ".")) last += 2;
  if (view.is(last + 1, "(") && view.closing(last + 1) != kNoToken) last = view.closing(last + 1);
  while (view.is(last + 1, "ON") && view.is_any(last + 2, {"DELETE", "UPDATE"})) {
    last += view.is_any(last + 3, {"SET", "NO"}) ? 4 : 3;
  }
  return last;
}

/// Returns the last token of the constraint that begins at the offending one; kNoToken if it cannot be told.
int end_of_constraint(const SyntaxView& view) {
  if (view.is(0, "NOT")) return view.is(1, "NULL") ? 1 : kNoToken;
  if (view.is_any(0, {"NULL", "UNIQUE", "UNSIGNED"})) return 0;
  if (view.is_any(0, {"COLLATE", "COMMENT"})) return 1;
  if (view.is(0, "REFERENCES")) return end_of_reference(view, 0);
  if (view.is(0, "CHECK")) return view.is(1, "(") ? view.closing(1) : kNoToken;
  if (!view.is(0, "DEFAULT")) return kNoToken;
  return view.is(2, "(") ? view.closing(2) : 1;
}

std::optional<Fix> without_tokens(const SyntaxView& view, int before, int last) {
  if (last == kNoToken || !view.exists(last) || view.is_end(last)) return std::nullopt;
  return Fix{{view.span(before).end, view.span(last).end}, ""};
}

/// `, FOREIGN KEY (a) REFERENCES t (b)`, at its parenthesis.
void refuse_foreign_key(const SyntaxView& view) {
  if (!view.is(0, "(") || !view.is(-1, "KEY") || !view.is(-2, "FOREIGN")) return;
  const int close = view.closing(0);
  const bool whole = close != kNoToken && view.is(close + 1, "REFERENCES") && view.is(-3, ",");
  refuse("sql_foreign_key", {view.span(-2).begin, view.span(-1).end}, {},
         whole ? without_tokens(view, -4, end_of_reference(view, close + 1)) : std::nullopt);
}

/// `, CONSTRAINT pk PRIMARY KEY (a)`, `, CONSTRAINT u UNIQUE (b)` and the same without a name. The grammar takes the
/// words for a column and its type, and stops behind them.
void refuse_table_constraints(const SyntaxView& view) {
  const bool of_key = view.is(0, "(") && view.is(-1, "KEY") && view.is(-2, "PRIMARY");
  if (of_key && view.is(-4, "CONSTRAINT"))
    refuse("named_constraint", {view.span(-4).begin, view.span(-3).end}, {},
           Fix{{view.span(-4).begin, view.span(-2).begin}, ""});
  const bool named = view.is(-2, "CONSTRAINT");
  const int word = named ? 0 : -1;
  if (!view.is_any(word, {"UNIQUE", "CHECK"}) || !view.is(word + 1, "(")) return;
  const int before = named ? -3 : word - 1;
  if (!view.is(before, ",")) return;
  refuse(view.is(word, "UNIQUE") ? "sql_unique" : "sql_constraint", view.span(word),
         {{"word", std::string(view.at(word))}}, without_tokens(view, before - 1, view.closing(word + 1)));
}

/// `, CONSTRAINT f FOREIGN KEY (a) REFERENCES t (b)`, at FOREIGN.
void refuse_named_foreign_key(const SyntaxView& view) {
  if (!view.is(0, "FOREIGN") || !view.is(1, "KEY") || !view.is(-2, "CONSTRAINT")) return;
  const int close = view.is(2, "(") ? view.closing(2) : kNoToken;
  const bool whole = close != kNoToken && view.is(close + 1, "REFERENCES") && view.is(-3, ",");
  refuse("sql_foreign_key", {view.span(0).begin, view.span(1).end}, {},
         whole ? without_tokens(view, -4, end_of_reference(view, close + 1)) : std::nullopt);
}

void refuse_sql_columns(const SyntaxView& view) {
  const Span here = view.span(0);
  refuse_foreign_key(view);
  refuse_named_foreign_key(view);
  refuse_table_constraints(view);
  for (const Habit& habit : kConstraints)
    if (view.is(0, habit.word) && !view.expects(habit.word))
      refuse(habit.id, here, {{"word", view.is(0, "NOT") ? "NOT NULL" : std::string(view.at(0))}},
             without_tokens(view, -1, end_of_constraint(view)));
  if (view.is(0, "(") && view.type(1) == "INTEGER" && view.closing(0) != kNoToken) {
    const Span length{here.begin, view.span(view.closing(0)).end};
    refuse("sql_length", {view.span(-1).begin, length.end}, {{"type", std::string(view.at(-1))}},
           Fix{length, ""});
  }
  for (const int column : {-1, -2})
    if (view.is(column, "COLUMN") && view.is_any(column - 1, {"ADD", "DROP", "RENAME", "ALTER"}))
      refuse("column_word", view.span(column), {},
             Fix{{view.span(column).begin, view.span(column + 1).begin}, ""});
  if (view.is(0, ",") && view.has_before("ADD")) refuse("add_parentheses", here);
  if (view.is(0, "IF") && view.expects("OPEN_ROUND")) refuse("if_exists_of_create", here);
  if (view.is(0, "MODIFY") || view.is(0, "CHANGE")) refuse("sql_modify", here);
  if (view.is(-1, "IF") && view.is(0, "EXISTS") && view.statement_is("CREATE"))
    refuse("if_exists_of_create", {view.span(-1).begin, here.end});
}

}  // namespace

void refuse_sql_definitions(const SyntaxView& view) {
  if (!view.statement_is("CREATE") && !view.statement_is("ALTER") && !view.statement_is("DROP")) return;
  const Span here = view.span(0);
  if (view.statement_is("DROP") && view.is(-1, "IF") && view.is(0, "NOT") && view.is(1, "EXISTS"))
    refuse("if_exists_of_drop", {view.span(-1).begin, view.span(1).end});
  const bool defines_columns = view.has_before("TABLE") || view.has_before("COLUMNFAMILY");
  if (defines_columns) refuse_sql_columns(view);
  if (view.is(view.begin(), "CREATE") && view.is(view.begin() + 1, "KEYSPACE") && view.is_end(0) &&
      view.expects("WITH")) {
    const std::uint32_t end = view.span(-1).end;
    refuse("create_keyspace_without_with", here, {},
           Fix{{end, end}, " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"});
  }
  if (view.is(0, "UNIQUE") && view.is(1, "INDEX")) refuse("sql_unique_index", here);
  if (view.is_any(0, {"DATABASE", "SCHEMA"}) && view.expects("KEYSPACE"))
    refuse("database_word", here, {{"word", std::string(view.at(0))}}, Fix{here, "KEYSPACE"});
  if (view.is(0, "VIEW") && view.expects("MATERIALIZED"))
    refuse("plain_view", here, {}, Fix{here, "MATERIALIZED VIEW"});
  if (view.is_any(0, {"PROCEDURE", "SEQUENCE"}))
    refuse("sql_procedure", here, {{"word", std::string(view.at(0))}});
  if (view.is(0, "CASCADE")) refuse("sql_cascade", here);
  if (view.is(0, ",") && view.statement_is("DROP")) refuse("one_at_a_time", here);
}

}  // namespace cellar
