#include "shell/copy/copy_statement.h"

#include <algorithm>
#include <array>

#include "parser/script/command_text.h"
#include "parser/script/quotes.h"
#include "types/text/text.h"

namespace cellar {

namespace {

struct Token {
  enum class Kind : std::uint8_t { word, quoted_name, string, mark, end };
  Kind kind = Kind::end;
  std::string text;  // without quotes
  Span span;
};

bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_word_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '+' || (c & 0x80) != 0;
}

/// Cuts the text into words (names, numbers), quoted names, strings and marks.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) { advance(); }

  const Token& here() const { return here_; }
  Token take() {
    Token taken = std::move(here_);
    end_of_last_ = taken.span.end;
    advance();
    return taken;
  }
  /// Takes the word or mark if it is here.
  bool take(std::string_view expected) {
    const bool is_here = here_.kind == Token::Kind::mark ? here_.text == expected : is_here_as_word(expected);
    if (is_here) take();
    return is_here;
  }
  /// The offset behind the token that was taken last.
  std::uint32_t end_of_last() const { return end_of_last_; }

 private:
  bool is_here_as_word(std::string_view expected) const {
    return here_.kind == Token::Kind::word && is_same_word(here_.text, expected);
  }

  void skip_blanks_and_comments() {
    while (position_ < text_.size()) {
      const Quote* const quote = quote_at(text_, position_);
      if (is_blank(text_[position_])) {
        ++position_;
      } else if (quote != nullptr && quote->is_comment()) {
        position_ = std::min(end_of_quote(text_, position_, *quote), text_.size());
      } else {
        return;
      }
    }
  }

  void advance() {
    skip_blanks_and_comments();
    const std::size_t begin = position_;
    here_ = {};
    if (position_ < text_.size()) {
      const char c = text_[position_];
      if (c == '\'' || c == '"') {
        here_.kind = c == '"' ? Token::Kind::quoted_name : Token::Kind::string;
        read_quoted(c);
      } else if (text_.substr(position_).starts_with("$$")) {
        here_.kind = Token::Kind::string;
        const std::size_t close = std::min(text_.find("$$", position_ + 2), text_.size());
        here_.text = text_.substr(position_ + 2, close - position_ - 2);
        position_ = std::min(close + 2, text_.size());
      } else if (is_word_byte(c)) {
        here_.kind = Token::Kind::word;
        read_word();
        here_.text = text_.substr(begin, position_ - begin);
      } else {
        here_.kind = Token::Kind::mark;
        here_.text = text_[position_++];
      }
    }
    here_.span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(position_)};
  }

  /// A doubled quote means the quote itself.
  void read_quoted(char quote) {
    for (++position_; position_ < text_.size(); ++position_) {
      if (text_[position_] == quote) {
        ++position_;
        if (position_ >= text_.size() || text_[position_] != quote) return;
      }
      here_.text += text_[position_];
    }
  }

  /// A point belongs to a number, and ends a name.
  void read_word() {
    const char first = text_[position_];
    const bool is_number = (first >= '0' && first <= '9') || first == '-' || first == '+';
    while (position_ < text_.size() &&
           (is_word_byte(text_[position_]) || (is_number && text_[position_] == '.')))
      ++position_;
  }

  std::string_view text_;
  std::size_t position_ = 0;
  std::uint32_t end_of_last_ = 0;
  Token here_;
};

constexpr std::array<std::string_view, 11> kStatementWords = {
    "SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "ALTER", "DROP", "BEGIN", "TRUNCATE", "USE", "COPY"};

class CopyReader {
 public:
  explicit CopyReader(std::string_view text) : tokens_(text) {}

  CopyStatement read() {
    tokens_.take();  // COPY itself
    statement_.table = read_table();
    if (tokens_.take("(")) read_columns();
    read_direction();
    read_file();
    if (tokens_.take("WITH")) {
      do read_option();
      while (tokens_.take("AND"));
    }
    tokens_.take(";");
    if (tokens_.here().kind != Token::Kind::end)
      refuse_here(statement_.options.empty() ? "WITH or ;" : "AND or ;");
    return std::move(statement_);
  }

 private:
  [[noreturn]] void refuse_here(std::string_view expected, std::string_view message = "copy_form") {
    const Token& found = tokens_.here();
    const auto is_found = [&](std::string_view word) { return is_same_word(found.text, word); };
    if (found.kind == Token::Kind::word && std::ranges::any_of(kStatementWords, is_found)) {
      const std::uint32_t end = tokens_.end_of_last();
      refuse("semicolon_missing", found.span, {{"word", found.text}}, Fix{{end, end}, ";"});
    }
    const bool at_end = found.kind == Token::Kind::end || found.text == ";";
    refuse(at_end ? "copy_form_end" : message, found.span,
           {{"found", shorten(found.text)},
            {"expected", std::string(expected)},
            {"usage", "COPY table [(columns)] FROM|TO 'file' [WITH option = value AND ...];"}});
  }

  Name read_name(std::string_view what) {
    const Token::Kind kind = tokens_.here().kind;
    if (kind != Token::Kind::word && kind != Token::Kind::quoted_name) refuse_here(what);
    Token token = tokens_.take();
    const bool quoted = kind == Token::Kind::quoted_name;
    return {quoted ? std::move(token.text) : to_lower(token.text), token.span, quoted};
  }

  QualifiedName read_table() {
    QualifiedName table;
    table.name = read_name("the name of a table");
    table.span = table.name.span;
    if (tokens_.take(".")) {
      table.keyspace = std::move(table.name);
      table.name = read_name("the name of a table");
      table.span.end = table.name.span.end;
    }
    return table;
  }

  void read_columns() {
    do statement_.columns.push_back(read_column());
    while (tokens_.take(","));
    if (!tokens_.take(")")) refuse_here(", or )");
  }

  CopiedName read_column() {
    CopiedName column{read_name("the name of a column")};
    const auto* const time =
        std::ranges::find(kTimeParts, column.name.text, &std::pair<FieldPart, std::string_view>::second);
    if (time == kTimeParts.end() || column.name.quoted || !tokens_.take("(")) return column;
    column = {read_name("the name of a column"), time->first};
    if (!tokens_.take(")")) refuse_here(")");
    return column;
  }

  void read_direction() {
    if (tokens_.take("TO")) {
      statement_.direction = CopyDirection::to;
    } else if (!tokens_.take("FROM")) {
      refuse_here("FROM or TO");
    }
  }

  void read_file() {
    const bool is_from = statement_.direction == CopyDirection::from;
    statement_.file_span = tokens_.here().span;
    if (tokens_.here().kind == Token::Kind::string) {
      statement_.file = tokens_.take().text;
      if (statement_.file.empty()) refuse("copy_file_unnamed", statement_.file_span);
    } else if (tokens_.take(is_from ? "STDIN" : "STDOUT")) {
      statement_.is_standard = true;
    } else {
      const Token::Kind kind = tokens_.here().kind;
      const bool is_name = kind == Token::Kind::word || kind == Token::Kind::quoted_name;
      refuse_here(is_from ? "the name of a file in single quotes, or STDIN,"
                          : "the name of a file in single quotes, or STDOUT,",
                  is_name ? "copy_file_unquoted" : "copy_form");
    }
  }

  void read_option() {
    if (tokens_.here().kind != Token::Kind::word) refuse_here("an option");
    CopyOptionText option;
    option.name_span = tokens_.here().span;
    option.name = to_upper(tokens_.take().text);
    if (!tokens_.take("=")) refuse_here("=");
    const Token::Kind kind = tokens_.here().kind;
    if (kind == Token::Kind::end || kind == Token::Kind::mark) refuse_here("a value");
    option.value_span = tokens_.here().span;
    option.value = tokens_.take().text;
    statement_.options.push_back(std::move(option));
  }

  Tokens tokens_;
  CopyStatement statement_;
};

}  // namespace

CopyStatement parse_copy(std::string_view text) { return CopyReader(text).read(); }

}  // namespace cellar
