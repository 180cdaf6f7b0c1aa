#include "database/results/result_state.h"

namespace cellar {

Result::Result() = default;
Result::Result(std::unique_ptr<ResultState> state) : state_(std::move(state)) {}
Result::Result(std::vector<ResultColumn> columns, std::vector<std::vector<Value>> rows,
               std::vector<Diagnostic> notices)
    : Result(std::move(columns), std::move(rows), nullptr, std::move(notices)) {}
Result::Result(std::vector<ResultColumn> columns, std::vector<std::vector<Value>> rows, SupplyResultRows more,
               std::vector<Diagnostic> notices) {
  check_rows(columns, rows);
  state_ =
      std::make_unique<ResultState>(std::make_shared<const std::vector<ResultColumn>>(std::move(columns)),
                                    ComputedRows{std::move(rows), 0, std::move(more)}, std::move(notices));
}
Result::Result(std::vector<Diagnostic> notices) : state_(std::make_unique<ResultState>(std::move(notices))) {}
Result::Result(Result&&) noexcept = default;
Result& Result::operator=(Result&& other) noexcept {
  std::swap(state_, other.state_);
  ResultState::recycle(std::move(other.state_));
  return *this;
}
Result::~Result() {
  if (state_) ResultState::recycle(std::move(state_));
}

ResultKind Result::kind() const { return state_ ? state_->kind() : ResultKind::nothing; }

const std::string& Result::keyspace() const {
  static const std::string none;
  const auto* const set = state_ ? std::get_if<KeyspaceSet>(&state_->source) : nullptr;
  return set == nullptr ? none : set->keyspace;
}

const SchemaEvent* Result::schema_event() const {
  const auto* const changed = state_ ? std::get_if<SchemaChanged>(&state_->source) : nullptr;
  return changed == nullptr ? nullptr : &changed->event;
}

bool Result::has_rows() const { return state_ && state_->columns; }

const std::vector<ResultColumn>& Result::columns() const {
  static const std::vector<ResultColumn> none;
  return has_rows() ? *state_->columns : none;
}

const ResultRow* Result::next() { return state_ ? state_->next() : nullptr; }

void Result::pause() {
  if (state_) state_->pause();
}

const std::string& Result::read_position() const {
  static const std::string none;
  return state_ ? state_->read_position() : none;
}

const std::vector<Diagnostic>& Result::notices() const {
  static const std::vector<Diagnostic> none;
  return state_ ? state_->notices_so_far() : none;
}

const ReadCounters& Result::counters() const {
  static const ReadCounters none;
  return state_ ? state_->counters() : none;
}

}  // namespace cellar
