#include <algorithm>
#include <cctype>

#include "answer_model.h"

namespace answer_model {

namespace {

struct Token {
  std::string text;  // names and words in lower case
  char kind = 0;     // 'w' a word, 's' a string, 'n' a name in quotes, '.' a sign, 0 the end
};

bool is_word_byte(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::vector<Token> tokens_of(const std::string& text) {
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    std::size_t end = i + 1;
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
    } else if (c == '\'' || c == '"') {
      std::string inner;
      for (; end < text.size(); ++end) {
        if (text[end] == c && (end + 1 == text.size() || text[end + 1] != c)) break;
        if (text[end] == c) ++end;
        inner += text[end];
      }
      tokens.push_back({inner, c == '"' ? 'n' : 's'});
      ++end;
    } else if (is_word_byte(c) || (c == '-' && end < text.size() && std::isdigit(text[end]) != 0)) {
      // Numbers, uuids and words.
      while (end < text.size() &&
             (is_word_byte(text[end]) || ((text[end] == '-' || text[end] == '.') && std::isxdigit(c) != 0)))
        ++end;
      std::string word = text.substr(i, end - i);
      std::transform(word.begin(), word.end(), word.begin(), [](char each) { return std::tolower(each); });
      tokens.push_back({word, 'w'});
    } else {
      if ((c == '<' || c == '>' || c == '!') && end < text.size() && text[end] == '=') ++end;
      tokens.push_back({text.substr(i, end - i), '.'});
    }
    i = end;
  }
  tokens.push_back({});
  return tokens;
}

/// Reads tokens from left to right; what does not come makes the whole text unknown.
struct Unknown {};
class Reader {
 public:
  explicit Reader(const std::string& text) : tokens_(tokens_of(text)) {}
  bool take(std::string_view word) {
    if (tokens_[at_].text != word || tokens_[at_].kind == 's' || tokens_[at_].kind == 'n') return false;
    ++at_;
    return true;
  }
  bool comes(std::string_view word) const { return tokens_[at_].text == word && tokens_[at_].kind != 's'; }
  void expect(std::string_view word) {
    if (!take(word)) throw Unknown();
  }
  std::string name() {
    if (tokens_[at_].kind != 'w' && tokens_[at_].kind != 'n') throw Unknown();
    return tokens_[at_++].text;
  }
  std::string table() {
    std::string table = name();
    if (take(".")) table = name();
    if (const std::size_t point = table.rfind('.'); point != table.npos) table = table.substr(point + 1);
    return table;
  }
  Literal literal() {
    if (tokens_[at_].kind != 'w' && tokens_[at_].kind != 's') throw Unknown();
    const Token& token = tokens_[at_++];
    return {token.text, token.kind == 's'};
  }
  template <typename Read>
  void list(const Read& read) {
    expect("(");
    do read();
    while (take(","));
    expect(")");
  }
  Names names() {
    Names names;
    list([&] { names.push_back(name()); });
    return names;
  }
  bool at_end() {
    take(";");
    return tokens_[at_].kind == 0;
  }
  std::string type() {
    std::string type = name();
    if (comes("<")) throw Unknown();  // of the types of several values the model knows nothing
    return type;
  }

 private:
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

void read_key(Reader& reader, Table& table) {
  reader.expect("(");
  if (reader.comes("(")) {
    table.partition = reader.names();
  } else {
    table.partition = {reader.name()};
  }
  while (reader.take(",")) table.clustering.push_back(reader.name());
  reader.expect(")");
}

void read_column(Reader& reader, Table& table) {
  if (reader.take("primary")) {
    reader.expect("key");
    return read_key(reader, table);
  }
  Column column;
  column.name = reader.name();
  column.type = reader.type();
  column.is_static = reader.take("static");
  if (reader.take("primary")) {
    reader.expect("key");
    table.partition = {column.name};
  }
  table.columns.push_back(column);
}

void read_order(Reader& reader, Table& table) {
  reader.expect("clustering");
  reader.expect("order");
  reader.expect("by");
  reader.list([&] {
    const std::string column = reader.name();
    if (reader.take("desc")) table.descending.insert(column);
    reader.take("asc");
  });
}

Relation read_relation(Reader& reader) {
  Relation relation;
  const bool is_tuple = reader.comes("(");
  relation.columns = is_tuple ? reader.names() : Names{reader.name()};
  if (reader.take("in")) {
    relation.op = "IN";
    if (is_tuple) throw Unknown();
    reader.list([&] { relation.values.push_back({reader.literal()}); });
    return relation;
  }
  for (const std::string op : {"=", "<", ">", "<=", ">="})
    if (reader.take(op)) relation.op = op;
  if (relation.op.empty()) throw Unknown();
  std::vector<Literal>& values = relation.values.emplace_back();
  if (is_tuple) {
    reader.list([&] { values.push_back(reader.literal()); });
  } else {
    values.push_back(reader.literal());
  }
  return relation;
}

template <typename Known, typename Read>
std::optional<Known> known(const std::string& text, const Read& read) {
  Reader reader(text);
  try {
    Known value = read(reader);
    if (reader.at_end()) return value;
  } catch (const Unknown&) {
    // Nothing is said of it.
  }
  return std::nullopt;
}

std::string joined(const Names& texts) {
  std::string text;
  for (const std::string& each : texts) text += (text.empty() ? "" : ", ") + each;
  return text;
}

/// In quotes, as some are words of the language.
std::string quoted(const std::string& name) { return "\"" + name + "\""; }
std::string quoted(const Names& names) {
  Names all;
  for (const std::string& name : names) all.push_back(quoted(name));
  return joined(all);
}

std::string literal_text(const Literal& literal) {
  if (!literal.is_quoted) return literal.text;
  std::string text = "'";
  for (const char c : literal.text) text += c == '\'' ? "''" : std::string(1, c);
  return text + "'";
}

}  // namespace

std::optional<Table> read_table(const std::string& text) {
  return known<Table>(text, [](Reader& reader) {
    Table table;
    reader.expect("create");
    reader.expect("table");
    table.name = reader.table();
    reader.list([&] { read_column(reader, table); });
    if (reader.take("with")) read_order(reader, table);
    return table;
  });
}

std::optional<Select> read_select(const std::string& text) {
  return known<Select>(text, [](Reader& reader) {
    Select select;
    reader.expect("select");
    do {
      select.columns.push_back(reader.name());
      if (reader.take("as")) reader.name();
    } while (reader.take(","));
    reader.expect("from");
    reader.take("$");
    select.table = reader.table();
    if (reader.take("where")) {
      do select.relations.push_back(read_relation(reader));
      while (reader.take("and"));
    }
    if (reader.take("order")) {
      reader.expect("by");
      do {
        const std::string column = reader.name();
        select.order.push_back({column, reader.take("desc")});
        reader.take("asc");
      } while (reader.take(","));
    }
    if (reader.take("limit")) select.limit = std::stoull("0" + reader.literal().text);
    if (reader.take("allow")) {
      reader.expect("filtering");
      select.allows_filtering = true;
    }
    return select;
  });
}

std::optional<Insert> read_insert(const std::string& text) {
  return known<Insert>(text, [](Reader& reader) {
    Insert insert;
    reader.expect("insert");
    reader.expect("into");
    insert.table = reader.table();
    const Names names = reader.names();
    reader.expect("values");
    std::size_t at = 0;
    reader.list([&] {
      const Literal literal = reader.literal();
      if (at == names.size() || (!literal.is_quoted && literal.text == "null")) throw Unknown();
      insert.cells[names[at++]] = literal.text;
    });
    return insert;
  });
}

std::vector<std::string> statements_of(const std::string& script) {
  std::vector<std::string> statements;
  std::string statement;
  bool is_quoted = false;
  for (std::size_t i = 0; i < script.size(); ++i) {
    if (!is_quoted && script.compare(i, 2, "--") == 0) {
      i = script.find('\n', i);
      if (i == script.npos) break;
    }
    const char c = script[i];
    if (c == '\'') is_quoted = !is_quoted;
    statement += c;
    if (c != ';' || is_quoted) continue;
    statements.push_back(statement);
    statement.clear();
  }
  if (statement.find_first_not_of(" \r\n\t;") != statement.npos) statements.push_back(statement);
  return statements;
}

std::string Table::text() const {
  std::string all, order;
  for (const Column& column : columns)
    all += quoted(column.name) + " " + column.type + (column.is_static ? " STATIC, " : ", ");
  for (const std::string& column : clustering)
    order +=
        (order.empty() ? "" : ", ") + quoted(column) + (descending.count(column) == 1 ? " DESC" : " ASC");
  return "CREATE TABLE " + quoted(name) + " (" + all + "PRIMARY KEY ((" + quoted(partition) + ")" +
         (clustering.empty() ? "" : ", ") + quoted(clustering) + "))" +
         (order.empty() ? "" : " WITH CLUSTERING ORDER BY (" + order + ")") + ";\n";
}

std::string Select::text() const {
  std::string text = "SELECT " + quoted(columns) + " FROM " + quoted(table), order_text;
  for (const Relation& relation : relations) {
    text += &relation == relations.data() ? " WHERE " : " AND ";
    text += relation.columns.size() == 1 ? quoted(relation.columns) : "(" + quoted(relation.columns) + ")";
    text += " " + relation.op + " ";
    Names values;
    for (const std::vector<Literal>& value : relation.values)
      for (const Literal& literal : value) values.push_back(literal_text(literal));
    const bool has_parentheses = relation.op == "IN" || relation.columns.size() > 1;
    text += has_parentheses ? "(" + joined(values) + ")" : joined(values);
  }
  for (const Order& each : order)
    order_text += (order_text.empty() ? " ORDER BY " : ", ") + quoted(each.column) +
                  (each.is_descending ? " DESC" : " ASC");
  text += order_text;
  if (limit) text += " LIMIT " + std::to_string(*limit);
  return text + (allows_filtering ? " ALLOW FILTERING;\n" : ";\n");
}

}  // namespace answer_model
