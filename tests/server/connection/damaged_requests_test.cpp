// Requests of real drivers (record_driver_sessions.py), damaged at random. CELLAR_DAMAGED_SESSIONS says how many sessions.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "fuzz_connection.h"

namespace cellar::test {

namespace {

std::vector<std::string> sessions_of_drivers() {
  std::ifstream file(CELLAR_SOURCE_DIR "/tests/server/connection/driver_sessions.txt");
  std::vector<std::string> inputs;
  for (std::string line; std::getline(file, line);) inputs.push_back(fuzz_input_of_session(line));
  return inputs;
}

std::size_t damaged_sessions() {
  const char* const told = std::getenv("CELLAR_DAMAGED_SESSIONS");
  return told == nullptr ? 600 : std::strtoull(told, nullptr, 10);
}

/// Changes, removes, doubles or inserts some bytes.
void damage(std::string& input, std::mt19937& random) {
  const auto below = [&](std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random);
  };
  for (std::size_t count = 1 + below(4); count > 0 && input.size() > 8; --count) {
    const std::size_t place = below(input.size());
    const std::size_t size = 1 + below(std::min<std::size_t>(8, input.size() - place));
    switch (below(4)) {
      case 0:
        input[place] = static_cast<char>(below(256));
        break;
      case 1:
        input.erase(place, size);
        break;
      case 2:
        input.insert(place, input.substr(place, size));
        break;
      default:
        input[place] = static_cast<char>(input[place] ^ (1 << below(8)));
    }
  }
}

}  // namespace

TEST_CASE("whatever is done to what drivers send, each request has one answer that can be read") {
  const std::vector<std::string> sessions = sessions_of_drivers();
  REQUIRE(sessions.size() > 100);
  FuzzedServer server;
  for (const std::string& session : sessions) server.fuzz_connection(session);
  std::mt19937 random(7);
  for (std::size_t round = 0; round < damaged_sessions(); ++round) {
    std::string input = sessions[round % sessions.size()];
    damage(input, random);
    server.fuzz_connection(input);
  }
  SUCCEED("it has not ended the program");
}

}  // namespace cellar::test
