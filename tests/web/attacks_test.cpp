// What a page of another site, a stranger or a broken program may send.
#include <atomic>
#include <catch2/catch.hpp>
#include <future>
#include <thread>
#include <vector>

#include "web_world.h"

using namespace cellar;
using namespace cellar::test;

namespace {

unsigned status_of(const WebWorld& world, const std::string& bytes) { return world.ask(bytes).status; }

std::string with_host(std::string_view target, std::string_view host) {
  return fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\n\r\n", target, host);
}

}  // namespace

TEST_CASE("a name of another site that leads here finds nothing (DNS rebinding)") {
  const WebWorld world;
  CHECK(status_of(world, world.get("/")) == 200);
  CHECK(status_of(world, with_host("/", fmt::format("localhost:{}", world.port))) == 200);
  CHECK(status_of(world, with_host("/", fmt::format("LOCALHOST:{}", world.port))) == 200);
  for (const std::string& host :
       {std::string("evil.example"), fmt::format("evil.example:{}", world.port), std::string("127.0.0.1"),
        std::string("localhost"), fmt::format("127.0.0.1.evil.example:{}", world.port), std::string(),
        fmt::format("127.0.0.1:{}@evil.example", world.port), fmt::format("127.0.0.1:{}", world.port + 1)}) {
    INFO(host);
    CHECK(status_of(world, with_host("/", host)) == 421);
  }
  CHECK(status_of(world, "GET / HTTP/1.1\r\n\r\n") == 421);
  CHECK(status_of(world, fmt::format("GET / HTTP/1.1\r\nHost: {0}\r\nHost: {0}\r\n\r\n", world.host)) == 400);
}

TEST_CASE("a page of another site can send no message, and none without the type that it may not set") {
  const WebWorld world;
  const std::string body = R"({"statement":"CREATE KEYSPACE k"})";
  CHECK(status_of(world, world.message("/start", "{}", "Origin: http://" + world.host + "\r\n")) == 200);
  for (const std::string& origin :
       {std::string("http://evil.example"), std::string("null"), std::string("https://" + world.host),
        "http://" + world.host + ".evil.example", fmt::format("http://127.0.0.1:{}", world.port + 1)}) {
    INFO(origin);
    CHECK(status_of(world, world.message("/answer", body, "Origin: " + origin + "\r\n")) == 403);
  }
  // The browser tells by it which page asks, also where it sends no Origin.
  for (const auto& [site, status] : {std::pair("same-origin", 200U), std::pair("cross-site", 403U),
                                     std::pair("same-site", 403U), std::pair("none", 403U)}) {
    INFO(site);
    CHECK(status_of(world, world.message("/start", "{}", fmt::format("Sec-Fetch-Site: {}\r\n", site))) ==
          status);
  }
  CHECK(status_of(world, world.get("/", "Sec-Fetch-Site: cross-site\r\n")) == 200);  // a link may lead here
  for (const char* const type :
       {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp",
        "application/json, text/plain", "text/plain; application/json", ""}) {
    INFO(type);
    CHECK(
        status_of(world,
                  fmt::format(
                      "POST /answer HTTP/1.1\r\nHost: {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n{}",
                      world.host, type, body.size(), body)) == 415);
  }
  // No other method does what POST does, and no field makes one another.
  for (const char* const method : {"GET", "PUT", "PATCH", "DELETE", "TRACE", "OPTIONS"}) {
    INFO(method);
    CHECK(status_of(world, fmt::format("{} /answer HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n"
                                       "X-HTTP-Method-Override: POST\r\n\r\n",
                                       method, world.host)) == 405);
  }
  CHECK(status_of(world,
                  fmt::format("OPTIONS /answer HTTP/1.1\r\nHost: {}\r\nOrigin: http://evil.example\r\n\r\n",
                              world.host)) == 405);
}

TEST_CASE("no target is a path") {
  const WebWorld world;
  for (const char* const target : {"/../../../../etc/passwd",
                                   "/..%2f..%2fetc/passwd",
                                   "/%2e%2e/etc/passwd",
                                   "//etc/passwd",
                                   "/vendor/../main.js",
                                   "/vendor/",
                                   "/index.html",
                                   "/main.js/",
                                   "/main.js?x=1",
                                   "/\\..\\etc",
                                   "http://evil.example/",
                                   "*",
                                   "/vendor/package.json",
                                   "/.git/config",
                                   "/start/../answer",
                                   "/./main.js",
                                   "/....//....//etc/passwd",
                                   "/..;/etc/passwd",
                                   "/%c0%ae%c0%ae/etc/passwd",
                                   "/..%252f..%252fetc/passwd",
                                   "/main.js%00",
                                   "/main.js%00.css",
                                   "/MAIN.JS",
                                   "/vendor//codemirror.js",
                                   "/vendor%2fcodemirror.js",
                                   "/page/main.js",
                                   "file:///etc/passwd",
                                   "/proc/self/environ",
                                   "/main.js;x",
                                   "/%2e%2e%5c%2e%2e%5cetc%5cpasswd",
                                   "/..%5c..%5cetc%5cpasswd",
                                   "/%252e%252e%255cetc",
                                   "/%uff0e%uff0e/etc/passwd",
                                   "/..%u2215etc",
                                   "/%2fetc%2fpasswd",
                                   "/C:\\Windows\\win.ini",
                                   "/page.js%0d%0aSet-Cookie:x=y",
                                   "//127.0.0.1/",
                                   "http://127.0.0.1/",
                                   "/%",
                                   "/%zz",
                                   "/%00",
                                   "/main.js#x"}) {
    INFO(target);
    CHECK(status_of(world, world.get(target)) == 404);
  }
  CHECK(status_of(world, world.get("/answer")) == 405);
  CHECK(status_of(world, world.message("/", "{}")) == 405);
  CHECK(status_of(world, fmt::format("CONNECT evil.example:80 HTTP/1.1\r\nHost: {}\r\n\r\n", world.host)) ==
        404);
}

TEST_CASE("a request that two servers could read in two ways is read in none (smuggling)") {
  const WebWorld world;
  const std::string head =
      fmt::format("POST /start HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n", world.host);
  for (const char* const fields :
       {"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        "Transfer-Encoding: xchunked\r\nContent-Length: 2\r\n\r\n{}",
        "Content-Length: -2\r\n\r\n{}",
        "Content-Length: +2\r\n\r\n{}",
        "Content-Length: 0x2\r\n\r\n{}",
        "Content-Length: 2, 2\r\n\r\n{}",
        "Content-Length : 2\r\n\r\n{}",
        "Content-Length: 99999999999999999999\r\n\r\n{}",
        "X-A: b\nContent-Length: 2\r\n\r\n{}",
        "Content-Length: 2\r\ncontent-length: 2\r\n\r\n{}",
        "Content-Length: 2\r\n 3\r\n\r\n{}",
        "Content-Length: 2 \t3\r\n\r\n{}",
        "Content-Length: 2;3\r\n\r\n{}",
        "Content-Length: 2\rX: y\r\n\r\n{}",
        "Transfer-Encoding:\tchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        "Transfer-Encoding : chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        "Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\n{}",
        "Transfer-Encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}",
        "X: y\r\n Transfer-Encoding: chunked\r\nContent-Length: 2, 3\r\n\r\n{}",
        "Host: evil.example\r\nContent-Length: 2\r\n\r\n{}",
        "Content-Length: 2\r\n\tX: y\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        "Transfer-Encoding\r\n: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        "Transfer-Encoding: \x0b"
        "chunked\r\nContent-Length: 2\r\n\r\n{}",
        "Transfer_Encoding: chunked\r\nTransfer-Encoding: x\r\nContent-Length: 2\r\n\r\n{}",
        " Content-Length: 2\r\n\r\n{}",
        "Origin: http://a\r\nOrigin: http://b\r\nContent-Length: 2\r\n\r\n{}",
        "Expect: 100-continue\r\nContent-Length: 2, 100\r\n\r\n{}"}) {
    INFO(fields);
    WebClient client(world.port);
    const WebAnswer answer = client.ask(head + fields);
    CHECK(answer.status != 200);
    CHECK((answer.status == 0 || answer.status >= 400));
    CHECK(client.rest().empty());  // nothing behind it was read as a request
  }
}

TEST_CASE("requests behind one another are answered in their order") {
  const WebWorld world;
  WebClient client(world.port);
  client.send(world.message("/start", "{}") + world.get("/elements.js") +
              world.message("/split", R"({"text":"a"})"));
  CHECK(client.receive().body.find("\"version\"") != std::string::npos);
  CHECK(client.receive().body.find("export function make") != std::string::npos);
  CHECK(client.receive().body.find("\"statements\"") != std::string::npos);
}

TEST_CASE("what is too long is turned away before it takes memory") {
  const WebWorld world;
  const std::string head =
      fmt::format("POST /answer HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n", world.host);
  // The body is never sent.
  CHECK(status_of(world, head + "Content-Length: 262145\r\n\r\n") == 413);
  CHECK(status_of(world, head + "Content-Length: 4000000000\r\n\r\n") == 413);
  CHECK(status_of(world, head + "X-Long: " + std::string(9'000, 'x') + "\r\n\r\n") == 431);
  std::string fields;
  for (int field = 0; field < 2'000; ++field) fields += fmt::format("X{}: y\r\n", field);
  CHECK(status_of(world, head + fields + "\r\n") == 431);
  CHECK(status_of(world, "GET /" + std::string(9'000, 'a')) == 431);
  CHECK(status_of(world, world.message("/answer", "{\"statement\":" + json_string(std::string(200'000, 'a')) +
                                                      "}")) == 200);
}

TEST_CASE("what is no message is refused, and the next one is served") {
  const WebWorld world;
  WebClient client(world.port);
  for (const char* const body :
       {"", "[]", "1", "{\"statement\":1}", "{}", "{\"statement\":\"a\"", "{\"statement\":null}"}) {
    INFO(body);
    CHECK(client.ask(world.message("/answer", body)).status == 400);
  }
  CHECK(client.ask(world.message("/answer", std::string(50'000, '['))).status == 400);
  CHECK(client.ask(world.message("/complete", R"({"text":"SELECT","cursor":-1})")).status == 400);
  CHECK(client.ask(world.message("/complete", R"({"text":"SELECT","cursor":99999999999})")).status == 200);
  CHECK(client.ask(world.message("/answer", R"({"statement":"HELP"})")).status == 200);
  CHECK(status_of(world, "nonsense\r\n\r\n") == 400);
  CHECK(status_of(world, std::string("\x16\x03\x01\x02\x00\x01", 6) + std::string(600, '\1')) == 400);
}

TEST_CASE("one who asks more than may wait is told so, and the others are answered") {
  constexpr int kWaiting = 2, kMany = 10;
  WebOptions options{.address = {"127.0.0.1", 0}};
  options.notebook.waiting = kWaiting;
  const WebWorld world(options);
  std::promise<void> began, go_on;
  const std::shared_future<void> gone_on = go_on.get_future().share();
  std::atomic<bool> has_begun = false;
  world.database.supply_rows("system_traces", "sessions", [&, gone_on](SystemRows&) {
    if (!has_begun.exchange(true)) began.set_value();
    gone_on.wait();
  });
  std::thread first([&] { world.answer("SELECT * FROM system_traces.sessions"); });
  began.get_future().wait();
  std::atomic<int> served = 0, turned_away = 0;
  std::promise<void> all_turned_away;
  std::vector<std::thread> threads;
  for (int i = 0; i < kMany; ++i) {
    threads.emplace_back([&] {
      const unsigned status = status_of(world, world.message("/answer", R"({"statement":"HELP"})"));
      if (status == 200) ++served;
      if (status == 429 && ++turned_away == kMany - kWaiting) all_turned_away.set_value();
    });
  }
  // The time is for a server that turns none away.
  CHECK(all_turned_away.get_future().wait_for(std::chrono::seconds(20)) == std::future_status::ready);
  go_on.set_value();
  first.join();
  for (std::thread& thread : threads) thread.join();
  CHECK(served == kWaiting);
  CHECK(turned_away == kMany - kWaiting);
}

TEST_CASE("who sends nothing, or a request in part, is closed in time") {
  WebOptions options{.address = {"127.0.0.1", 0}};
  options.http.idle = std::chrono::milliseconds(100);
  options.http.transfer = std::chrono::milliseconds(100);
  const WebWorld world(options);
  WebClient silent(world.port), in_part(world.port), without_body(world.port);
  in_part.send("GET / HT");
  const std::string whole = world.message("/answer", R"({"statement":"HELP"})");
  without_body.send(whole.substr(0, whole.size() - 1));
  CHECK(silent.rest().empty());
  CHECK(in_part.rest().empty());
  CHECK(without_body.rest().empty());
}

TEST_CASE("a page is shown where nobody else reaches it alone") {
  const Database database = Database::open_temporary({.sync = false});
  for (const char* const host : {"0.0.0.0", "::", "192.0.2.1", "10.1.2.3"}) {
    INFO(host);
    CHECK_THROWS_AS(WebServer(database, std::make_shared<LessonClock>(), {.address = {host, 0}}), Refusal);
  }
  CHECK_THROWS_AS(WebServer(database, std::make_shared<LessonClock>(), {.address = {"example.org", 0}}),
                  Refusal);
}

TEST_CASE("a server that ends lets who waits have the answer, and closes the others") {
  auto world = std::make_unique<WebWorld>();
  std::promise<void> began, go_on;
  world->database.supply_rows("system_traces", "sessions", [&](SystemRows&) {
    began.set_value();
    go_on.get_future().wait();
  });
  WebClient idle(world->port), asks(world->port);
  asks.send(world->message("/answer", R"({"statement":"SELECT * FROM system_traces.sessions"})"));
  began.get_future().wait();
  std::thread ends([&] { world->server.stop(std::chrono::seconds(20)); });
  CHECK(idle.rest().empty());  // it has begun to end
  go_on.set_value();
  CHECK(asks.receive().status == 200);
  CHECK(asks.rest().empty());
  ends.join();
  CHECK_THROWS(WebClient(world->port));
}
