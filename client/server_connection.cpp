#include "client/server_connection.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "protocol/protocol_fault.h"
#include "refusal/refusal.h"
#include "types/type_change.h"

namespace cellar {

namespace {

/// The newest version below one; nothing below the oldest.
std::optional<ProtocolVersion> version_below(ProtocolVersion version) {
  return protocol_version(static_cast<unsigned>(version) - 1);
}

bool offers(const SupportedResponse& supported, Compression compression) {
  for (const auto& [name, values] : supported.options) {
    if (name != "COMPRESSION") continue;
    return std::ranges::any_of(values,
                               [&](std::string_view value) { return compression_of(value) == compression; });
  }
  return false;
}

void require_types(std::span<const Slot> markers, const BindMetadata& now) {
  for (std::size_t i = 0; i < std::min(markers.size(), now.markers.size()); ++i) {
    const Type& type = now.markers[i].type;
    if (reads_values_of(type, markers[i].type)) continue;
    refuse("marker_type_changed", {},
           {{"marker", markers[i].name}, {"before", to_cql(markers[i].type)}, {"now", to_cql(type)}});
  }
}

}  // namespace

ServerConnection::ServerConnection(const ServerAddress& address, ConnectionSettings settings)
    : address_(address),
      settings_(std::move(settings)),
      version_(settings_.version.value_or(kNewestProtocol)) {
  while (!try_version()) continue;
}

ServerConnection::~ServerConnection() {
  if (socket_ != nullptr && in_flight() > 0) socket_->drop_unsent();
}

bool ServerConnection::try_version() {
  waiting_.clear();
  free_streams_.clear();
  inbound_ = InboundStream(MessageDirection::response);
  outbound_ = OutboundStream();
  unsent_.clear();
  sent_ = 0;
  received_.clear();
  const TlsContext* const tls = settings_.tls ? &*settings_.tls : nullptr;
  socket_.reset();
  socket_ = std::make_unique<ServerSocket>(address_, settings_.connect_limit, tls, settings_.interrupted);
  const Frame frame = exchange(OptionsRequest{}, first_wait());
  const ReceivedResponse response = read(frame);
  if (const auto* const error = std::get_if<ErrorResponse>(&response.message);
      error != nullptr && error->code() == ErrorCode::protocol_error) {
    lower_version(frame, *error);
    return false;
  }
  throw_error(response);
  const auto* const supported = std::get_if<SupportedResponse>(&response.message);
  if (supported == nullptr) refuse_bytes("OPTIONS is not answered by SUPPORTED");
  choose_compression(*supported);
  start();
  return true;
}

/// The version of the answer is one that the server speaks.
void ServerConnection::lower_version(const Frame& answer, const ErrorResponse& error) {
  const std::optional<ProtocolVersion> below = version_below(version_);
  if (settings_.version || !below) {
    refuse("node_lacks_version", {},
           {{"address", address_.text()},
            {"version", std::to_string(static_cast<unsigned>(version_))},
            {"words", std::string(error.text)}});
  }
  version_ = std::min(*below, answer.header.version);
}

void ServerConnection::choose_compression(const SupportedResponse& supported) {
  compression_ = Compression::none;
  if (!settings_.compresses) return;
  if (offers(supported, Compression::lz4)) {
    compression_ = Compression::lz4;
  } else if (version_ < ProtocolVersion::v5 && offers(supported, Compression::snappy)) {
    compression_ = Compression::snappy;
  }
}

void ServerConnection::start() {
  StartupRequest startup{{{"CQL_VERSION", "3.0.0"}, {"DRIVER_NAME", "Cellar"}}};
  if (compression_ != Compression::none)
    startup.options.emplace_back("COMPRESSION", compression_name(compression_));
  Frame frame = exchange(startup, first_wait());
  const ReceivedResponse response = read(frame);
  throw_error(response);
  const bool asks = std::holds_alternative<AuthenticateResponse>(response.message);
  if (!asks && !std::holds_alternative<ReadyResponse>(response.message))
    refuse_bytes("STARTUP is answered neither by READY nor by AUTHENTICATE");
  inbound_.agree(version_, compression_);
  outbound_.agree(version_, compression_);
  if (asks) log_in(std::move(frame));
}

/// SASL's PLAIN, which Cassandra and ScyllaDB ask for: an empty identity, the user and the password.
void ServerConnection::log_in(Frame&& authenticate) {
  if (!settings_.login) refuse("login_needed", {}, {{"address", address_.text()}});
  const ServerLogin& login = *settings_.login;
  const std::string token = '\0' + login.user + '\0' + login.password;
  constexpr int kMostChallenges = 3;
  Frame frame = std::move(authenticate);
  for (int challenge = 0; challenge < kMostChallenges; ++challenge) {
    frame = exchange(AuthResponseRequest{token}, first_wait());
    const ReceivedResponse response = read(frame);
    if (std::holds_alternative<AuthSuccessResponse>(response.message)) return;
    if (const auto* const error = std::get_if<ErrorResponse>(&response.message)) {
      if (error->code() != ErrorCode::bad_credentials) throw_error(response);
      refuse("login_wrong", {},
             {{"address", address_.text()}, {"user", login.user}, {"words", std::string(error->text)}});
    }
    if (!std::holds_alternative<AuthChallengeResponse>(response.message))
      refuse_bytes("AUTH_RESPONSE is not answered by AUTH_SUCCESS");
  }
  refuse("login_wrong", {},
         {{"address", address_.text()},
          {"user", login.user},
          {"words", "it asks for another login than a user with a password"}});
}

QueryParameters ServerConnection::parameters(const StatementSettings& settings,
                                             std::string_view next_page) const {
  QueryParameters parameters;
  parameters.consistency = settings.consistency;
  if (settings.page_size > 0) parameters.page_size = settings.page_size;
  if (!next_page.empty()) parameters.paging_state = next_page;
  parameters.common.serial_consistency = settings.serial;
  parameters.common.timestamp = settings.timestamp;
  parameters.common.now_in_seconds = settings.now;
  return parameters;
}

AnsweredPage ServerConnection::answer(const RequestMessage& request, const StatementSettings& settings) {
  const Frame frame = exchange(
      request,
      {.limit = settings_.answer_limit,
       .after_interrupt = settings.is_read ? std::chrono::milliseconds(0) : settings_.after_interrupt},
      settings.is_traced);
  try {
    return page_of(read(frame));
  } catch (const ProtocolFault& fault) {
    refuse_bytes(fault.what());
  }
}

AnsweredPage ServerConnection::query(std::string_view statement, const StatementSettings& settings,
                                     std::string_view next_page) {
  return answer(QueryRequest{.text = statement, .parameters = parameters(settings, next_page)}, settings);
}

ServerStatement ServerConnection::prepare(std::string_view statement, std::span<const Slot> markers) {
  const Frame frame = exchange(PrepareRequest{.text = statement, .keyspace = {}}, {settings_.answer_limit});
  const ReceivedResponse response = read(frame);
  throw_error(response);
  const auto* const result = std::get_if<ResultResponse>(&response.message);
  const auto* const prepared = result == nullptr ? nullptr : std::get_if<PreparedResult>(result);
  if (prepared == nullptr) refuse_bytes("PREPARE is not answered by what was prepared");
  require_types(markers, prepared->markers);
  return {.text = std::string(statement),
          .id = std::string(prepared->id),
          .metadata_id = std::string(prepared->metadata_id),
          .markers = {markers.begin(), markers.end()}};
}

AnsweredPage ServerConnection::execute(ServerStatement& statement, std::span<const BoundValue> values,
                                       const StatementSettings& settings, std::string_view next_page) {
  constexpr int kMostPreparations = 2;
  for (int preparation = 0;; ++preparation) {
    ExecuteRequest request{.id = statement.id,
                           .metadata_id = statement.metadata_id,
                           .parameters = parameters(settings, next_page)};
    request.parameters.values.assign(values.begin(), values.end());
    try {
      return answer(request, settings);
    } catch (const ServerError& error) {
      if (error.code() != ErrorCode::unprepared || preparation == kMostPreparations) throw;
    }
    statement = prepare(std::string(statement.text), std::vector<Slot>(statement.markers));
  }
}

void ServerConnection::listen(const StringList& event_types,
                              std::function<void(const EventResponse&)> take_event) {
  take_event_ = std::move(take_event);
  const Frame frame = exchange(RegisterRequest{event_types}, {settings_.answer_limit});
  throw_error(read(frame));
}

void ServerConnection::submit(const RequestMessage& request, bool is_traced, Completion completion) {
  if (free_streams_.empty()) {
    if (waiting_.size() == kMostInFlight) refuse_bytes("it leaves too many requests without an answer");
    free_streams_.push_back(static_cast<std::int16_t>(waiting_.size()));
    waiting_.emplace_back();
  }
  RequestHead head;
  head.version = version_;
  head.stream = free_streams_.back();
  head.is_traced = is_traced;
  std::string frame;
  append_request(frame, request, head);
  free_streams_.pop_back();
  waiting_[static_cast<std::size_t>(head.stream)] = std::move(completion);
  outbound_.write(std::move(frame));
}

Frame ServerConnection::exchange(const RequestMessage& request, const AnswerWait& wait, bool is_traced) {
  using Clock = ServerSocket::Clock;
  constexpr std::chrono::milliseconds kBetweenLooks{100};
  if (is_interrupted()) refuse("interrupted");
  // It outlives an interrupt, after which the answer still comes.
  const auto answer = std::make_shared<std::optional<Frame>>();
  submit(request, is_traced, [answer](Frame&& frame) { *answer = std::move(frame); });
  const Clock::time_point deadline = Clock::now() + wait.limit;
  std::optional<Clock::time_point> given_up;  // after an interrupt
  for (;;) {
    advance();
    if (*answer) return *std::move(*answer);
    const Clock::time_point now = Clock::now();
    if (!given_up && is_interrupted()) {
      if (wait.after_interrupt.count() == 0) refuse("interrupted");
      given_up = std::min(deadline, now + wait.after_interrupt);
    }
    if (now >= given_up.value_or(deadline))
      refuse(given_up ? "interrupted_unanswered" : wait.silence, {},
             {{"address", address_.text()},
              {"time", seconds_text(given_up ? wait.after_interrupt : wait.limit)}});
    socket_->await(has_unsent(), std::min(given_up.value_or(deadline), now + kBetweenLooks), nullptr);
  }
}

void ServerConnection::advance() {
  events_ = 0;
  send();
  for (bool has_read = false; read_more(has_read);) {
    has_read = true;
    take_frames();
  }
  take_frames();
  send();
}

/// A node may close the connection behind its last answer, which is read first: the next call finds it closed again.
bool ServerConnection::read_more(bool has_read) {
  try {
    return socket_->read(received_);
  } catch (const Refusal&) {
    if (!has_read) throw;
    return false;
  }
}

void ServerConnection::send() {
  for (;;) {
    if (sent_ == unsent_.size()) {
      unsent_ = outbound_.take();
      sent_ = 0;
    }
    const std::size_t sent = socket_->write(std::string_view(unsent_).substr(sent_));
    if (sent == 0) return;
    sent_ += sent;
  }
}

void ServerConnection::take_frames() {
  std::string_view left = received_;
  for (;;) {
    // A change of the stream by what STARTUP agrees on comes between two answers, since nothing else is under way then.
    DecodedFrame decoded = inbound_.next(left);
    if (auto* const frame = std::get_if<Frame>(&decoded)) {
      take(std::move(*frame));
    } else if (const auto* const fault = std::get_if<FrameFault>(&decoded)) {
      refuse_bytes(fault->text);
    } else {
      received_.erase(0, received_.size() - left.size());
      return;
    }
  }
}

void ServerConnection::take(Frame&& frame) {
  if (frame.header.stream == kEventStream) {
    // As long as they come nobody looks at the time.
    constexpr int kMostEvents = 100'000;
    if (++events_ > kMostEvents) refuse_bytes("it sends events without an end");
    const ReceivedResponse response = read(frame);
    const auto* const event = std::get_if<EventResponse>(&response.message);
    if (event != nullptr && take_event_) take_event_(*event);
    return;
  }
  const auto stream = static_cast<std::size_t>(frame.header.stream);
  if (frame.header.stream < 0 || stream >= waiting_.size() || !waiting_[stream])
    refuse_bytes("it answers what was not asked");
  const Completion completion = std::exchange(waiting_[stream], nullptr);
  free_streams_.push_back(frame.header.stream);
  completion(std::move(frame));
}

ReceivedResponse ServerConnection::read(const Frame& frame) const {
  try {
    return read_response(frame);
  } catch (const ProtocolFault& fault) {
    refuse_bytes(fault.what());
  }
}

void ServerConnection::refuse_bytes(std::string_view fault) const {
  refuse("node_speaks_otherwise", {}, {{"address", address_.text()}, {"words", std::string(fault)}});
}

}  // namespace cellar
