// The front door for embedders, the shell and the server.
//
// In:      CQL text, and values for its markers.
// Out:     a Result whose rows are pulled one by one.
// Refused: everything that is refused anywhere, as a Refusal with the span in the statement's text. A refused
//          statement changes nothing.
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
// closed when the last of them ends, in whatever order they end. A Prepared holds nothing open and may
// outlive them all. A ResultRow lasts until its Result changes, and the views that it shows last as long as
// the row. Functions that are handed over (StoreOptions::clock, WaitForWriter, Completion) are copied; what
// they refer to must last as long as they may be called. The last of what shares the file must not end within
// a Completion, since the threads of the database end with it.
//
// Threads. Several threads may call the members of one Database or Prepared, or copy it, at the
// same time, without a lock of their own, as long as none of them assigns to it. A Session and a Result
// belong to one thread at a time, and may move to another one at any point, also within a group and between
// two rows. Session::submit() serves those who have no thread that could wait.
//
// Waits. Readers work on snapshots: they wait for nobody, and nobody but compact() is kept from
// working by them (and writers, where the lock file beside the database cannot be written). One session
// writes at a time, to the end of its group or statement; statements without a group that come from several
// sessions become durable together. A writer waits for its turn: ten seconds by default
// (WaitForWriter::limit, see Session::set_wait), then it is refused. So a thread that has a group open in one
// session and writes in another one is told so, and does not wait for itself for ever.
//
// Exceptions. Everything that is wrong with a statement, a value, a call or the file comes as a Refusal
// (refusal/refusal.h), from any member that is not noexcept: what() has its code and title, render() of
// refusal/render.h all that there is to say. Besides it there are std::bad_alloc and std::length_error, where
// memory is used up, and whatever a clock or the functions of WaitForWriter throw: it ends the statement and
// comes out of the call as it is; in a request that was submitted it becomes a Refusal. Nothing else is
// thrown. Destructors, and moves, throw nothing. After an exception all objects can be used; a statement of a
// session that threw has changed nothing, a group goes on without it (Session::begin_group), a Result that
// threw has ended.
//
// Empty objects. A Prepared or Result that is made without arguments, and whatever was moved from, is empty:
// it can be destroyed, copied, moved and assigned to. Every other member of an empty Database, Session or
// Prepared refuses (E520). An empty Result is one without rows, columns and notices.
//
// Encoding of values. ResultRow::get and Prepared::bind take values of C++ types, which are listed in
// types/cpp_value.h. Below them lie the bytes of CQL's native protocol (version 5, section 6), as BoundValue
// and ResultRow::operator[] have them: integers are big-endian in two's complement, text is UTF-8, null is
// the absence of bytes. types/value/value.h takes collections apart and prints values.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "executor/result_row.h"
#include "planner/plan.h"
#include "planner/planner.h"
#include "refusal/refusal.h"
#include "schema/schema.h"
#include "storage/store.h"
#include "types/cpp_value.h"
#include "types/value/value.h"

namespace cellar {

struct DatabaseState;
/// An open file. Copies are the same database.
class Database {
 public:
  /// Creates the file where there is none. A process may open a file several times: it is the same open file,
  /// but sessions share plans, and write together, only within one Database and its copies.
  static Database open(const std::filesystem::path& path, const StoreOptions& options = {});
  /// Data that are gone when the last of what shares them is.
  static Database open_temporary(const StoreOptions& options = {});

  /// The schema as of the newest commit. It is a snapshot, and lasts as long as the pointer.
  SchemaPointer schema() const;
  bool read_only() const;
  const std::filesystem::path& path() const;
  /// Purges and shrinks the file (COMPACT). No session may hold an open result or group.
  void compact(const WaitForWriter& wait = {}) const;

 private:
  friend class Session;
  explicit Database(std::shared_ptr<DatabaseState> state);
  const std::shared_ptr<DatabaseState>& state() const;
  std::shared_ptr<DatabaseState> state_;  // null: empty
};

struct ResultState;
/// The answer of a statement. The rows of a SELECT are read as they are pulled; memory does not grow with
/// them. Other rows are computed before they are answered.
class Result {
 public:
  Result();
  /// Rows that are computed already: each has a value of its type for each column, or null (at its end also by
  /// having fewer). Refuses bytes that are no value of their column's type, and rows of more values. It holds
  /// nothing open.
  Result(std::vector<ResultColumn> columns, std::vector<std::vector<Value>> rows,
         std::vector<Diagnostic> notices = {});
  Result(Result&&) noexcept;
  Result& operator=(Result&&) noexcept;
  ~Result();

  /// False for a statement that answers no rows.
  bool has_rows() const;
  const std::vector<ResultColumn>& columns() const;
  /// The next row, null at the end. Valid until the next call of next(), pause() or another change of the
  /// result: its values are views, mostly into the pages of the snapshot (executor/result_row.h).
  /// `row->get<std::int32_t>("id")` reads a value by name or place. If a row is refused (the read was
  /// interrupted, the table was dropped while the result was paused, the file is damaged) the result ends:
  /// from then on this returns null. If too many others read at once (E509) it may be called again.
  const ResultRow* next();
  /// The place where the next page begins, for Request::read_position; known once all rows of a page that was
  /// asked for by Request::page_size are pulled. Empty if no row can follow, as LIMIT and the keys have it, or
  /// without pages; a full page that ends with the last row may be followed by an empty one. The next page
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

/// A value by the name of its marker, for Prepared::bind: `named("id", 7)`. Lasts as long as the value.
template <typename T>
struct Named {
  std::string_view name;
  const T& value;
};
template <typename T>
Named<T> named(std::string_view marker, const T& value) {
  return {marker, value};
}

/// Binds a marker to nothing: what the statement would write stays as it is. Null deletes.
inline const BoundValue kUnset{std::nullopt, true};

/// The type as which a value is bound: texts of all kinds as std::string_view.
template <typename T>
using BoundAs = std::conditional_t<std::is_convertible_v<const T&, std::string_view> &&
                                       !std::is_same_v<T, std::nullptr_t>,
                                   std::string_view, T>;
template <typename T>
concept MarkerValue = std::same_as<T, BoundValue> || Bindable<BoundAs<T>>;

class PreparedState;
/// A planned statement, for all sessions of its database, and only for these. It is planned anew when the
/// schema has changed since, but markers() and columns() stay as they were when it was prepared. Copies share
/// the plan.
class Prepared {
 public:
  /// The markers, in the order of the text. A `?` has the name of what it is for: the column, "in(k)",
  /// "[limit]"...
  const std::vector<Slot>& markers() const;
  const std::vector<ResultColumn>& columns() const;

  /// The values of all markers, in their order: C++ values of a type that fits the marker's
  /// (types/cpp_value.h), or BoundValues as they are. Refuses another number, and types that do not fit.
  template <MarkerValue... Values>
  std::vector<BoundValue> bind(const Values&... values) const {
    const std::vector<Slot>& slots = markers_for(sizeof...(values));
    std::vector<BoundValue> bound;
    bound.reserve(sizeof...(values));
    (bound.push_back(bind_marker(slots[bound.size()], values)), ...);
    return bound;
  }
  /// The same by name, in any order; a name is for all markers that have it. Markers that get no value stay
  /// unset (kUnset). Refuses names that no marker has.
  template <MarkerValue First, MarkerValue... Values>
  std::vector<BoundValue> bind(const Named<First>& first, const Named<Values>&... values) const {
    std::vector<BoundValue> bound(markers().size(), kUnset);
    bind_named(first, bound);
    (bind_named(values, bound), ...);
    return bound;
  }

 private:
  friend class Session;
  friend struct SessionState;
  const std::shared_ptr<PreparedState>& state() const;
  const std::vector<Slot>& markers_for(std::size_t values) const;
  [[noreturn]] void refuse_name(std::string_view marker) const;

  template <typename T>
  static BoundValue bind_marker(const Slot& marker, const T& value) {
    if constexpr (std::same_as<T, BoundValue>) {
      return value;
    } else {
      return bind_value<BoundAs<T>>(marker.name, marker.type, value);
    }
  }
  template <typename T>
  void bind_named(const Named<T>& value, std::vector<BoundValue>& bound) const {
    bool is_known = false;
    for (std::size_t index = 0; index < bound.size(); ++index) {
      const Slot& marker = markers()[index];
      if (marker.name != value.name) continue;
      bound[index] = bind_marker(marker, value.value);
      is_known = true;
    }
    if (!is_known) refuse_name(value.name);
  }

  std::shared_ptr<PreparedState> state_;  // null: empty
};

/// What Prepared::bind takes.
template <typename... Values>
concept MarkerValues = sizeof...(Values) > 0 && requires(const Prepared& prepared, const Values&... values) {
  prepared.bind(values...);
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

/// How a session runs statements. Answers do not depend on it.
enum class StatementPath : std::uint8_t {
  shortest,  // by plans of earlier statements of the same shape, and by direct reads and writes of one row
  general,   // parsed, planned and run by the general path alone: for comparing the two
};

struct SessionState;
/// A conversation with a database: a keyspace in use, a policy, perhaps an open group. Its end waits for the
/// requests that were submitted, and drops an open group as drop_group() does.
class Session {
 public:
  explicit Session(const Database& database, Policy policy = Policy::cassandra);
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  /// Runs one statement, which may end with a semicolon. Durable when it returns, unless a group is open.
  Result execute(std::string_view statement);
  /// Plans a statement that may have markers (`?`, `:name`); refuses what execute() would refuse before it
  /// runs.
  Prepared prepare(std::string_view statement);
  /// Runs it with native bytes: one value a marker, checked against the marker's type.
  Result execute(const Prepared& prepared, std::span<const BoundValue> values = {});
  /// Runs it with values of C++: `execute(insert, 7, "text", std::nullopt)`, or by name
  /// `execute(insert, named("id", 7), named("title", "text"))`. See Prepared::bind.
  template <typename... Values>
  requires MarkerValues<Values...> Result execute(const Prepared& prepared, const Values&... values) {
    const std::vector<BoundValue> bound = prepared.bind(values...);
    return execute(prepared, std::span(bound));
  }
  Result execute(const Request& request);

  /// Returns at once. `completion`, which must be there, is called once, in a thread of the database (in the
  /// caller's, if the system grants no thread), after a write has become durable (unless a group is open);
  /// the requests of a session run one after another, in their order, and those of other sessions beside
  /// them. It must not throw, must not destroy the session, and should be short: the database has few
  /// threads. The other calls of the session wait for all that was submitted, so they must not come from a
  /// completion of the same session; submit() may, and so may calls of other sessions, which wait there as in
  /// any thread.
  void submit(Request request, Completion completion);

  /// From here on writes are gathered and become durable together, in their order. Each statement is still
  /// all or nothing, and sees the ones before it; a statement that is refused leaves the others of the group
  /// as they are. Refused if a group is open. If the file fails, the group is lost: every further statement
  /// is refused (E421) until the group is ended.
  void begin_group();
  /// Makes the group durable and ends it, also if it refuses; then what was not durable of it is gone.
  /// Refused if no group is open. Statements that change the schema may commit it earlier, and so may a
  /// SELECT with a long result.
  void commit_group();
  /// Ends the group and begins the next one, which gathers its writes while this one is made durable in
  /// another thread; where somebody waits to write, this one is durable at once and the next one waits for
  /// its turn. One may be under way: waits for the one before it, and refuses what that one was refused; then
  /// there is no group any more. Refused if no group is open.
  void commit_group_async();
  /// All groups that have ended are durable. Refuses what commit_group_async() refuses.
  bool is_commit_done();
  /// Ends the group; what is not durable of it is gone. Groups that ended by commit_group_async() become
  /// durable all the same. Without a group it does nothing.
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
  void set_path(StatementPath path);  // StatementPath::shortest at first
  /// How to wait for another writer, and how to stop a running statement. What is submitted takes over the
  /// limit alone, as no thread waits for it.
  void set_wait(WaitForWriter wait);
  SchemaPointer schema() const;  // as this session sees it

 private:
  std::unique_ptr<SessionState> state_;  // null: empty
};

}  // namespace cellar
