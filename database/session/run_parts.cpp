// Runs a BATCH that a request brings in parts, with the same outcome as the BATCH written as one text.
//
// If every part is a write that means the same in a batch of its own, each is looked up by its text and bound, and all
// are gathered as those of a text whose shapes are known. Otherwise, and if anything is refused, the parts are put
// together to one text, which takes the long way. StatementPath::general always takes that one.

#include "database/session/session_state.h"
#include "executor/bind.h"
#include "parser/script/quotes.h"

namespace cellar {

namespace {

constexpr std::string_view kEnd = "\nAPPLY BATCH";

std::string_view head_of(BatchStatement::Kind kind) {
  switch (kind) {
    case BatchStatement::Kind::unlogged:
      return "BEGIN UNLOGGED BATCH ";
    case BatchStatement::Kind::counter:
      return "BEGIN COUNTER BATCH ";
    case BatchStatement::Kind::logged:
      break;
  }
  return "BEGIN BATCH ";
}

/// The text of a part behind BEGIN BATCH. That of a Prepared names its keyspace, since it belongs to the one that was in
/// use when it was prepared.
std::string_view text_of(const BatchPart& part, const PreparedState* prepared) {
  return without_end(prepared != nullptr ? prepared->text_in_batch() : std::get<std::string>(part.statement));
}

/// Returns true if the plan is of one statement that means the same in a batch of its own.
bool is_lone_write(const CachedPlan& planned) {
  const auto* const batch = write_in<BatchPlan>(planned.plan.node);
  return batch != nullptr && batch->statements.size() == 1 &&
         !std::visit([](const auto& plan) { return plan.table->is_counter(); }, batch->statements.front());
}

[[noreturn]] void refuse_count(std::size_t expected, std::size_t given) {
  refuse("wrong_value_count", {}, {{"expected", std::to_string(expected)}, {"given", std::to_string(given)}});
}

}  // namespace

const PreparedState* SessionState::prepared_of(const BatchPart& part) const {
  const auto* const prepared = std::get_if<Prepared>(&part.statement);
  if (prepared == nullptr) return nullptr;
  const PreparedState* const state = prepared->state().get();
  if (!state->belongs_to(database->number)) refuse("prepared_elsewhere");
  return state;
}

Progress SessionState::run_parts(ResultPointer& result) {
  if (plans_.takes_short_ways() && !watches_writes() && bind_parts()) {
    if (observer_) observer_->note_planned("Found the plans of the statements");
    const Progress progress = write(&SessionState::gather_known_batch);
    if (progress == Progress::done) result = end_write();
    if (progress != Progress::other_way) return progress;
  }
  return run_long(result);
}

/// Fills `batch_`. Returns false if the parts must take the long way.
bool SessionState::bind_parts() {
  free_large_batch();
  running_.batched = 0;
  std::optional<Transaction> snapshot;
  try {
    Transaction& source = plans_.source_of_reads(snapshot);
    std::string text;
    for (const BatchPart& part : running_.parts->batch.parts) {
      if (!bind_part(part, source, text)) return false;
    }
    return true;
  } catch (const Refusal&) {
    return false;  // the long way refuses it again, with its place in the whole text
  }
}

bool SessionState::bind_part(const BatchPart& part, Transaction& source, std::string& text) {
  const PreparedState* const prepared = prepared_of(part);
  text.assign(head_of(running_.parts->batch.kind));
  text += text_of(part, prepared);
  text += kEnd;
  KnownShapePointer known = plans_.find_or_plan(text, source);
  if (!known || !is_lone_write(*known->planned)) return false;
  const CachedPlan& planned = *known->planned;
  if (planned.markers.size() != part.values.size()) return false;
  if (prepared != nullptr) prepared->check_markers(planned);
  if (running_.batched == batch_.size()) batch_.emplace_back();
  BatchedStatement& bound = batch_[running_.batched++];
  if (!planned.markers.empty()) {
    cellar::bind(planned, part.values, bound.slots);
  } else if (!bind_shape(*known, text, plans_.shape(), bound.slots)) {
    return false;
  }
  bound.known = std::move(known);
  return true;
}

/// Puts the parts together to one text with all their values.
void SessionState::join_parts() {
  RunningParts& parts = *running_.parts;
  parts.text.assign(head_of(parts.batch.kind));
  parts.values.clear();
  for (const BatchPart& part : parts.batch.parts) {
    parts.text += text_of(part, prepared_of(part));
    parts.text += "\n; ";
    parts.values.insert(parts.values.end(), part.values.begin(), part.values.end());
  }
  parts.text += kEnd;
  running_.text = parts.text;
  running_.values = parts.values;
}

/// Refuses a part that is not exactly one statement, though all of them together are a BATCH, and one that has values for
/// the markers of another.
void SessionState::require_lone_parts() const {
  for (const BatchPart& part : running_.parts->batch.parts) {
    const PreparedState* const prepared = prepared_of(part);
    const std::size_t markers = prepared != nullptr
                                    ? prepared->markers().size()
                                    : markers_of(parse(std::get<std::string>(part.statement))).size();
    if (markers != part.values.size()) refuse_count(markers, part.values.size());
  }
}

/// Refuses a Prepared whose markers have other types in the plan of all parts.
void SessionState::check_markers_of_parts(const CachedPlan& planned) const {
  std::size_t first = 0;
  for (const BatchPart& part : running_.parts->batch.parts) {
    if (const PreparedState* const prepared = prepared_of(part)) prepared->check_markers(planned, first);
    first += part.values.size();
  }
}

}  // namespace cellar
