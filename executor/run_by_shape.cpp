// The short way of a text: its shape's plan, and values straight from its literals.

#include "executor/session_state.h"
#include "parser/parser.h"

namespace cellar {

namespace {

constexpr std::size_t kLongLiteral = 4'096;
constexpr std::string_view kBatchEnd = " APPLY BATCH";

bool is_batch(std::string_view text) {
  constexpr std::string_view kBegin = "begin";
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == text.npos || text.size() - begin < kBegin.size()) return false;
  for (std::size_t i = 0; i < kBegin.size(); ++i) {
    if ((text[begin + i] | 0x20) != kBegin[i]) return false;
  }
  return true;
}

/// The text with another, short literal in the place of each long one.
std::string shortened(std::string_view text, const Shape& shape) {
  std::string out;
  std::size_t copied = 0;
  for (const ShapeLiteral& literal : shape.literals) {
    if (literal.end - literal.begin <= kLongLiteral) continue;
    out.append(text, copied, literal.begin - copied);
    out += literal.kind == LiteralKind::blob ? "0x00" : literal.kind == LiteralKind::string ? "'x'" : "1";
    copied = literal.end;
  }
  out.append(text, copied);
  return out;
}

bool has_long_literal(const Shape& shape) {
  for (const ShapeLiteral& literal : shape.literals) {
    if (literal.end - literal.begin > kLongLiteral) return true;
  }
  return false;
}

}  // namespace

PlannedPointer SessionState::prepare(std::string_view text) {
  auto parsed = std::make_shared<const Statement>(parse(text));
  std::optional<Transaction> snapshot;
  Transaction& transaction = source_of_reads(snapshot);
  PlannedPointer planned = plan_in(transaction, std::move(parsed), nullptr, database->now_microseconds());
  if (uses_shapes && read_shape(text, shape_)) shapes_.learn(text, shape_, planned);
  return planned;
}

ResultPointer SessionState::run_text(std::string_view text) {
  if (group_lost) refuse("group_lost");
  if (uses_shapes) {
    std::optional<ResultPointer> result = is_batch(text) ? run_batch_by_shapes(text) : run_by_shape(text);
    if (result) return std::move(*result);
  }
  PlannedPointer planned;
  ResultPointer result = run(std::make_shared<const Statement>(parse(text)), planned, {});
  if (uses_shapes && read_shape(text, shape_)) shapes_.learn(text, shape_, planned);
  return result;
}

std::optional<ResultPointer> SessionState::run_by_shape(std::string_view text) {
  KnownShapePointer known = shapes_.find(text, shape_);
  // The grammar needs many times the memory of a text.
  if (!known && has_long_literal(shape_)) known = learn_shortened(text);
  if (!known) return std::nullopt;
  if (!bind_shape(*known, text, shape_, slots_)) return std::nullopt;
  return run_known(known);
}

KnownShapePointer SessionState::learn_shortened(std::string_view text) {
  const std::string other = shortened(text, shape_);
  try {
    prepare(other);
  } catch (const Refusal&) {
    // The text itself may be right, or be refused for another reason.
  }
  return shapes_.find(text, shape_);
}

std::optional<ResultPointer> SessionState::run_known(const KnownShapePointer& known) {
  const PlannedPointer& planned = known->planned;
  try {
    if (std::holds_alternative<SelectPlan>(planned->plan.node)) {
      std::optional<Transaction> snapshot;
      Transaction& source = source_of_reads(snapshot);
      if (!serves(*planned, source)) return std::nullopt;
      if (planned->direct_select) {
        if (ResultPointer row = ResultState::of_one_row(planned, database, source, slots_)) return row;
      }
      auto state = std::make_unique<ResultState>(planned, database, slots_, wait.interrupted);
      state->known = known;
      state->places = shape_.literals;
      return read(std::move(snapshot), std::move(state));
    }
    const bool written = write([&](WriteTransaction& transaction, std::vector<Mutation>& mutations) {
      if (!serves(*planned, transaction)) return false;
      write_plan(*planned, transaction, mutations);
      return true;
    });
    if (!written) return std::nullopt;
  } catch (Refusal& refusal) {
    move_spans(refusal.diagnostic, known->origin, shape_.literals);
    throw;
  }
  return ResultPointer();
}

std::optional<ResultPointer> SessionState::run_batch_by_shapes(std::string_view text) {
  BatchText batch;
  if (!split_batch(text, batch)) return std::nullopt;
  const bool written = write([&](WriteTransaction& transaction, std::vector<Mutation>& mutations) {
    try {
      return gather_batch(batch, transaction, mutations);
    } catch (const Refusal&) {
      return false;  // the long way refuses it again, with its place in the whole text
    }
  });
  return written ? std::optional<ResultPointer>(nullptr) : std::nullopt;
}

/// One after another as batches of one, which mean the same: the planner's rules that span the statements of
/// a batch are about conditions and counters, and statements with these are not kept by shape.
bool SessionState::gather_batch(const BatchText& batch, WriteTransaction& transaction,
                                std::vector<Mutation>& mutations) {
  EvaluationContext context = database->evaluation_context();
  const Timestamp timestamp = transaction.next_timestamp(context.now_microseconds);
  std::string single;
  for (std::string_view statement : batch.statements) {
    statement.remove_suffix(1);
    single.assign(batch.head);
    single += statement;
    single += kBatchEnd;
    KnownShapePointer known = find_for(single, transaction);
    if (!known) {
      if (!read_shape(single, shape_)) return false;
      auto parsed = std::make_shared<const Statement>(parse(single));
      const PlannedPointer planned =
          plan_in(transaction, std::move(parsed), nullptr, database->now_microseconds());
      shapes_.learn(single, shape_, planned);
      known = find_for(single, transaction);
    }
    if (!known || !bind_shape(*known, single, shape_, slots_)) return false;
    gather_plan(*known->planned, write_run(transaction, context, timestamp), mutations);
  }
  return true;
}

KnownShapePointer SessionState::find_for(std::string_view text, Transaction& transaction) {
  KnownShapePointer known = shapes_.find(text, shape_);
  return known && serves(*known->planned, transaction) ? known : nullptr;
}

}  // namespace cellar
