#include "server/connection/client_connection.h"

#include <algorithm>
#include <utility>

#include "protocol/protocol_fault.h"
#include "server/answer/events.h"
#include "server/connection/describe_exchange.h"
#include "server/connection/reply_frame.h"
#include "server/connection/run_request.h"
#include "server/connection/startup.h"
#include "types/overloaded.h"

namespace cellar {

std::shared_ptr<ClientConnection> ClientConnection::open(ServerState& server, NodeAddress client,
                                                         SessionPool& sessions, std::function<void()> wake) {
  auto connection =
      std::make_shared<ClientConnection>(OpenTag(), server, std::move(client), sessions, std::move(wake));
  connection->number_ = server.clients->add(connection);
  return connection;
}

ClientConnection::ClientConnection(OpenTag, ServerState& server, NodeAddress client, SessionPool& sessions,
                                   std::function<void()> wake)
    : server_(server),
      client_(std::move(client)),
      sessions_(sessions),
      wake_(std::move(wake)),
      inbound_(MessageDirection::request, server.options.limits.body_before_startup) {
  facts_.address = client_;
}

ClientConnection::~ClientConnection() {
  server_.clients->remove(number_);
  server_.answers.give_back(frames_bytes_ + taken_);
  server_.received.give_back(held_);
}

void ClientConnection::receive(std::string_view bytes) {
  pending_ += bytes;
  process_received();
}

bool ClientConnection::process_received() {
  constexpr int kMostAtOnce = 64;
  suppress_wake();
  std::string_view bytes = pending_;
  int taken = 0;
  while (is_reading_ && taken < kMostAtOnce && may_start_another()) {
    ++taken;
    DecodedFrame decoded = inbound_.next(bytes);
    if (std::holds_alternative<NeedMoreBytes>(decoded)) break;
    if (const auto* const frame = std::get_if<Frame>(&decoded)) {
      handle(*frame);
      continue;
    }
    const auto& fault = std::get<FrameFault>(decoded);
    std::string answer;
    append_fault(answer, fault);
    put(std::move(answer));
    if (fault.is_last) is_reading_ = false;
  }
  if (!is_reading_) bytes = {};
  pending_.erase(0, pending_.size() - bytes.size());
  count_held();
  return taken == kMostAtOnce;
}

/// Drops the connection if its messages that are not whole are too much beside those of the others.
void ClientConnection::count_held() {
  constexpr std::size_t kSmall = std::size_t{64} << 10;
  const std::size_t held = pending_.size() + inbound_.held();
  if (held > held_ && !server_.received.take(held - held_, held <= kSmall)) {
    is_dropped_ = true;
    is_reading_ = false;
    return;
  }
  if (held < held_) server_.received.give_back(held_ - held);
  held_ = held;
}

/// The thread of the socket takes the output itself when it has read on.
void ClientConnection::suppress_wake() {
  const std::lock_guard guard(mutex_);
  is_woken_ = true;
}

bool ClientConnection::may_start_another() const {
  const ServerLimits& limits = server_.options.limits;
  const std::lock_guard guard(mutex_);
  return !awaits_use_ && in_flight_ < limits.requests && reads_ < limits.reads &&
         frames_bytes_ + taken_ < limits.unsent_bytes;
}

bool ClientConnection::wants_bytes() const { return is_reading_ && pending_.empty() && may_start_another(); }

void ClientConnection::handle(const Frame& frame) {
  try {
    handle(read_request(frame), frame.body.size());
  } catch (const ProtocolFault& fault) {
    reply({.version = frame.header.version, .stream = frame.header.stream, .is_traced = false, .payload = {}},
          ErrorResponse{fault.text(), PlainError{ErrorCode::protocol_error}});
  }
}

void ClientConnection::handle(const ReceivedRequest& received, std::size_t bytes) {
  const RequestHead& head = received.head;
  std::visit(Overloaded{
                 [&](const StartupRequest& request) { start_up(head, request); },
                 [&](const OptionsRequest&) { list_options(head); },
                 [&](const AuthResponseRequest&) {
                   throw ProtocolFault("AUTH_RESPONSE: nobody has to log in here");
                 },
                 [&](const RegisterRequest& request) { register_for(head, request); },
                 [&](const auto&) { begin(received, bytes); },
             },
             received.message);
}

void ClientConnection::reply(const RequestHead& head, const ResponseMessage& message) {
  std::string frame;
  append_response(
      frame, message,
      {.version = head.version, .stream = head.stream, .trace_id = {}, .warnings = {}, .payload = {}});
  put(std::move(frame));
}

void ClientConnection::start_up(const RequestHead& head, const StartupRequest& request) {
  if (is_started_) throw ProtocolFault("STARTUP: the connection has started already");
  const std::string_view compression_option = request.option("COMPRESSION").value_or("");
  const Compression compression = agreed_compression(head.version, compression_option);
  check_cql_version(request.option("CQL_VERSION"));
  reply(head, ReadyResponse{});
  // READY itself is a plain frame, and so is what waits before it.
  {
    const std::lock_guard guard(mutex_);
    for (const std::string& frame : frames_) outbound_.write(frame);
    taken_ += std::exchange(frames_bytes_, 0);
    frames_.clear();
    version_ = head.version;
    facts_.is_started = true;
    facts_.protocol_version = static_cast<int>(head.version);
    facts_.options = kept_options(request.options);
  }
  inbound_.agree(head.version, compression);
  inbound_.set_longest_body(server_.options.limits.body);
  outbound_.agree(head.version, compression);
  is_started_ = true;
}

void ClientConnection::list_options(const RequestHead& head) {
  reply(head, SupportedResponse{
                  {{"CQL_VERSION", {kCqlVersion}},
                   {"COMPRESSION", {"snappy", "lz4"}},
                   {"PROTOCOL_VERSIONS",
                    {protocol_version_text(ProtocolVersion::v3), protocol_version_text(ProtocolVersion::v4),
                     protocol_version_text(ProtocolVersion::v5)}}}});
}

void ClientConnection::register_for(const RequestHead& head, const RegisterRequest& request) {
  if (!is_started_) throw ProtocolFault("REGISTER: the first message must be STARTUP or OPTIONS");
  for (const std::string_view type : request.event_types) {
    if (type == kSchemaEvents) {
      if (!listener_) {
        listener_.emplace(server_.database, [this](const SchemaEvent& event) { send_event(event); });
      }
    } else if (type != kTopologyEvents && type != kStatusEvents) {
      throw ProtocolFault("REGISTER: there are no events of the type " + std::string(type.substr(0, 100)));
    }
  }
  reply(head, ReadyResponse{});
}

void ClientConnection::begin(const ReceivedRequest& received, std::size_t bytes) {
  constexpr std::size_t kSmall = 4096;  // is run in any case, so that a client can look what is wrong
  if (!is_started_) throw ProtocolFault("the first message must be STARTUP or OPTIONS");
  const auto exchange = std::make_shared<Exchange>();
  exchange->connection = shared_from_this();
  exchange->keyspace = keyspace();
  describe_exchange(*exchange, received, *server_.prepared);
  exchange->bytes = bytes;
  if (!server_.received.take(bytes, bytes <= kSmall)) {
    put(refusal_frame(*exchange, {"too_many_request_bytes", {}, {}, std::nullopt}));
    return;
  }
  ++requests_;
  enter(*exchange);
  std::string failure;
  try {
    std::visit(Overloaded{
                   [&](const QueryRequest& request) { run_request(exchange, request); },
                   [&](const PrepareRequest& request) { run_request(exchange, request); },
                   [&](const ExecuteRequest& request) { run_request(exchange, request); },
                   [&](const BatchRequest& request) { run_request(exchange, request); },
                   [&](const auto&) {},
               },
               received.message);
    return;
  } catch (...) {
    failure = failure_frame(*exchange);
  }
  answer(*exchange, std::move(failure));
}

void ClientConnection::enter(const Exchange& exchange) {
  server_.requests.enter();
  const std::lock_guard guard(mutex_);
  ++in_flight_;
  if (exchange.kind.is_read) ++reads_;
  if (exchange.is_use) awaits_use_ = true;
}

void ClientConnection::answer(const Exchange& exchange, std::string frame) {
  if (!put(std::move(frame))) {
    // The memory of all answers is used up. An error is small, and the client can ask again.
    put(refusal_frame(exchange, {"too_many_answers", {}, {}, std::nullopt}));
  }
  leave(exchange);
}

void ClientConnection::drop(const Exchange& exchange) {
  is_dropped_ = true;
  leave(exchange);
}

void ClientConnection::leave(const Exchange& exchange) {
  server_.received.give_back(exchange.bytes);
  bool wakes = false;
  {
    const std::lock_guard guard(mutex_);
    --in_flight_;
    if (exchange.kind.is_read) --reads_;
    if (exchange.is_use) awaits_use_ = false;
    wakes = !is_abandoned_ && !std::exchange(is_woken_, true);
  }
  if (wakes) wake_();
  server_.requests.leave();
}

bool ClientConnection::put(std::string frame) {
  constexpr std::size_t kSmall = 4096;  // is kept in any case, so that a client hears why
  const std::size_t size = frame.capacity();
  const std::lock_guard guard(mutex_);
  if (is_abandoned_) return true;
  if (!server_.answers.take(size, size <= kSmall)) return false;
  frames_bytes_ += size;
  frames_.push_back(std::move(frame));
  return true;
}

std::string ClientConnection::take_output() {
  // They are copied, and other connections wait meanwhile.
  constexpr std::size_t kAtOnce = std::size_t{1} << 20;
  std::vector<std::string> frames;
  {
    const std::lock_guard guard(mutex_);
    is_woken_ = false;
    std::size_t size = 0;
    auto end = frames_.begin();
    for (; end != frames_.end() && (size == 0 || size + end->capacity() <= kAtOnce); ++end)
      size += end->capacity();
    if (end == frames_.end()) {
      frames.swap(frames_);
    } else {
      frames.assign(std::move_iterator(frames_.begin()), std::move_iterator(end));
      frames_.erase(frames_.begin(), end);
    }
    frames_bytes_ -= size;
    taken_ += size;
  }
  for (std::string& frame : frames) {
    outbound_.write(std::move(frame));
    frame = std::string();
  }
  return outbound_.take();
}

void ClientConnection::note_sent() {
  const std::lock_guard guard(mutex_);
  server_.answers.give_back(std::exchange(taken_, 0));
}

bool ClientConnection::has_ended() const {
  const std::lock_guard guard(mutex_);
  return !is_reading_ && in_flight_ == 0 && frames_.empty() && taken_ == 0;
}

void ClientConnection::abandon() {
  listener_.reset();  // waits for a call that is under way
  stop_ = 1;
  is_reading_ = false;
  pending_.clear();
  std::vector<std::string> frames;  // is destroyed after the lock is released
  const std::lock_guard guard(mutex_);
  is_abandoned_ = true;
  frames.swap(frames_);
  server_.answers.give_back(std::exchange(frames_bytes_, 0) + std::exchange(taken_, 0));
}

ClientFacts ClientConnection::facts() const {
  const std::lock_guard guard(mutex_);
  ClientFacts facts = facts_;
  facts.keyspace = keyspace_;
  facts.requests = requests_;
  return facts;
}

void ClientConnection::send_event(const SchemaEvent& event) {
  bool wakes = false;
  {
    const std::lock_guard guard(mutex_);
    std::string frame;
    append_response(
        frame, EventResponse(schema_change(event)),
        {.version = version_, .stream = kEventStream, .trace_id = {}, .warnings = {}, .payload = {}});
    server_.answers.take(frame.capacity(), true);
    frames_bytes_ += frame.capacity();
    frames_.push_back(std::move(frame));
    wakes = !std::exchange(is_woken_, true);
  }
  if (wakes) wake_();
}

void ClientConnection::set_keyspace(std::string keyspace) {
  const std::lock_guard guard(mutex_);
  keyspace_ = std::move(keyspace);
}

std::string ClientConnection::keyspace() const {
  const std::lock_guard guard(mutex_);
  return keyspace_;
}

}  // namespace cellar
