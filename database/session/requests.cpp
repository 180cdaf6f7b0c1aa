// Requests that were submitted: one after another, each in steps, in the threads of the database.
//
// A request that reads is one step. A write is two: up to the queue, and from its commit to its answer.

#include <chrono>
#include <new>
#include <stdexcept>

#include "database/session/submitted_write.h"

namespace cellar {

class SessionState::KeyspaceOfRequest {
 public:
  KeyspaceOfRequest(SessionState& session, const std::string& keyspace)
      : session_(session), before_(std::exchange(session.settings.keyspace, keyspace)) {}
  /// A USE statement has the last word.
  ~KeyspaceOfRequest() {
    if (!session_.running_.is_use) session_.settings.keyspace = std::move(before_);
  }
  KeyspaceOfRequest(const KeyspaceOfRequest&) = delete;
  KeyspaceOfRequest& operator=(const KeyspaceOfRequest&) = delete;

 private:
  SessionState& session_;
  std::string before_;
};

// Here, since KeyspaceOfRequest and SubmittedWrite must be complete.
SessionState::SessionState(std::shared_ptr<DatabaseState> of_session, Policy policy)
    : database(std::move(of_session)),
      wait_(*database, settings),
      builds_(*database, group, wait_),
      plans_(*database, settings, group, builds_, observer_),
      faults_(*database, settings, plans_, builds_),
      told_(settings) {
  settings.policy = policy;
}
SessionState::~SessionState() {
  constexpr std::chrono::milliseconds kBetweenLooks{10};
  std::optional<Workers::Waiting> waiting;
  if (runs_requests_) waiting.emplace(database->workers, std::nothrow);
  // The mutex is locked so that the thread that has answered last has released it.
  std::unique_lock lock(requests_mutex_);
  while (!requests_answered_.wait_for(lock, kBetweenLooks, [&] { return !runs_requests_; })) {
    lock.unlock();
    waiting->work_if_all_wait();
    lock.lock();
  }
}

void SessionState::begin(const Request& request, bool is_submitted) {
  if (const auto* prepared = std::get_if<Prepared>(&request.statement)) {
    begin(prepared->state(), request.values);
  } else {
    running_ = {};
    if (const auto* batch = std::get_if<Batch>(&request.statement)) {
      running_.parts = std::make_unique<RunningParts>(*batch);
    } else {
      running_.text = std::get<std::string>(request.statement);
      running_.values = request.values;
    }
    if (request.keyspace) {
      keyspace_of_request_ = std::make_unique<KeyspaceOfRequest>(*this, *request.keyspace);
    }
  }
  running_.request = &request;
  wait_.begin(request, is_submitted);
}

ResultPointer SessionState::execute(const Request& request) {
  struct End {
    SessionState& session;
    ~End() {
      session.keyspace_of_request_.reset();
      session.wait_.end();
      session.running_ = {};
    }
  } const end{*this};
  begin(request, false);
  return run_to_end();
}

void SessionState::await_requests() {
  if (!runs_requests_) return;
  const Workers::Waiting waiting(database->workers);
  std::unique_lock lock(requests_mutex_);
  requests_answered_.wait(lock, [&] { return !runs_requests_; });
}

void SessionState::submit(Request request, Completion completion) {
  const std::size_t bytes = size_of(request);
  database->requests.take(bytes);
  auto submitted = std::make_unique<Submitted>(Submitted{std::move(request), std::move(completion), bytes});
  {
    const std::lock_guard guard(requests_mutex_);
    requests_.push_back(std::move(submitted));
    if (runs_requests_.exchange(true)) return;
  }
  database->workers.run([this] { run_next_request(); });
}

void SessionState::run_next_request() {
  {
    const std::lock_guard guard(requests_mutex_);
    submitted_ = std::move(requests_.front());
    requests_.pop_front();
  }
  step_of_request([this](ResultPointer& result) {
    begin(submitted_->request, true);
    return run(result);
  });
}

void SessionState::go_on_with_request() {
  step_of_request([this](ResultPointer& result) {
    bool is_written = false;
    try {
      is_written = submitted_write_->result();
    } catch (const KeyTimeAhead& ahead) {
      wait_for_clock(ahead);
      return write_once(submitted_write_->gatherer());
    }
    if (!is_written) return run_long(result);
    note("Committed");
    result = end_write();
    return Progress::done;
  });
}

template <typename Step>
void SessionState::step_of_request(Step step) {
  Reply reply;
  try {
    ResultPointer result;
    if (step(result) == Progress::in_queue) return;  // another thread may have gone on already
    reply = Result(std::move(result));
  } catch (Refusal& refusal) {
    give_own_places(refusal);
    note_refusal(refusal.diagnostic);
    reply = std::move(refusal);
  } catch (const std::bad_alloc&) {
    reply = Refusal({"memory_used_up", {}, {}, std::nullopt});
  } catch (const std::length_error&) {
    reply = Refusal({"memory_used_up", {}, {}, std::nullopt});
  } catch (const std::exception& fault) {
    reply = Refusal({"program_fault", {}, {{"what", fault.what()}}, std::nullopt});
  } catch (...) {
    reply = Refusal(
        {"program_fault", {}, {{"what", "a function that it called threw no std::exception"}}, std::nullopt});
  }
  end_request(std::move(reply));
}

/// Nothing of the session is touched after the last answer: it may end.
void SessionState::end_request(Reply reply) {
  keyspace_of_request_.reset();
  submitted_write_.reset();
  wait_.end();
  running_ = {};
  if (observer_) observer_->leave();
  const std::unique_ptr<Submitted> ended = std::move(submitted_);
  database->requests.give_back(ended->bytes);
  ended->completion(std::move(reply));
  ended->completion = nullptr;
  ended->request = {};
  {
    const std::lock_guard guard(requests_mutex_);
    if (requests_.empty()) {
      runs_requests_ = false;
      requests_answered_.notify_all();
      return;
    }
  }
  database->workers.run([this] { run_next_request(); });
}

}  // namespace cellar
