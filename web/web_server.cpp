#include "web/web_server.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "refusal/refusal.h"
#include "storage/system/descriptor_limit.h"
#include "storage/system/memory.h"
#include "types/inet.h"
#include "types/text/text.h"
#include "web/http/own_addresses.h"

namespace cellar {

namespace {

/// What the statements of all notebooks may take: half of the machine's memory.
std::size_t memory_of_notebooks() {
  constexpr std::size_t kOtherwise = std::size_t{1} << 30;
  return granted_memory(2 * kOtherwise) / 2;
}

bool is_loopback(const std::string& bytes) {
  constexpr char kLoopbackNetwork = 127;
  constexpr std::size_t kVersion4 = 4, kVersion6 = 16;
  if (bytes.size() == kVersion4) return bytes[0] == kLoopbackNetwork;
  return bytes == std::string(kVersion6 - 1, '\0') + '\1';
}

/// Returns the address as the system takes it.
HttpAddress checked(HttpAddress address, bool is_class) {
  const std::optional<std::string> bytes = parse_host(address.host);
  if (!bytes) refuse("listen_address_unknown", {}, {{"address", address.host}});
  if (!is_class && !is_loopback(*bytes)) refuse("page_is_open", {}, {{"address", address.host}});
  address.host = inet_text(*bytes);
  return address;
}

std::string in_url(const std::string& host) {
  return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

/// How browsers call a server at a loopback address.
std::vector<std::string> loopback_hosts(const std::string& host, std::uint16_t port, bool is_secure) {
  std::vector<std::string> hosts;
  const std::uint16_t usual_port = is_secure ? 443 : 80;
  for (const std::string& name : {in_url(host), std::string("localhost")}) {
    hosts.push_back(fmt::format("{}:{}", name, port));
    if (port == usual_port) hosts.push_back(name);
  }
  return hosts;
}

/// The addresses that a listening one stands for. A certificate is seldom one of numbers.
std::vector<std::string> reached_at(const std::string& host, const WebOptions& options) {
  if (options.tls && !options.names.empty()) return options.names;
  if (host != "0.0.0.0" && host != "::") return {host};
  std::vector<std::string> addresses = own_addresses();
  return addresses.empty() ? std::vector{host} : addresses;
}

}  // namespace

WebServer::WebServer(const Database& database, std::shared_ptr<LessonClock> clock, WebOptions options)
    : memory_(std::make_shared<MemoryPool>(memory_of_notebooks())),
      exercises_(threads(), std::move(options.exercises), options.grading) {
  const HttpAddress address = checked(options.address, false);
  const auto reader = std::make_shared<Student>(StudentRecord{.number = 1});
  NotebookLimits limits = options.notebook;
  limits.memory = std::max(limits.memory, memory_of_notebooks());  // which nobody shares
  notebook_ = std::make_shared<Notebook>(threads(), database, std::move(clock), limits,
                                         NotebookLessons{options.lessons, reader});
  site_ = std::make_unique<Site>(options.facts, SiteParts{.threads = threads(),
                                                          .exercises = exercises_,
                                                          .state = state_,
                                                          .notebook = notebook_,
                                                          .reader = reader});
  listen(address, options);
  const bool is_secure = options.tls != nullptr;
  site_->set_hosts(
      {.whole = loopback_hosts(address.host, http_->port(), is_secure), .names = {}, .is_secure = is_secure});
  http_->start();
}

WebServer::WebServer(WebOptions options)
    : memory_(std::make_shared<MemoryPool>(memory_of_notebooks())),
      exercises_(threads(), std::move(options.exercises), options.grading) {
  const HttpAddress address = checked(options.address, true);
  classroom_ = std::make_unique<Classroom>(threads(), options.notebook, options.lessons, options.classroom);
  site_ = std::make_unique<Site>(options.facts, SiteParts{.threads = threads(),
                                                          .exercises = exercises_,
                                                          .state = state_,
                                                          .classroom = classroom_.get(),
                                                          .key = &key_,
                                                          .wait_of_wrong_key = options.wait_of_wrong_key});
  listen(address, options);
  SiteHosts hosts{
      .whole = {}, .names = {"localhost"}, .takes_numbers = true, .is_secure = options.tls != nullptr};
  for (const std::string& name : options.names) hosts.names.push_back(to_lower(name));
  site_->set_hosts(std::move(hosts));
  http_->start();
}

NotebookThreads WebServer::threads() {
  return {work_,
          [this](std::chrono::milliseconds time, std::function<void()> function) {
            http_->call_after(time, std::move(function));
          },
          memory_};
}

void WebServer::listen(const HttpAddress& address, const WebOptions& options) {
  raise_descriptor_limit();
  is_reached_by_others_ = !is_loopback(*parse_host(address.host));
  http_ = std::make_unique<HttpThread>(address, *site_, options.http, options.tls);
  for (const std::string& host : reached_at(address.host, options))
    addresses_.push_back(
        fmt::format("{}://{}:{}/", options.tls ? "https" : "http", in_url(host), http_->port()));
}

WebServer::~WebServer() {
  stop(std::chrono::milliseconds(0));
  work_.end();
}

bool WebServer::stop(std::chrono::milliseconds patience) {
  constexpr std::chrono::seconds kPatienceOfWork{1};
  http_->stop(patience);
  if (notebook_) notebook_->end();
  if (classroom_) classroom_->end();
  exercises_.end();
  return work_.stop(kPatienceOfWork);
}

std::vector<std::filesystem::path> WebServer::damaged_records() const {
  return classroom_ ? classroom_->roster().damaged() : std::vector<std::filesystem::path>();
}

}  // namespace cellar
