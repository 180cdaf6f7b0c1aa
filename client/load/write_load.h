// A load: many writes under way at a time, each sent to a node that keeps its partition.
//
// In:      prepared writes with the values of their markers and their timestamps; the nodes of a cluster.
// Out:     LateWrites (shell/connection/late_writes.h).
// Refused: an interrupt while a write waits to be sent. What becomes of a write afterwards is a late refusal: what the
//          cluster refuses; a write whose answer was lost and that must not run twice; one that no node has taken in time.
//
// Timestamps make the order of writes, so writes to one partition may overtake each other, but for those to lists
// (WriteEffect::keeps_order). What may be sent again: client/load/retry_rule.h. How many are under way:
// client/load/flight_window.h. A load belongs to one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "client/load/load_lanes.h"
#include "client/topology/replica_map.h"
#include "protocol/message/requests.h"
#include "shell/connection/connection.h"
#include "shell/connection/late_writes.h"

namespace cellar {

/// A statement of a write, or of a BATCH.
struct LoadedPart {
  const Prepared* statement = nullptr;
  std::vector<BoundValue> values;
};

struct LoadSettings {
  ConnectionSettings connection{};
  std::string datacenter{};  // whose nodes are used
  /// The replication of a keyspace: 'class' and the numbers of replicas.
  std::function<std::map<std::string, std::string>(const std::string& keyspace)> replication{};
  std::chrono::milliseconds without_answer{12'000};  // after that time a connection counts as lost
  std::chrono::milliseconds longest_write{60'000};   // with all that is sent again
  std::chrono::milliseconds after_interrupt{5'000};  // for answers that are awaited then
};

class WriteLoad : public LateWrites {
 public:
  using Clock = std::chrono::steady_clock;

  WriteLoad(std::vector<ClusterNode> nodes, LoadSettings settings);

  /// Takes the place of what was known of the cluster before.
  void use_nodes(std::vector<ClusterNode> nodes);
  /// Replication may be another one, and the markers of a text may have other types.
  void note_schema_change();
  /// Is to be called when the cluster says that a node has come.
  void look_for_nodes() { lanes_.look_for_nodes(); }
  void set_interrupted(IsInterrupted interrupted) {
    settings_.connection.interrupted = std::move(interrupted);
  }

  /// Waits until a node takes it. The values of `parts` are taken out of them.
  void hand_over(std::span<LoadedPart> parts, std::optional<BatchKind> batch,
                 const StatementSettings& settings);

  std::uint64_t handed_over() const override { return handed_over_; }
  std::uint64_t done() const override { return done_; }
  std::uint64_t last_unrepeatable() const override { return last_unrepeatable_; }
  void await_all() override;
  std::vector<LateRefusal> take_refusals() override { return std::exchange(refusals_, {}); }
  std::vector<LateNotice> take_notices() override;

 private:
  enum class FlightState : std::uint8_t { unused, waits, sent };
  /// A write that is under way.
  struct Flight {
    std::size_t place = 0;  // in flights_
    FlightState state = FlightState::unused;
    std::uint64_t write = 0;
    RequestMessage request;
    std::vector<std::size_t> statements;  // their numbers
    WriteEffect effect;
    std::optional<std::int64_t> token;
    std::string keyspace;
    LoadLane* lane = nullptr;           // to which it was sent
    const LoadLane* refuser = nullptr;  // which has not written it the last time; it may be gone
    std::uint32_t sending = 0;          // counts what this place has sent
    int preparations = 0;
    Clock::time_point begun, sent, due;
    std::chrono::milliseconds pause{0};  // before it is sent again
    std::optional<Diagnostic> fault;     // of the last try
  };

  Flight& begin_flight();
  void fill(Flight& flight, std::span<LoadedPart> parts, std::optional<BatchKind> batch,
            const StatementSettings& settings);
  void await_order(const Flight& flight);
  void await_sending(Flight& flight);
  /// Returns false if no node takes the write now.
  bool try_send(Flight& flight);
  std::span<const std::size_t> replicas_of(const Flight& flight);
  void send(Flight& flight, LoadLane& lane);
  void take_answer(std::size_t place, std::uint32_t sending, Frame&& frame);
  void note_warning(std::uint64_t write, std::string_view words);
  void take_error(Flight& flight, const ErrorResponse& error);
  void take_fault(Flight& flight, ErrorCode code, const WriteEffect& effect, const Diagnostic& fault);
  void send_again(Flight& flight, Diagnostic fault, std::chrono::milliseconds pause);
  void finish(Flight& flight, std::optional<Diagnostic> refusal);
  /// Sends, receives and looks after what is due; with `waits` until something may have changed.
  void advance(bool waits);
  void take_loss(const LoadLane& lane, const Diagnostic& reason);
  void give_up();
  bool is_interrupted() const {
    return settings_.connection.interrupted && settings_.connection.interrupted();
  }
  void send_due(Clock::time_point now);
  void look_at_clock(Clock::time_point now);
  std::size_t number_of(const Prepared& statement);
  const ServerStatement& prepared(LoadLane& lane, std::size_t number) const;
  std::size_t under_way() const { return handed_over_ - done_ - done_early_; }

  LoadSettings settings_;
  LoadLanes lanes_;
  std::map<std::string, ReplicaMap> replicas_;  // by keyspace
  std::vector<Prepared> statements_;
  std::unordered_map<std::string, std::size_t>
      number_of_text_;  // of those that were prepared with this schema
  std::vector<std::unique_ptr<Flight>> flights_;
  std::vector<std::size_t> unused_;           // places in flights_
  std::size_t waiting_ = 0;                   // flights that wait to be sent
  std::unordered_set<std::int64_t> ordered_;  // tokens of writes under way that keep their order
  std::uint64_t handed_over_ = 0, done_ = 0, last_unrepeatable_ = 0;
  std::uint64_t done_early_ = 0;       // writes behind done_
  std::uint64_t noticed_through_ = 0;  // by the last take_notices()
  std::deque<bool> is_done_;           // the writes behind done_
  std::vector<LateRefusal> refusals_;
  std::map<std::string, LateNotice, std::less<>>
      warnings_;               // since take_notices(), by the words of the cluster
  std::uint64_t answers_ = 0;  // that have come
  Clock::time_point next_look_{};
};

}  // namespace cellar
