// A prepared statement of the server, as all its clients share it.
//
// In:      what the engine has prepared, the text and the keyspace that was in use.
// Out:     the id by which clients run it, and what they are told of it, encoded once for each version.
// Refused: nothing.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "database/prepared.h"
#include "protocol/message/metadata.h"
#include "protocol/version.h"

namespace cellar {

/// Sixteen bytes that depend on nothing but text and keyspace: clients expect the same id after they prepare again,
/// also of another node. The keyspace is empty for a statement that names its own (CASSANDRA-15252).
std::string prepared_id(std::string_view text, std::string_view keyspace);
/// Sixteen bytes that tell whether a client knows the columns (version 5).
std::string metadata_id(const std::vector<ResultColumn>& columns);

class PreparedStatement {
 public:
  PreparedStatement(Prepared prepared, std::string text, std::string keyspace, std::uint64_t generation);

  const std::string& id() const { return id_; }
  const std::string& metadata_id() const { return metadata_id_; }
  const std::string& text() const { return text_; }
  /// That was in use when it was prepared; empty if it names its own.
  const std::string& keyspace() const { return keyspace_; }
  const Prepared& prepared() const { return prepared_; }
  bool is_read() const { return !prepared_.columns().empty(); }
  /// Returns whether it reads one partition of a table of users, and has never read much of it: the thread of a socket
  /// runs it faster than it hands it over.
  bool is_short_read() const { return is_short_read_.load(std::memory_order_relaxed); }
  void note_long_read() const { is_short_read_ = false; }

  /// The value of ServerState::schema_generation at which the metadata sent to clients was last known to be current.
  std::uint64_t generation() const { return generation_; }
  void set_generation(std::uint64_t generation) const { generation_ = generation; }

  /// The statement must live as long as what is returned.
  BindMetadata bind_metadata() const;
  const EncodedColumns& columns(ProtocolVersion version) const;

 private:
  Prepared prepared_;
  std::string text_;
  std::string keyspace_;
  std::string id_;
  std::string metadata_id_;
  mutable std::atomic<std::uint64_t> generation_;
  mutable std::atomic<bool> is_short_read_;
  mutable std::mutex mutex_;  // guards the member below
  mutable std::array<std::optional<EncodedColumns>, 3> columns_;
};
using PreparedStatementPointer = std::shared_ptr<const PreparedStatement>;

}  // namespace cellar
