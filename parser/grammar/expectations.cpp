#include "parser/grammar/expectations.h"

#include <algorithm>
#include <bitset>
#include <deque>
#include <optional>

#include "parser/grammar/grammar_reader.h"

namespace cellar {

namespace {

using antlr4::atn::ATN;
using antlr4::atn::ATNState;
using antlr4::atn::RuleTransition;
using antlr4::atn::Transition;

constexpr std::size_t kMostTokenTypes = 512;
using TokenSet = std::bitset<kMostTokenTypes>;

bool is_stop(const ATNState& state) {
  return const_cast<ATNState&>(state).getStateType() == ATNState::RULE_STOP;
}

bool is_call(const Transition& transition) { return transition.getSerializationType() == Transition::RULE; }

bool takes(const Transition& transition, std::size_t type) {
  return transition.matches(type, 0, std::numeric_limits<std::size_t>::max());
}

/// The grammar as the walk needs it, computed once.
class Network {
 public:
  Network() : bytes_(""), lexer_(&bytes_), stream_(&lexer_), parser_(&stream_), atn(parser_.getATN()) {
    rule_names = parser_.getRuleNames();
    for (std::size_t type = 0; type <= atn.maxTokenType; ++type) name_token(type);
    begins_.resize(rule_names.size());
    for (std::size_t rule = 0; rule < rule_names.size(); ++rule) begin_of(rule);
  }

  bool may_begin(std::size_t rule, std::size_t type) const {
    const Begin& begin = *begins_[rule];
    return begin.may_be_empty || begin.tokens.test(type);
  }

 private:
  struct Begin {
    TokenSet tokens;
    bool may_be_empty = false;
  };

  void name_token(std::size_t type) {
    const antlr4::dfa::Vocabulary& vocabulary = parser_.getVocabulary();
    token_names.push_back(vocabulary.getSymbolicName(type));
    const std::string literal = vocabulary.getLiteralName(type);
    std::string word = literal.size() > 2 ? literal.substr(1, literal.size() - 2) : "";
    if (type >= Grammar::ACCESS && type <= Grammar::WRITETIME) {
      word = token_names.back();
      for (const std::string_view suffix : {"_WORD", "_TYPE"})
        if (word.ends_with(suffix)) word.erase(word.size() - suffix.size());
    }
    words.push_back(std::move(word));
  }

  // The grammar has no left recursion, so this ends.
  const Begin& begin_of(std::size_t rule) {
    if (begins_[rule]) return *begins_[rule];
    Begin begin;
    std::vector<const ATNState*> seen, open = {atn.ruleToStartState[rule]};
    while (!open.empty()) {
      const ATNState* state = open.back();
      open.pop_back();
      if (std::find(seen.begin(), seen.end(), state) != seen.end()) continue;
      seen.push_back(state);
      if (is_stop(*state))
        begin.may_be_empty = true;
      else
        add_transitions(*state, begin, open);
    }
    begins_[rule] = begin;
    return *begins_[rule];
  }

  void add_transitions(const ATNState& state, Begin& begin, std::vector<const ATNState*>& open) {
    for (const Transition* transition : state.transitions) {
      if (is_call(*transition)) {
        const auto& call = static_cast<const RuleTransition&>(*transition);
        const Begin inner = begin_of(call.ruleIndex);
        begin.tokens |= inner.tokens;
        if (inner.may_be_empty) open.push_back(call.followState);
      } else if (transition->isEpsilon()) {
        open.push_back(transition->target);
      } else {
        for (const ssize_t type : transition->label().toList())
          if (type >= 0) begin.tokens.set(static_cast<std::size_t>(type));
      }
    }
  }

  ByteStream bytes_;
  KeywordLexer lexer_;
  antlr4::CommonTokenStream stream_;
  Grammar parser_;
  std::vector<std::optional<Begin>> begins_;

 public:
  const ATN& atn;
  std::vector<std::string> rule_names;
  std::vector<std::string> token_names;
  std::vector<std::string> words;  // by type; empty: neither keyword nor mark
};

const Network& network() {
  static const Network made;
  return made;
}

bool is_keyword_type(std::size_t type) { return type >= Grammar::ACCESS && type <= Grammar::WRITETIME; }

/// Returns the word with those that must follow it: "PER PARTITION LIMIT".
std::string with_following_words(std::size_t type, const ATNState* state) {
  std::string text = network().words[type];
  if (!is_keyword_type(type)) return text;
  while (!is_stop(*state) && state->transitions.size() == 1 && !is_call(*state->transitions[0])) {
    const Transition& only = *state->transitions[0];
    if (!only.isEpsilon()) {
      const std::vector<ssize_t> types = only.label().toList();
      if (types.size() != 1 || types[0] < 0 || !is_keyword_type(static_cast<std::size_t>(types[0]))) break;
      text += ' ' + network().words[static_cast<std::size_t>(types[0])];
    }
    state = only.target;
  }
  return text;
}

class ExpectationWalk {
 public:
  explicit ExpectationWalk(std::span<const TextToken> tokens) : tokens_(tokens) {
    seen_.resize(network().atn.states.size());
    begin_position();
    const auto start = [](std::size_t rule) { return network().atn.ruleToStartState[rule]; };
    Node& statement = nodes_.emplace_back(Node{Grammar::RuleStatement, 0});
    Node& explain = nodes_.emplace_back(Node{Grammar::RuleExplainHead, 0});
    for (const std::size_t explained : {Grammar::RuleSelect, Grammar::RuleInsert, Grammar::RuleUpdate,
                                        Grammar::RuleDeletion, Grammar::RuleBatch}) {
      explain.callers.push_back({start(explained), &nodes_.emplace_back(Node{explained, 0})});
    }
    open(start(Grammar::RuleStatement), &statement);
    open(start(Grammar::RuleExplainHead), &explain);
  }

  /// Returns false if the tokens begin no statement.
  bool run() {
    for (position_ = 0; position_ < tokens_.size(); ++position_) {
      close(tokens_[position_].type);
      std::vector<Leaf> leaves;
      leaves.swap(leaves_);
      if (leaves.empty()) return false;
      begin_position();
      for (const Leaf& leaf : leaves) open(leaf.transition->target, leaf.node);
    }
    close(std::nullopt);
    return true;
  }

  Expectations expectations(std::span<const std::string_view> meaningful) {
    Expectations result;
    for (const Leaf& leaf : leaves_) {
      std::vector<std::string> words;
      for (const ssize_t type : leaf.transition->label().toList()) {
        if (type < 0) continue;
        std::string word = with_following_words(static_cast<std::size_t>(type), leaf.transition->target);
        if (!word.empty()) words.push_back(std::move(word));
      }
      std::vector<const Node*> path;
      ways_ = 0;
      add_ways(*leaf.node, path, meaningful, words, result);
    }
    return result;
  }

 private:
  struct Node;
  struct Caller {
    const ATNState* follow;
    Node* node;
    bool operator==(const Caller&) const = default;
  };
  /// A rule that began at a token, for all that call it there.
  struct Node {
    std::size_t rule;
    std::size_t first_token;
    std::vector<Caller> callers{};
    bool was_empty = false;  // it may end before its first token
  };
  struct Leaf {
    const Transition* transition;
    Node* node;
  };
  struct Place {
    const ATNState* state;
    Node* node;
  };

  // Bounds for deeply nested and ambiguous text. The outermost rules of longer ways are left out.
  static constexpr std::size_t kMostWays = 100;
  static constexpr std::size_t kLongestWay = 60;

  void begin_position() {
    for (const std::size_t state : touched_) seen_[state].clear();
    touched_.clear();
    begun_.assign(network().rule_names.size(), nullptr);
  }

  void open(const ATNState* state, Node* node) {
    std::vector<const Node*>& nodes = seen_[state->stateNumber];
    if (std::find(nodes.begin(), nodes.end(), node) != nodes.end()) return;
    if (nodes.empty()) touched_.push_back(state->stateNumber);
    nodes.push_back(node);
    open_.push_back({state, node});
  }

  /// Follows what can be followed without a token. Keeps the transitions that take `type`, or all.
  void close(std::optional<std::size_t> type) {
    while (!open_.empty()) {
      const Place place = open_.back();
      open_.pop_back();
      if (is_stop(*place.state)) {
        leave(*place.node);
        continue;
      }
      for (const Transition* transition : place.state->transitions) {
        if (is_call(*transition)) {
          call(static_cast<const RuleTransition&>(*transition), place.node, type);
        } else if (transition->isEpsilon()) {
          open(transition->target, place.node);
        } else if (!type || takes(*transition, *type)) {
          leaves_.push_back({transition, place.node});
        }
      }
    }
  }

  void leave(Node& node) {
    if (node.first_token == position_) node.was_empty = true;
    for (std::size_t i = 0; i < node.callers.size(); ++i) open(node.callers[i].follow, node.callers[i].node);
  }

  void call(const RuleTransition& transition, Node* caller, std::optional<std::size_t> type) {
    if (type && !network().may_begin(transition.ruleIndex, *type)) return;
    Node*& node = begun_[transition.ruleIndex];
    const bool is_new = node == nullptr;
    if (is_new) node = &nodes_.emplace_back(Node{transition.ruleIndex, position_});
    const Caller link{transition.followState, caller};
    if (std::find(node->callers.begin(), node->callers.end(), link) != node->callers.end()) return;
    node->callers.push_back(link);
    if (is_new) open(transition.target, node);
    if (node->was_empty) open(link.follow, caller);
  }

  /// Goes from the rule of a leaf outwards, along each way that the rules may have been called.
  void add_ways(const Node& node, std::vector<const Node*>& path,
                std::span<const std::string_view> meaningful, const std::vector<std::string>& words,
                Expectations& result) {
    if (ways_ >= kMostWays) return;
    path.push_back(&node);
    if (node.callers.empty() || path.size() == kLongestWay) {
      ++ways_;
      add_way(path, meaningful, words, result);
    } else {
      std::vector<const Node*> followed;
      for (const Caller& caller : node.callers) {
        if (std::find(followed.begin(), followed.end(), caller.node) != followed.end()) continue;
        followed.push_back(caller.node);
        add_ways(*caller.node, path, meaningful, words, result);
      }
    }
    path.pop_back();
  }

  static void add_way(const std::vector<const Node*>& way, std::span<const std::string_view> meaningful,
                      const std::vector<std::string>& words, Expectations& result) {
    const auto first = std::find_if(way.begin(), way.end(), [&](const Node* node) {
      return std::find(meaningful.begin(), meaningful.end(), network().rule_names[node->rule]) !=
             meaningful.end();
    });
    std::vector<std::string>* target = &result.words;
    if (first != way.end()) {
      std::vector<BegunRule> path;
      for (auto each = first; each != way.end(); ++each)
        path.push_back({network().rule_names[(*each)->rule], (*each)->first_token});
      auto place = std::find_if(result.places.begin(), result.places.end(),
                                [&](const ExpectedPlace& known) { return known.path == path; });
      if (place == result.places.end())
        place = result.places.insert(place, ExpectedPlace{std::move(path), {}});
      target = &place->words;
    }
    for (const std::string& word : words)
      if (std::find(target->begin(), target->end(), word) == target->end()) target->push_back(word);
  }

  std::span<const TextToken> tokens_;
  std::size_t position_ = 0;
  std::deque<Node> nodes_;
  std::vector<Node*> begun_;                    // by rule, those that began at this position
  std::vector<std::vector<const Node*>> seen_;  // by state
  std::vector<std::size_t> touched_;            // the states for which `seen_` holds something
  std::vector<Place> open_;
  std::vector<Leaf> leaves_;
  std::size_t ways_ = 0;
};

}  // namespace

std::vector<TextToken> tokens_of(std::string_view text) {
  ByteStream bytes(text);
  KeywordLexer lexer(&bytes);
  lexer.removeErrorListeners();
  const Network& known = network();
  std::vector<TextToken> tokens;
  for (;;) {
    const std::unique_ptr<antlr4::Token> token = lexer.nextToken();
    if (token->getType() == antlr4::Token::EOF) return tokens;
    tokens.push_back({known.token_names[token->getType()], token->getStartIndex(), token->getStopIndex() + 1,
                      token->getType()});
  }
}

bool is_keyword(const TextToken& token) { return is_keyword_type(token.type); }

Expectations expectations_after(std::span<const TextToken> tokens,
                                std::span<const std::string_view> meaningful) {
  ExpectationWalk walk(tokens);
  return walk.run() ? walk.expectations(meaningful) : Expectations{};
}

}  // namespace cellar
