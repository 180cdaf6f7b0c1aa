// The connections of all browsers, and what they may take together.
//
// In:      connections as they come and end; the bytes that they hold.
// Out:     a place for each, and room for their bytes.
// Refused: a connection, or bytes, for which no other one gives way. To one who connects gives way whose answer is
//          delayed, else who has been silent or sending for longest; for bytes, of the address that holds most, who has
//          kept them waiting for longest.
//
// For the thread of the sockets alone, but for wait_until_none().
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "web/http/http_thread.h"

namespace cellar {

class BrowserConnection;

class BrowserConnections {
 public:
  BrowserConnections(HttpService& to, const HttpLimits& given, std::shared_ptr<const ServerTls> with,
                     std::shared_ptr<void> of_sockets)
      : service(to), limits(given), tls(std::move(with)), context(std::move(of_sockets)) {}

  HttpService& service;
  const HttpLimits limits;
  const std::shared_ptr<const ServerTls> tls;  // null: in the clear
  const std::shared_ptr<void> context;         // Asio's: must outlive each socket
  bool is_ending = false;                      // no further request is read

  /// `address`: empty for a loopback one, by which all may come.
  bool have_place_for(const std::string& address);
  void add(const std::shared_ptr<BrowserConnection>& connection);
  void remove(const std::shared_ptr<BrowserConnection>& connection);

  /// Returns false, and holds nothing, if there is no room.
  bool hold(const BrowserConnection& holder, std::size_t bytes);
  /// Makes room if others give way, and holds them in any case.
  void hold_over_limit(const BrowserConnection& holder, std::size_t bytes);
  void release(const BrowserConnection& holder, std::size_t bytes);

  void close_idle();
  void close_all();
  bool wait_until_none(std::chrono::steady_clock::time_point deadline);

 private:
  /// Closes the connection that fits and has waited for longest. Returns false if none fits.
  template <typename Fits>
  bool close_slowest(Fits fits);
  void count(const BrowserConnection& holder, std::size_t bytes);
  bool make_room(const BrowserConnection& holder);

  std::map<std::string, std::size_t> count_of_;  // by address
  std::size_t held_ = 0;                         // bytes of bodies and responses
  std::map<std::string, std::size_t> held_of_;   // the same by address

  std::mutex mutex_;  // guards changes of the connections, which wait_until_none() counts
  std::condition_variable changed_;
  std::set<std::shared_ptr<BrowserConnection>> all_;
};

}  // namespace cellar
