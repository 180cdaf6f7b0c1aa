// A page with its database, in this process.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>

#include "functions/json/json_value.h"
#include "web/web_server.h"
#include "web_client.h"

namespace cellar::test {

struct WebWorld {
  explicit WebWorld(WebOptions options = {.address = {"127.0.0.1", 0}})
      : server(database, clock, options),
        port(static_cast<std::uint16_t>(std::stoul(
            server.address().substr(server.address().rfind(':', server.address().size() - 2) + 1)))),
        host(fmt::format("127.0.0.1:{}", port)) {}

  std::string message(std::string_view target, std::string_view body, std::string_view fields = "") const {
    return fmt::format(
        "POST {} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n{}Content-Length: {}\r\n\r\n{}",
        target, host, fields, body.size(), body);
  }
  std::string get(std::string_view target, std::string_view fields = "") const {
    return fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\n{}\r\n", target, host, fields);
  }
  /// Asks in a connection of its own.
  WebAnswer ask(const std::string& bytes) const { return WebClient(port).ask(bytes); }
  std::string answer(std::string_view statement) const {
    return ask(message("/answer", "{\"statement\":" + json_string(statement) + "}")).body;
  }

  std::shared_ptr<LessonClock> clock = std::make_shared<LessonClock>();
  Database database = Database::open_temporary({.sync = false});
  WebServer server;
  std::uint16_t port;
  std::string host;
};

}  // namespace cellar::test
