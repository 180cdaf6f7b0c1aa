#include "memory_client.h"

#include <catch2/catch.hpp>

namespace cellar::test {

namespace {

/// The clients that a server has at a time differ in their ports.
NodeAddress next_address(const ServerState& server) {
  constexpr std::size_t kFirst = 50'000;
  return {{"\x7f\0\0\1", 4}, static_cast<std::uint16_t>(kFirst + server.clients->all().size())};
}

}  // namespace

MemoryClient::MemoryClient(ServerState& server, ProtocolVersion version,
                           std::optional<Compression> compression)
    : TestClient(version),
      connection_(ClientConnection::open(server, next_address(server), server.sessions.of({}),
                                         [bell = bell_] { bell->ring(); })) {
  if (compression) start(*compression);
}

MemoryClient::~MemoryClient() { connection_->abandon(); }

void MemoryClient::send_bytes(std::string_view bytes) {
  connection_->receive(bytes);
  take_all_there();
}

/// Moves what is there. Returns false if nothing is.
bool MemoryClient::pump() {
  connection_->process_received();
  const std::string output = connection_->take_output();
  connection_->note_sent();
  taken_ += output.size();
  take(output);
  return !output.empty();
}

void MemoryClient::take_all_there() {
  while (pump()) {
  }
}

bool MemoryClient::take_more() {
  while (!pump()) {
    if (connection_->has_ended()) return false;
    await_bell();
  }
  return true;
}

void MemoryClient::await_bell() {
  if (!bell_->await()) throw std::runtime_error("nothing comes");
}

bool MemoryClient::await_end() {
  while (!connection_->has_ended() && !connection_->is_dropped()) {
    if (!pump()) await_bell();
  }
  return true;
}

ServerOptions with_limits(const ServerLimits& limits) {
  ServerOptions options;
  options.limits = limits;
  return options;
}

namespace {

/// The server is made after the keyspace: no client hears of that.
Database with_keyspace(Database database) {
  Session(database).execute(
      "CREATE KEYSPACE IF NOT EXISTS k WITH replication = {'class': 'SimpleStrategy', "
      "'replication_factor': 1}");
  return database;
}

}  // namespace

ServerFixture::ServerFixture(ServerOptions options, Database opened)
    : database(with_keyspace(std::move(opened))), state(database, std::move(options)) {}

ServerFixture::~ServerFixture() {
  state.requests.await_none();
  CHECK(state.answers.taken() == 0);
}

}  // namespace cellar::test
