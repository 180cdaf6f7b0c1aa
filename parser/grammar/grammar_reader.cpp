#include "parser/grammar/grammar_reader.h"

#include <algorithm>

#include "parser/diagnosis/expected.h"
#include "parser/diagnosis/syntax_error.h"
#include "parser/statement/expression.h"
#include "refusal/memory_account.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Ends a parse at the first token that does not fit.
struct Stop {
  antlr4::Token* offending;
};

class StopAtFirstError final : public antlr4::DefaultErrorStrategy {
 public:
  void reportError(antlr4::Parser*, const antlr4::RecognitionException& error) override {
    throw Stop{error.getOffendingToken()};
  }
  void recover(antlr4::Parser* parser, std::exception_ptr) override { throw Stop{parser->getCurrentToken()}; }
  antlr4::Token* recoverInline(antlr4::Parser* parser) override { throw Stop{parser->getCurrentToken()}; }
  void sync(antlr4::Parser*) override {}
};

// Rules call rules without brackets between them in few places: `(int) (int) x`, `frozen<frozen<`. Their
// depth is held here, and with it the machine's stack.
class DepthGuard final : public antlr4::tree::ParseTreeListener {
 public:
  void enterEveryRule(antlr4::ParserRuleContext* context) override {
    if (++depth_ > kMaximumRuleDepth) refuse_too_deep(*context->start);
  }
  void exitEveryRule(antlr4::ParserRuleContext*) override { --depth_; }
  void visitTerminal(antlr4::tree::TerminalNode*) override {}
  void visitErrorNode(antlr4::tree::ErrorNode*) override {}

  [[noreturn]] static void refuse_too_deep(const antlr4::Token& token) {
    const auto begin = static_cast<std::uint32_t>(token.getStartIndex());
    refuse("nested_too_deep", {begin, begin + 1}, {{"depth", std::to_string(kMaximumDepth)}});
  }

 private:
  // A value within a value takes four rules (term, operand, primary, tuple).
  static constexpr int kMaximumRuleDepth = 4 * kMaximumDepth + 50;
  int depth_ = 0;
};

/// What the parser learns about sequences of tokens serves all texts of the process, so it is the memory of none. It is
/// changed under locks that an exception would leave locked: no memory may be refused there.
class SharedPrediction final : public antlr4::atn::ParserATNSimulator {
 public:
  SharedPrediction(antlr4::Parser& reads, ParserATNSimulator& before)
      : ParserATNSimulator(&reads, before.atn, before.decisionToDFA, before.getSharedContextCache()) {}
  size_t adaptivePredict(antlr4::TokenStream* input, size_t decision,
                         antlr4::ParserRuleContext* outer) override {
    const CountedWork of_process({});
    return ParserATNSimulator::adaptivePredict(input, decision, outer);
  }
};

/// Notes that the prediction by one token after the other, without the rules around, was ambiguous, and lets the rest
/// of the parse take the first alternative of each such place.
class ConflictListener final : public antlr4::BaseErrorListener {
 public:
  explicit ConflictListener(antlr4::atn::ParserATNSimulator& simulator) : simulator_(simulator) {}
  void reportAttemptingFullContext(antlr4::Parser*, const antlr4::dfa::DFA&, size_t, size_t,
                                   const antlrcpp::BitSet&, antlr4::atn::ATNConfigSet*) override {
    was_called_ = true;
    simulator_.setPredictionMode(antlr4::atn::PredictionMode::SLL);
  }
  bool was_called() const { return was_called_; }

 private:
  antlr4::atn::ParserATNSimulator& simulator_;
  bool was_called_ = false;
};

}  // namespace

std::unique_ptr<antlr4::Token> BracketCountingLexer::nextToken() {
  std::unique_ptr<antlr4::Token> next = KeywordLexer::nextToken();
  switch (next->getType()) {
    case OPEN_ROUND:
    case OPEN_SQUARE:
    case OPEN_CURLY:
    case EXPRESSION_OPEN:
      if (++depth_ > kMaximumDepth) DepthGuard::refuse_too_deep(*next);
      break;
    case CLOSE_ROUND:
    case CLOSE_SQUARE:
    case CLOSE_CURLY:
      --depth_;
      break;
    default:
      break;
  }
  return next;
}

void TokenBuffer::forget() {
  // The parser looks one token back.
  const size_t end = index() == 0 ? 0 : index() - 1;
  for (; forgotten_ < end; ++forgotten_) _tokens[forgotten_].reset();
}

void TokenBuffer::read_ahead(size_t count) { sync(_tokens.size() + count); }

GrammarReader::GrammarReader(std::string_view text, LookedAt* looked_at)
    : text_(text), looked_at_(looked_at), bytes_(text), lexer_(&bytes_), tokens_(&lexer_), parser_(&tokens_) {
  lexer_.removeErrorListeners();
  parser_.removeErrorListeners();
  parser_.setErrorHandler(std::make_shared<StopAtFirstError>());
  auto* generated = parser_.getInterpreter<antlr4::atn::ParserATNSimulator>();
  parser_.setInterpreter(new SharedPrediction(parser_, *generated));  // deletes the one before
}

bool GrammarReader::skip(size_t type) {
  if (tokens_.LA(1) != type) return false;
  tokens_.consume();
  return true;
}

void GrammarReader::forget() {
  const size_t index = tokens_.index();
  rewind(index);
  tokens_.forget();
}

void GrammarReader::rewind(size_t index) {
  parser_.reset();
  parser_.last_context = nullptr;
  tokens_.seek(index);
}

// SLL is fast and right for nearly all texts. If it fails, LL decides, except in a text without ambiguous places, for
// which both are the same.
antlr4::ParserRuleContext* GrammarReader::read(const std::function<antlr4::ParserRuleContext*()>& rule,
                                               size_t rule_index) {
  const size_t begin = tokens_.index();
  auto* simulator = parser_.getInterpreter<antlr4::atn::ParserATNSimulator>();
  // No statement begins with a word or sign that is none of the language, which the parser finds out at greater
  // expense.
  const size_t first = tokens_.LA(1);
  if (rule_index == Grammar::RuleStatement && (first == Grammar::IDENTIFIER || first == Grammar::OTHER))
    refuse_at(*tokens_.LT(1), rule_index, begin);
  ConflictListener conflict(*simulator);
  for (const bool is_last : {false, true}) {
    DepthGuard guard;
    parser_.removeParseListeners();
    parser_.addParseListener(&guard);
    parser_.removeErrorListeners();
    if (!is_last) parser_.addErrorListener(&conflict);
    simulator->setPredictionMode(antlr4::atn::PredictionMode::LL);
    try {
      antlr4::ParserRuleContext* tree = rule();
      parser_.removeParseListeners();
      return tree;
    } catch (const Stop& stop) {
      if (is_last || !conflict.was_called()) refuse_at(*stop.offending, rule_index, begin);
      rewind(begin);
    }
  }
  return nullptr;
}

void GrammarReader::refuse_at(const antlr4::Token& offending, size_t rule_index, size_t begin) {
  const GrammarPlace place{rule_index, parser_.last_state, parser_.last_context};
  const size_t here = tokens_.index();
  const size_t last_type = here > begin ? tokens_.get(here - 1)->getType() : 0;
  std::vector<size_t> between;
  for (size_t i = here; i < offending.getTokenIndex(); ++i) between.push_back(tokens_.get(i)->getType());
  const Expectation& expectation = expected_after(parser_, place, last_type, between);

  SyntaxError error;
  error.text = text_;
  if (looked_at_ != nullptr) *looked_at_ = {false, {}, nullptr};
  error.expected = expectation.words;
  error.call_expected = expectation.call;
  for (const size_t type : expectation.token_types) error.expected_types.push_back(type_name(type));
  add_tokens(error, begin, offending.getTokenIndex());

  const size_t after = offending.getTokenIndex() + 1;
  if (after < tokens_.size()) {
    between.push_back(Grammar::IDENTIFIER);
    const std::vector<size_t>& fitting = expected_after(parser_, place, last_type, between).token_types;
    error.fits_as_name =
        std::find(fitting.begin(), fitting.end(), tokens_.get(after)->getType()) != fitting.end();
  }
  if (looked_at_ != nullptr && begin == 0) looked_at_->error = std::make_shared<const SyntaxError>(error);
  error.looked_at = looked_at_;
  refuse_syntax(error);
}

/// The tokens around the offending one; the bytes of a character outside ASCII become one.
void GrammarReader::add_tokens(SyntaxError& error, size_t begin, size_t offending) {
  constexpr size_t kTokensBefore = 4000;
  constexpr size_t kTokensAhead = 64;
  tokens_.read_ahead(kTokensAhead);
  const size_t from = std::max(begin, offending - std::min(offending, kTokensBefore));
  for (size_t i = from; i < std::min(tokens_.size(), offending + kTokensAhead); ++i) {
    if (i == offending) error.offending = error.tokens.size();
    const antlr4::Token* next = tokens_.get(i);
    const auto start = static_cast<std::uint32_t>(next->getStartIndex());
    const auto end = static_cast<std::uint32_t>(next->getStopIndex() + 1);
    if (next->getType() == Grammar::OTHER && continues_character(text_[start]) && !error.tokens.empty())
      error.tokens.back().span.end = end;
    else
      error.tokens.push_back({{start, end}, type_name(next->getType())});
  }
}

std::string GrammarReader::type_name(size_t type) const {
  return type == antlr4::Token::EOF ? "EOF" : parser_.getVocabulary().getSymbolicName(type);
}

}  // namespace cellar
