// The interface for programs that embed Cellar, and for the shell.
//
// In:      CQL text, and values for its bind markers.
// Out:     a Result whose rows are pulled one by one.
// Refused: whatever the folders below refuse, as a Refusal with the span in the statement's text. A refused
//          statement changes nothing.
//
// Its parts: result.h, prepared.h, request.h, schema_event.h, trace.h. Sources: database.cpp, session.cpp (Session and
// Prepared), result.cpp, schema_event.cpp.
//
//     Database database = Database::open("shop.cellar");
//     Session session(database);
//     const Prepared select = session.prepare("SELECT item, price FROM shop.orders WHERE customer = ?");
//     Result result = session.execute(select, 7);
//     while (const ResultRow* row = result.next()) {
//       std::cout << row->get<std::string>("item") << row->get<std::optional<double>>("price").value_or(0);
//     }
//
// Lifetimes. A Database, its copies, its sessions and its results share the open file, which is
// closed when the last of them is destroyed, in whatever order. A Prepared holds nothing open and may
// outlive them all. A ResultRow is valid until its Result changes, and the views that it returns are valid as
// long as the row. Functions that are passed in (StoreOptions::clock, WaitForWriter, Completion, SupplyRows, that of a
// SchemaListener) are copied; what they refer to must live as long as they may be called. The last object that shares
// the file must not be destroyed within a Completion, a SupplyRows or a function of a SchemaListener, since that ends
// the threads of the database, in which they may run.
//
// Threads. Several threads may call the members of one Database or Prepared, or copy it, at the
// same time, without a lock of their own, as long as none of them assigns to it. A Session and a Result
// belong to one thread at a time, and may move to another one at any point, also within a group and between
// two rows. Session::submit() is for callers that have no thread that could wait.
//
// Waits. Readers use snapshots: they do not wait for writers, and writers do not wait for them. Only compact()
// needs the file to itself. If the lock file beside the database cannot be written (a read-only mount),
// readers and writers wait for each other: a reader at most five seconds, a writer while execute() or next()
// reads. Both read up to 64 MB of a result at once, and hold nothing in between; if somebody has written
// meanwhile, the rest of a larger result is refused (E507), unless pause() was called. One session writes at a
// time, until its group or statement ends; statements of several sessions that have no group open become
// durable together. A writer waits until the others have ended, by default for at most ten seconds
// (WaitForWriter::limit, see Session::set_wait), and is then refused. So a thread that has a group open in one
// session and writes in another one gets a refusal instead of a deadlock.
//
// Exceptions. Any member that is not noexcept may throw a Refusal (refusal/refusal.h): it reports everything
// that is wrong with a statement, a value, a call or the file. what() returns its code and title; render() of
// refusal/render.h returns the whole message. Two other kinds of exception are thrown: std::bad_alloc and
// std::length_error if memory is used up, and whatever a clock, a SupplyRows or the functions of WaitForWriter throw,
// which ends the statement and propagates to the caller unchanged. In a submitted request all of them become a Refusal.
// Destructors and moves do not throw. After an exception all objects can still be used: the statement has
// changed nothing, its group continues without it (Session::begin_group), and a Result that threw has ended,
// with the exception that Result::next() names.
//
// Empty objects. A default-constructed Prepared or Result, and any object that was moved from, is empty: it
// can be destroyed, copied (if its class can), moved and assigned to. Every other member of an empty
// Database, Session or Prepared refuses (E520). An empty Result has no rows, columns or notices.
//
// Encoding of values. ResultRow::get and Prepared::bind take values of C++ types, which are listed in
// types/cpp/cpp_value.h. BoundValue and ResultRow::operator[] hold the bytes of CQL's native protocol (version 5,
// section 6) instead: integers are big-endian in two's complement, text is UTF-8, null is the absence of
// bytes. types/value/value.h unpacks collections and prints values.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "database/request.h"
#include "database/schema_event.h"
#include "database/trace.h"
#include "executor/system/system_facts.h"
#include "planner/policy.h"
#include "refusal/language.h"
#include "refusal/refusal.h"
#include "schema/node_facts.h"
#include "schema/schema.h"
#include "storage/transaction/store_options.h"

namespace cellar {

class Store;
struct CopiedRows;   // executor/copy/table_copy.h
struct LoneLiteral;  // parser/lone_literal.h
struct Snapshot;     // database/snapshot.h
struct TableCopy;    // executor/copy/table_copy.h

class WorkerPool;
/// Threads for submitted requests. Databases that are opened with copies of one WorkerThreads share them, so that a
/// process with hundreds of databases has few threads. They end with the last copy and the last of these databases.
class WorkerThreads {
 public:
  WorkerThreads();

 private:
  friend class Database;
  std::shared_ptr<WorkerPool> pool_;
};

struct DatabaseOptions {
  RequestLimits limits;
  std::optional<WorkerThreads> threads;  // nothing: threads of its own
  NodeNames node = {};                   // what system tables call the cluster, its datacenter and rack
};

struct DatabaseState;
/// An open file. Copies are the same database.
class Database {
 public:
  /// Creates the file if it does not exist, unless StoreOptions::read_only. A process may open a file several
  /// times: all share one open file, but sessions share plans and commits only within one Database and its
  /// copies.
  static Database open(const std::filesystem::path& path, const StoreOptions& store_options = {},
                       const DatabaseOptions& options = {});
  /// Opens an empty database whose file is removed when the last object that shares it is destroyed.
  static Database open_temporary(const StoreOptions& store_options = {}, const DatabaseOptions& options = {});

  /// Returns the schema as of the newest commit: a snapshot, valid as long as the pointer.
  SchemaPointer schema() const;
  /// For programs that look at the store itself (database/snapshot.h, storage/raw_partition.h).
  Snapshot snapshot() const;
  /// Returns microseconds since 1970, by StoreOptions::clock.
  Timestamp now() const;
  /// For lessons and tests: from now on the seed decides what uuid() gives, the node field of now(), and the node's id.
  /// Without a seed, uuid() and the node field of now() are random, and the node's id is the one in the file.
  void seed_uuids(std::optional<std::uint64_t> seed) const;
  /// For a clock that was set back: now() may give times again that it has given before.
  void forget_times_of_uuids() const;
  /// Returns the names that were given, and the id of the node, which belongs to the file: the same in each process and
  /// after COMPACT, another one in each file that is created. A seed of seed_uuids() decides it, too. The address is
  /// the default: it belongs to a session (Session::set_rpc_address).
  NodeFacts node() const;
  /// From now on the rows of a system table that is always empty otherwise (system_traces.sessions,
  /// system.prepared_statements, system_views.clients ...) are those that `supply` adds
  /// (executor/system/system_rows.h); empty: there are none again. Any thread may call this at any time. Each SELECT of
  /// the table, and each page of one, calls the function once, in its thread, perhaps in several threads at a time, and
  /// perhaps once more after another one has taken its place: it should own what it refers to. What it throws ends the
  /// SELECT. It must be fast, and must not use the session that reads. Refuses a table that is no system table, or
  /// computes rows itself (E529).
  void supply_rows(std::string_view keyspace, std::string_view table, SupplyRows supply) const;
  bool read_only() const;
  std::filesystem::path path() const;
  /// Purges what may be purged, and shrinks the file (COMPACT); one thread at a time, the others wait. Refused if
  /// a result reads from a snapshot, a group is open, or another process has the file open.
  void compact(const WaitForWriter& wait = {}) const;
  /// For the tests of a program, with a database that open_temporary() has opened: mark_baseline() remembers what it
  /// holds (but for open groups), and each reset_to_baseline() sets all tables and definitions back to that, in a time
  /// that depends on what was written since. Sessions and prepared statements go on; results that are being read are
  /// those of before. Both wait as a write does. Refused for a file, without a baseline, and after very much was
  /// written (E533).
  void mark_baseline(const WaitForWriter& wait = {}) const;
  /// The reset returns true if definitions were set back, too.
  bool reset_to_baseline(const WaitForWriter& wait = {}) const;

 private:
  friend class Session;
  friend class SchemaListener;
  static std::shared_ptr<DatabaseState> state_of(Store opened, const StoreOptions& store_options,
                                                 const DatabaseOptions& options);
  explicit Database(std::shared_ptr<DatabaseState> state);
  const std::shared_ptr<DatabaseState>& state() const;
  std::shared_ptr<DatabaseState> state_;  // null: empty
};

/// As long as it lives, a function is called with each change of the schema that this Database, its copies, or another
/// process has committed since: once each, in their order, in a thread of its own; a change by another process within
/// about a second. What another process changed between two looks is told as the difference. The function must not
/// throw. It may use other sessions, and may destroy listeners; the destructor waits for a call that is under way,
/// unless it is called within it.
class SchemaListener {
 public:
  SchemaListener(const Database& database, std::function<void(const SchemaEvent&)> function);
  SchemaListener(SchemaListener&&) noexcept = default;
  SchemaListener& operator=(SchemaListener&& other) noexcept;
  ~SchemaListener();

 private:
  std::shared_ptr<DatabaseState> database_;  // null: it was moved from
  std::uint64_t number_ = 0;
};

/// How a session runs statements. Answers do not depend on it.
enum class StatementPath : std::uint8_t {
  shortest,  // uses plans of earlier statements of the same shape, and direct reads and writes of one row
  general,   // parses and plans every statement, and runs it by the general path: to compare the two
};

/// How a group gathers its writes.
enum class GroupKind : std::uint8_t {
  usual,
  /// For a load of many new rows: up to 256 MiB of memory for rows, and as much for the pages that they change, on a
  /// machine with at least 4 GiB. The load takes half of the time, and its file half of the space.
  bulk,
};

/// Is told how many rows of a copy are durable.
using CopyProgress = std::function<void(const CopiedRows& durable)>;

/// Which notices (W4xx, L5xx) come with the answers under the policy `teach`. They never change what a statement
/// does.
enum class Notices : std::uint8_t {
  off,    // those alone that Cassandra gives as warnings
  usual,  // those that cost a statement nothing; of writes, with the first one of a shape (take_untold_notices)
  all,    // also those for which a write has to read the rows before it
};

/// Notices that a session has suppressed since they were last asked for.
struct UntoldNotices {
  std::map<std::string, std::size_t>
      counts;  // by code: how often writes would have repeated a notice (Notices::usual)
  std::chrono::microseconds waited_for_clock{};  // by writes whose keys hold the time (W426)
};

struct SessionState;
/// The state of one client of a database: the keyspace in use, the policy, an open group. The destructor
/// waits for submitted requests, and drops an open group as drop_group() does.
class Session {
 public:
  explicit Session(const Database& database, Policy policy = Policy::cassandra);
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  /// Runs one statement, which may end with a semicolon. A write is durable on return, unless a group is
  /// open.
  Result execute(std::string_view statement);
  /// As above, but returns what the statement is refused for. A further refusal of a kind that was met before costs a
  /// small part of one that is thrown.
  Reply attempt(std::string_view statement);
  /// Return what prepare() would refuse: for a fault of syntax, or for any reason. The fix of a fault of syntax mends
  /// this fault alone: the mended text may have others.
  std::optional<Diagnostic> find_syntax_fault(std::string_view statement);
  std::optional<Diagnostic> find_fault(std::string_view statement);
  /// Plans a statement that may have markers (`?`, `:name`). Refuses what execute() would refuse before
  /// running it.
  Prepared prepare(std::string_view statement);
  /// For clients of another server: returns the statement prepared with a marker in the place of each literal, as it
  /// serves all texts of this shape, and fills the values of the literals and the notices of the plan, reusing their
  /// memory. Returns null for a text that is refused, or that has no such form; it must be sent as it is. What is
  /// returned lasts until the next call.
  const Prepared* prepare_shape(std::string_view statement, std::vector<BoundValue>& values,
                                std::vector<Diagnostic>& notices);
  /// Runs a prepared statement with native-protocol bytes: one value for each marker, checked against its
  /// type.
  Result execute(const Prepared& prepared, std::span<const BoundValue> values = {});
  /// As above, with values of C++: `execute(insert, 7, "text", std::nullopt)`, or by name
  /// `execute(insert, named("id", 7), named("title", "text"))`. See Prepared::bind.
  template <typename... Values>
  requires MarkerValues<Values...> Result execute(const Prepared& prepared, const Values&... values) {
    const std::vector<BoundValue> bound = prepared.bind(values...);
    return execute(prepared, std::span(bound));
  }
  Result execute(const Request& request);

  /// Returns the value of a literal for a marker: of the marker's type, as if it were written in its place. Refuses a
  /// literal that does not fit, with its place in `literal`.
  BoundValue value_of(const LoneLiteral& literal, const Slot& marker) const;

  /// Returns at once. Calls `completion` once, in a thread of the database (in the caller's if the system
  /// grants no thread; see RequestThreads::any for others), for a write after it has become durable, unless a group is
  /// open. Refuses an empty completion, and a request beyond RequestLimits (E509): then nothing is called. A read that
  /// visits more than about ten thousand entries, also in the completion, is long: another thread takes its place, and
  /// long reads take turns, so that they do not delay short requests. If kMostLongReads of them are under way the next
  /// one is refused (E509). The requests of a session run one after another, in their order; requests of several
  /// sessions run concurrently. The completion must not throw, must not destroy the session, and should be short, since
  /// the database has few threads. All other members of the session wait for its submitted requests, so a completion
  /// must not call them; it may call submit(), and members of other sessions.
  void submit(Request request, Completion completion, RequestThreads threads = RequestThreads::of_database);

  /// Opens a group: from now on writes become durable together, in their order. Each statement is still
  /// atomic, and sees those before it; a refused statement leaves the others of the group unchanged. Refused
  /// if a group is open. A write that must wait for the clock, since the times in its keys are ahead of it
  /// (docs/life-of-a-query.md, "Times in keys"), first commits what the group holds. If the file fails, the group is
  /// lost: every further statement is refused (E421) until the group is ended.
  void begin_group(GroupKind kind = GroupKind::usual);
  /// Makes the group durable and ends it. If it refuses, the group has ended, too, and those of its writes
  /// that were not durable are lost. Refused if no group is open. A statement that changes the schema, and a
  /// SELECT with a long result, commit the writes of the group earlier.
  void commit_group();
  /// Ends the group and opens the next one, which buffers its writes while another thread makes this one
  /// durable. If another writer waits, this group is durable on return, and the next one waits for its turn.
  /// At most one such commit is under way: first waits for the previous one. If that was refused, throws its
  /// refusal; no group is open then. Refused if no group is open.
  void commit_group_async();
  /// Returns true if all groups that have ended are durable. Throws the refusal of the last
  /// commit_group_async() if its commit was refused; no group is open then.
  bool is_commit_done();
  /// Returns how many groups that were ended by commit_group() or commit_group_async() are durable by now. No
  /// commit is under way after a refusal by one of these or by is_commit_done(), nor after drop_group().
  std::uint64_t durable_groups() const;
  /// Ends the group; those of its writes that are not durable are lost. Groups that were ended by
  /// commit_group_async() still become durable. Does nothing if no group is open.
  void drop_group();
  bool in_group() const;
  /// Returns the number of writes of the open group that are not committed.
  std::size_t pending() const;
  /// Returns how often statements have committed what the open group held (see begin_group and commit_group): what
  /// pending() returns was written since then.
  std::uint64_t early_commits() const;
  /// Returns true if the group takes about as much memory as it should: time to commit it.
  bool group_is_large() const;
  /// Returns true if another session or process waits for the group to end so that it can write.
  bool group_is_waited_for() const;

  /// Copies the rows of a table into one with another key (executor/copy/table_copy.h). Some thousand rows at a time
  /// become durable together; other writers come between them, and so may WaitForWriter::interrupted, after which the
  /// copy may begin anew: a row that is copied twice stays the same. Refused if a group is open.
  CopiedRows copy_table(const TableCopy& copy, const CopyProgress& progress = nullptr);

  const std::string& keyspace() const;  // in use; empty: none
  void use(std::string keyspace);       // refuses an unknown one
  /// Sets the address and port at which a client has reached this session: system.local tells it that the node is
  /// there. 127.0.0.1 and 9042 at first. Refuses an address that has not 4 or 16 bytes.
  void set_rpc_address(NodeAddress rpc_address);
  Policy policy() const;
  void set_policy(Policy policy);
  void set_path(StatementPath path);  // StatementPath::shortest at first
  Notices notices() const;
  void set_notices(Notices notices);  // Notices::usual at first
  /// Sets the language of what EXPLAIN and traces say; English at first. EXPLAIN (FORMAT JSON) is for programs, and is
  /// always in English; so are refusals and notices, which are data (refusal/render.h).
  void set_language(Language language);
  /// While it is on, the session notes what each statement does, and when (database/trace.h). Off at first, when it
  /// costs nothing.
  void set_tracing(bool on);
  bool tracing() const;
  /// Ends the trace of the last statement that ran or was prepared, once the rows of its result were read, and returns
  /// it; null if it was not traced, or its trace was returned before. Without a result: of a statement that was
  /// prepared, or refused.
  TracePointer end_trace(Result* result = nullptr);
  /// Returns what was not told since the last call. Begins anew: the next write of a shape gives its notices again.
  UntoldNotices take_untold_notices();
  /// Sets how to wait for another writer, and how to interrupt a running statement. A submitted write outside
  /// of a group observes only the limit, since no thread waits for it, beside its Request::deadline and stop.
  void set_wait(WaitForWriter wait);
  SchemaPointer schema() const;  // as this session sees it

 private:
  std::unique_ptr<SessionState> state_;  // null: empty
};

}  // namespace cellar
