#include "parser/grammar/grammar_tables.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

namespace cellar {

namespace {

using namespace antlr4::atn;
using antlr4::misc::IntervalSet;

/// The version, and the identification of the format of ANTLR 4.7 to 4.9, as they are written.
constexpr std::array<std::uint16_t, 9> kFormat = {0x3,    0x608b, 0xa72a, 0x8133, 0xb9ed,
                                                  0x417c, 0x3be7, 0x7786, 0x5964};
constexpr std::uint16_t kNone = 0xFFFF;

/// A sequence of numbers, in each of which the tool has added two.
class Numbers {
 public:
  explicit Numbers(std::span<const std::uint16_t> numbers) : numbers_(numbers) {
    if (!std::ranges::equal(numbers.first(kFormat.size()), kFormat))
      throw std::logic_error("the grammar's tables are of another format");
    place_ = kFormat.size();
  }
  std::uint16_t next() { return static_cast<std::uint16_t>(numbers_[place_++] - 2); }
  std::size_t next_index() {
    const std::uint16_t number = next();
    return number == kNone ? INVALID_INDEX : number;
  }
  ssize_t next_wide() {
    const ssize_t low = next();
    return low | static_cast<ssize_t>(next()) << 16;
  }

 private:
  std::span<const std::uint16_t> numbers_;
  std::size_t place_ = 0;
};

/// Makes objects that live until the process ends. Thousands of them would take a quarter of the time to build the
/// tables if each had its memory from malloc.
class Permanent {
 public:
  template <typename Object, typename... Arguments>
  Object* make(Arguments&&... arguments) {
    static_assert(alignof(Object) <= kAlignment && sizeof(Object) % kAlignment == 0);
    if (left_ < sizeof(Object)) {
      place_ = static_cast<std::byte*>(::operator new(kPart));
      left_ = kPart;
    }
    std::byte* const place = place_;
    place_ += sizeof(Object);
    left_ -= sizeof(Object);
    return new (place) Object(std::forward<Arguments>(arguments)...);
  }

 private:
  static constexpr std::size_t kAlignment = alignof(void*);
  static constexpr std::size_t kPart = std::size_t{1} << 16;

  std::byte* place_ = nullptr;
  std::size_t left_ = 0;
};

ATNState* new_state(std::size_t kind, Permanent& memory) {
  switch (kind) {
    case ATNState::BASIC:
      return memory.make<BasicState>();
    case ATNState::RULE_START:
      return memory.make<RuleStartState>();
    case ATNState::BLOCK_START:
      return memory.make<BasicBlockStartState>();
    case ATNState::PLUS_BLOCK_START:
      return memory.make<PlusBlockStartState>();
    case ATNState::STAR_BLOCK_START:
      return memory.make<StarBlockStartState>();
    case ATNState::TOKEN_START:
      return memory.make<TokensStartState>();
    case ATNState::RULE_STOP:
      return memory.make<RuleStopState>();
    case ATNState::BLOCK_END:
      return memory.make<BlockEndState>();
    case ATNState::STAR_LOOP_BACK:
      return memory.make<StarLoopbackState>();
    case ATNState::STAR_LOOP_ENTRY:
      return memory.make<StarLoopEntryState>();
    case ATNState::PLUS_LOOP_BACK:
      return memory.make<PlusLoopbackState>();
    case ATNState::LOOP_END:
      return memory.make<LoopEndState>();
    default:
      throw std::logic_error("the grammar's tables have a state of an unknown kind");
  }
}

/// The parts follow each other in the order in which they are written.
class TableReader {
 public:
  TableReader(std::span<const std::uint16_t> numbers, ATN& tables) : numbers_(numbers), atn_(tables) {}

  void read() {
    atn_.grammarType = numbers_.next() == 0 ? ATNType::LEXER : ATNType::PARSER;
    atn_.maxTokenType = numbers_.next();
    read_states();
    read_marks();
    read_rules();
    read_sets([this] { return static_cast<ssize_t>(numbers_.next()); });
    read_sets([this] { return numbers_.next_wide(); });
    read_transitions();
    add_returns();
    link_loops();
    read_decisions();
    if (atn_.grammarType == ATNType::LEXER) read_lexer_actions();
    mark_precedence_decisions();
  }

 private:
  bool is_kind(const ATNState& state, std::size_t kind) const { return kinds_[state.stateNumber] == kind; }
  template <typename State>
  State* state(std::size_t number) const {
    return static_cast<State*>(atn_.states[number]);
  }
  static bool begins_block(std::size_t kind) {
    return kind == ATNState::BLOCK_START || kind == ATNState::PLUS_BLOCK_START ||
           kind == ATNState::STAR_BLOCK_START;
  }

  void read_states();
  void read_marks();
  void read_rules();
  template <typename Next>
  void read_sets(Next next);
  void reserve_transitions(std::size_t count);
  void read_transitions();
  Transition* read_transition(ATNState* target, std::size_t kind);
  void add(ATNState& from, Transition* transition);
  void add_returns();
  void link_loops();
  void read_decisions();
  void read_lexer_actions();
  void mark_precedence_decisions();

  Numbers numbers_;
  ATN& atn_;
  Permanent memory_;
  std::vector<std::uint8_t> kinds_;  // of the states, by their numbers
  std::vector<IntervalSet> sets_;
  std::vector<bool> is_target_;  // of a transition that was added
};

void TableReader::read_states() {
  const std::size_t count = numbers_.next();
  atn_.states.reserve(count);
  kinds_.reserve(count);
  std::vector<std::pair<std::size_t, std::size_t>> partners;
  for (std::size_t number = 0; number < count; ++number) {
    const std::size_t kind = numbers_.next();
    ATNState* const state = new_state(kind, memory_);
    atn_.addState(state);
    kinds_.push_back(static_cast<std::uint8_t>(kind));
    state->ruleIndex = numbers_.next_index();
    if (kind == ATNState::LOOP_END || begins_block(kind)) partners.emplace_back(number, numbers_.next());
  }
  for (const auto& [number, partner] : partners) {
    if (kinds_[number] == ATNState::LOOP_END) {
      state<LoopEndState>(number)->loopBackState = atn_.states[partner];
    } else {
      state<BlockStartState>(number)->endState = state<BlockEndState>(partner);
      state<BlockEndState>(partner)->startState = state<BlockStartState>(number);
    }
  }
}

void TableReader::read_marks() {
  for (std::size_t count = numbers_.next(); count > 0; --count)
    state<DecisionState>(numbers_.next())->nonGreedy = true;
  for (std::size_t count = numbers_.next(); count > 0; --count)
    state<RuleStartState>(numbers_.next())->isLeftRecursiveRule = true;
}

void TableReader::read_rules() {
  const std::size_t count = numbers_.next();
  for (std::size_t rule = 0; rule < count; ++rule) {
    atn_.ruleToStartState.push_back(state<RuleStartState>(numbers_.next()));
    if (atn_.grammarType == ATNType::LEXER) atn_.ruleToTokenType.push_back(numbers_.next_index());
  }
  atn_.ruleToStopState.resize(count);
  for (ATNState* const each : atn_.states) {
    if (!is_kind(*each, ATNState::RULE_STOP)) continue;
    auto* const stop = static_cast<RuleStopState*>(each);
    atn_.ruleToStopState[stop->ruleIndex] = stop;
    atn_.ruleToStartState[stop->ruleIndex]->stopState = stop;
  }
  for (std::size_t modes = numbers_.next(); modes > 0; --modes)
    atn_.modeToStartState.push_back(state<TokensStartState>(numbers_.next()));
}

template <typename Next>
void TableReader::read_sets(Next next) {
  for (std::size_t count = numbers_.next(); count > 0; --count) {
    IntervalSet& set = sets_.emplace_back();
    std::size_t intervals = numbers_.next();
    if (numbers_.next() != 0) set.add(-1);
    for (; intervals > 0; --intervals) {
      const ssize_t first = next();
      set.add(first, next());
    }
  }
}

Transition* TableReader::read_transition(ATNState* target, std::size_t kind) {
  const std::size_t first = numbers_.next(), second = numbers_.next(), third = numbers_.next();
  switch (kind) {
    case Transition::EPSILON:
      return memory_.make<EpsilonTransition>(target);
    case Transition::RANGE:
      return memory_.make<RangeTransition>(target, third != 0 ? antlr4::Token::EOF : first, second);
    case Transition::RULE:
      return memory_.make<RuleTransition>(state<RuleStartState>(first), second, static_cast<int>(third),
                                          target);
    case Transition::PREDICATE:
      return memory_.make<PredicateTransition>(target, first, second, third != 0);
    case Transition::PRECEDENCE:
      return memory_.make<PrecedencePredicateTransition>(target, static_cast<int>(first));
    case Transition::ATOM:
      return memory_.make<AtomTransition>(target, third != 0 ? antlr4::Token::EOF : first);
    case Transition::ACTION:
      return memory_.make<ActionTransition>(target, first, second, third != 0);
    case Transition::SET:
      return memory_.make<SetTransition>(target, sets_[first]);
    case Transition::NOT_SET:
      return memory_.make<NotSetTransition>(target, sets_[first]);
    case Transition::WILDCARD:
      return memory_.make<WildcardTransition>(target);
    default:
      throw std::logic_error("the grammar's tables have a transition of an unknown kind");
  }
}

/// As ATNState::addTransition does: a second transition to the same target is left out.
void TableReader::add(ATNState& from, Transition* transition) {
  const ATNState* const target = transition->target;
  if (is_target_[target->stateNumber] &&
      std::ranges::any_of(from.transitions, [&](const Transition* other) { return other->target == target; }))
    return;
  is_target_[target->stateNumber] = true;
  if (from.transitions.empty()) from.epsilonOnlyTransitions = transition->isEpsilon();
  from.transitions.push_back(transition);
}

/// Reserves the memory of the states' transitions, of which `count` follow here, and of the returns.
void TableReader::reserve_transitions(std::size_t count) {
  std::vector<std::uint16_t> counts(atn_.states.size());
  Numbers ahead = numbers_;
  for (; count > 0; --count) {
    ++counts[ahead.next()];
    ahead.next();
    const bool is_call = ahead.next() == Transition::RULE;
    const std::size_t called = ahead.next();
    if (is_call) ++counts[atn_.ruleToStopState[atn_.states[called]->ruleIndex]->stateNumber];
    ahead.next();
    ahead.next();
  }
  for (std::size_t number = 0; number < counts.size(); ++number)
    atn_.states[number]->transitions.reserve(counts[number]);
}

void TableReader::read_transitions() {
  is_target_.assign(atn_.states.size(), false);
  const std::size_t all = numbers_.next();
  reserve_transitions(all);
  for (std::size_t count = all; count > 0; --count) {
    ATNState& from = *atn_.states[numbers_.next()];
    ATNState* const target = atn_.states[numbers_.next()];
    const std::size_t kind = numbers_.next();
    add(from, read_transition(target, kind));
  }
}

/// Adds the transitions from the end of a rule to where it was called, which are not written.
void TableReader::add_returns() {
  is_target_.assign(atn_.states.size(), false);
  for (const ATNState* const each : atn_.states) {
    for (const Transition* const transition : each->transitions) {
      if (transition->getSerializationType() != Transition::RULE) continue;
      const auto& call = static_cast<const RuleTransition&>(*transition);
      const std::size_t rule = call.target->ruleIndex;
      const bool ends_recursion = atn_.ruleToStartState[rule]->isLeftRecursiveRule && call.precedence == 0;
      add(*atn_.ruleToStopState[rule],
          memory_.make<EpsilonTransition>(call.followState, ends_recursion ? rule : INVALID_INDEX));
    }
  }
}

void TableReader::link_loops() {
  for (ATNState* const each : atn_.states) {
    const bool is_plus = is_kind(*each, ATNState::PLUS_LOOP_BACK);
    if (!is_plus && !is_kind(*each, ATNState::STAR_LOOP_BACK)) continue;
    for (const Transition* const transition : each->transitions) {
      ATNState* const target = transition->target;
      if (is_plus && is_kind(*target, ATNState::PLUS_BLOCK_START))
        static_cast<PlusBlockStartState*>(target)->loopBackState = static_cast<PlusLoopbackState*>(each);
      if (!is_plus && is_kind(*target, ATNState::STAR_LOOP_ENTRY))
        static_cast<StarLoopEntryState*>(target)->loopBackState = static_cast<StarLoopbackState*>(each);
    }
  }
}

void TableReader::read_decisions() {
  const std::size_t count = numbers_.next();
  atn_.decisionToState.reserve(count);
  for (std::size_t decision = 0; decision < count; ++decision)
    atn_.defineDecisionState(state<DecisionState>(numbers_.next()));
}

void TableReader::read_lexer_actions() {
  for (std::size_t count = numbers_.next(); count > 0; --count) {
    const auto kind = static_cast<LexerActionType>(numbers_.next());
    if (kind != LexerActionType::SKIP) throw std::logic_error("the lexer has an action other than skip");
    numbers_.next();
    numbers_.next();
    atn_.lexerActions.push_back(LexerSkipAction::getInstance());
  }
}

/// Marks the loops in which a left-recursive rule decides whether it goes on.
void TableReader::mark_precedence_decisions() {
  for (ATNState* const each : atn_.states) {
    if (!is_kind(*each, ATNState::STAR_LOOP_ENTRY)) continue;
    if (!atn_.ruleToStartState[each->ruleIndex]->isLeftRecursiveRule) continue;
    const ATNState& last = *each->transitions.back()->target;
    if (is_kind(last, ATNState::LOOP_END) && last.epsilonOnlyTransitions &&
        is_kind(*last.transitions.front()->target, ATNState::RULE_STOP))
      static_cast<StarLoopEntryState*>(each)->isPrecedenceDecision = true;
  }
}

}  // namespace

void read_grammar_tables(std::span<const std::uint16_t> numbers, ATN& tables) {
  TableReader(numbers, tables).read();
}

}  // namespace cellar
