#include "fuzz_connection.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "bell.h"
#include "database/database.h"
#include "protocol/message/requests.h"
#include "protocol/message/responses.h"
#include "protocol/stream/inbound.h"
#include "protocol/stream/outbound.h"
#include "server/connection/client_connection.h"
#include "server/state/server_state.h"
#include "types/text/hex.h"

namespace cellar::test {

namespace {

constexpr std::size_t kChoices = 2;
constexpr std::size_t kMostFrames = 256;

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "fuzz_connection: %s\n", what);
  std::abort();
}

/// The settings that the first bytes of an input choose.
struct Choices {
  ProtocolVersion version;
  Compression compression;
  std::size_t piece;  // bytes that come at a time
  bool sends_frames;

  explicit Choices(std::string_view bytes)
      : version(*protocol_version(3 + number(bytes[0]) % 3)),
        compression(compression_of(number(bytes[0]) / 3 % 3, version)),
        piece(std::size_t{1} + number(bytes[1]) * number(bytes[1])),
        sends_frames(number(bytes[0]) / 9 % 4 != 3) {}

 private:
  static unsigned number(char byte) { return static_cast<unsigned char>(byte); }
  static Compression compression_of(unsigned number, ProtocolVersion version) {
    const bool is_possible = version < ProtocolVersion::v5 || number < 2;
    return is_possible ? static_cast<Compression>(number) : Compression::none;
  }
};

std::string_view name_of(Compression compression) {
  return compression == Compression::lz4 ? "lz4" : "snappy";
}

class FuzzedClient {
 public:
  FuzzedClient(ServerState& server, const Choices& choices)
      : choices_(choices),
        connection_(ClientConnection::open(server, {{"\x7f\0\0\1", 4}, 50'000}, server.sessions.of({}),
                                           [bell = bell_] { bell->ring(); })) {}
  ~FuzzedClient() { connection_->abandon(); }
  FuzzedClient(const FuzzedClient&) = delete;
  FuzzedClient& operator=(const FuzzedClient&) = delete;

  void send_raw(std::string_view bytes) {
    is_raw_ = true;
    send(bytes);
    pump();
  }

  void send_frames(std::string_view bytes) {
    start();
    while (bytes.size() >= 3 && answered_.size() < kMostFrames) {
      const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
      const std::size_t size = std::size_t{byte(1)} << 8 | byte(2);
      const std::string_view body = bytes.substr(3, size);
      write_frame(byte(0), body);
      bytes.remove_prefix(3 + body.size());
    }
    send(outbound_.take());
    while (!is_over() && awaited_ > 0) {
      if (!pump() && !is_over() && awaited_ > 0 && !bell_->await()) fail("a request is not answered");
    }
  }

 private:
  bool is_over() const { return connection_->has_ended() || connection_->is_dropped(); }

  void start() {
    StartupRequest startup{{{"CQL_VERSION", "3.0.0"}}};
    if (choices_.compression != Compression::none)
      startup.options.emplace_back("COMPRESSION", name_of(choices_.compression));
    std::string frame;
    RequestHead head;
    head.version = choices_.version;
    append_request(frame, RequestMessage(startup), head);
    answered_.push_back(false);
    awaited_ = 1;
    send(frame);
    pump();
    if (awaited_ != 0) fail("STARTUP is not answered");
    inbound_.agree(choices_.version, choices_.compression);
    outbound_.agree(choices_.version, choices_.compression);
  }

  void write_frame(unsigned char opcode, std::string_view body) {
    const auto stream = static_cast<std::int16_t>(answered_.size());
    std::string frame;
    frame.push_back(static_cast<char>(choices_.version));
    frame.push_back(static_cast<char>(opcode >> 4 & 0x06));  // tracing, a custom payload
    frame.push_back(static_cast<char>(stream >> 8));
    frame.push_back(static_cast<char>(stream));
    frame.push_back(static_cast<char>(opcode & 0x0f));
    for (int shift = 24; shift >= 0; shift -= 8)
      frame.push_back(static_cast<char>(body.size() >> static_cast<unsigned>(shift)));
    frame += body;
    outbound_.write(frame);
    answered_.push_back(false);
    ++awaited_;
  }

  void send(std::string_view bytes) {
    while (!bytes.empty() && !is_over()) {
      const std::string_view part = bytes.substr(0, choices_.piece);
      connection_->receive(part);
      bytes.remove_prefix(part.size());
      pump();
    }
  }

  /// Takes what is there. Returns false if nothing is.
  bool pump() {
    connection_->process_received();
    const std::string output = connection_->take_output();
    connection_->note_sent();
    if (!is_raw_) read(output);
    return !output.empty();
  }

  void read(std::string_view bytes) {
    for (;;) {
      const DecodedFrame decoded = inbound_.next(bytes);
      if (std::holds_alternative<NeedMoreBytes>(decoded)) return;
      if (std::holds_alternative<FrameFault>(decoded)) fail("the answer is no frame");
      take_answer(std::get<Frame>(decoded));
    }
  }

  void take_answer(const Frame& frame) {
    try {
      const ReceivedResponse response = read_response(frame);
      if (const auto* result = std::get_if<ResultResponse>(&response.message)) read_rows(*result);
    } catch (const std::exception& fault) {
      std::fprintf(stderr, "%s\n", fault.what());
      fail("the answer cannot be read");
    }
    const std::int16_t stream = frame.header.stream;
    if (stream < 0) return;  // an event
    if (static_cast<std::size_t>(stream) >= answered_.size()) fail("an answer is to no request");
    if (answered_[static_cast<std::size_t>(stream)]) fail("a request is answered twice");
    answered_[static_cast<std::size_t>(stream)] = true;
    --awaited_;
  }

  void read_rows(const ResultResponse& result) const {
    const auto* const rows = std::get_if<RowsResult>(&result);
    if (rows == nullptr) return;
    RowCells cells(*rows, choices_.version);
    while (cells.next() != nullptr) {
    }
  }

  const Choices choices_;
  const std::shared_ptr<Bell> bell_ = std::make_shared<Bell>();
  const std::shared_ptr<ClientConnection> connection_;
  InboundStream inbound_{MessageDirection::response};
  OutboundStream outbound_;
  std::vector<bool> answered_;  // by the number of the stream
  std::size_t awaited_ = 0;     // requests that are not answered
  bool is_raw_ = false;         // what the client has said may be no request
};

}  // namespace

struct FuzzedServer::Running {
  Running() : database(Database::open_temporary()), state(database, options()) {}
  ~Running() { state.requests.await_none(); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  static ServerOptions options() {
    ServerOptions options;
    options.limits.body = std::size_t{1} << 20;
    return options;
  }

  Database database;
  ServerState state;
};

FuzzedServer::FuzzedServer() = default;
FuzzedServer::~FuzzedServer() = default;

void FuzzedServer::fuzz_connection(std::string_view bytes) {
  constexpr unsigned kMostClients = 1'000;  // who fill the database
  if (bytes.size() < kChoices) return;
  if (!running_ || ++clients_ == kMostClients) {
    running_.reset();
    running_ = std::make_unique<Running>();
    clients_ = 0;
  }
  running_->state.faults.clear();
  const Choices choices(bytes);
  FuzzedClient client(running_->state, choices);
  const std::string_view rest = bytes.substr(kChoices);
  if (choices.sends_frames)
    client.send_frames(rest);
  else
    client.send_raw(rest);
}

std::string fuzz_input_of_session(std::string_view line) {
  constexpr std::size_t kBeforeFrames = 4;  // "4 | "
  std::string input{static_cast<char>(line.front() - '3'), '\xff'};
  if (!append_from_hex(line.substr(kBeforeFrames), input)) fail("a session is no line of digits");
  return input;
}

}  // namespace cellar::test

#ifdef CELLAR_LIBFUZZER
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  // Never destroyed: what it uses may be gone by the end of the program.
  static auto& server = *new cellar::test::FuzzedServer;
  server.fuzz_connection({reinterpret_cast<const char*>(data), size});
  return 0;
}
#endif
