#include "database/session/session_faults.h"

#include <utility>

#include "executor/bind.h"
#include "parser/diagnosis/mending.h"
#include "parser/parser.h"
#include "planner/planner.h"
#include "planner/refused_plan.h"

namespace cellar {

namespace {

constexpr std::size_t kMostRefusedShapes = 64;

/// The long way builds what the file lacks.
std::optional<Diagnostic> without_unbuilt(std::optional<Diagnostic> refusal) {
  if (refusal && refusal->cause() == Cause::unbuilt) refusal.reset();
  return refusal;
}

}  // namespace

ParsedText SessionFaults::read(std::string_view text) {
  return plans_.takes_short_ways() ? refused_.read(text) : ParsedShapes::read_anew(text);
}

std::optional<Diagnostic> SessionFaults::find_syntax_fault(std::string_view text) {
  std::optional<Diagnostic> fault = read(text).fault;
  if (fault) withhold_guess(*fault, text);
  return fault;
}

std::optional<Diagnostic> SessionFaults::find_fault(std::string_view text) {
  std::optional<Diagnostic> fault = find_first_fault(text);
  if (fault) withhold_guess(*fault, text);
  return fault;
}

std::optional<Diagnostic> SessionFaults::find_first_fault(std::string_view text) {
  ParsedText parsed = read(text);
  if (parsed.fault) return std::move(parsed.fault);
  std::optional<Diagnostic> fault = find_fault_of_plan(parsed);
  try {
    if (!fault || !builds_.build_what_lacks(*fault)) return fault;
  } catch (Refusal& refusal) {
    return std::move(refusal.diagnostic);
  }
  return find_fault_of_plan(parsed);
}

std::optional<Diagnostic> SessionFaults::find_fault_of_plan(const ParsedText& parsed) {
  std::optional<Transaction> snapshot;
  const Statement& statement = *parsed.statement;
  SchemaPointer schema;
  const Timestamp now = database_.now_microseconds();
  const auto context = [&] { return plans_.context(*schema, settings_.keyspace, now); };
  Plan planned;
  bool is_planned = false;
  try {
    Transaction& source = plans_.source_of_reads(snapshot);
    if (const RefusedShape* known = find_refused_shape(parsed, source)) {
      Diagnostic refusal = known->refusal;
      parsed.give_own_places(refusal);
      return refusal;
    }
    schema = database_.schema_of(source);
    plan_incompletely(statement, context(), planned);
    is_planned = true;
    bind_literals(statement, planned);
    return std::nullopt;
  } catch (Refusal& refusal) {
    Diagnostic& diagnostic = refusal.diagnostic;
    const bool is_of_plan = schema && !is_planned;
    if (is_of_plan) complete_refusal(diagnostic, statement, context(), planned);
    if (is_of_plan && is_refused_for_its_shape(diagnostic, statement, planned))
      keep_refused_shape(parsed, diagnostic, schema->version);
    parsed.give_own_places(diagnostic);
    return std::move(diagnostic);
  }
}

const SessionFaults::RefusedShape* SessionFaults::find_refused_shape(const ParsedText& parsed,
                                                                     Transaction& source) const {
  const auto found = refused_shapes_.find(parsed.statement);
  if (found == refused_shapes_.end()) return nullptr;
  const RefusedShape& known = found->second;
  const bool fits = known.policy == settings_.policy && known.keyspace == settings_.keyspace &&
                    known.schema_version == source.schema_version();
  return fits ? &known : nullptr;
}

void SessionFaults::keep_refused_shape(const ParsedText& parsed, const Diagnostic& refusal,
                                       std::uint64_t schema_version) {
  if (!plans_.takes_short_ways()) return;
  if (refused_shapes_.size() >= kMostRefusedShapes) refused_shapes_.clear();
  refused_shapes_.insert_or_assign(
      parsed.statement, RefusedShape{refusal, schema_version, settings_.policy, settings_.keyspace});
}

std::optional<Diagnostic> SessionFaults::find_known_fault(std::string_view text) {
  if (!plans_.takes_short_ways()) return std::nullopt;
  std::optional<ParsedText> parsed = refused_.find(text);
  if (!parsed) return std::nullopt;
  if (!parsed->fault) {
    return without_unbuilt(find_fault_of_plan(*parsed));
  }
  std::optional<Diagnostic> fault = std::move(parsed->fault);
  refused_.mend_all(text, *fault);
  return fault;
}

std::optional<Diagnostic> SessionFaults::find_fault_of(std::shared_ptr<const Statement> statement) {
  static const std::vector<ShapeLiteral> kOwnPlaces;
  return without_unbuilt(find_fault_of_plan({std::nullopt, std::move(statement), &kOwnPlaces, &kOwnPlaces}));
}

std::optional<Diagnostic> SessionFaults::parse(std::string_view text,
                                               std::shared_ptr<const Statement>& statement) {
  if (plans_.takes_short_ways()) return refused_.parse(text, statement);
  statement = std::make_shared<const Statement>(cellar::parse(text));
  return std::nullopt;
}

std::optional<Diagnostic> SessionFaults::parse_prepared(std::string_view text,
                                                        std::shared_ptr<const Statement>& statement) {
  std::optional<ParsedText> known;
  if (plans_.takes_short_ways()) known = refused_.find(text);
  if (!known || !known->fault) return parse(text, statement);
  refused_.mend_all(text, *known->fault);
  return std::move(known->fault);
}

void SessionFaults::keep(std::string_view text, std::shared_ptr<const Statement> statement) {
  if (plans_.takes_short_ways())
    refused_.keep(text, std::const_pointer_cast<Statement>(std::move(statement)));
}

}  // namespace cellar
