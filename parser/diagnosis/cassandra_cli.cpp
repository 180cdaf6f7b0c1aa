// Commands of cassandra-cli, the client of the time before CQL, and the CQL that they become.
#include <array>
#include <utility>

#include "parser/diagnosis/syntax_view.h"
#include "types/text/text.h"
#include "types/value/literal.h"

namespace cellar {

namespace {

/// `Hotelier.Hotel['NYN_042']['name']`
struct Path {
  std::string table;
  std::vector<std::string> keys;  // as CQL: the row key is a constant, a column a name
  int behind = 0;                 // the token after it
};

/// Returns the constant of `utf8('x')`, 'x', 5 or a bare word.
std::string constant_between(const SyntaxView& view, int first, int last) {
  if (view.is(first + 1, "(") && last > first + 2) return constant_between(view, first + 2, last - 1);
  const std::string text(view.text({view.span(first).begin, view.span(last).end}));
  if (first != last) return text;
  if (view.type(first) == "QUOTED_NAME") return quote_text(text.substr(1, text.size() - 2));
  return view.is_name(first) ? quote_text(text) : text;
}

std::string column_name_of(const std::string& constant) {
  if (!constant.starts_with('\'')) return constant;
  return quote_name(to_lower(constant.substr(1, constant.size() - 2)));
}

std::optional<Path> path_from(const SyntaxView& view, int offset) {
  if (!view.is_name(offset)) return std::nullopt;
  int last = offset;
  while (view.is(last + 1, ".") && view.is_name(last + 2)) last += 2;
  Path path{std::string(view.text({view.span(offset).begin, view.span(last).end})), {}, last + 1};
  while (view.is(path.behind, "[")) {
    const int close = view.closing(path.behind);
    if (close == kNoToken || close == path.behind + 1) return std::nullopt;
    path.keys.push_back(constant_between(view, path.behind + 1, close - 1));
    path.behind = close + 1;
  }
  return path;
}

int last_token(const SyntaxView& view) {
  int last = 0;
  while (view.exists(last + 1) && !view.is_end(last + 1)) ++last;
  return last;
}

std::string text_from(const SyntaxView& view, int offset) {
  if (!view.exists(offset) || view.is_end(offset)) return {};
  return std::string(view.text({view.span(offset).begin, view.span(last_token(view)).end}));
}

/// Names of cassandra-cli are not folded, those of CQL are.
Subject subject_of(const std::string& table) {
  const std::string name = to_lower(table);
  const std::size_t dot = name.find('.');
  if (dot == name.npos) return {Subject::Kind::table, name};
  return {Subject::Kind::table, name.substr(dot + 1), name.substr(0, dot)};
}

[[noreturn]] void refuse_command(const SyntaxView& view, const std::string& table, const std::string& cql) {
  const int first = view.begin();
  const Span whole{view.span(first).begin, view.span(last_token(view)).end};
  refuse("cli_command", view.span(first), {{"word", std::string(view.at(first))}, {"table", table}},
         Fix{whole, cql}, subject_of(table));
}

std::string where_key(const Path& path) { return " WHERE key = " + path.keys.front(); }

std::string get_as_cql(const SyntaxView& view, const Path& path) {
  if (path.keys.empty()) return "SELECT * FROM " + path.table + " " + text_from(view, path.behind);
  const std::string columns = path.keys.size() > 1 ? column_name_of(path.keys.back()) : "*";
  return "SELECT " + columns + " FROM " + path.table + where_key(path);
}

/// `= 'v' with ttl = 60`
std::string set_as_cql(const SyntaxView& view, const Path& path) {
  int end = path.behind + 1;
  while (view.exists(end) && !view.is_end(end) && !view.is(end, "WITH")) ++end;
  if (!view.is(path.behind, "=") || end == path.behind + 1) return {};
  const bool expires = view.is(end, "WITH") && view.is(end + 1, "TTL") && view.is(end + 2, "=");
  return "UPDATE " + path.table + (expires ? " USING TTL " + std::string(view.at(end + 3)) : "") + " SET " +
         column_name_of(path.keys.back()) + " = " + constant_between(view, path.behind + 1, end - 1) +
         where_key(path);
}

std::string count_up_as_cql(const SyntaxView& view, const Path& path, std::string_view sign) {
  const std::string column = column_name_of(path.keys.back());
  const std::string by = view.is(path.behind, "BY") ? std::string(view.at(path.behind + 1)) : "1";
  return "UPDATE " + path.table + " SET " + column + " = " + column + std::string(sign) + by +
         where_key(path);
}

std::string delete_as_cql(const Path& path) {
  const std::string column = path.keys.size() > 1 ? column_name_of(path.keys.back()) + " " : "";
  return "DELETE " + column + "FROM " + path.table + where_key(path);
}

/// Returns nothing for commands of other clients: GET name.
std::string as_cql(const SyntaxView& view, const Path& path) {
  if (view.is(0, "GET") && (!path.keys.empty() || view.is(path.behind, "WHERE")))
    return get_as_cql(view, path);
  if (path.keys.empty()) return {};
  if (view.is(0, "DEL")) return delete_as_cql(path);
  if (view.is(0, "COUNT")) return "SELECT count(*) FROM " + path.table + where_key(path);
  if (path.keys.size() < 2) return {};
  if (view.is(0, "SET")) return set_as_cql(view, path);
  if (view.is(0, "INCR")) return count_up_as_cql(view, path, " + ");
  if (view.is(0, "DECR")) return count_up_as_cql(view, path, " - ");
  return {};
}

std::string type_of_class(std::string_view java_class) {
  using Pair = std::pair<std::string_view, std::string_view>;
  constexpr auto kTypes = std::to_array<Pair>({
      {"UTF8Type", "text"},
      {"AsciiType", "ascii"},
      {"LongType", "bigint"},
      {"IntegerType", "varint"},
      {"Int32Type", "int"},
      {"BytesType", "blob"},
      {"UUIDType", "uuid"},
      {"TimeUUIDType", "timeuuid"},
      {"LexicalUUIDType", "uuid"},
      {"DateType", "timestamp"},
      {"BooleanType", "boolean"},
      {"DoubleType", "double"},
      {"FloatType", "float"},
      {"CounterColumnType", "counter"},
  });
  for (const auto& [name, type] : kTypes) {
    if (is_same_word(name, java_class)) return std::string(type);
  }
  return "text";
}

/// The columns of `column_metadata = [{column_name: age, validation_class: LongType}]`.
std::string declared_columns(const SyntaxView& view) {
  std::string columns;
  for (int i = 0; view.exists(i) && !view.is_end(i); ++i) {
    if (view.is(i, "column_name") && view.is_name(i + 2))
      columns += ", " + std::string(view.at(i + 2)) + " text";
    if (view.is(i, "validation_class") && view.is_name(i + 2) && columns.ends_with(" text"))
      columns.replace(columns.size() - 4, 4, type_of_class(view.at(i + 2)));
  }
  return columns;
}

void refuse_column_family(const SyntaxView& view) {
  const int column = view.is(0, "COLUMN") ? 0 : -1;
  if (!view.is(column, "COLUMN") || !view.is(column + 1, "FAMILY") || view.begin() != column - 1) return;
  const std::optional<Path> path = path_from(view, column + 2);
  if (!path) return;
  if (view.statement_is("DROP"))
    refuse("cli_drop", view.span(view.begin()),
           {{"word", std::string(view.at(view.begin()))}, {"table", path->table}}, std::nullopt,
           subject_of(path->table));
  if (view.statement_is("UPDATE"))
    refuse_command(view, path->table, "ALTER TABLE " + path->table + " " + text_from(view, path->behind));
  const std::string declared = declared_columns(view);
  refuse_command(view, path->table,
                 "CREATE TABLE " + path->table +
                     (declared.empty() ? " (key text, column1 text, value text, PRIMARY KEY (key, column1))"
                                       : " (key text PRIMARY KEY" + declared + ")"));
}

void refuse_list(const SyntaxView& view) {
  if (!view.is(-1, "LIST") || view.begin() != -1) return;
  const std::optional<Path> path = path_from(view, 0);
  if (!path) return;
  const bool limited = view.is(path->behind, "LIMIT");
  refuse_command(view, path->table,
                 "SELECT * FROM " + path->table + " LIMIT " +
                     (limited ? std::string(view.at(path->behind + 1)) : std::string("100")));
}

}  // namespace

void refuse_cassandra_cli(const SyntaxView& view) {
  refuse_column_family(view);
  refuse_list(view);
  if (view.begin() != 0) return;
  if (view.is(0, "ASSUME")) refuse("cli_assume", view.span(0), {{"word", std::string(view.at(0))}});
  if (!view.is_any(0, {"GET", "SET", "DEL", "COUNT", "INCR", "DECR"})) return;
  const std::optional<Path> path = path_from(view, 1);
  if (!path) return;
  const std::string cql = as_cql(view, *path);
  if (!cql.empty()) refuse_command(view, path->table, cql);
}

}  // namespace cellar
