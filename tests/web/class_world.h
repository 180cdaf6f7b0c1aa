// The page of a class, in this process.
#pragma once

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "web/web_server.h"
#include "web_client.h"

namespace cellar::test {

struct ClassWorld {
  explicit ClassWorld(WebOptions options) : server(std::move(options)), port(port_of(server.address())) {}
  explicit ClassWorld(const ClassroomOptions& classroom, std::vector<std::string> names = {})
      : ClassWorld(options_of(classroom, std::move(names))) {}

  static WebOptions options_of(const ClassroomOptions& classroom, std::vector<std::string> names = {}) {
    WebOptions options{.address = {"0.0.0.0", 0}};
    options.classroom = classroom;
    options.names = std::move(names);
    options.wait_of_wrong_key = std::chrono::milliseconds(0);
    return options;
  }
  static std::uint16_t port_of(const std::string& address) {
    return static_cast<std::uint16_t>(std::stoul(address.substr(address.rfind(':', address.size() - 2) + 1)));
  }
  /// As the student who has the code word.
  WebAnswer send(std::string_view target, const std::string& code,
                 const nlohmann::json& message = nlohmann::json::object(),
                 std::string_view host = "127.0.0.1", const std::string& fields = "") const {
    return post(target, message.dump(), host, fields + "Code-Word: " + code + "\r\n");
  }
  /// As the teacher.
  WebAnswer tell(std::string_view target, const nlohmann::json& message = nlohmann::json::object()) const {
    return send(target, "", message, "127.0.0.1", key_field());
  }
  /// Each time from another address, so that wrong code words are answered at once.
  WebAnswer post(std::string_view target, const std::string& body, std::string_view host = "127.0.0.1",
                 std::string_view fields = "") const {
    WebAnswer answer =
        WebClient(port).ask(fmt::format("POST {} HTTP/1.1\r\nHost: {}:{}\r\nX-Forwarded-For: "
                                        "198.51.100.{}\r\nContent-Type: application/json\r\n"
                                        "{}Content-Length: {}\r\n\r\n{}",
                                        target, host, port, ++asked % 250, fields, body.size(), body));
    sent += answer.head + answer.body;
    return answer;
  }
  std::string key_field() const { return "Teacher-Key: " + server.teacher_key() + "\r\n"; }
  std::string enter() const { return nlohmann::json::parse(send("/start", "").body)["code"]; }
  /// What a student is answered.
  nlohmann::json ask(std::string_view target, const std::string& code,
                     const nlohmann::json& message = nlohmann::json::object()) const {
    const WebAnswer answer = send(target, code, message);
    INFO(target << " " << answer.body);
    REQUIRE(answer.status == 200);
    return nlohmann::json::parse(answer.body);
  }
  nlohmann::json answer(const std::string& code, const std::string& statement) const {
    return ask("/answer", code, {{"statement", statement}});
  }

  mutable std::string sent;  // by the server, all of it
  mutable int asked = 0;
  WebServer server;
  std::uint16_t port;
};

}  // namespace cellar::test
