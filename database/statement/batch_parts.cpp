#include "database/statement/batch_parts.h"

#include "executor/bind.h"
#include "parser/parser.h"
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

}  // namespace

const PreparedState* BatchParts::prepared_of(const BatchPart& part) const {
  const auto* const prepared = std::get_if<Prepared>(&part.statement);
  if (prepared == nullptr) return nullptr;
  const PreparedState* const state = prepared->state().get();
  if (!state->belongs_to(database_)) refuse("prepared_elsewhere");
  return state;
}

/// The text of a part behind BEGIN BATCH. That of a Prepared names its keyspace, since it belongs to the one that was
/// in use when it was prepared.
std::string_view BatchParts::text_of(const BatchPart& part) const {
  const PreparedState* const prepared = prepared_of(part);
  return without_end(prepared != nullptr ? prepared->text_in_batch() : std::get<std::string>(part.statement));
}

void BatchParts::write_alone(const BatchPart& part, std::string& text) const {
  text.assign(head_of(batch_.kind));
  text += text_of(part);
  text += kEnd;
}

void BatchParts::join() {
  text_.assign(head_of(batch_.kind));
  values_.clear();
  for (const BatchPart& part : batch_.parts) {
    text_ += text_of(part);
    text_ += "\n; ";
    values_.insert(values_.end(), part.values.begin(), part.values.end());
  }
  text_ += kEnd;
}

void BatchParts::check_each_alone() const {
  for (std::size_t index = 0; index < batch_.parts.size(); ++index) {
    const BatchPart& part = batch_.parts[index];
    const PreparedState* const prepared = prepared_of(part);
    const std::size_t markers = prepared != nullptr
                                    ? prepared->markers().size()
                                    : markers_of(parse(std::get<std::string>(part.statement))).size();
    if (markers == part.values.size()) continue;
    refuse("wrong_value_count_of_part", {},
           {{"part", std::to_string(index)},
            {"expected", std::to_string(markers)},
            {"given", std::to_string(part.values.size())}});
  }
}

void BatchParts::check_markers(const CachedPlan& planned) const {
  std::size_t first = 0;
  for (const BatchPart& part : batch_.parts) {
    if (const PreparedState* const prepared = prepared_of(part)) prepared->check_markers(planned, first);
    first += part.values.size();
  }
}

}  // namespace cellar
