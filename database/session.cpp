#include "database/session/prepared_shapes.h"
#include "database/session/session_parts.h"
#include "database/session/table_copy.h"
#include "database/statement/request_queue.h"
#include "database/statement/statement_observation.h"
#include "executor/literal_value.h"
#include "types/inet.h"

namespace cellar {

/// A session: its parts, the run of a statement, and the requests that were submitted. These end first.
struct SessionState {
  SessionState(std::shared_ptr<DatabaseState> database, Policy policy) : parts(std::move(database), policy) {}

  SessionParts parts;
  PreparedShapes shapes;
  StatementRun statement{parts, [this] { requests.resume(); }};
  RequestQueue requests{*parts.database, statement};
};

namespace {

SessionState& required(const std::unique_ptr<SessionState>& session) {
  if (!session) refuse("empty_object", {}, {{"object", "Session"}, {"source", "Session(database)"}});
  return *session;
}

/// Waits until all requests of the session have been answered.
SessionState& idle(const std::unique_ptr<SessionState>& session) {
  SessionState& state = required(session);
  state.requests.await();
  return state;
}

SessionParts& idle_parts(const std::unique_ptr<SessionState>& session) { return idle(session).parts; }
SessionSettings& settings(const std::unique_ptr<SessionState>& session) {
  return idle_parts(session).settings;
}
OpenGroup& group(const std::unique_ptr<SessionState>& session) { return idle_parts(session).group; }

OpenGroup& open_group(const std::unique_ptr<SessionState>& session) {
  OpenGroup& open = group(session);
  if (!open.is_open()) refuse("no_open_group");
  return open;
}

/// Does something with the open group, and names the file if it refuses for damage.
template <class Action>
auto with_file_named(const std::unique_ptr<SessionState>& session, Action action) {
  try {
    return action();
  } catch (Refusal& refusal) {
    idle_parts(session).database->name_file(refusal);
    throw;
  }
}

/// Refuses an address that is none.
NodeAddress checked_address(NodeAddress rpc_address) {
  const std::size_t size = rpc_address.address.size();
  if (size != 4 && size != 16) refuse("inet_length", {}, {{"size", std::to_string(size)}});
  // A listener for both versions of IP tells an address of version 4 as one of version 6.
  if (const auto shortest = parse_inet(inet_text(rpc_address.address))) rpc_address.address = *shortest;
  return rpc_address;
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
const WriteEffect& Prepared::write_effect() const { return state()->write_effect(); }
const std::string& Prepared::text() const { return state()->text_in_batch(); }

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

Result Session::execute(std::string_view statement) {
  return Result(idle(state_).statement.execute(statement));
}

Reply Session::attempt(std::string_view statement) { return idle(state_).statement.attempt(statement); }
std::optional<Diagnostic> Session::find_syntax_fault(std::string_view statement) {
  return idle_parts(state_).faults.find_syntax_fault(statement);
}
std::optional<Diagnostic> Session::find_fault(std::string_view statement) {
  return idle_parts(state_).faults.find_fault(statement);
}

Prepared Session::prepare(std::string_view statement) {
  SessionState& session = idle(state_);
  CachedPlanPointer planned = session.statement.prepare(statement);
  Prepared prepared;
  prepared.state_ =
      std::make_shared<PreparedState>(std::move(planned), session.parts.database->number, statement);
  return prepared;
}

const Prepared* Session::prepare_shape(std::string_view statement, std::vector<BoundValue>& values,
                                       std::vector<Diagnostic>& notices) {
  SessionState& session = idle(state_);
  return session.shapes.find(
      session.parts.plans, [this](std::string_view text) { return prepare(text); }, statement, values,
      notices);
}

Result Session::execute(const Prepared& prepared, std::span<const BoundValue> values) {
  return Result(idle(state_).statement.execute(prepared.state(), values));
}

BoundValue Session::value_of(const LoneLiteral& literal, const Slot& marker) const {
  const SessionParts& parts = idle_parts(state_);
  const SchemaPointer schema = this->schema();
  return {value_of_literal(literal, marker, parts.plans.context(*schema, parts.settings.keyspace, 0)), false};
}

Result Session::execute(const Request& request) { return Result(idle(state_).statement.execute(request)); }

void Session::submit(Request request, Completion completion, RequestThreads threads) {
  SessionState& state = required(state_);
  if (!completion) refuse("no_completion");
  state.requests.submit(std::move(request), std::move(completion), threads);
}

void Session::begin_group(GroupKind kind) { group(state_).begin(kind); }
void Session::commit_group() {
  OpenGroup& open = open_group(state_);
  with_file_named(state_, [&] { open.end(); });
}
void Session::commit_group_async() {
  OpenGroup& open = open_group(state_);
  with_file_named(state_, [&] { open.end_async(); });
}
std::uint64_t Session::durable_groups() const { return group(state_).durable_groups(); }
bool Session::is_commit_done() {
  OpenGroup& open = group(state_);
  return with_file_named(state_, [&] { return open.is_commit_done(); });
}
void Session::drop_group() { group(state_).drop(); }
bool Session::in_group() const { return group(state_).is_open(); }
std::size_t Session::pending() const { return group(state_).pending(); }
std::uint64_t Session::early_commits() const { return group(state_).early_commits(); }

bool Session::group_is_large() const {
  const WriteTransaction* const transaction = group(state_).transaction();
  return transaction != nullptr && transaction->is_large();
}

bool Session::group_is_waited_for() const {
  const WriteTransaction* const transaction = group(state_).transaction();
  return transaction != nullptr && transaction->is_waited_for();
}

CopiedRows Session::copy_table(const TableCopy& copy, const CopyProgress& progress) {
  SessionParts& parts = idle_parts(state_);
  return cellar::copy_table(*parts.database, parts.group, parts.wait, copy, progress);
}

const std::string& Session::keyspace() const { return settings(state_).keyspace; }
void Session::use(std::string keyspace) { idle_parts(state_).plans.use(std::move(keyspace)); }
void Session::set_rpc_address(NodeAddress rpc_address) {
  settings(state_).rpc_address = checked_address(std::move(rpc_address));
}
Policy Session::policy() const { return settings(state_).policy; }
void Session::set_policy(Policy policy) { settings(state_).policy = policy; }
void Session::set_path(StatementPath path) { settings(state_).path = path; }
Notices Session::notices() const { return settings(state_).notices; }
void Session::set_notices(Notices notices) { settings(state_).notices = notices; }
void Session::set_language(Language language) { settings(state_).language = language; }
void Session::set_tracing(bool on) { settings(state_).tracing = on; }
bool Session::tracing() const { return settings(state_).tracing; }
TracePointer Session::end_trace(Result* result) {
  return cellar::end_trace(idle_parts(state_), result == nullptr ? nullptr : result->state_.get());
}
void Session::set_wait(WaitForWriter wait) { settings(state_).wait = std::move(wait); }

UntoldNotices Session::take_untold_notices() { return idle_parts(state_).notice_filter.take_left_out(); }

SchemaPointer Session::schema() const { return idle_parts(state_).plans.schema_as_seen(); }

}  // namespace cellar
