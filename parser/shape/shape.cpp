#include "parser/shape/shape.h"

#include <cstdint>
#include <optional>

#include "parser/shape/shape_scanner.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// The bytes of a key that stand for literals occur in no text that has a shape.
char mark_of(LiteralKind kind) { return static_cast<char>(1 + static_cast<int>(kind)); }
bool is_mark(char c) { return c >= mark_of(LiteralKind::string) && c <= mark_of(LiteralKind::duration); }

// Begins the part of a key that the scanner has not read. No text in ASCII has this byte.
constexpr char kUnread = '\xFF';
// They stand for names, and occur in no text that has a shape.
constexpr char kName = '\x0E', kQuotedName = '\x0F';

/// Adds a literal to the shape, with the text before it from `copied` on. Returns the end of the literal.
std::size_t add_literal(std::string_view text, std::size_t copied, const ShapeLiteral& literal, char mark,
                        Shape& shape) {
  shape.key.append(text, copied, literal.begin - copied);
  shape.key.push_back(mark);
  shape.literals.push_back(literal);
  return literal.end;
}

ShapeLiteral literal_at(const ShapeScanner::Token& token, std::size_t end) {
  return {token.literal.value_or(LiteralKind::string), static_cast<std::uint32_t>(token.begin),
          static_cast<std::uint32_t>(end)};
}

/// Returns the mark of a name, or nothing for another token.
std::optional<char> mark_of_name(std::string_view token, bool (*is_keyword)(std::string_view)) {
  const char first = token.front();
  if (first == '"') return token.size() > 2 ? std::optional(kQuotedName) : std::nullopt;
  const bool is_word = scanning::is_word_part(first) && first != '_' && !scanning::is_digit(first);
  return is_word && !is_keyword(token) ? std::optional(kName) : std::nullopt;
}

}  // namespace

bool read_shape(std::string_view text, Shape& shape) {
  shape.key.clear();
  shape.literals.clear();
  if (text.size() > UINT32_MAX) return false;
  ShapeScanner scanner(text);
  std::size_t copied = 0;
  bool ended = false;
  while (const std::optional<ShapeScanner::Token> token = scanner.next()) {
    if (ended) return false;
    ended = token->ends_statement;
    if (!token->literal) continue;
    copied =
        add_literal(text, copied, literal_at(*token, scanner.position()), mark_of(*token->literal), shape);
  }
  shape.key.append(text, copied);
  return !scanner.failed();
}

void read_shape_of_any(std::string_view text, bool (*is_keyword)(std::string_view), ShapeOfAny& shape) {
  shape.key.clear();
  shape.literals.clear();
  shape.names.clear();
  ShapeScanner scanner(text);
  std::size_t copied = 0;
  while (const std::optional<ShapeScanner::Token> token = scanner.next()) {
    const ShapeLiteral read = literal_at(*token, scanner.position());
    const std::optional<char> mark =
        token->literal ? mark_of(*token->literal)
                       : mark_of_name(text.substr(read.begin, read.end - read.begin), is_keyword);
    if (!mark) continue;
    if (!token->literal) shape.names.push_back(shape.literals.size());
    copied = add_literal(text, copied, read, *mark, shape);
  }
  if (scanner.failed()) shape.key.push_back(kUnread);
  shape.key.append(text, copied);
}

bool is_of_shape(std::string_view text, std::string_view key, std::vector<ShapeLiteral>& literals) {
  literals.clear();
  if (text.size() > UINT32_MAX) return false;
  ShapeScanner scanner(text);
  for (const char c : key) {
    if (scanner.at_end()) return false;
    if (!is_mark(c)) {
      if (!scanner.skip(c)) return false;
      continue;
    }
    const std::size_t begin = scanner.position();
    const std::optional<ShapeScanner::Token> token = scanner.next();
    if (!token || token->begin != begin || !token->literal || mark_of(*token->literal) != c) return false;
    literals.push_back(
        {*token->literal, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(scanner.position())});
  }
  return scanner.at_end();
}

bool split_batch(std::string_view text, BatchText& batch) {
  batch.head = {};
  batch.statements.clear();
  ShapeScanner scanner(text);
  std::optional<ShapeScanner::Token> token = scanner.next();
  const auto word = [&] { return text.substr(token->begin, scanner.position() - token->begin); };
  if (!token || !is_lower_word(word(), "begin")) return false;
  while ((token = scanner.next()) && !is_lower_word(word(), "insert") && !is_lower_word(word(), "update") &&
         !is_lower_word(word(), "delete")) {
    if (token->ends_statement) return false;
  }
  if (!token) return false;
  batch.head = text.substr(0, token->begin);
  while (token && !is_lower_word(word(), "apply")) {
    if (token->ends_statement) return false;
    const std::size_t begin = token->begin;
    while (token && !token->ends_statement) token = scanner.next();
    if (!token) return false;
    batch.statements.push_back(text.substr(begin, scanner.position() - begin));
    token = scanner.next();
  }
  if (!token || !(token = scanner.next()) || !is_lower_word(word(), "batch")) return false;
  token = scanner.next();
  if (token && token->ends_statement) token = scanner.next();
  return !token && !scanner.failed();
}

std::string_view text_of(const ShapeLiteral& literal, std::string_view text, std::string& unescaped) {
  std::string_view token = text.substr(literal.begin, literal.end - literal.begin);
  if (literal.kind != LiteralKind::string) return token;
  if (token.front() == '$') return token.substr(2, token.size() - 4);
  token = token.substr(1, token.size() - 2);
  std::size_t quote = token.find('\'');
  if (quote == token.npos) return token;
  unescaped.clear();
  for (; quote != token.npos; quote = token.find('\'')) {
    unescaped.append(token, 0, quote + 1);
    token.remove_prefix(quote + 2);
  }
  unescaped.append(token);
  return unescaped;
}

}  // namespace cellar
