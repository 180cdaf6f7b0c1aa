#include "client/load/write_load.h"

#include <algorithm>
#include <random>
#include <utility>

#include "client/cluster_refusal.h"
#include "client/load/retry_rule.h"
#include "types/token.h"

namespace cellar {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{200};
constexpr std::chrono::milliseconds kFirstPauseOfWrite{10}, kLongestPauseOfWrite{2'000};
/// So many requests are sent at once, unless something waits for them.
constexpr std::size_t kSentAtOnce = 32;
constexpr std::chrono::milliseconds kLongestUnsent{20};
constexpr int kMostPreparationsOfWrite = 3;

BatchType type_of(BatchKind kind) {
  switch (kind) {
    case BatchKind::logged:
      return BatchType::logged;
    case BatchKind::unlogged:
      return BatchType::unlogged;
    case BatchKind::counter:
      return BatchType::counter;
  }
  return BatchType::logged;
}

/// Nothing: a part of the key is no value of its own, or is null, which the cluster refuses.
std::optional<std::int64_t> token_of_part(const LoadedPart& part) {
  const std::vector<std::size_t>& key = part.statement->partition_key_markers();
  if (key.empty()) return std::nullopt;
  std::vector<std::string_view> values;
  for (const std::size_t marker : key) {
    if (part.values[marker].unset || !part.values[marker].value) return std::nullopt;
    values.push_back(*part.values[marker].value);
  }
  return token_of(values);
}

std::chrono::milliseconds with_jitter(std::chrono::milliseconds pause) {
  static thread_local std::minstd_rand random{std::random_device()()};
  std::uniform_int_distribution<std::int64_t> part(pause.count() / 2, pause.count());
  return std::chrono::milliseconds(part(random));
}

}  // namespace

WriteLoad::WriteLoad(std::vector<ClusterNode> nodes, LoadSettings settings)
    : settings_(std::move(settings)),
      lanes_(settings_.datacenter, settings_.connection,
             [this](const LoadLane& lane, const Diagnostic& reason) { take_loss(lane, reason); }) {
  lanes_.use_nodes(std::move(nodes));
}

void WriteLoad::use_nodes(std::vector<ClusterNode> nodes) {
  lanes_.use_nodes(std::move(nodes));
  replicas_.clear();
}

void WriteLoad::hand_over(std::span<LoadedPart> parts, std::optional<BatchKind> batch,
                          const StatementSettings& settings) {
  Flight& flight = begin_flight();
  fill(flight, parts, batch, settings);
  try {
    await_order(flight);
    flight.write = ++handed_over_;
    is_done_.push_back(false);
    if (!flight.effect.is_repeatable) last_unrepeatable_ = flight.write;
    await_sending(flight);
  } catch (...) {
    // It was not sent, and is refused at once.
    if (flight.write > 0 && flight.effect.keeps_order && flight.token) ordered_.erase(*flight.token);
    if (flight.write == handed_over_ && !is_done_.empty()) {
      --handed_over_;
      is_done_.pop_back();
    }
    unused_.push_back(flight.place);
    throw;
  }
  if (flight.effect.keeps_order && !flight.token) await_all();
}

WriteLoad::Flight& WriteLoad::begin_flight() {
  if (unused_.empty()) {
    unused_.push_back(flights_.size());
    flights_.push_back(std::make_unique<Flight>());
    flights_.back()->place = unused_.back();
  }
  Flight& flight = *flights_[unused_.back()];
  unused_.pop_back();
  flight.write = 0;
  return flight;
}

void WriteLoad::fill(Flight& flight, std::span<LoadedPart> parts, std::optional<BatchKind> batch,
                     const StatementSettings& settings) {
  flight.statements.clear();
  flight.effect = {.is_unconditional = true, .is_repeatable = true};
  for (const LoadedPart& part : parts) {
    flight.statements.push_back(number_of(*part.statement));
    const WriteEffect& effect = part.statement->write_effect();
    flight.effect.is_repeatable = flight.effect.is_repeatable && effect.is_repeatable;
    flight.effect.keeps_order = flight.effect.keeps_order || effect.keeps_order;
    flight.effect.is_of_one_partition = parts.size() == 1 && effect.is_of_one_partition;
  }
  flight.token = token_of_part(parts.front());
  // The order of several partitions is kept by waiting for everything.
  if (flight.effect.keeps_order && !flight.effect.is_of_one_partition) flight.token.reset();
  const std::vector<Slot>& markers = parts.front().statement->markers();
  flight.keyspace =
      markers.empty() || markers.front().table == nullptr ? "" : markers.front().table->keyspace;
  const CommonParameters common{.serial_consistency = settings.serial,
                                .timestamp = settings.timestamp,
                                .keyspace = {},
                                .now_in_seconds = settings.now};
  if (batch) {
    BatchRequest request{
        .type = type_of(*batch), .entries = {}, .parameters = {settings.consistency, common}};
    for (LoadedPart& part : parts) request.entries.push_back({BatchPreparedId{}, std::move(part.values)});
    flight.request = std::move(request);
  } else {
    if (!std::holds_alternative<ExecuteRequest>(flight.request)) flight.request = ExecuteRequest();
    QueryParameters& parameters = std::get<ExecuteRequest>(flight.request).parameters;
    parameters.consistency = settings.consistency;
    parameters.common = common;
    std::swap(parameters.values, parts.front().values);
  }
  flight.preparations = 0;
  flight.begun = Clock::now();
  flight.pause = kFirstPauseOfWrite;
  flight.fault.reset();
  flight.refuser = nullptr;
}

/// A write that keeps its order, and whose partition is not known, waits for all others, and they for it.
void WriteLoad::await_order(const Flight& flight) {
  if (!flight.effect.keeps_order) return;
  if (!flight.token) return await_all();
  while (ordered_.contains(*flight.token)) {
    if (is_interrupted()) refuse("interrupted");
    advance(true);
  }
}

void WriteLoad::await_sending(Flight& flight) {
  if (flight.effect.keeps_order && flight.token) ordered_.insert(*flight.token);
  while (!try_send(flight)) {
    if (lanes_.without_node() > settings_.longest_write) {
      // Those before it first: a run goes on at the first one that is refused.
      send_due(Clock::now());
      return finish(flight, lanes_.no_node());
    }
    if (is_interrupted()) refuse("interrupted");
    advance(true);
  }
}

bool WriteLoad::try_send(Flight& flight) {
  for (;;) {
    LoadLane* const lane = lanes_.lane_for(replicas_of(flight), flight.refuser);
    if (lane == nullptr) return false;
    try {
      send(flight, *lane);
      return true;
    } catch (const ServerError& error) {
      // The node does not prepare it, so nothing of it has run.
      const Diagnostic fault = refusal_of(error, {});
      if (error.code() == ErrorCode::unprepared) {
        finish(flight, fault);
      } else {
        flight.lane = lane;
        take_fault(flight, error.code(), {.is_unconditional = true, .is_repeatable = true}, fault);
      }
      return true;
    } catch (const Refusal& refusal) {
      if (refusal.diagnostic.error_class() == ErrorClass::unprepared) {
        finish(flight, refusal.diagnostic);
        return true;
      }
      lanes_.lose(*lane, refusal.diagnostic);
    }
  }
}

std::span<const std::size_t> WriteLoad::replicas_of(const Flight& flight) {
  if (!flight.token) return {};
  auto found = replicas_.find(flight.keyspace);
  if (found == replicas_.end()) {
    ReplicaMap map(lanes_.nodes(), settings_.replication(flight.keyspace), lanes_.datacenter());
    found = replicas_.emplace(flight.keyspace, std::move(map)).first;
  }
  return found->second.replicas(*flight.token);
}

void WriteLoad::send(Flight& flight, LoadLane& lane) {
  if (auto* const execute = std::get_if<ExecuteRequest>(&flight.request)) {
    const ServerStatement& statement = prepared(lane, flight.statements.front());
    execute->id = statement.id;
    execute->metadata_id = statement.metadata_id;
  } else {
    std::vector<BatchEntry>& entries = std::get<BatchRequest>(flight.request).entries;
    // While one is prepared answers come, after which another one may have to be prepared again.
    const auto lacks = [&](std::size_t number) { return !lane.has_prepared(number); };
    for (auto lacking = flight.statements.begin();
         (lacking = std::ranges::find_if(flight.statements, lacks)) != flight.statements.end();)
      prepared(lane, *lacking);
    for (std::size_t index = 0; index < entries.size(); ++index)
      entries[index].statement = BatchPreparedId{prepared(lane, flight.statements[index]).id};
  }
  const std::uint32_t sending = ++flight.sending;
  lane.connection().submit(flight.request, false,
                           [this, place = static_cast<std::uint32_t>(flight.place), sending](Frame&& frame) {
                             take_answer(place, sending, std::move(frame));
                           });
  if (flight.state == FlightState::waits) --waiting_;
  flight.state = FlightState::sent;
  flight.lane = &lane;
  flight.sent = Clock::now();
  if (++lane.unsent >= kSentAtOnce || flight.sent - lane.flushed > kLongestUnsent) lanes_.advance(lane);
}

void WriteLoad::take_answer(std::size_t place, std::uint32_t sending, Frame&& frame) {
  Flight& flight = *flights_[place];
  if (flight.state != FlightState::sent || flight.sending != sending) return;
  ++answers_;
  flight.lane->read(frame, [&](const ReceivedResponse& response) {
    const auto* const error = std::get_if<ErrorResponse>(&response.message);
    const bool is_answer = error != nullptr || std::holds_alternative<ResultResponse>(response.message);
    if (!is_answer) throw ProtocolFault("the answer to a statement is no RESULT");
    flight.lane->window.note_answer();
    for (const std::string_view warning : response.head.warnings) note_warning(flight.write, warning);
    error == nullptr ? finish(flight, std::nullopt) : take_error(flight, *error);
  });
}

/// Words that name values may be others for each write: beyond some, a warning counts as one of those that are known.
void WriteLoad::note_warning(std::uint64_t write, std::string_view words) {
  constexpr std::size_t kMostWarnings = 100;
  auto found = warnings_.find(words);
  if (found == warnings_.end()) {
    found = warnings_.size() < kMostWarnings
                ? warnings_.emplace(words, LateNotice{write, 0, warning_of(words)}).first
                : warnings_.begin();
  }
  ++found->second.times;
  found->second.write = std::min(found->second.write, write);
}

std::vector<LateNotice> WriteLoad::take_notices() {
  std::vector<LateNotice> notices;
  for (auto& [words, notice] : std::exchange(warnings_, {})) notices.push_back(std::move(notice));
  std::ranges::sort(notices, {}, &LateNotice::write);
  // It is told with a write.
  if (std::exchange(noticed_through_, handed_over_) == handed_over_) return notices;
  if (std::optional<Diagnostic> unreached = lanes_.take_unreached())
    notices.push_back({handed_over_, 1, *std::move(unreached)});
  return notices;
}

void WriteLoad::take_error(Flight& flight, const ErrorResponse& error) {
  take_fault(flight, error.code(), flight.effect, refusal_of(ServerError(error.code(), error.text), {}));
}

void WriteLoad::take_fault(Flight& flight, ErrorCode code, const WriteEffect& effect,
                           const Diagnostic& fault) {
  switch (after_error(code, effect)) {
    case AfterError::refuse:
      return finish(flight, fault);
    case AfterError::prepare_again:
      if (++flight.preparations > kMostPreparationsOfWrite) return finish(flight, fault);
      for (const std::size_t number : flight.statements) flight.lane->forget_prepared(number);
      return send_again(flight, fault, std::chrono::milliseconds(0));
    case AfterError::send_slower:
      if (flight.state == FlightState::sent) flight.lane->window.note_pressure(flight.sent, Clock::now());
      [[fallthrough]];
    case AfterError::send_again:
      flight.refuser = flight.lane;
      const std::chrono::milliseconds pause = flight.pause;
      flight.pause = std::min(pause * 2, kLongestPauseOfWrite);
      return send_again(flight, fault, with_jitter(pause));
  }
}

void WriteLoad::send_again(Flight& flight, Diagnostic fault, std::chrono::milliseconds pause) {
  const Clock::time_point now = Clock::now();
  flight.fault = std::move(fault);
  flight.lane = nullptr;
  if (flight.state != FlightState::waits) ++waiting_;
  flight.state = FlightState::waits;
  flight.due = now + pause;
}

void WriteLoad::finish(Flight& flight, std::optional<Diagnostic> refusal) {
  if (flight.state == FlightState::waits) --waiting_;
  flight.state = FlightState::unused;
  if (flight.effect.keeps_order && flight.token) ordered_.erase(*flight.token);
  if (refusal) refusals_.push_back({flight.write, Refusal(*std::move(refusal))});
  is_done_[flight.write - done_ - 1] = true;
  ++done_early_;
  while (!is_done_.empty() && is_done_.front()) {
    is_done_.pop_front();
    ++done_;
    --done_early_;
  }
  unused_.push_back(flight.place);
}

void WriteLoad::await_all() {
  std::optional<Clock::time_point> end;
  while (under_way() > 0) {
    if (!end && is_interrupted()) end = Clock::now() + settings_.after_interrupt;
    if (end && Clock::now() > *end) return give_up();
    advance(true);
  }
}

/// Nobody waits any longer for what is under way.
void WriteLoad::give_up() {
  lanes_.each_open([&](LoadLane& lane) {
    if (lane.connection().in_flight() == 0) return;
    lanes_.lose_silent(lane, settings_.after_interrupt);
  });
  for (const std::unique_ptr<Flight>& flight : flights_) {
    if (flight->state == FlightState::waits) finish(*flight, flight->fault);
  }
}

void WriteLoad::advance(bool waits) {
  constexpr std::chrono::milliseconds kLongestWait{50}, kUntilDue{5};
  const Clock::time_point now = Clock::now();
  const std::uint64_t before = answers_;
  if (waiting_ > 0) send_due(now);
  lanes_.advance();
  if (now >= next_look_) look_at_clock(now);
  if (!waits || answers_ > before) return;
  lanes_.await(waiting_ > 0 ? kUntilDue : kLongestWait);
  lanes_.advance();
}

void WriteLoad::take_loss(const LoadLane& lane, const Diagnostic& reason) {
  for (const std::unique_ptr<Flight>& flight : flights_) {
    if (flight->state != FlightState::sent || flight->lane != &lane) continue;
    flight->lane = nullptr;
    flight->refuser = &lane;
    if (flight->effect.is_repeatable) {
      send_again(*flight, reason, std::chrono::milliseconds(0));
    } else {
      finish(*flight, reason);
    }
  }
}

/// While no node can be reached, all wait for one.
void WriteLoad::send_due(Clock::time_point now) {
  const bool is_lost = !lanes_.is_any_open();
  if (is_lost && lanes_.without_node() <= settings_.longest_write) return;
  for (const std::unique_ptr<Flight>& flight : flights_) {
    if (flight->state != FlightState::waits) continue;
    if (is_lost) {
      finish(*flight, lanes_.no_node());
    } else if (flight->due <= now && now - flight->begun > settings_.longest_write) {
      finish(*flight, flight->fault);
    } else if (flight->due <= now) {
      try_send(*flight);
    }
  }
}

/// A node that has not answered for long is not asked any more.
void WriteLoad::look_at_clock(Clock::time_point now) {
  // If this process was stopped, or read its input for long, answers may wait to be read.
  const bool was_away = now - next_look_ > kBetweenLooks;
  next_look_ = now + kBetweenLooks;
  if (was_away) {
    for (const std::unique_ptr<Flight>& flight : flights_) flight->sent = now;
    return;
  }
  lanes_.each_open([&](LoadLane& lane) {
    const bool is_silent = std::ranges::any_of(flights_, [&](const std::unique_ptr<Flight>& flight) {
      return flight->state == FlightState::sent && flight->lane == &lane &&
             now - flight->sent > settings_.without_answer;
    });
    if (is_silent) lanes_.lose_silent(lane, settings_.without_answer);
  });
}

std::size_t WriteLoad::number_of(const Prepared& statement) {
  const auto [found, is_new] = number_of_text_.try_emplace(statement.text(), statements_.size());
  if (is_new) statements_.push_back(statement);
  return found->second;
}

const ServerStatement& WriteLoad::prepared(LoadLane& lane, std::size_t number) const {
  return lane.prepared(number, statements_[number].text(), statements_[number].markers());
}

void WriteLoad::note_schema_change() {
  replicas_.clear();
  number_of_text_.clear();
}

}  // namespace cellar
