#include "planner/explain/explain.h"

#include <algorithm>
#include <set>

#include "planner/explain/accesses.h"
#include "planner/names.h"
#include "planner/select/key_description.h"
#include "refusal/messages.h"
#include "types/value/literal.h"

namespace cellar {

namespace {

/// The word of each kind of statement that EXPLAIN takes.
struct StatementWord {
  std::string_view operator()(const SelectStatement&) const { return "SELECT"; }
  std::string_view operator()(const InsertStatement&) const { return "INSERT"; }
  std::string_view operator()(const UpdateStatement&) const { return "UPDATE"; }
  std::string_view operator()(const DeleteStatement&) const { return "DELETE"; }
  std::string_view operator()(const BatchStatement&) const { return "BATCH"; }
  // The parser refuses EXPLAIN of anything else.
  std::string_view operator()(const ExplainStatement&) const { return ""; }
  std::string_view operator()(const StatementWithoutRows auto&) const { return ""; }
};

void mark_write(const ExplainedAccess& access, std::vector<RuleMark>& rules) {
  const auto mark = [&](std::string_view rule) {
    if (std::ranges::find(rules, rule, &RuleMark::rule) == rules.end()) rules.push_back({rule});
  };
  for (const ExplainedRange& range : access.slice) {
    if (range.restricts() && access.kind == "delete range") mark("K3");
    if (range.lower || range.upper) mark("K4");
  }
  mark("K6");
  if (access.kind == "upsert") mark("U1");
}

/// The number of partitions of a batch; nothing if a marker decides about it.
std::optional<std::uint64_t> partitions_of(const std::vector<ExplainedAccess>& accesses) {
  std::set<std::string> partitions;
  for (const ExplainedAccess& access : accesses) {
    if (access.partitions != 1) return std::nullopt;
    std::string name = access.table;
    for (const ExplainedRange& range : access.partition) {
      if (range.values.front().starts_with('?') || range.values.front().starts_with(':')) return std::nullopt;
      name += '\0' + range.values.front();
    }
    partitions.insert(std::move(name));
  }
  return partitions.size();
}

/// Fills an Explanation from each kind of plan.
class PlanExplainer {
 public:
  PlanExplainer(const ExplainStatement& statement, Explanation& explanation)
      : statement_(statement),
        text_(statement.text, statement.explained->slots, explanation.language),
        explanation_(explanation) {}

  void operator()(const SelectPlan& plan) {
    ExplainedAccess& access = add(read_access(plan, text_));
    const auto* select = std::get_if<SelectStatement>(&statement_.explained->node);
    mark_rules(plan, select != nullptr && !select->order_by.empty(), explanation_.rules);
    explanation_.instead = better_read(plan, access, text_);
  }
  void operator()(const UpsertPlan& plan) { mark_write(add(write_access(plan, text_)), explanation_.rules); }
  void operator()(const DeletePlan& plan) { mark_write(add(write_access(plan, text_)), explanation_.rules); }
  void operator()(const BatchPlan& plan) {
    for (const auto& write : plan.statements) std::visit(*this, write);
    name_batch(plan.kind);
  }
  void operator()(const ConditionalPlan& plan) {
    for (const ConditionalWrite& write : plan.writes) {
      std::visit(*this, write.write);
      ExplainedAccess& access = explanation_.accesses.back();
      if (std::holds_alternative<Unconditional>(write.condition)) continue;
      access.condition = text_.of(write.span);
    }
    if (explanation_.statement == "BATCH") {
      name_batch(BatchStatement::Kind::logged);
      explanation_.kind = "conditional " + explanation_.kind;
    } else {
      explanation_.kind = "conditional " + explanation_.accesses.front().kind;
      explanation_.accesses.front().kind = explanation_.kind;
    }
  }
  void operator()(const WritePlan& plan) { std::visit(*this, plan); }
  // Statements that change no rows are not explained.
  void operator()(const DefinitionPlan&) {}
  void operator()(const UsePlan&) {}
  void operator()(const AnswerPlan&) {}

 private:
  ExplainedAccess& add(ExplainedAccess access) {
    explanation_.kind = access.kind;
    return explanation_.accesses.emplace_back(std::move(access));
  }
  void name_batch(BatchStatement::Kind kind) {
    const std::optional<std::uint64_t> partitions = partitions_of(explanation_.accesses);
    explanation_.kind = "batch of " + (partitions ? std::to_string(*partitions) : "n") +
                        (partitions == 1 ? " partition" : " partitions");
    if (!partitions || *partitions < 2) return;
    explanation_.instead = kind == BatchStatement::Kind::logged
                               ? text_.say("single statements are faster; this batch is kept in a log first")
                               : text_.say("single statements, which run side by side");
  }

  const ExplainStatement& statement_;
  WrittenText text_;
  Explanation& explanation_;
};

/// Refuses literals that are no value of their column, as running the statement would.
void check_literals(const Statement& statement, const Plan& plan) {
  for (std::size_t index = 0; index < statement.slots.size(); ++index) {
    const SlotSource& source = statement.slots[index];
    if (source.kind == SlotSource::Kind::marker) continue;
    try {
      encode_literal(source.literal.kind, source.literal.text, plan.slots[index].type);
    } catch (Refusal& refusal) {
      if (refusal.diagnostic.span.empty()) refusal.diagnostic.span = source.span;
      throw;
    }
  }
}

/// Looks for the table of a refused statement, which may not exist.
class TableOfStatement {
 public:
  TableOfStatement(const PlanContext& context, Explanation& explanation)
      : context_(context), explanation_(explanation) {}

  void operator()(const SelectStatement& statement) { look_up(statement.table, false); }
  void operator()(const InsertStatement& statement) { look_up(statement.table, true); }
  void operator()(const UpdateStatement& statement) { look_up(statement.table, true); }
  void operator()(const DeleteStatement& statement) { look_up(statement.table, true); }
  // The statements of a BATCH may name several tables. The others are not explained.
  void operator()(const BatchStatement&) {}
  void operator()(const ExplainStatement&) {}
  void operator()(const StatementWithoutRows auto&) {}

 private:
  void look_up(const QualifiedName& name, bool is_write) {
    try {
      const TablePointer table = resolve_table(name, context_);
      ExplainedAccess& access = explanation_.accesses.emplace_back(access_to(*table));
      access.is_write = is_write;
      const bool is_about_order =
          std::ranges::any_of(explanation_.rules, [](const RuleMark& mark) { return mark.rule[0] == 'O'; });
      if (is_about_order) access.order = stored_order(*table);
    } catch (const Refusal&) {
      // The statement is refused because of its table.
    }
  }

  const PlanContext& context_;
  Explanation& explanation_;
};

/// The rules of the rule card that a message names: `K1 K5`.
std::vector<std::string_view> rules_of(const Diagnostic& refusal) {
  const Message* const message = find_message(refusal.id);
  if (message == nullptr) return {};
  const std::string_view words = message->rules.empty() ? message->why : message->rules;
  std::vector<std::string_view> rules;
  for (std::size_t at = 0; at + 2 <= words.size(); ++at) {
    const bool begins = at == 0 || words[at - 1] == ' ';
    const bool ends = at + 2 == words.size() || words[at + 2] == ' ' || words[at + 2] == ',';
    const bool is_rule = (words[at] == 'K' || words[at] == 'O' || words[at] == 'U') && words[at + 1] >= '1' &&
                         words[at + 1] <= '6';
    if (begins && ends && is_rule) rules.push_back(words.substr(at, 2));
  }
  return rules;
}

/// Explains what a refused SELECT would do with ALLOW FILTERING. Returns nothing if that would not help.
std::optional<Explanation> explain_unfiltered(const ExplainStatement& statement, const PlanContext& context) {
  if (!std::holds_alternative<SelectStatement>(statement.explained->node)) return std::nullopt;
  PlanContext free = context;
  free.policy = Policy::cassandra;
  free.filters_freely = true;
  try {
    return explain(statement, plan(*statement.explained, free), language_of(statement, context.language));
  } catch (const Refusal&) {
    return std::nullopt;
  }
}

Explanation explain_refused(const ExplainStatement& statement, const PlanContext& context,
                            const Diagnostic& refusal) {
  std::optional<Explanation> unfiltered = explain_unfiltered(statement, context);
  Explanation explanation = unfiltered ? std::move(*unfiltered) : Explanation();
  explanation.language = language_of(statement, context.language);
  for (const std::string_view rule : rules_of(refusal)) {
    std::erase_if(explanation.rules, [&](const RuleMark& mark) { return mark.rule == rule; });
    explanation.rules.push_back({rule, false});
  }
  std::ranges::sort(explanation.rules, {}, &RuleMark::rule);
  explanation.refusal = refusal;
  if (unfiltered) return explanation;
  explanation.statement = std::visit(StatementWord(), statement.explained->node);
  std::visit(TableOfStatement(context, explanation), statement.explained->node);
  return explanation;
}

/// An index or view that is not filled yet is built, and the statement planned again.
bool is_unbuilt(const Diagnostic& refusal) { return refusal.cause() == Cause::unbuilt; }

/// Slots of a statement without a plan: literals have the type that they have by themselves.
std::vector<Slot> unplanned_slots(const Statement& statement) {
  std::vector<Slot> slots(statement.slots.size());
  for (std::size_t index = 0; index < slots.size(); ++index) {
    const SlotSource& source = statement.slots[index];
    const bool is_literal = source.kind == SlotSource::Kind::literal;
    slots[index].type =
        is_literal ? natural_type(source.literal.kind, source.literal.text) : native_type(TypeKind::blob);
  }
  return slots;
}

}  // namespace

Language language_of(const ExplainStatement& statement, Language of_session) {
  return statement.form == ExplainStatement::Form::json ? Language::english : of_session;
}

Explanation explain(const ExplainStatement& statement, const Plan& plan, Language language) {
  Explanation explanation;
  explanation.language = language;
  explanation.statement = std::visit(StatementWord(), statement.explained->node);
  PlanExplainer explainer(statement, explanation);
  std::visit(explainer, plan.node);
  std::ranges::sort(explanation.rules, {}, &RuleMark::rule);
  return explanation;
}

AnswerPlan plan_explain(const ExplainStatement& statement, const PlanContext& context, Plan& outer) {
  try {
    Plan explained = plan(*statement.explained, context);
    check_literals(*statement.explained, explained);
    AnswerPlan answer =
        answer_of(explain(statement, explained, language_of(statement, context.language)), statement.form);
    outer.slots = std::move(explained.slots);
    outer.documents = std::move(explained.documents);
    return answer;
  } catch (const Refusal& refusal) {
    if (is_unbuilt(refusal.diagnostic)) throw;
    outer.slots = unplanned_slots(*statement.explained);
    outer.notices.push_back(refusal.diagnostic);
    return answer_of(explain_refused(statement, context, refusal.diagnostic), statement.form);
  }
}

}  // namespace cellar
