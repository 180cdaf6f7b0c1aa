// The page of `cellar class`: a notebook in a browser.
//
// In:      a database with its clock; an address.
// Out:     the page, and answers to what is typed there. All threads of it run within the server.
// Refused: addresses that are none, are in use, or can be reached from other machines (E532).
//
//     WebServer server(database, clock, {.address = {"127.0.0.1", 8048}});
//     wait_for_a_signal();
//     server.stop(std::chrono::seconds(2));
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "web/http/http_thread.h"
#include "web/notebook/notebook.h"
#include "web/notebook/work_threads.h"
#include "web/site/site.h"

namespace cellar {

struct WebOptions {
  HttpAddress address;
  SiteFacts facts{};
  HttpLimits http{};
  NotebookLimits notebook{};
};

class WebServer {
 public:
  /// Listens on return. `clock` is that of the database.
  WebServer(const Database& database, std::shared_ptr<LessonClock> clock, const WebOptions& options);
  /// Stops at once.
  ~WebServer();
  WebServer(const WebServer&) = delete;
  WebServer& operator=(const WebServer&) = delete;

  /// Where the page is: "http://127.0.0.1:8048/".
  const std::string& address() const { return address_; }
  /// Serves nobody else, and waits until those who are served have their answers, or the time is over. Ends the statements
  /// that run then.
  void stop(std::chrono::milliseconds patience);

 private:
  std::unique_ptr<HttpThread> http_;  // outlives the notebooks, whose answers it sends
  WorkThreads work_;
  std::shared_ptr<Notebook> notebook_;
  std::unique_ptr<Site> site_;
  std::string address_;
};

}  // namespace cellar
