// Requests and responses without a page: what strangers send, and what memory they may take.
#include "web/http/http_thread.h"

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <atomic>
#include <future>
#include <memory>
#include <new>
#include <vector>

#include "web_client.h"

using namespace cellar;
using namespace cellar::test;

namespace {

std::string post(std::string_view target, std::size_t length, std::string_view fields = "") {
  return fmt::format("POST {} HTTP/1.1\r\nHost: here\r\n{}Content-Length: {}\r\n\r\n", target, fields,
                     length);
}

/// Answers as the test says.
struct ScriptedService final : HttpService {
  std::function<std::optional<HttpResponse>(const HttpRequest&)> look = [](const HttpRequest&) {
    return std::nullopt;
  };
  std::function<void(HttpRequest, Respond)> answer = [](const HttpRequest& request, const Respond& respond) {
    respond({.body = std::to_string(request.body.size())});
  };
  std::optional<HttpResponse> turn_away(const HttpRequest& head) override { return look(head); }
  void serve(HttpRequest request, Respond respond) override {
    answer(std::move(request), std::move(respond));
  }
};

struct HttpWorld {
  explicit HttpWorld(HttpLimits limits = {}, ScriptedService scripted = {})
      : service(std::move(scripted)), thread({"127.0.0.1", 0}, service, limits) {
    thread.start();
  }
  WebAnswer ask(const std::string& bytes) const { return WebClient(thread.port()).ask(bytes); }

  ScriptedService service;
  HttpThread thread;
};

}  // namespace

TEST_CASE("an exception ends the connection for which it was thrown, and nothing else") {
  ScriptedService service;
  service.look = [](const HttpRequest& head) -> std::optional<HttpResponse> {
    if (head.target == "/head") throw std::bad_alloc();
    return std::nullopt;
  };
  service.answer = [](const HttpRequest& request, const Respond& respond) {
    if (request.target == "/body") throw std::runtime_error("of no kind that is known");
    if (request.target == "/other") throw 1;
    respond({.body = "served"});
  };
  const HttpWorld world({}, service);
  WebClient waits(world.thread.port());
  for (const char* const target : {"/head", "/body", "/other", "/head"}) {
    INFO(target);
    CHECK(world.ask(post(target, 0)).status == 0);
    CHECK(world.ask(post("/", 0)).body == "served");
  }
  CHECK(waits.ask(post("/", 0)).body == "served");
}

TEST_CASE("a function that is called later and throws ends none of the others") {
  HttpWorld world;
  std::promise<void> called;
  world.thread.call_after(std::chrono::milliseconds(0), [] { throw std::bad_alloc(); });
  world.thread.call_after(std::chrono::milliseconds(1), [&] { called.set_value(); });
  called.get_future().wait();
  CHECK(world.ask(post("/", 0)).status == 200);
}

TEST_CASE("a response that comes while the server ends reaches the browser") {
  Respond waiting;
  std::promise<void> is_held;
  ScriptedService service;
  service.answer = [&](const HttpRequest&, const Respond& respond) {
    waiting = respond;
    is_held.set_value();
  };
  HttpWorld world({}, service);
  const std::uint16_t port = world.thread.port();
  WebClient client(port);
  client.send(post("/", 0));
  is_held.get_future().wait();
  std::thread ends([&] { world.thread.stop(std::chrono::seconds(5)); });
  const auto accepts = [&] {
    try {
      return WebClient(port).rest().empty();
    } catch (const std::runtime_error&) {
      return false;
    }
  };
  while (accepts()) std::this_thread::yield();
  waiting({.body = "late"});
  CHECK(client.receive().body == "late");
  ends.join();
}

TEST_CASE("a request that nobody will answer any more ends its connection, and nothing else") {
  Respond kept;
  ScriptedService service;
  service.answer = [&](const HttpRequest& request, const Respond& respond) {
    if (request.target == "/dropped") return;
    if (request.target == "/kept") kept = respond;
    respond({.body = "served"});
  };
  HttpWorld world({}, service);
  WebClient client(world.thread.port());
  client.send(post("/dropped", 0));
  std::future<std::string> rest = std::async([&] { return client.rest(); });
  // The time is for a server that never closes it.
  CHECK(rest.wait_for(std::chrono::seconds(20)) == std::future_status::ready);
  WebClient asks(world.thread.port());
  CHECK(asks.ask(post("/kept", 0)).body == "served");
  kept = nullptr;
  CHECK(asks.ask(post("/", 0)).body == "served");
  world.thread.stop(std::chrono::milliseconds(0));
}

TEST_CASE("a response that is given after the server has ended reaches nobody, and does no harm") {
  std::vector<Respond> kept;
  std::promise<void> is_held;
  ScriptedService service;
  service.answer = [&](const HttpRequest& request, const Respond& respond) {
    kept.push_back(respond);
    if (request.target == "/last") is_held.set_value();
  };
  std::vector<std::unique_ptr<WebClient>> clients;
  {
    const HttpWorld world({}, service);
    for (const char* const target : {"/never", "/answered", "/last"}) {
      clients.push_back(std::make_unique<WebClient>(world.thread.port()));
      clients.back()->send(post(target, 0));
    }
    is_held.get_future().wait();
  }
  kept.back()({.body = "late"});
  kept.clear();
  for (const std::unique_ptr<WebClient>& client : clients) CHECK(client->rest().empty());
}

TEST_CASE("who announces a body and sends none takes no room from the others") {
  HttpLimits limits;
  limits.bytes = 400'000;
  const HttpWorld world(limits);
  std::vector<std::unique_ptr<WebClient>> silent;
  for (int client = 0; client < 128; ++client) {
    silent.push_back(std::make_unique<WebClient>(world.thread.port()));
    silent.back()->send(post("/", 262'144));
  }
  CHECK(world.ask(post("/", 200'000) + std::string(200'000, 'x')).body == "200000");
}

TEST_CASE("one whose body stops halfway loses the place to one who sends") {
  HttpLimits limits;
  limits.bytes = 300'000;
  const HttpWorld world(limits);
  WebClient stopped(world.thread.port());
  stopped.send(post("/", 200'001) + std::string(200'000, 'x'));
  for (int other = 0; other < 100; ++other) world.ask(post("/", 0));  // meanwhile it is read
  CHECK(world.ask(post("/", 250'000) + std::string(250'000, 'x')).body == "250000");
  CHECK(stopped.rest().empty());
}

TEST_CASE("a short request finds room whatever the others hold") {
  HttpLimits limits;
  limits.bytes = 100'000;
  std::vector<Respond> waiting;
  std::promise<void> is_held;
  ScriptedService service;
  service.answer = [&](const HttpRequest& request, const Respond& respond) {
    if (request.body.size() < 100'000) return respond({.body = "served"});
    waiting.push_back(respond);
    is_held.set_value();
  };
  const HttpWorld world(limits, service);
  WebClient holds(world.thread.port());
  holds.send(post("/", 100'000) + std::string(100'000, 'x'));
  is_held.get_future().wait();
  CHECK(world.ask(post("/", 99'000) + std::string(99'000, 'x')).status == 503);
  CHECK(world.ask(post("/", 4'000) + std::string(4'000, 'x')).body == "served");
  waiting.front()({.body = "late"});
  CHECK(holds.receive().body == "late");
}

TEST_CASE("one who asks much and reads nothing loses it when others need room") {
  constexpr std::size_t kMuch = std::size_t{24} << 20;  // more than a socket takes
  HttpLimits limits;
  limits.bytes = 2 * kMuch + 1;
  ScriptedService service;
  service.answer = [](const HttpRequest& request, const Respond& respond) {
    respond({.body = std::string(request.target == "/much" ? kMuch : 10, 'x')});
  };
  const HttpWorld world(limits, service);
  WebClient first(world.thread.port()), second(world.thread.port());
  first.send(post("/much", 0, "Connection: close\r\n"));
  second.send(post("/much", 0, "Connection: close\r\n"));
  CHECK(world.ask(post("/", 0)).body.size() == 10);
  CHECK(world.ask(post("/much", 0)).body.size() == kMuch);
  CHECK(std::min(first.rest().size(), second.rest().size()) < kMuch);
}

TEST_CASE("a response that has a delay is sent, and holds up no other one") {
  ScriptedService service;
  service.look = [](const HttpRequest& head) -> std::optional<HttpResponse> {
    if (head.target != "/late") return std::nullopt;
    return HttpResponse{.status = 410, .delay = std::chrono::milliseconds(300)};
  };
  const HttpWorld world({}, service);
  WebClient late(world.thread.port());
  late.send(post("/late", 0));
  CHECK(world.ask(post("/", 0)).status == 200);
  CHECK(late.receive().status == 410);
}

TEST_CASE("who connects finds a place: one who sends nothing gives it up") {
  HttpLimits limits;
  limits.connections = 3;
  const HttpWorld world(limits);
  std::vector<std::unique_ptr<WebClient>> silent;
  for (int client = 0; client < 20; ++client)
    silent.push_back(std::make_unique<WebClient>(world.thread.port()));
  CHECK(world.ask(post("/", 0)).status == 200);
  CHECK(silent.front()->rest().empty());
  // None gives way whose request is under way.
  HttpLimits one;
  one.connections = 1;
  Respond waiting;
  std::promise<void> is_held;
  ScriptedService service;
  service.answer = [&](const HttpRequest&, const Respond& respond) {
    waiting = respond;
    is_held.set_value();
  };
  const HttpWorld full(one, service);
  WebClient asks(full.thread.port());
  asks.send(post("/", 0));
  is_held.get_future().wait();
  CHECK(full.ask(post("/", 0)).status == 0);
  waiting({.body = "answered"});
  CHECK(asks.receive().body == "answered");
}

TEST_CASE("who connects finds a place beside those who wait for late answers, or send bodies in part") {
  HttpLimits limits;
  limits.connections = 3;
  std::atomic<int> heads = 0;
  ScriptedService service;
  service.look = [&](const HttpRequest& head) -> std::optional<HttpResponse> {
    ++heads;
    if (head.target != "/late") return std::nullopt;
    return HttpResponse{.status = 410, .delay = std::chrono::hours(1)};
  };
  HttpWorld world(limits, service);
  WebClient in_part(world.thread.port()), late(world.thread.port()), idle(world.thread.port());
  in_part.send(post("/", 10) + "x");
  while (heads < 1) std::this_thread::yield();
  late.send(post("/late", 0));
  while (heads < 2) std::this_thread::yield();
  CHECK(idle.ask(post("/", 0)).status == 200);
  WebClient first(world.thread.port());
  CHECK(first.ask(post("/", 0)).status == 200);
  CHECK(late.rest().empty());
  CHECK(idle.ask(post("/", 0)).status == 200);
  WebClient second(world.thread.port());  // the body has begun before the others
  CHECK(second.ask(post("/", 0)).status == 200);
  CHECK(in_part.rest().empty());
  CHECK(first.ask(post("/", 0)).status == 200);
  CHECK(idle.ask(post("/", 0)).status == 200);
}

TEST_CASE("a proxy on this machine says whose request it is, and the last one is believed") {
  std::string from;
  ScriptedService service;
  service.look = [&](const HttpRequest& head) {
    from = head.from;
    return std::optional(HttpResponse{});
  };
  const HttpWorld world({}, service);
  for (const auto& [fields, expected] :
       {std::pair("", ""), std::pair("X-Forwarded-For: 192.0.2.7\r\n", "192.0.2.7"),
        std::pair("X-Forwarded-For: 203.0.113.9, 192.0.2.7\r\n", "192.0.2.7"),
        std::pair("X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-For: 192.0.2.8\r\n", "192.0.2.8"),
        std::pair("X-Forwarded-For: somebody\r\n", ""), std::pair("X-Forwarded-For: 127.0.0.1\r\n", ""),
        std::pair("X-Forwarded-For: 2001:db8:1:2:3:4:5:6\r\n", "2001:db8:1:2::"),
        std::pair("X-Forwarded-For: ::ffff:192.0.2.7\r\n", "192.0.2.7")}) {
    INFO(fields);
    world.ask(post("/", 0, fields));
    CHECK(from == expected);
  }
}
