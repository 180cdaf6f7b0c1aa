// The tables that the generated lexer and parser use, against those that ANTLR's own reader makes of the same numbers.
#include "parser/grammar/grammar_tables.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "parser/grammar/byte_stream.h"
#include "parser/grammar/grammar_reader.h"
#include "parser/grammar/keyword_lexer.h"

namespace cellar {

namespace {

using namespace antlr4::atn;

/// The numbers in the last line of a file that the ANTLR tool has written beside a source: `[3, 24715, ...]`.
std::vector<std::uint16_t> numbers_in(const std::string& name) {
  std::ifstream file(std::string(CELLAR_GENERATED_DIR) + "/" + name);
  std::string line;
  for (std::string next; std::getline(file, next);) line = next;
  std::istringstream text(line.substr(line.find('[') + 1));
  std::vector<std::uint16_t> numbers;
  for (unsigned number = 0; text >> number; text.ignore())
    numbers.push_back(static_cast<std::uint16_t>(number));
  return numbers;
}

std::string number_of(const ATNState* state) {
  return state == nullptr ? "-" : std::to_string(state->stateNumber);
}

std::string described(const Transition& transition) {
  std::ostringstream text;
  text << transition.getSerializationType() << " to " << number_of(transition.target) << " takes "
       << transition.label().toString();
  if (const auto* call = dynamic_cast<const RuleTransition*>(&transition))
    text << " rule " << call->ruleIndex << " precedence " << call->precedence << " then "
         << number_of(call->followState);
  if (auto* epsilon = dynamic_cast<EpsilonTransition*>(const_cast<Transition*>(&transition)))
    text << " ends " << epsilon->outermostPrecedenceReturn();
  if (const auto* action = dynamic_cast<const ActionTransition*>(&transition))
    text << " action " << action->ruleIndex << " " << action->actionIndex << " " << action->isCtxDependent;
  return text.str();
}

std::string described(ATNState* state) {
  std::ostringstream text;
  text << state->stateNumber << " kind " << state->getStateType() << " rule " << state->ruleIndex
       << " epsilons " << state->epsilonOnlyTransitions;
  if (const auto* decision = dynamic_cast<DecisionState*>(state))
    text << " decision " << decision->decision << " non-greedy " << decision->nonGreedy;
  if (const auto* block = dynamic_cast<BlockStartState*>(state))
    text << " end " << number_of(block->endState);
  if (const auto* end = dynamic_cast<BlockEndState*>(state)) text << " start " << number_of(end->startState);
  if (const auto* plus = dynamic_cast<PlusBlockStartState*>(state))
    text << " back " << number_of(plus->loopBackState);
  if (const auto* star = dynamic_cast<StarLoopEntryState*>(state))
    text << " back " << number_of(star->loopBackState) << " precedence " << star->isPrecedenceDecision;
  if (const auto* end = dynamic_cast<LoopEndState*>(state)) text << " back " << number_of(end->loopBackState);
  if (const auto* rule = dynamic_cast<RuleStartState*>(state))
    text << " stop " << number_of(rule->stopState) << " recursive " << rule->isLeftRecursiveRule;
  for (const Transition* transition : state->transitions) text << "; " << described(*transition);
  return text.str();
}

template <typename States>
std::vector<std::string> numbers_of(const States& states) {
  std::vector<std::string> numbers;
  for (const ATNState* state : states) numbers.push_back(number_of(state));
  return numbers;
}

void check_same(const ATN& ours, const ATN& expected) {
  CHECK(ours.grammarType == expected.grammarType);
  CHECK(ours.maxTokenType == expected.maxTokenType);
  CHECK(ours.ruleToTokenType == expected.ruleToTokenType);
  CHECK(numbers_of(ours.decisionToState) == numbers_of(expected.decisionToState));
  CHECK(numbers_of(ours.ruleToStartState) == numbers_of(expected.ruleToStartState));
  CHECK(numbers_of(ours.ruleToStopState) == numbers_of(expected.ruleToStopState));
  CHECK(numbers_of(ours.modeToStartState) == numbers_of(expected.modeToStartState));
  REQUIRE(ours.lexerActions.size() == expected.lexerActions.size());
  for (std::size_t index = 0; index < ours.lexerActions.size(); ++index)
    CHECK(*ours.lexerActions[index] == *expected.lexerActions[index]);
  REQUIRE(ours.states.size() == expected.states.size());
  for (std::size_t index = 0; index < ours.states.size(); ++index) {
    if (described(ours.states[index]) != described(expected.states[index]))
      CHECK(described(ours.states[index]) == described(expected.states[index]));
  }
}

}  // namespace

TEST_CASE("the tables of the grammar are those that ANTLR reads") {
  ByteStream bytes("");
  KeywordLexer lexer(&bytes);
  antlr4::CommonTokenStream tokens(&lexer);
  Grammar parser(&tokens);
  CHECK(lexer.getATN().states.size() > 300);
  check_same(lexer.getATN(), ATNDeserializer().deserialize(numbers_in("CqlLexer.interp")));
  CHECK(parser.getATN().states.size() > 1000);
  check_same(parser.getATN(), ATNDeserializer().deserialize(numbers_in("CqlParser.interp")));
}

TEST_CASE("tables of another format are refused") {
  std::vector<std::uint16_t> numbers = numbers_in("CqlLexer.interp");
  ++numbers[3];
  ATN tables;
  CHECK_THROWS_AS(read_grammar_tables(numbers, tables), std::logic_error);
}

TEST_CASE("each keyword of the grammar is one, in any case") {
  const auto type_of = [](const std::string& text) {
    ByteStream bytes(text);
    KeywordLexer lexer(&bytes);
    const std::unique_ptr<antlr4::Token> token = lexer.nextToken();
    CHECK(token->getText() == text);
    return lexer.getVocabulary().getSymbolicName(token->getType());
  };
  CHECK(type_of("ACCESS") == "ACCESS");
  CHECK(type_of("wRiTeTiMe") == "WRITETIME");
  CHECK(type_of("columnfamily") == "TABLE");
  CHECK(type_of("COLUMNFAMILIES") == "TABLES");
  CHECK(type_of("Select_Masked") == "SELECT_MASKED");
  CHECK(type_of("uuid") == "UUID_TYPE");
  CHECK(type_of("true") == "BOOLEAN");
  for (const char* name : {"SELECTS", "SELEC", "select_", "select1", "a", "zzzzzzzzzzzzzzzzzzzzzzz"})
    CHECK(type_of(name) == "IDENTIFIER");
  CHECK(type_of("\"select\"") == "QUOTED_NAME");
}

}  // namespace cellar
