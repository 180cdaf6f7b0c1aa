// RING WRITES: which node of a ring is busy when, if the writes of a script arrive in their order.
//
// In:      writes as CQL, one after another, for tables that exist; nothing is run. Their times are those of USING
//          TIMESTAMP; unless all have one, their numbers in the script.
// Out:     the writes of each node in each slice of time, replicas included.
// Refused: a statement that cannot be planned, or has markers; statements that write no rows are passed over, and USE
//          sets the keyspace of those behind it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "refusal/language.h"
#include "shell/connection/connection.h"
#include "shell/teach/ring/ring.h"

namespace cellar {

struct ReplaySlice {
  std::int64_t begin = 0;  // microseconds since 1970, or the number of a write
  std::uint64_t writes = 0;
  std::vector<std::uint64_t> nodes;  // the writes of each
};

struct WriteReplay {
  std::size_t replicas = 1;  // the most that a table has
  bool is_by_time = true;
  std::int64_t width = 1;  // of a slice: microseconds, or writes
  std::uint64_t writes = 0;
  std::uint64_t passed_over = 0;     // statements that write no rows
  std::vector<std::uint64_t> nodes;  // the writes of each
  std::vector<ReplaySlice> slices;   // at most kMostSlices, in their order; also those without a write
  /// The part of a slice's writes that its busiest node has, on average; and what it would have if all were alike.
  double busiest = 0, even = 0;
};

inline constexpr std::size_t kMostSlices = 20;

class WriteReplayer {
 public:
  /// `replicas`: nothing for those of each keyspace.
  WriteReplayer(const Connection& connection, Ring ring, std::optional<std::size_t> replicas);

  void add(const std::string& statement);
  WriteReplay replay() const;

 private:
  struct TimedWrite {
    std::optional<std::int64_t> time;
    std::int64_t token = 0;
    std::uint32_t replicas = 1;
  };
  struct Planned;  // a statement with its values

  template <typename Write>
  void add_partitions(const Write& write, const Planned& planned, std::optional<std::int64_t> time);
  void add_write(const Planned& planned);
  std::size_t replicas_in(const std::string& keyspace) const;

  SchemaPointer schema_;
  std::string keyspace_;
  Ring ring_;
  std::optional<std::size_t> replicas_;
  std::uint64_t passed_over_ = 0;
  std::vector<TimedWrite> writes_;
};

std::string replay_text(const WriteReplay& replay, Language language, std::size_t terminal);
/// docs/schema/replay.schema.json
std::string replay_json(const WriteReplay& replay);

}  // namespace cellar
