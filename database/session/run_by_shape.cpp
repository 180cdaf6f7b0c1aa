// Runs a text by the plan of its shape, with values encoded from its literals.

#include <algorithm>
#include <functional>
#include <utility>

#include "database/plans/long_list_values.h"
#include "database/session/session_state.h"
#include "parser/parser.h"
#include "parser/shape/long_lists.h"

namespace cellar {

namespace {

constexpr std::size_t kLongLiteral = 4'096;
constexpr std::size_t kLongText = 65'536;
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

/// Returns true if the statement means the same in a batch of its own: rules that span the statements of a batch
/// are about conditions and counters.
bool is_independent(const CachedPlan& planned) {
  const auto* const batch = write_in<BatchPlan>(planned.plan.node);
  return batch != nullptr && std::ranges::none_of(batch->statements, [](const auto& statement) {
           return std::visit([](const auto& plan) { return plan.table->is_counter(); }, statement);
         });
}

}  // namespace

/// Returns true if the statement before had the same unknown shape. Only then is the shape of a statement with a long list
/// worth the memory of its plan, which has a node for each element: lists of a thousand lengths have a thousand shapes.
bool SessionState::comes_again() {
  const bool is_long = running_.text.size() < kLongText && running_.text.size() > kLongLiteral;
  if (!is_long || is_batch(running_.text)) return false;
  const std::size_t shape = std::hash<std::string>()(plans_.shape().key);
  return std::exchange(shape_before_, shape) == shape;
}

Progress SessionState::run_by_shape(ResultPointer& result) {
  const std::string_view text = running_.text;
  const bool is_one = !is_batch(text);
  // Looking for lists in a longer text costs less than the memory for its shape.
  if (is_one && text.size() < kLongText) running_.known = plans_.find(text);
  if (!running_.known && !comes_again() && bind_without_long_lists(text)) return run_bound(result);
  if (!is_one) return run_batch_by_shapes(result);
  if (text.size() >= kLongText) running_.known = plans_.find(text);
  // The grammar needs many times the memory of a text.
  if (!running_.known && has_long_literal(plans_.shape())) running_.known = learn_shortened(text);
  const KnownShapePointer& known = running_.known;
  if (!known || !bind_shape(*known, text, plans_.shape(), slots_)) return Progress::other_way;
  running_.planned = known->planned;
  return run_bound(result);
}

/// Runs the known plan with the values in `slots_`.
Progress SessionState::run_bound(ResultPointer& result) {
  const bool was_known = running_.list_sizes.empty();
  if (std::holds_alternative<SelectPlan>(running_.planned->plan.node)) {
    std::optional<Transaction> snapshot;
    Transaction& source = plans_.source_of_reads(snapshot);
    if (!plans_.serves(*running_.planned, source)) return Progress::other_way;
    if (observer_ && was_known) observer_->note_planned("Found the plan of this shape");
    result = run_select(source, snapshot);
    return Progress::done;
  }
  if (observer_ && was_known) observer_->note_planned("Found the plan of this shape");
  const Progress progress = write(&SessionState::gather_known);
  if (progress == Progress::done) result = end_write();
  return progress;
}

/// Plans the text with a marker in the place of each long list, and binds the lists to them. Returns false if the text
/// has none, or if anything about it is refused: the general path says why. If a literal of a list is refused, the general
/// path plans running_.stand_in: the text with blanks in the place of most literals that are not refused.
bool SessionState::bind_without_long_lists(std::string_view text) {
  const std::optional<TextWithoutLists> without = take_out_long_lists(text);
  if (!without) return false;
  try {
    auto known = std::make_shared<KnownShape>();
    // Its shape is not learnt: with markers it serves its own text alone, which has the other literals of the statement.
    known->planned = plans_.plan_text(without->text);
    const CachedPlan& planned = *known->planned;
    if (planned.markers.size() != without->lists.size()) return false;
    slots_ = planned.literals;
    std::vector<const Type*> types;
    std::vector<ShapeLiteral> literals;
    bool is_refused = false;
    for (std::size_t index = 0; index < without->lists.size(); ++index) {
      const Span marker = without->markers[index], list = without->lists[index];
      const auto slot = std::ranges::find_if(planned.markers, [&](std::size_t each) {
        return planned.statement->slots[each].span.begin == marker.begin;
      });
      if (slot == planned.markers.end()) return false;
      types.push_back(&planned.plan.slots[*slot].type);
      std::optional<std::string> value;
      if (!is_refused) value = encode_list(text, list, *types.back());
      is_refused = !value;
      slots_[*slot] = {std::move(value), false};
      known->origin.push_back({LiteralKind::string, marker.begin, marker.end});
      literals.push_back({LiteralKind::string, list.begin, list.end});
    }
    if (is_refused) running_.stand_in = stand_in_for(text, without->lists, types);
    if (is_refused) return false;
    plans_.shape().literals = std::move(literals);
    running_.list_sizes = without->counts;
    running_.planned = known->planned;
    running_.known = std::move(known);
    return true;
  } catch (const Refusal&) {
    return false;
  }
}

void SessionState::count_elements(std::vector<Diagnostic>& notices) const {
  for (Diagnostic& notice : notices) {
    if (notice.cause() != Cause::collection_overwritten) continue;
    const auto list = std::ranges::find_if(plans_.shape().literals, [&](const ShapeLiteral& each) {
      return each.begin >= notice.span.begin && each.end <= notice.span.end;
    });
    if (list == plans_.shape().literals.end()) continue;
    const std::size_t count =
        running_.list_sizes[static_cast<std::size_t>(list - plans_.shape().literals.begin())];
    notice.id = "collection_overwritten_by";
    notice.parameters.insert(notice.parameters.begin(), {"elements", std::to_string(count)});
  }
}

KnownShapePointer SessionState::learn_shortened(std::string_view text) {
  const std::string other = shortened(text, plans_.shape());
  try {
    plans_.prepare(other);
  } catch (const Refusal&) {
    // The text itself may be right, or be refused for another reason.
  }
  return plans_.find(text);
}

Progress SessionState::run_batch_by_shapes(ResultPointer& result) {
  BatchText batch;
  if (watches_writes()) return Progress::other_way;
  if (!split_batch(running_.text, batch)) return Progress::other_way;
  try {
    if (!bind_batch(batch)) return Progress::other_way;
  } catch (const Refusal&) {
    return Progress::other_way;  // which refuses it again, with its place in the whole text
  }
  if (observer_) observer_->note_planned("Found the plans of these shapes");
  const Progress progress = write(&SessionState::gather_known_batch);
  if (progress == Progress::done) result = end_write();
  return progress;
}

/// Frees the memory of a large batch; that of a small one is used again.
void SessionState::free_large_batch() {
  constexpr std::size_t kMostKept = 1'000;
  if (batch_.size() > kMostKept) batch_ = {};
}

/// Fills `batch_`, reusing its memory. Returns false if not all statements have a known shape.
bool SessionState::bind_batch(const BatchText& batch) {
  free_large_batch();  // that of a batch that was refused
  running_.batched = 0;
  std::optional<Transaction> snapshot;
  Transaction& source = plans_.source_of_reads(snapshot);
  std::string single;
  for (std::string_view statement : batch.statements) {
    statement.remove_suffix(1);
    single.assign(batch.head);
    single += statement;
    single += kBatchEnd;
    KnownShapePointer known = plans_.find_or_plan(single, source);
    if (running_.batched == batch_.size()) batch_.emplace_back();
    BatchedStatement& bound = batch_[running_.batched++];
    if (!known || !is_independent(*known->planned)) return false;
    if (!bind_shape(*known, single, plans_.shape(), bound.slots)) return false;
    bound.known = std::move(known);
  }
  return true;
}

}  // namespace cellar
