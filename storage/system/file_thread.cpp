#include "storage/system/file_thread.h"

#include <system_error>

#include "storage/system/signals_blocked.h"

namespace cellar {

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
    changed_.wait(lock, [&] { return is_ending_ || task_.valid(); });
    if (!task_.valid()) return;
    Task task = std::move(task_);
    const CountedAccount account = account_;
    lock.unlock();
    std::exception_ptr failure = run_now(std::move(task), account);
    lock.lock();
    if (failure) {
      failure_ = failure;
      has_failed_ = true;
    }
    ++done_;
    is_idle_ = true;
    changed_.notify_all();
  }
}

std::exception_ptr FileThread::run_now(Task task, const CountedAccount& account) {
  const CountedWork counted(account);
  std::future<void> result = task.get_future();
  task();
  task = Task();
  try {
    result.get();  // destroys what the task owned before anyone continues
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

/// Called with the mutex locked and no task under way.
void FileThread::accept(Task task) {
  is_idle_ = false;
  ++accepted_;
  task_ = std::move(task);
  account_ = {counted_account.account, true};
  changed_.notify_all();
}

void FileThread::refuse_failure() const {
  if (has_failed()) std::rethrow_exception(failure_);
}

std::uint64_t FileThread::run(Task task) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return is_idle(); });
  refuse_failure();
  accept(std::move(task));
  return accepted_;
}

void FileThread::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return is_idle(); });
  refuse_failure();
}

bool FileThread::is_done(std::uint64_t tasks) {
  const std::lock_guard guard(mutex_);
  refuse_failure();
  return done_ >= tasks;
}

void FileThread::run_last(Task task) noexcept {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return is_idle(); });
  accept(std::move(task));
  changed_.wait(lock, [&] { return is_idle(); });
}

}  // namespace cellar
