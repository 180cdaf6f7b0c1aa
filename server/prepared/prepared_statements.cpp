#include "server/prepared/prepared_statements.h"

#include <utility>

namespace cellar {

namespace {

/// Bytes of a statement beside those that grow: its plan, its metadata.
constexpr std::size_t kBytesOfOne = 4096;
/// Bytes of a column or marker, in the plan and the metadata.
constexpr std::size_t kBytesOfColumn = 1024;
/// A plan takes several times the memory of its text.
constexpr std::size_t kTextsOfOne = 8;

std::size_t size_of(const PreparedStatement& statement) {
  const Prepared& prepared = statement.prepared();
  return kBytesOfOne + kTextsOfOne * statement.text().size() +
         kBytesOfColumn * (prepared.columns().size() + prepared.markers().size());
}

}  // namespace

PreparedStatementPointer PreparedStatements::find(std::string_view id) {
  const std::lock_guard guard(mutex_);
  const auto found = by_id_.find(id);
  if (found == by_id_.end()) return nullptr;
  uses_.splice(uses_.begin(), uses_, found->second);
  return *found->second;
}

void PreparedStatements::keep(PreparedStatementPointer statement) {
  const std::lock_guard guard(mutex_);
  const auto before = by_id_.find(statement->id());
  if (before != by_id_.end()) erase(before->second);
  bytes_ += size_of(*statement);
  uses_.push_front(std::move(statement));
  by_id_.emplace(uses_.front()->id(), uses_.begin());
  while (bytes_ > most_bytes_ && uses_.size() > 1) erase(std::prev(uses_.end()));
}

void PreparedStatements::forget(const PreparedStatementPointer& statement) {
  const std::lock_guard guard(mutex_);
  const auto found = by_id_.find(statement->id());
  if (found != by_id_.end() && *found->second == statement) erase(found->second);
}

std::vector<PreparedStatementPointer> PreparedStatements::all() const {
  const std::lock_guard guard(mutex_);
  return {uses_.begin(), uses_.end()};
}

void PreparedStatements::erase(Uses::iterator place) {
  bytes_ -= size_of(**place);
  by_id_.erase((*place)->id());
  uses_.erase(place);
}

}  // namespace cellar
