#include "database/session/session_state.h"
#include "executor/literal_value.h"

namespace cellar {

namespace {

SessionState& required(const std::unique_ptr<SessionState>& session) {
  if (!session) refuse("empty_object", {}, {{"object", "Session"}, {"source", "Session(database)"}});
  return *session;
}

/// Waits until all requests of the session have been answered.
SessionState& idle(const std::unique_ptr<SessionState>& session) {
  SessionState& state = required(session);
  state.await_requests();
  return state;
}

SessionState& in_open_group(const std::unique_ptr<SessionState>& session) {
  SessionState& state = idle(session);
  if (!state.group.is_open()) refuse("no_open_group");
  return state;
}

}  // namespace

const std::shared_ptr<PreparedState>& Prepared::state() const {
  if (!state_) refuse("empty_object", {}, {{"object", "Prepared"}, {"source", "session.prepare(statement)"}});
  return state_;
}

const std::vector<Slot>& Prepared::markers() const { return state()->markers(); }
const std::vector<SlotSource>& Prepared::written_markers() const { return state()->written_markers(); }
const std::vector<std::size_t>& Prepared::partition_key_markers() const {
  return state()->partition_key_markers();
}
const std::vector<ResultColumn>& Prepared::columns() const { return state()->columns(); }

const std::vector<Slot>& Prepared::markers_for(std::size_t values) const {
  const std::vector<Slot>& slots = markers();
  if (values == slots.size()) return slots;
  refuse("wrong_value_count", {},
         {{"expected", std::to_string(slots.size())}, {"given", std::to_string(values)}});
}

void Prepared::refuse_name(std::string_view marker) const {
  std::string names;
  for (const Slot& slot : markers()) names += (names.empty() ? "" : ", ") + slot.name;
  refuse("no_marker_name", {}, {{"marker", std::string(marker)}, {"markers", names}});
}

Session::Session(const Database& database, Policy policy)
    : state_(std::make_unique<SessionState>(database.state(), policy)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

Result Session::execute(std::string_view statement) { return Result(idle(state_).execute(statement)); }

Reply Session::attempt(std::string_view statement) { return idle(state_).attempt(statement); }
std::optional<Diagnostic> Session::find_syntax_fault(std::string_view statement) {
  return idle(state_).faults().find_syntax_fault(statement);
}
std::optional<Diagnostic> Session::find_fault(std::string_view statement) {
  return idle(state_).faults().find_fault(statement);
}

Prepared Session::prepare(std::string_view statement) {
  SessionState& state = idle(state_);
  Prepared prepared;
  prepared.state_ =
      std::make_shared<PreparedState>(state.plans().prepare(statement), state.database->number, statement);
  return prepared;
}

Result Session::execute(const Prepared& prepared, std::span<const BoundValue> values) {
  return Result(idle(state_).execute(prepared.state(), values));
}

BoundValue Session::value_of(const LoneLiteral& literal, const Slot& marker) const {
  const SessionState& state = idle(state_);
  const SchemaPointer schema = this->schema();
  return {value_of_literal(literal, marker, {*schema, state.settings.keyspace, state.settings.policy, 0}),
          false};
}

Result Session::execute(const Request& request) { return Result(idle(state_).execute(request)); }

void Session::submit(Request request, Completion completion) {
  SessionState& state = required(state_);
  if (!completion) refuse("no_completion");
  state.submit(std::move(request), std::move(completion));
}

void Session::begin_group(GroupKind kind) { idle(state_).group.begin(kind); }
void Session::commit_group() { in_open_group(state_).group.end(); }
void Session::commit_group_async() { in_open_group(state_).group.end_async(); }
std::uint64_t Session::durable_groups() const { return idle(state_).group.durable_groups(); }
bool Session::is_commit_done() { return idle(state_).group.is_commit_done(); }
void Session::drop_group() { idle(state_).group.drop(); }
bool Session::in_group() const { return idle(state_).group.is_open(); }
std::size_t Session::pending() const { return idle(state_).group.pending(); }

bool Session::group_is_large() const {
  const WriteTransaction* const transaction = idle(state_).group.transaction();
  return transaction != nullptr && transaction->is_large();
}

bool Session::group_is_waited_for() const {
  const WriteTransaction* const transaction = idle(state_).group.transaction();
  return transaction != nullptr && transaction->is_waited_for();
}

CopiedRows Session::copy_table(const TableCopy& copy, const CopyProgress& progress) {
  return idle(state_).copy_table(copy, progress);
}

const std::string& Session::keyspace() const { return idle(state_).settings.keyspace; }
void Session::use(std::string keyspace) { idle(state_).plans().use(std::move(keyspace)); }
Policy Session::policy() const { return idle(state_).settings.policy; }
void Session::set_policy(Policy policy) { idle(state_).settings.policy = policy; }
void Session::set_path(StatementPath path) { idle(state_).settings.path = path; }
Notices Session::notices() const { return idle(state_).settings.notices; }
void Session::set_notices(Notices notices) { idle(state_).settings.notices = notices; }
void Session::set_tracing(bool on) { idle(state_).settings.tracing = on; }
bool Session::tracing() const { return idle(state_).settings.tracing; }
TracePointer Session::end_trace(Result* result) {
  return idle(state_).end_trace(result == nullptr ? nullptr : result->state_.get());
}
void Session::set_wait(WaitForWriter wait) { idle(state_).settings.wait = std::move(wait); }

std::map<std::string, std::size_t> Session::take_untold_notices() {
  return idle(state_).take_untold_notices();
}

SchemaPointer Session::schema() const { return idle(state_).plans().schema_as_seen(); }

}  // namespace cellar
