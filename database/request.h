// Statements with the settings that a driver sends with them.
//
// In:      a text, a Prepared or a BATCH in parts, its values, a page, a deadline.
// Out:     plain data, which Session::execute() and Session::submit() take; their reply.
// Refused: nothing.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "database/prepared.h"
#include "database/result.h"
#include "parser/statement/batch_kind.h"
#include "refusal/refusal.h"
#include "storage/format/timestamp.h"
#include "storage/transaction/stop_token.h"

namespace cellar {

/// The most that may be submitted to a database (Session::submit) and not be answered yet.
struct RequestLimits {
  std::size_t requests = 100'000;
  std::size_t bytes = std::size_t{1} << 30;  // of texts and values
};

/// The most submitted reads that may be long at a time (Session::submit): more are refused, so that threads are left
/// for those that wait.
inline constexpr unsigned kMostLongReads = 128;

/// One statement of a Batch: INSERT, UPDATE or DELETE.
struct BatchPart {
  std::variant<std::string, Prepared> statement;
  std::vector<BoundValue> values;  // one for each marker
};
/// A BATCH whose statements come one by one, as drivers send it. It means what BEGIN BATCH with the same statements
/// means, and is refused for the same; places in a refusal are those in that text.
struct Batch {
  BatchKind kind = BatchKind::logged;
  std::vector<BatchPart> parts;
};

/// A statement with the settings that a driver may send with it.
struct Request {
  std::variant<std::string, Prepared, Batch> statement;
  std::vector<BoundValue> values;       // one for each marker; those of a Batch are in its parts
  std::optional<std::string> keyspace;  // used instead of the session's; ignored for a Prepared
  std::optional<Timestamp> timestamp;   // of writes that have no USING TIMESTAMP
  std::optional<Seconds> now;           // when times to live begin and what has expired; default: the clock
  std::size_t page_size = 0;            // rows of a page; 0: all rows
  std::string read_position;            // Result::read_position() of the previous page; empty: the first page
  /// From then on the request is refused (E506): before it runs, while it waits to write, and while its rows are read,
  /// also by Result::next() later. A write is either made as a whole before it, or not at all. An index or a view is
  /// defined before it is built: if its build takes too long, that is said (E420), and the first read that needs it builds
  /// it.
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
  /// As the deadline, once somebody asks to stop. What it refers to must outlive the answer, and the Result in it.
  StopToken stop = {};
  /// A page also ends with the row that makes its values so many bytes long; 0: at any length.
  std::size_t page_bytes = 0;
  /// A read throws LongRead after about a thousand entries, also in Result::next(), so that the thread can serve other
  /// requests.
  bool must_be_short = false;
};
/// Ends a read that is longer than it was to be. Another thread may run the request again.
struct LongRead {};
/// The threads in which a submitted request may run.
enum class RequestThreads {
  of_database,
  /// A prepared write begins in the thread that submits it, which may call its completion within submit(), and is
  /// answered by the thread that commits it, perhaps together with a write of its own: both are faster than handing it
  /// over. Its completion must be short, and must not wait.
  any,
};
/// The answer of a request. A Result holds a snapshot until its rows are pulled or it is paused, and about
/// nine hundred of these snapshots can exist at a time in all processes: pull the rows in the completion, a
/// page at a time. A hundred more are kept for those who write and open the file.
using Reply = std::variant<Result, Refusal>;
using Completion = std::function<void(Reply)>;

}  // namespace cellar
