// The lexer of the grammar. Keywords are names until they are looked up here, in any case: with a rule for each of them
// the generated lexer would take ten times as long to start.
//
// In:      UTF-8 text.
// Out:     tokens, with the types that the grammar's rules say.
// Refused: nothing: characters that begin no token are tokens, too.
#pragma once

#include <CqlLexer.h>

#include <string_view>

#include "refusal/memory_account.h"

namespace cellar {

class KeywordLexer : public antlr::CqlLexer {
 public:
  using CqlLexer::CqlLexer;
  std::unique_ptr<antlr4::Token> nextToken() override;
  antlr4::Token* emit() override;
  /// Returns true for a word that is no name, but a token of its own, in any case.
  static bool is_keyword(std::string_view word);

 private:
  std::size_t type_of_name();

  /// That of the text: tokens are its memory, and what the lexer learns about characters is that of the process.
  const CountedAccount account_ = counted_account;
};

}  // namespace cellar
