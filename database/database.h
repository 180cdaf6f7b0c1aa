// The front door for embedders, the shell and the server.
//
// In:      CQL text, and values for its markers. Out: a Result whose rows are pulled one by one.
// Refused: everything that is refused anywhere, as a Refusal with the span in the statement's text.
//          A refused statement changes nothing.
//
// A Database, a Prepared and their copies may be shared by threads. A Session and a Result belong to one
// thread at a time, and may move to another one at any point, also within a group and between two rows.
//
// One session writes at a time, to the end of its group or statement; statements without a group that come
// from several sessions become durable together. A writer waits for its turn: ten seconds by default
// (WaitForWriter::limit, see Session::set_wait), then it is refused. So a thread that has a group open in one
// session and writes in another one is told so, and does not wait for itself for ever.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "executor/result_row.h"
#include "planner/plan.h"
#include "planner/planner.h"
#include "refusal/refusal.h"
#include "schema/schema.h"
#include "storage/store.h"
#include "types/value.h"

namespace cellar {

struct DatabaseState;
class Database {
 public:
  /// Creates the file where there is none.
  static Database open(const std::filesystem::path& path, const StoreOptions& options = {});
  /// Data that are gone when the last copy is.
  static Database open_temporary(const StoreOptions& options = {});

  /// The schema as of the newest commit.
  SchemaPointer schema() const;
  bool read_only() const;
  const std::filesystem::path& path() const;
  /// Purges and shrinks the file (COMPACT). No session may hold an open result or group.
  void compact(const WaitForWriter& wait = {}) const;

 private:
  friend class Session;
  explicit Database(std::shared_ptr<DatabaseState> state);
  std::shared_ptr<DatabaseState> state_;
};

struct ResultColumn {
  std::string name;
  Type type;
};

struct ResultState;
/// The answer of a statement. Rows are computed as they are pulled; memory does not grow with them.
class Result {
 public:
  Result();
  Result(Result&&) noexcept;
  Result& operator=(Result&&) noexcept;
  ~Result();

  /// False for a statement that answers no rows.
  bool has_rows() const;
  const std::vector<ResultColumn>& columns() const;
  /// The next row, null at the end. Valid until the next call of next(), pause() or another change of the
  /// result: its values are views, mostly into the pages of the snapshot (executor/result_row.h).
  const ResultRow* next();
  /// The place where the next page begins, for Request::read_position; known once all rows of a page that was
  /// asked for by Request::page_size are pulled. Empty if no row follows, or without pages. The next page
  /// reads in a snapshot of its own time, and goes on counting for LIMIT and PER PARTITION LIMIT: all pages
  /// together are the answer of the statement, and no row comes twice. An aggregate has one page. A sorted
  /// result (ORDER BY beside IN on the partition key) is computed anew for each page, and the rows of the
  /// pages before are passed over; so rows may be missed or come twice if somebody writes between two pages.
  const std::string& read_position() const;
  /// Gives the snapshot back while nobody pulls; the next call of next() goes on after the last row
  /// in a snapshot of that time.
  void pause();
  /// W4xx; complete once all rows are pulled.
  const std::vector<Diagnostic>& notices() const;
  const ReadCounters& counters() const;

 private:
  friend class Session;
  friend struct SessionState;
  explicit Result(std::unique_ptr<ResultState> state);
  std::unique_ptr<ResultState> state_;
};

class PreparedState;
/// A planned statement, for all sessions of its database. It is planned anew when the schema has changed
/// since, but markers() and columns() stay as they were when it was prepared.
class Prepared {
 public:
  /// The markers, in the order of the text.
  const std::vector<Slot>& markers() const;
  const std::vector<ResultColumn>& columns() const;

 private:
  friend class Session;
  friend struct SessionState;
  std::shared_ptr<PreparedState> state_;
};

/// A statement with what a driver may send beside it.
struct Request {
  std::variant<std::string, Prepared> statement;
  std::vector<BoundValue> values;       // of the markers
  std::optional<std::string> keyspace;  // for this statement, in the place of the session's; of a text only
  std::optional<Timestamp> timestamp;   // of its writes that have none of their own
  std::optional<Seconds> now;           // for times to live and what has expired; the clock's without it
  std::size_t page_size = 0;            // rows of the result; 0: all
  std::string read_position;            // of the page before; empty: from the beginning
};
/// How a request ended. A Result holds a snapshot until its rows are pulled, or paused: there can be about a
/// thousand of them at a time in all processes, so pull them in the completion, a page at a time.
using Reply = std::variant<Result, Refusal>;
using Completion = std::function<void(Reply)>;

struct SessionState;
/// Its end waits for the requests that were submitted, and gives an open group up.
class Session {
 public:
  explicit Session(const Database& database, Policy policy = Policy::cassandra);
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  /// Runs one statement. Durable when it returns, unless a group is open.
  Result execute(std::string_view statement);
  Prepared prepare(std::string_view statement);
  Result execute(const Prepared& prepared, std::span<const BoundValue> values = {});
  Result execute(const Request& request);

  /// Returns at once. `completion` is called once, in a thread of the database (in the caller's, if the
  /// system grants no thread), after a write has become durable (unless a group is open); the requests of a
  /// session run one after another, in their order, and those of other sessions beside them. It must not
  /// throw, must not destroy the session, and should be short: the database has few threads. The other calls
  /// of the session wait for all that was submitted, so they must not come from a completion of the same
  /// session; submit() may, and so may calls of other sessions, which wait there as in any thread.
  void submit(Request request, Completion completion);

  /// From here on writes are gathered and become durable together, in their order. Each statement is still
  /// all or nothing, and sees the ones before it.
  void begin_group();
  /// Makes the group durable and ends it, also if it refuses. Statements that change the schema may commit it
  /// earlier.
  void commit_group();
  /// Ends the group and begins the next one, which gathers its writes while this one is made durable in
  /// another thread; where somebody waits to write, this one is durable at once and the next one waits for
  /// its turn. One may be under way: waits for the one before it, and refuses what that one was refused; then
  /// there is no group any more.
  void commit_group_behind();
  /// All groups that have ended are durable. Refuses what commit_group_behind() refuses.
  bool is_commit_done();
  /// Ends the group; what is not durable of it is gone.
  void drop_group();
  bool in_group() const;
  /// Writes of the open group.
  std::size_t pending() const;
  /// The group takes about as much memory as it should: time to commit it.
  bool group_is_large() const;
  /// Another session or process waits to write until the group ends.
  bool group_is_waited_for() const;

  const std::string& keyspace() const;  // in use; empty: none
  void use(std::string keyspace);       // refuses an unknown one
  Policy policy() const;
  void set_policy(Policy policy);
  /// Whether a plan serves other statements of its shape, as it does at first. Answers do not depend on it.
  void set_shapes(bool used);
  /// How to wait for another writer, and how to stop a running statement. What is submitted takes over the
  /// limit alone, as no thread waits for it.
  void set_wait(WaitForWriter wait);
  SchemaPointer schema() const;  // as this session sees it

 private:
  std::unique_ptr<SessionState> state_;
};

}  // namespace cellar
