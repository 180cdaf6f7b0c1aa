#include "web/web_server.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "refusal/refusal.h"
#include "types/inet.h"

namespace cellar {

namespace {

bool is_loopback(const std::string& bytes) {
  constexpr char kLoopbackNetwork = 127;
  constexpr std::size_t kVersion4 = 4, kVersion6 = 16;
  if (bytes.size() == kVersion4) return bytes[0] == kLoopbackNetwork;
  return bytes == std::string(kVersion6 - 1, '\0') + '\1';
}

/// Returns the address as the system takes it.
HttpAddress checked(HttpAddress address) {
  const std::optional<std::string> bytes = parse_host(address.host);
  if (!bytes) refuse("listen_address_unknown", {}, {{"address", address.host}});
  if (!is_loopback(*bytes)) refuse("page_is_open", {}, {{"address", address.host}});
  address.host = inet_text(*bytes);
  return address;
}

std::string in_url(const std::string& host) {
  return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

/// How browsers may call the server. A name that a foreign site gives to a loopback address is not among them.
std::vector<std::string> hosts_of(const std::string& host, std::uint16_t port) {
  std::vector<std::string> hosts;
  constexpr std::uint16_t kPortOfHttp = 80;
  for (const std::string& name : {in_url(host), std::string("localhost")}) {
    hosts.push_back(fmt::format("{}:{}", name, port));
    if (port == kPortOfHttp) hosts.push_back(name);
  }
  return hosts;
}

}  // namespace

WebServer::WebServer(const Database& database, std::shared_ptr<LessonClock> clock,
                     const WebOptions& options) {
  const HttpAddress address = checked(options.address);
  const NotebookThreads threads{work_,
                                [this](std::chrono::milliseconds time, std::function<void()> function) {
                                  http_->call_after(time, std::move(function));
                                }};
  notebook_ = std::make_shared<Notebook>(threads, database, std::move(clock), options.notebook);
  site_ = std::make_unique<Site>(options.facts, notebook_);
  http_ = std::make_unique<HttpThread>(address, *site_, options.http);
  site_->set_hosts(hosts_of(address.host, http_->port()));
  address_ = fmt::format("http://{}:{}/", in_url(address.host), http_->port());
  http_->start();
}

WebServer::~WebServer() { stop(std::chrono::milliseconds(0)); }

void WebServer::stop(std::chrono::milliseconds patience) {
  http_->stop(patience);
  notebook_->end();
  work_.end();
}

}  // namespace cellar
