#include "storage/file_thread.h"

#include <csignal>
#include <system_error>

#include "storage/stage.h"

namespace cellar {

namespace {

/// Of the tasks that were accepted: one is under way, one waits.
constexpr std::size_t kMostTasks = 2;

/// A thread that is made meanwhile takes no signals: they are for the one who reads and waits.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

std::unique_ptr<FileThread> FileThread::start() {
  try {
    return std::unique_ptr<FileThread>(new FileThread());
  } catch (const std::system_error&) {
    return nullptr;
  }
}

FileThread::FileThread() {
  const SignalsBlocked blocked;
  thread_ = std::thread([this] { work(); });
}

FileThread::~FileThread() {
  {
    const std::lock_guard guard(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void FileThread::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return is_ending_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    Task task = std::move(tasks_.front());
    const bool runs = !has_failed_ || is_last_;
    lock.unlock();
    std::exception_ptr failure;
    try {
      std::future<void> result = task.get_future();
      if (runs) task();
      if (runs) result.get();
    } catch (...) {
      failure = std::current_exception();
    }
    task = Task();  // what it owned ends in this thread
    lock.lock();
    if (failure && !has_failed_) {
      failure_ = failure;
      has_failed_ = true;
    }
    tasks_.pop_front();
    ++done_;
    is_idle_ = tasks_.empty();
    changed_.notify_all();
  }
}

void FileThread::refuse_failure() const {
  if (has_failed()) std::rethrow_exception(failure_);
}

std::uint64_t FileThread::run(Task task) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return tasks_.size() < kMostTasks; });
  is_idle_ = false;
  tasks_.push_back(std::move(task));  // behind a failure, too: it has to end in its thread
  changed_.notify_all();
  refuse_failure();
  return ++accepted_;
}

void FileThread::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return tasks_.empty(); });
  refuse_failure();
}

bool FileThread::is_done(std::uint64_t tasks) {
  const std::lock_guard guard(mutex_);
  refuse_failure();
  return done_ >= tasks;
}

void FileThread::run_last(Task task) noexcept {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return tasks_.empty(); });
  is_last_ = true;
  is_idle_ = false;
  tasks_.push_back(std::move(task));
  changed_.notify_all();
  changed_.wait(lock, [&] { return tasks_.empty(); });
}

std::unique_ptr<Stage> FileThread::take_stage() {
  const std::lock_guard guard(mutex_);
  if (stages_.empty()) return std::make_unique<Stage>();
  std::unique_ptr<Stage> stage = std::move(stages_.back());
  stages_.pop_back();
  return stage;
}

void FileThread::give_back(std::unique_ptr<Stage> stage) {
  const std::lock_guard guard(mutex_);
  stages_.push_back(std::move(stage));
}

}  // namespace cellar
