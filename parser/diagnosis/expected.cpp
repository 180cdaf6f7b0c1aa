#include "parser/diagnosis/expected.h"

#include <algorithm>
#include <deque>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace cellar {

namespace {

using antlr4::atn::ATN;
using antlr4::atn::ATNState;
using antlr4::atn::RuleTransition;
using antlr4::atn::Transition;

struct RuleWords {
  std::string_view within;  // rule that calls it; empty: any
  std::string_view rule;
  std::string_view words;
};

// The first that fits counts. A rule without words of its own is described by its first tokens.
constexpr RuleWords kRuleWords[] = {
    {"", "statementBody", "a statement (`SELECT`, `INSERT`, `UPDATE`, `DELETE`, `CREATE` ...)"},
    {"", "batchedStatement", "`INSERT`, `UPDATE` or `DELETE`"},
    {"", "selection", "a column or expression"},
    {"", "selectionOperand", "a column or expression"},
    {"", "selectionLiteral", ""},
    {"", "arithmeticOperator", ""},
    {"", "selectionModifier", ""},
    {"relation", "columnTuple", ""},
    {"", "condition", "a condition (`column = value`)"},
    {"ifConditions", "ifCondition", "a condition (`column = value`)"},
    {"", "relation", "a condition (`column = value`)"},
    {"", "comparison", "a comparison (`=`, `<`, `>` ...)"},
    {"", "inValues", "values in parentheses"},
    {"", "tupleInValues", "values in parentheses"},
    {"", "tuple", "values in parentheses"},
    {"", "columnTuple", "columns in parentheses"},
    {"", "insertColumns", "the columns in parentheses"},
    {"", "wholeNumber", "a whole number or a marker (`?`)"},
    {"", "term", "a value"},
    {"", "assignedTerm", "a value"},
    {"", "termOperand", "a value"},
    {"", "termPrimary", "a value"},
    {"", "selectionPrimary", "a column or expression"},
    {"", "constant", "a constant"},
    {"", "assignment", "an assignment (`column = value`)"},
    {"", "property", "an option (`name = value`)"},
    {"", "mapOfConstants", "a map (`{'name': value}`)"},
    {"", "columnName", "a column name"},
    {"", "keyspaceName", "a keyspace name"},
    {"", "tableName", "a table name"},
    {"", "indexName", "an index name"},
    {"", "roleName", "a role name"},
    {"", "userName", "a user name"},
    {"", "functionName", "a function name"},
    {"", "userTypeName", "a type name"},
    {"", "bareTypeName", "a type name"},
    {"", "bareFunctionName", "a function name"},
    {"", "unreservedWord", "a name"},
    {"", "permission", "a permission"},
    {"", "roleOption", "an option of a role"},
    {"", "nativeType", "a type"},
    {"", "type", "a type"},
    {"", "permissions", "a permission"},
    {"", "resource", "a table, keyspace or other resource"},
    {"", "describedThing", "what to describe"},
    {"selector", "name", "another name for the column"},
    {"selectionModifier", "name", "a field name"},
    {"field", "name", "a field name"},
    {"tableElement", "name", "a column name"},
    {"partitionKey", "name", "a column name"},
    {"clusteringColumn", "name", "a column name"},
    {"addedColumn", "name", "a column name"},
    {"dropColumns", "name", "a column name"},
    {"renaming", "name", "a column name"},
    {"", "name", "a name"},
};

struct TokenWords {
  std::string_view token;
  std::string_view words;
};
// The second word goes without saying, or one of the tokens stands for several.
constexpr TokenWords kTokenWords[] = {
    {"EOF", "the end of the statement"},
    {"SEMICOLON", "the end of the statement"},
    {"IDENTIFIER", "a name"},
    {"QUOTED_NAME", "a name"},
    {"EMPTY_QUOTED_NAME", "a name"},
    {"STRING", "a string"},
    {"INTEGER", "a whole number"},
    {"ORDER", "`ORDER BY`"},
    {"GROUP", "`GROUP BY`"},
    {"PER", "`PER PARTITION LIMIT`"},
    {"ALLOW", "`ALLOW FILTERING`"},
    {"PRIMARY", "`PRIMARY KEY`"},
    {"CLUSTERING", "`CLUSTERING ORDER BY`"},
    {"COMPACT", "`COMPACT STORAGE`"},
    {"APPLY", "`APPLY BATCH`"},
    {"MATERIALIZED", "`MATERIALIZED VIEW`"},
    {"CUSTOM", "`CUSTOM INDEX`"},
    {"OR", "`OR REPLACE`"},
};

std::string words_of_token(const antlr4::dfa::Vocabulary& vocabulary, size_t type) {
  const bool end = type == antlr4::Token::EOF;
  const std::string symbolic = end ? "EOF" : vocabulary.getSymbolicName(type);
  for (const TokenWords& entry : kTokenWords)
    if (entry.token == symbolic) return std::string(entry.words);
  const std::string literal = end ? "" : vocabulary.getLiteralName(type);
  if (literal.size() > 2) return "`" + literal.substr(1, literal.size() - 2) + "`";
  std::string_view name = symbolic;
  for (const std::string_view suffix : {"_WORD", "_TYPE"})
    if (name.ends_with(suffix)) name.remove_suffix(suffix.size());
  return "`" + std::string(name) + "`";
}

// A walk through the grammar's network with the rules still to be finished. The grammar has neither
// left recursion nor loops around what may be empty, so following it without reading a token ends.
class Walk {
 public:
  explicit Walk(const antlr4::Parser& parser)
      : atn_(parser.getATN()),
        rule_names_(const_cast<antlr4::Parser&>(parser).getRuleNames()),
        vocabulary_(const_cast<antlr4::Parser&>(parser).getVocabulary()) {}

  void start(const GrammarPlace& place, size_t last_type) {
    if (place.context == nullptr) return open(atn_.ruleToStartState[place.rule], nullptr);
    const Frame* frame = frames_of(place.context);
    for (const Transition* transition : atn_.states[place.state]->transitions)
      if (takes(*transition, last_type)) open(transition->target, frame);
  }

  void step(size_t type) {
    std::vector<Leaf> before;
    before.swap(leaves_);
    words_.clear();
    for (const Leaf& leaf : before)
      if (takes(*leaf.transition, type)) open(leaf.transition->target, leaf.frame);
  }

  Expectation expectation() const {
    Expectation result;
    for (const std::string& words : words_)
      if (!words.empty() && std::find(result.words.begin(), result.words.end(), words) == result.words.end())
        result.words.push_back(words);
    bool begins_value = false;
    for (const Leaf& leaf : leaves_) {
      for (const ssize_t type : leaf.transition->label().toList()) {
        const std::string name = vocabulary_.getSymbolicName(static_cast<size_t>(type));
        result.token_types.push_back(static_cast<size_t>(type));
        result.call |= name == "OPEN_ROUND" && rule_names_[leaf.rule] == "termPrimary";
        begins_value |= name == "STRING";
      }
    }
    result.call &= !begins_value;
    return result;
  }

 private:
  struct Frame {
    const ATNState* follow;
    const Frame* parent;
  };
  struct Leaf {
    const Transition* transition;
    const Frame* frame;
    size_t rule;
  };

  static bool takes(const Transition& transition, size_t type) {
    return !transition.isEpsilon() && transition.matches(type, 0, std::numeric_limits<size_t>::max());
  }

  const Frame* frames_of(const antlr4::RuleContext* context) {
    const auto* parent = dynamic_cast<const antlr4::RuleContext*>(context->parent);
    if (parent == nullptr || context->invokingState == ATNState::INVALID_STATE_NUMBER) return nullptr;
    const auto* call =
        dynamic_cast<const RuleTransition*>(atn_.states[context->invokingState]->transitions[0]);
    return call == nullptr ? nullptr : push(call->followState, frames_of(parent));
  }

  const Frame* push(const ATNState* follow, const Frame* parent) {
    return &frames_.emplace_back(Frame{follow, parent});
  }

  void open(const ATNState* state, const Frame* frame, bool described = false) {
    if (const_cast<ATNState*>(state)->getStateType() == ATNState::RULE_STOP)
      return close(*state, frame, described);
    for (const Transition* each : state->transitions) {
      const Transition& transition = *each;
      if (transition.getSerializationType() == Transition::RULE) {
        const auto& call = static_cast<const RuleTransition&>(transition);
        const RuleWords* words = described ? nullptr : words_of_rule(state->ruleIndex, call.ruleIndex);
        if (words != nullptr) words_.emplace_back(words->words);
        open(call.target, push(call.followState, frame), described || words != nullptr);
      } else if (transition.isEpsilon()) {
        open(transition.target, frame, described);
      } else {
        leaves_.push_back({each, frame, state->ruleIndex});
        if (described) continue;
        for (const ssize_t type : transition.label().toList())
          words_.push_back(words_of_token(vocabulary_, static_cast<size_t>(type)));
      }
    }
  }

  // A rule that was read on its own goes on wherever the grammar calls it.
  void close(const ATNState& stop, const Frame* frame, bool described) {
    if (frame != nullptr) return open(frame->follow, frame->parent, described);
    for (const ATNState* state : atn_.states)
      for (const Transition* transition : state->transitions)
        if (const auto* call = dynamic_cast<const RuleTransition*>(transition))
          if (call->ruleIndex == stop.ruleIndex) open(call->followState, nullptr, described);
  }

  const RuleWords* words_of_rule(size_t within, size_t rule) const {
    for (const RuleWords& entry : kRuleWords)
      if (entry.rule == rule_names_[rule] && (entry.within.empty() || entry.within == rule_names_[within]))
        return &entry;
    return nullptr;
  }

  const ATN& atn_;
  const std::vector<std::string>& rule_names_;
  const antlr4::dfa::Vocabulary& vocabulary_;
  std::deque<Frame> frames_;
  std::vector<Leaf> leaves_;
  std::vector<std::string> words_;
};

/// All that the walk depends on.
std::string key_of(const GrammarPlace& place, size_t last_type, const std::vector<size_t>& between) {
  std::string key;
  const auto add = [&key](size_t number) {
    key.append(reinterpret_cast<const char*>(&number), sizeof number);
  };
  add(place.context == nullptr ? place.rule : place.state);
  add(place.context == nullptr ? 0 : last_type);
  add(between.size());
  for (const size_t type : between) add(type);
  const antlr4::tree::ParseTree* context = place.context;
  while (const auto* const rule = static_cast<const antlr4::RuleContext*>(context)) {
    add(rule->invokingState);
    context = rule->parent;
  }
  return key;
}

}  // namespace

const Expectation& expected_after(const antlr4::Parser& parser, const GrammarPlace& place, size_t last_type,
                                  const std::vector<size_t>& between) {
  constexpr std::size_t kMostKept = 64;
  thread_local std::unordered_map<std::string, Expectation> known;
  std::string key = key_of(place, last_type, between);
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  if (known.size() >= kMostKept) known.clear();
  Walk walk(parser);
  walk.start(place, last_type);
  for (const size_t type : between) walk.step(type);
  return known.emplace(std::move(key), walk.expectation()).first->second;
}

}  // namespace cellar
