// The front door for embedders, the shell and the server.
//
// In:      CQL text, and values for its markers. Out: a Result whose rows are pulled one by one.
// Refused: everything that is refused anywhere, as a Refusal with the span in the statement's text.
//          A refused statement changes nothing.
//
// A Database may be shared by threads; a Session belongs to one thread at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "planner/plan.h"
#include "planner/planner.h"
#include "schema/schema.h"
#include "storage/store.h"

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

/// The value of a marker: bytes of its slot's type, null, or unset (leaves things as they are).
struct BoundValue {
  Value value;
  bool unset = false;
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
  /// The next row, null at the end. Valid until the next call.
  const std::vector<Value>* next();
  /// Gives the snapshot back while nobody pulls; the next call of next() goes on after the last row
  /// in a snapshot of that time.
  void pause();
  /// W4xx; complete once all rows are pulled.
  const std::vector<Diagnostic>& notices() const;
  const ReadCounters& counters() const;

 private:
  friend class Session;
  explicit Result(std::unique_ptr<ResultState> state);
  std::unique_ptr<ResultState> state_;
};

struct PreparedState;
/// A planned statement. It is planned anew when the schema has changed since.
class Prepared {
 public:
  /// The markers, in the order of the text.
  const std::vector<Slot>& markers() const;
  const std::vector<ResultColumn>& columns() const;

 private:
  friend class Session;
  std::shared_ptr<PreparedState> state_;
};

struct SessionState;
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

  /// From here on writes are gathered and become durable together, in their order. Each statement is still
  /// all or nothing, and sees the ones before it.
  void begin_group();
  /// Makes the group durable and ends it, also if it refuses. Statements that change the schema may commit it
  /// earlier.
  void commit_group();
  /// Ends the group and begins the next one, which gathers its writes while this one is made durable in
  /// another thread. One may be under way: waits for the one before it, and refuses what that one was
  /// refused; then there is no group any more.
  void commit_group_behind();
  /// All groups that have ended are durable. Refuses as the call before.
  bool is_commit_done();
  /// Ends the group; what is not durable of it is gone.
  void drop_group();
  bool in_group() const;
  /// Writes of the open group.
  std::size_t pending() const;
  /// The group takes about as much memory as it should: time to commit it.
  bool group_is_large() const;

  const std::string& keyspace() const;  // in use; empty: none
  void use(std::string keyspace);       // refuses an unknown one
  Policy policy() const;
  void set_policy(Policy policy);
  /// Whether a plan serves other statements of its shape, as it does at first. Answers do not depend on it.
  void set_shapes(bool used);
  /// How to wait for another writer, and how to stop a running statement.
  void set_wait(WaitForWriter wait);
  SchemaPointer schema() const;  // as this session sees it

 private:
  std::unique_ptr<SessionState> state_;
};

}  // namespace cellar
