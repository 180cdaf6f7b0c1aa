#include "executor/session_state.h"

namespace cellar {

namespace {

std::vector<Slot> marker_slots(const Planned& planned) {
  std::vector<Slot> slots;
  for (const std::size_t index : planned.markers) slots.push_back(planned.plan.slots[index]);
  return slots;
}

}  // namespace

const std::vector<Slot>& Prepared::markers() const { return state_->markers; }
const std::vector<ResultColumn>& Prepared::columns() const { return state_->planned->columns; }

Session::Session(const Database& database, Policy policy) : state_(std::make_unique<SessionState>()) {
  state_->database = database.state_;
  state_->policy = policy;
}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

Result Session::execute(std::string_view statement) { return Result(state_->run_text(statement)); }

Prepared Session::prepare(std::string_view statement) {
  Prepared prepared;
  prepared.state_ = std::make_shared<PreparedState>();
  prepared.state_->planned = state_->prepare(statement);
  prepared.state_->markers = marker_slots(*prepared.state_->planned);
  return prepared;
}

Result Session::execute(const Prepared& prepared, std::span<const BoundValue> values) {
  PlannedPointer& planned = prepared.state_->planned;
  return Result(state_->run(planned->statement, planned, values));
}

void Session::begin_group() {
  state_->grouping = true;
  state_->group_lost = false;
}

void Session::commit_group() { state_->end_group(); }
void Session::commit_group_behind() { state_->commit_group_behind(); }
bool Session::is_commit_done() { return state_->is_commit_done(); }
void Session::drop_group() { state_->drop_group(); }
bool Session::in_group() const { return state_->grouping; }
std::size_t Session::pending() const { return state_->pending; }
bool Session::group_is_large() const { return state_->group && state_->group->is_large(); }

const std::string& Session::keyspace() const { return state_->keyspace; }
void Session::use(std::string keyspace) { state_->use(std::move(keyspace)); }
Policy Session::policy() const { return state_->policy; }
void Session::set_policy(Policy policy) { state_->policy = policy; }
void Session::set_shapes(bool used) { state_->uses_shapes = used; }
void Session::set_wait(WaitForWriter wait) { state_->wait = std::move(wait); }

SchemaPointer Session::schema() const {
  if (state_->group) return state_->database->schema_of(*state_->group);
  Transaction transaction = state_->database->store.read();
  return state_->database->schema_of(transaction);
}

}  // namespace cellar
