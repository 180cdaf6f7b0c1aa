// Runs the generated lexer and parser over one text.
//
// In:      UTF-8 text.
// Out:     parse trees of the grammar's rules, read one after the other.
// Refused: text that the rule does not take, with what was expected; nesting deeper than
//          kMaximumDepth, before the generated parser recurses into it.
#pragma once

#include <CqlParser.h>

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "parser/diagnosis/syntax_error.h"
#include "parser/grammar/byte_stream.h"
#include "parser/grammar/keyword_lexer.h"

namespace cellar {

using Grammar = antlr::CqlParser;

/// The lexer, counting brackets.
class BracketCountingLexer final : public KeywordLexer {
 public:
  using KeywordLexer::KeywordLexer;
  std::unique_ptr<antlr4::Token> nextToken() override;

 private:
  int depth_ = 0;
};

/// Tokens that can be given back, so that a long batch does not keep them all.
class TokenBuffer final : public antlr4::BufferedTokenStream {
 public:
  using BufferedTokenStream::BufferedTokenStream;
  /// All tokens but the last read one and those ahead of it.
  void forget();
  /// Up to `count` more tokens of the text.
  void read_ahead(size_t count);

 private:
  size_t forgotten_ = 0;
};

/// The parser, remembering where in the grammar the last token was taken.
class TrackingParser final : public Grammar {
 public:
  using Grammar::Grammar;
  antlr4::Token* consume() override {
    last_state = getState();
    last_context = _ctx;
    return Grammar::consume();
  }

  size_t last_state = 0;
  antlr4::ParserRuleContext* last_context = nullptr;
};

class GrammarReader {
 public:
  /// `looked_at`, if it is given, is told what a refusal depends on.
  explicit GrammarReader(std::string_view text, LookedAt* looked_at = nullptr);

  /// Reads a rule where the last one ended. The tree lives until `forget`.
  template <typename Context>
  Context* read(Context* (Grammar::*rule)(), size_t rule_index) {
    return static_cast<Context*>(
        read([this, rule]() -> antlr4::ParserRuleContext* { return (parser_.*rule)(); }, rule_index));
  }
  size_t next_token_type() { return tokens_.LA(1); }
  /// Takes the next token if it is of this type.
  bool skip(size_t type);
  /// Drops the trees and tokens read so far.
  void forget();

 private:
  antlr4::ParserRuleContext* read(const std::function<antlr4::ParserRuleContext*()>& rule, size_t rule_index);
  void rewind(size_t index);
  [[noreturn]] void refuse_at(const antlr4::Token& offending, size_t rule_index, size_t begin);
  void add_tokens(SyntaxError& error, size_t begin, size_t offending);
  std::string type_name(size_t type) const;

  std::string_view text_;
  LookedAt* looked_at_;
  ByteStream bytes_;
  BracketCountingLexer lexer_;
  TokenBuffer tokens_;
  TrackingParser parser_;
};

}  // namespace cellar
