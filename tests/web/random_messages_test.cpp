// Requests with random faults are refused or answered, and the next one is answered. CELLAR_MUTATED_MESSAGES says how many each
// test sends, CELLAR_FIRST_SEQUENCE which random numbers they begin with.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "class_world.h"
#include "web_world.h"

using namespace cellar;
using namespace cellar::test;

namespace {

int number_of(const char* name, int otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::atoi(text);
}

struct Message {
  std::string head;  // without the length of the body
  std::string body;
};

class Mutation {
 public:
  std::size_t below(std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most - 1)(random_);
  }

  /// Returns the bytes of a request. A fault in the body leaves it a message of HTTP, half of the time.
  std::string request(Message message) {
    const bool is_whole = below(2) == 0;
    if (is_whole && !message.body.empty()) spoil(message.body);
    // Each from another address, so that wrong code words are answered at once.
    std::string bytes =
        fmt::format("{}X-Forwarded-For: 198.51.{}.{}\r\n", message.head, below(256), below(256));
    if (!message.body.empty()) bytes += fmt::format("Content-Length: {}\r\n", message.body.size());
    bytes += "\r\n" + message.body;
    if (!is_whole) spoil(bytes);
    return bytes;
  }

 private:
  void spoil(std::string& text) {
    for (std::size_t faults = 1 + below(4); faults > 0 && !text.empty(); --faults) {
      const std::size_t at = below(text.size());
      switch (below(5)) {
        case 0:
          text[at] = static_cast<char>(below(256));
          break;
        case 1:
          text.erase(at, 1 + below(8));
          break;
        case 2:
          text.insert(at, text.substr(below(text.size()), 1 + below(40)));
          break;
        case 3:
          text.insert(at, kOdd[below(std::size(kOdd))]);
          break;
        default:
          text.resize(at + 1);
      }
    }
  }

  static constexpr std::string_view kOdd[] = {"\"",      "\\",   "\\u0000",     "\\ud800", "{}",
                                              "[[[[",    "-1",   "1e999",       "null",    "\xff\xfe",
                                              "%2e%2e/", "\r\n", "99999999999", ";",       "'$$/*"};
  std::mt19937 random_{static_cast<unsigned>(number_of("CELLAR_FIRST_SEQUENCE", 7))};
};

std::vector<Message> messages(const std::string& host, const std::string& fields) {
  const auto get = [&](std::string_view target) {
    return Message{
        fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\nAccept-Encoding: gzip\r\nIf-None-Match: \"a\"\r\n",
                    target, host),
        ""};
  };
  const auto post = [&](std::string_view target, std::string body) {
    return Message{fmt::format("POST {} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n{}", target,
                               host, fields),
                   std::move(body)};
  };
  return {
      get("/"),
      get("/style.css"),
      post("/start", R"({"code":"","name":"Ann"})"),
      post("/answer", R"({"statement":"HELP \u00e9","columns":80,"language":"zh"})"),
      post("/answer", R"({"statement":"SELECT * FROM posts WHERE author = 'ann';","columns":80,"beside":1})"),
      post(
          "/answers",
          R"({"statements":["INSERT INTO posts (author) VALUES ('a');","DELETE FROM posts;"],"columns":80})"),
      post("/complete", R"({"text":"SELECT","cursor":3})"),
      post("/schema", "{}"),
      post("/split", R"({"text":"SELECT 1; SELECT 'a","cursor":3})"),
      post("/exercises", R"({"language":"zh"})"),
      post("/exercise", R"({"exercise":"likes","language":"en"})"),
      post("/hint", R"({"exercise":"likes","task":"T1"})"),
      post("/hand_in", R"({"exercise":"gyms","text":"-- @answer T1\nCREATE TABLE t (a int PRIMARY KEY);"})"),
      post("/name", R"({"name":"Ann"})"),
      post("/teacher/students", "{}"),
      post("/teacher/screen", R"({"number":1})"),
      post("/teacher/show", R"({"text":"SELECT 1;"})"),
      post("/teacher/phase", R"({"phase":"open"})"),
      post("/teacher/free", R"({"number":7})"),
      post("/teacher/marks", "{}")};
}

void send_mutated(std::uint16_t port, const std::vector<Message>& whole) {
  Mutation mutation;
  for (int left = number_of("CELLAR_MUTATED_MESSAGES", 1'500); left > 0; --left) {
    const std::string bytes = mutation.request(whole[mutation.below(whole.size())]);
    WebClient client(port);
    client.send(bytes);
    client.end_sending();
    const WebAnswer answer = client.receive();
    INFO(bytes);
    CHECK((answer.status == 0 || answer.status == 200 || answer.status == 304 || answer.status == 503 ||
           (answer.status >= 400 && answer.status < 500)));
  }
}

}  // namespace

TEST_CASE("a notebook answers after requests with random faults") {
  const WebWorld world;
  send_mutated(world.port, messages(world.host, ""));
  CHECK(world.ask(world.get("/")).status == 200);
  CHECK(world.answer("HELP").find("\"done\"") != std::string::npos);
}

TEST_CASE("a class answers after requests with random faults, and its students have what they had") {
  const ClassWorld world({.students = 30});
  const std::string spoilt = world.enter(), other = world.enter();
  CHECK(world.answer(other, "EXAMPLES")["outcome"] == "done");
  const std::string rows = "SELECT * FROM posts WHERE author = 'ann'";
  const auto before = world.answer(other, rows)["rows"];
  const std::string host = fmt::format("127.0.0.1:{}", world.port);
  send_mutated(world.port, messages(host, "Code-Word: " + spoilt + "\r\n"));
  send_mutated(world.port, messages(host, world.key_field()));
  CHECK(world.tell("/teacher/phase", {{"phase", "open"}}).status == 200);
  CHECK(world.answer(other, rows)["rows"] == before);
}
