#include "database/session_state.h"

namespace cellar {

namespace {

/// Waits until all requests of the session have been answered.
SessionState& idle(SessionState& session) {
  session.await_requests();
  return session;
}

}  // namespace

const std::vector<Slot>& Prepared::markers() const { return state_->markers(); }
const std::vector<ResultColumn>& Prepared::columns() const { return state_->columns(); }

Session::Session(const Database& database, Policy policy) : state_(std::make_unique<SessionState>()) {
  state_->database = database.state_;
  state_->policy = policy;
}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

Result Session::execute(std::string_view statement) { return Result(idle(*state_).execute(statement)); }

Prepared Session::prepare(std::string_view statement) {
  Prepared prepared;
  prepared.state_ = std::make_shared<PreparedState>(idle(*state_).prepare(statement));
  return prepared;
}

Result Session::execute(const Prepared& prepared, std::span<const BoundValue> values) {
  return Result(idle(*state_).execute(prepared.state_, values));
}

Result Session::execute(const Request& request) { return Result(idle(*state_).execute(request)); }

void Session::submit(Request request, Completion completion) {
  state_->submit(std::move(request), std::move(completion));
}

void Session::begin_group() {
  SessionState& state = idle(*state_);
  state.grouping = true;
  state.group_lost = false;
}

void Session::commit_group() { idle(*state_).end_group(); }
void Session::commit_group_behind() { idle(*state_).commit_group_behind(); }
bool Session::is_commit_done() { return idle(*state_).is_commit_done(); }
void Session::drop_group() { idle(*state_).drop_group(); }
bool Session::in_group() const { return idle(*state_).grouping; }
std::size_t Session::pending() const { return idle(*state_).pending; }

bool Session::group_is_large() const {
  const SessionState& state = idle(*state_);
  return state.group && state.group->is_large();
}

bool Session::group_is_waited_for() const {
  const SessionState& state = idle(*state_);
  return state.group && state.group->is_waited_for();
}

const std::string& Session::keyspace() const { return idle(*state_).keyspace; }
void Session::use(std::string keyspace) { idle(*state_).use(std::move(keyspace)); }
Policy Session::policy() const { return idle(*state_).policy; }
void Session::set_policy(Policy policy) { idle(*state_).policy = policy; }
void Session::set_shapes(bool used) { idle(*state_).uses_shapes = used; }
void Session::set_wait(WaitForWriter wait) { idle(*state_).wait = std::move(wait); }

SchemaPointer Session::schema() const {
  SessionState& state = idle(*state_);
  if (state.group) return state.database->schema_of(*state.group);
  Transaction transaction = state.database->store.read();
  return state.database->schema_of(transaction);
}

}  // namespace cellar
