#include "server/network/network_threads.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "server/connection/client_connection.h"

namespace cellar {

namespace asio = boost::asio;
using asio::posix::stream_descriptor;
using AsioFault = boost::system::error_code;
using Time = std::chrono::steady_clock::time_point;

namespace {

constexpr std::chrono::seconds kBetweenSweeps{1};
/// A connection that has ended waits so long for the client to close it: who closes first while bytes of the client are
/// on their way makes the client's system drop what it has not read.
constexpr std::chrono::seconds kLinger{2};

Time now() { return std::chrono::steady_clock::now(); }

bool is_for_later(int fault) { return fault == EAGAIN || fault == EWOULDBLOCK; }

}  // namespace

/// The event loop of a thread, and its connections. All but post() and end() is for its thread.
class NetworkThreads::Loop {
 public:
  Loop() : work_(asio::make_work_guard(context_)), sweep_(context_) {}

  asio::io_context& context() { return context_; }
  template <typename Task>
  void post(Task task) {
    asio::post(context_, std::move(task));
  }

  void start() {
    thread_ = std::thread([this] {
      wait_to_sweep();
      context_.run();
    });
  }
  void begin(const std::shared_ptr<SocketConnection>& connection, ServerState& state);
  void remove(const std::shared_ptr<SocketConnection>& connection);
  void drain();
  void close_all();
  bool await_no_connections(Time deadline);
  /// Ends the thread once nothing is left to do.
  void end() {
    post([this] {
      is_ending_ = true;
      sweep_.cancel();
    });
    work_.reset();
    thread_.join();
  }

 private:
  void wait_to_sweep();

  asio::io_context context_{1};
  asio::executor_work_guard<asio::io_context::executor_type> work_;
  asio::steady_timer sweep_;
  std::thread thread_;
  bool is_ending_ = false;
  bool is_draining_ = false;
  bool is_closing_ = false;

  std::mutex mutex_;  // guards the connections, which others count
  std::condition_variable changed_;
  std::set<std::shared_ptr<SocketConnection>> connections_;
};

/// The socket of a client. All members are for the thread of the loop.
class NetworkThreads::SocketConnection : public std::enable_shared_from_this<SocketConnection> {
 public:
  SocketConnection(Loop& loop, Descriptor socket)
      : loop_(loop),
        socket_(loop.context(), socket.release()),
        opened_(now()),
        progress_(opened_),
        received_(opened_) {}

  void start(ServerState& state) {
    limits_ = &state.options.limits;
    set_up_connection(socket_.native_handle());
    const ConnectionEnds ends = ends_of(socket_.native_handle());
    connection_ = ClientConnection::open(state, ends.client, state.sessions.of(ends.reached),
                                         [weak = weak_from_this(), &loop = loop_] {
                                           loop.post([weak] {
                                             if (const auto socket = weak.lock())
                                               socket->unless_it_fails([&] { socket->serve(); });
                                           });
                                         });
    wait_to_read();
  }

  /// Answers what is under way, and ends.
  void drain() {
    connection_->stop_reading();
    unless_it_fails([this] { serve(); });
  }

  void close() {
    if (is_closed_) return;
    is_closed_ = true;
    connection_->abandon();
    AsioFault ignored;
    socket_.close(ignored);
    loop_.remove(shared_from_this());
  }

  /// Closes a connection that waits for a client for too long.
  void sweep() {
    const Time time = now();
    const bool is_late = !connection_->is_started() && time - opened_ > limits_->startup;
    const bool is_stalled = (sent_ < unsent_.size() && time - progress_ > limits_->stall) ||
                            (connection_->is_within_message() && time - received_ > limits_->stall);
    const bool has_lingered = is_lingering_ && time - progress_ > kLinger;
    if (is_late || is_stalled || has_lingered) close();
  }

 private:
  /// Memory may be used up: then the connection ends, and the others go on.
  template <typename Work>
  void unless_it_fails(const Work& work) {
    try {
      work();
    } catch (const std::exception&) {
      close();
    }
  }

  void wait_to_read() {
    if (is_waiting_to_read_ || is_closed_) return;
    is_waiting_to_read_ = true;
    socket_.async_wait(stream_descriptor::wait_read, [self = shared_from_this()](const AsioFault& fault) {
      self->is_waiting_to_read_ = false;
      if (!fault) self->unless_it_fails([&] { self->read(); });
    });
  }

  void read() {
    // Idle connections have no buffer of their own.
    static thread_local std::array<char, std::size_t{64} << 10> buffer;
    constexpr int kMostTurns = 4;  // other connections wait meanwhile
    for (int turn = 0; turn < kMostTurns && !is_closed_ && wants_bytes(); ++turn) {
      const ssize_t size = ::recv(socket_.native_handle(), buffer.data(), buffer.size(), MSG_DONTWAIT);
      if (size < 0 && errno == EINTR) continue;
      if (size < 0 && is_for_later(errno)) break;
      if (size <= 0) return close();
      received_ = now();
      if (!is_lingering_) connection_->receive({buffer.data(), static_cast<std::size_t>(size)});
      if (static_cast<std::size_t>(size) < buffer.size()) break;
    }
    serve();
  }

  bool wants_bytes() const { return is_lingering_ || connection_->wants_bytes(); }

  void serve() {
    if (is_closed_) return;
    if (connection_->is_dropped()) return close();
    flush();
    if (is_closed_) return;
    const bool has_more = connection_->process_received();
    flush();
    if (is_closed_) return;
    if (connection_->is_dropped()) return close();
    // The other connections of the loop get their turn first.
    if (has_more) return serve_later();
    if (!is_lingering_ && sent_ == unsent_.size() && connection_->has_ended()) {
      is_lingering_ = true;
      progress_ = now();
      ::shutdown(socket_.native_handle(), SHUT_WR);
    }
    if (wants_bytes()) wait_to_read();
  }

  void serve_later() {
    loop_.post([self = shared_from_this()] { self->unless_it_fails([&] { self->serve(); }); });
  }

  void flush() {
    constexpr std::size_t kMostAtOnce = std::size_t{4} << 20;  // other connections wait meanwhile
    std::size_t sent = 0;
    while (!is_waiting_to_write_) {
      if (sent >= kMostAtOnce) return serve_later();
      if (sent_ == unsent_.size()) {
        if (!unsent_.empty()) connection_->note_sent();
        unsent_ = connection_->take_output();
        sent_ = 0;
        progress_ = now();
        if (unsent_.empty()) return;
      }
      const ssize_t size = ::send(socket_.native_handle(), unsent_.data() + sent_, unsent_.size() - sent_,
                                  MSG_DONTWAIT | MSG_NOSIGNAL);
      if (size < 0 && errno == EINTR) continue;
      if (size < 0 && is_for_later(errno)) return wait_to_write();
      if (size < 0) return close();
      sent_ += static_cast<std::size_t>(size);
      sent += static_cast<std::size_t>(size);
      progress_ = now();
    }
  }

  void wait_to_write() {
    is_waiting_to_write_ = true;
    socket_.async_wait(stream_descriptor::wait_write, [self = shared_from_this()](const AsioFault& fault) {
      self->is_waiting_to_write_ = false;
      if (!fault) self->unless_it_fails([&] { self->serve(); });
    });
  }

  Loop& loop_;
  stream_descriptor socket_;
  std::shared_ptr<ClientConnection> connection_;
  const ServerLimits* limits_ = nullptr;
  const Time opened_;
  Time progress_;  // of sending
  Time received_;  // the last bytes
  std::string unsent_;
  std::size_t sent_ = 0;
  bool is_waiting_to_read_ = false;
  bool is_waiting_to_write_ = false;
  bool is_lingering_ = false;
  bool is_closed_ = false;
};

/// Accepts the clients of one address. For the thread of the first loop.
class NetworkThreads::Acceptor : public std::enable_shared_from_this<Acceptor> {
 public:
  Acceptor(std::vector<Loop*> loops, ListeningSocket socket, ServerState& state)
      : loops_(std::move(loops)),
        socket_(loops_.front()->context(), socket.descriptor.release()),
        again_(loops_.front()->context()),
        file_(std::move(socket.file)),
        state_(state) {}

  void wait() {
    socket_.async_wait(stream_descriptor::wait_read, [self = shared_from_this()](const AsioFault& fault) {
      if (!fault) self->accept();
    });
  }

  void close() {
    AsioFault ignored;
    socket_.close(ignored);
    again_.cancel();
    file_.remove();
  }

 private:
  void accept() {
    constexpr int kMostAtOnce = 64;
    constexpr std::chrono::milliseconds kBetweenTries{50};
    for (int count = 0; count < kMostAtOnce; ++count) {
      Descriptor client(::accept4(socket_.native_handle(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
      if (client.number() >= 0) {
        give_to_loop(std::move(client));
        continue;
      }
      if (is_for_later(errno)) break;
      if (errno == EINTR || errno == ECONNABORTED) continue;
      // There are no descriptors, or no memory: somebody has to end first.
      again_.expires_after(kBetweenTries);
      again_.async_wait([self = shared_from_this()](const AsioFault& fault) {
        if (!fault) self->wait();
      });
      return;
    }
    wait();
  }

  void give_to_loop(Descriptor client) {
    Loop& loop = *loops_[next_++ % loops_.size()];
    try {
      const auto socket = std::make_shared<SocketConnection>(loop, std::move(client));
      loop.post([socket, &loop, &state = state_] { loop.begin(socket, state); });
    } catch (const std::exception&) {
      // Memory is used up, and the client's socket closed.
    }
  }

  const std::vector<Loop*> loops_;
  stream_descriptor socket_;
  asio::steady_timer again_;
  SocketFile file_;
  ServerState& state_;
  std::size_t next_ = 0;
};

void NetworkThreads::Loop::begin(const std::shared_ptr<SocketConnection>& connection, ServerState& state) {
  try {
    {
      const std::lock_guard guard(mutex_);
      connections_.insert(connection);
    }
    connection->start(state);
  } catch (const std::exception&) {
    return remove(connection);  // memory is used up
  }
  if (is_closing_) return connection->close();
  if (is_draining_) connection->drain();
}

void NetworkThreads::Loop::remove(const std::shared_ptr<SocketConnection>& connection) {
  const std::lock_guard guard(mutex_);
  connections_.erase(connection);
  changed_.notify_all();
}

void NetworkThreads::Loop::wait_to_sweep() {
  sweep_.expires_after(kBetweenSweeps);
  sweep_.async_wait([this](const AsioFault&) {
    if (is_ending_) return;
    const auto all = connections_;  // some of them end meanwhile
    for (const auto& connection : all) connection->sweep();
    wait_to_sweep();
  });
}

void NetworkThreads::Loop::drain() {
  is_draining_ = true;
  const auto all = connections_;
  for (const auto& connection : all) connection->drain();
}

void NetworkThreads::Loop::close_all() {
  is_closing_ = true;
  const auto all = connections_;
  for (const auto& connection : all) connection->close();
}

bool NetworkThreads::Loop::await_no_connections(Time deadline) {
  std::unique_lock lock(mutex_);
  return changed_.wait_until(lock, deadline, [this] { return connections_.empty(); });
}

NetworkThreads::NetworkThreads() {
  // The requests themselves run in the threads of the database.
  constexpr unsigned kMostThreads = 4;
  const unsigned threads = std::clamp(std::thread::hardware_concurrency() / 2, 1U, kMostThreads);
  for (unsigned thread = 0; thread < threads; ++thread) loops_.push_back(std::make_unique<Loop>());
}

NetworkThreads::~NetworkThreads() = default;

void NetworkThreads::start(std::vector<ListeningSocket> sockets, ServerState& state) {
  std::vector<Loop*> loops;
  for (const std::unique_ptr<Loop>& loop : loops_) loops.push_back(loop.get());
  for (ListeningSocket& socket : sockets) {
    acceptors_.push_back(std::make_shared<Acceptor>(loops, std::move(socket), state));
    acceptors_.back()->wait();
  }
  for (Loop* const loop : loops) loop->start();
}

void NetworkThreads::stop(std::chrono::milliseconds patience) {
  const Time deadline = now() + patience;
  // The acceptors' loop is the first one: what it has accepted before is posted to the others before they drain.
  loops_.front()->post([this] {
    for (const std::shared_ptr<Acceptor>& acceptor : acceptors_) acceptor->close();
    for (const std::unique_ptr<Loop>& loop : loops_) loop->post([&loop = *loop] { loop.drain(); });
  });
  for (const std::unique_ptr<Loop>& loop : loops_) {
    loop->await_no_connections(deadline);
    loop->post([&loop = *loop] { loop.close_all(); });
  }
  for (const std::unique_ptr<Loop>& loop : loops_) loop->end();
  acceptors_.clear();
}

}  // namespace cellar
