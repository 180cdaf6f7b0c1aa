// A node that takes writes of a load: its connection, which is made again when it was lost.
//
// In:      the address of the node, how to connect.
// Out:     the connection, if there is one; statements as the node has prepared them; how many more it takes.
// Refused: what the connection refuses.
//
// Connections are made by threads of their own, so that a node that does not answer does not stop the others.
#pragma once

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/load/flight_window.h"
#include "client/server_connection.h"
#include "protocol/protocol_fault.h"
#include "refusal/refusal.h"

namespace cellar {

class LoadLane {
 public:
  using Clock = std::chrono::steady_clock;

  LoadLane(ServerAddress address, ConnectionSettings settings);
  ~LoadLane();
  LoadLane(const LoadLane&) = delete;
  LoadLane& operator=(const LoadLane&) = delete;

  const ServerAddress& address() const { return address_; }
  bool is_open() const { return connection_ != nullptr; }
  /// Returns true once there has been a connection.
  bool was_reached() const { return was_reached_; }
  ServerConnection& connection() { return *connection_; }
  /// Returns true for a moment at the beginning: it is worth waiting for.
  bool is_awaited(Clock::time_point now) const;

  /// Takes a connection that was made meanwhile, or begins to make one if it is time.
  void look(Clock::time_point now);
  /// Is to be called when the cluster says that a node has come.
  void try_soon() { next_try_ = {}; }
  /// Returns why the node could not be reached the last time; nothing: it was not tried, or was reached.
  const std::optional<Diagnostic>& last_fault() const { return last_fault_; }
  void lose(const Diagnostic& reason);

  /// Returns the statement, which the node prepares if it must. `number` is that of WriteLoad for it.
  const ServerStatement& prepared(std::size_t number, const std::string& text,
                                  std::span<const Slot> markers = {});
  /// Returns what `read(response)` returns of the answer to a statement. Refuses one that is not what the protocol says.
  template <typename Read>
  auto read(const Frame& frame, Read read) const {
    try {
      return read(read_response(frame));
    } catch (const ProtocolFault& fault) {
      refuse("node_speaks_otherwise", {}, {{"address", address_.text()}, {"words", fault.what()}});
    }
  }
  bool has_prepared(std::size_t number) const { return number < prepared_.size() && prepared_[number]; }
  void forget_prepared(std::size_t number) { prepared_[number].reset(); }

  FlightWindow window;
  std::size_t unsent = 0;  // requests since the connection has sent some
  Clock::time_point flushed = Clock::now();

 private:
  using Opened = std::unique_ptr<ServerConnection>;

  ServerAddress address_;
  ConnectionSettings settings_;
  std::shared_ptr<std::atomic<bool>> ends_ = std::make_shared<std::atomic<bool>>(false);
  std::future<Opened> opening_;
  Opened connection_;
  std::vector<std::optional<ServerStatement>> prepared_;  // by their numbers
  std::optional<Diagnostic> last_fault_;
  Clock::time_point begun_ = Clock::now();
  Clock::time_point next_try_{};
  bool was_reached_ = false;
  std::chrono::milliseconds pause_;
};

}  // namespace cellar
