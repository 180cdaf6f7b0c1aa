#include "storage/transaction/environment_locks.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "refusal/refusal.h"
#include "storage/transaction/mapping.h"
#include "storage/transaction/transaction_state.h"

namespace cellar {

namespace {

using Clock = std::chrono::steady_clock;

/// The longest pause between two tries for the lock of another process.
constexpr std::chrono::milliseconds kLongestPause{4};
/// How long a process may take the lock repeatedly before it lets a waiting process write. The time doubles
/// with each turn in a row that nobody has taken, until it is 64 times as long: still shorter than the time
/// after which one who waits says so.
constexpr std::chrono::milliseconds kWritesOfOneProcess{20};
constexpr unsigned kMostDoublings = 6;
/// Far more than a waiting process needs to notice that the lock is free.
constexpr std::chrono::milliseconds kLongestStandingBack{50};
/// How long a reader that must keep writers waiting lets one go first: longer than a writer's pause between
/// tries.
constexpr std::chrono::milliseconds kGiveWay{40};
/// The same while others read. The thread that runs one of these reads may be waiting for the new one.
constexpr std::chrono::milliseconds kGiveWayAmongReads{500};
constexpr std::chrono::milliseconds kReaderPause{1};
constexpr std::chrono::seconds kReaderPatience{5};

/// See is_written_elsewhere(). Between two writers of this process the lock may be free: no other process is to blame
/// for that wait. Called with environment.mutex locked.
bool writes_elsewhere(const Environment& environment) {
  if (environment.has_writer || environment.is_compacting || environment.is_swapping) return false;
  const FileLocks& locks = *environment.locks;
  return !locks.is_free(LockRange::writer) || !locks.is_free(LockRange::waiting);
}

[[noreturn]] void refuse_long_wait(const Environment& environment, std::chrono::milliseconds limit) {
  const Parameters parameters = {{"path", environment.path},
                                 {"seconds", fmt::format("{}", static_cast<double>(limit.count()) / 1000)}};
  refuse(writes_elsewhere(environment) ? "process_is_writing" : "session_is_writing", {}, parameters);
}

/// Repeats `take` until it returns true.
template <typename Take>
void wait_in_line(Environment& environment, const WaitForWriter& wait, Take take) {
  using namespace std::chrono_literals;
  const Clock::time_point start = Clock::now();
  bool announced = false;
  for (auto pause = 1ms; !take(); pause = std::min(pause * 2, kLongestPause)) {
    if (wait.interrupted && wait.interrupted()) refuse("wait_interrupted", {}, {{"path", environment.path}});
    const Clock::duration waited = Clock::now() - start;
    if (!announced && waited >= kSilentWait) {
      announced = true;
      if (wait.waiting) wait.waiting();
    }
    std::unique_lock lock(environment.mutex);
    if (wait.limit > 0ms && waited >= wait.limit) refuse_long_wait(environment, wait.limit);
    environment.changed.wait_for(lock, pause);
  }
}

}  // namespace

CompactTurn::CompactTurn(Environment& environment, const WaitForWriter& wait) : environment_(environment) {
  wait_in_line(environment, wait, [&] {
    const std::lock_guard guard(environment.mutex);
    return !std::exchange(environment.is_compacting, true);
  });
}

CompactTurn::~CompactTurn() {
  const std::lock_guard guard(environment_.mutex);
  environment_.is_compacting = false;
  environment_.changed.notify_all();
}

void replace_locks(Environment& environment, std::unique_ptr<FileLocks> locks) {
  const std::lock_guard guard(environment.mutex);
  try {
    if (environment.line.announced > 0) locks->try_lock(LockRange::waiting, LockMode::shared);
  } catch (const Refusal&) {
    // The file is replaced already. Other processes do not see that writers wait here; these still get their turn.
  }
  environment.locks = std::move(locks);
}

namespace {

/// Announces to other processes that this one waits for a writer. environment.mutex is locked whenever an object
/// begins or ends.
class WaitingReader {
 public:
  explicit WaitingReader(Environment& environment) : environment_(environment) {
    if (environment.line.announced == 0) environment.locks->try_lock(LockRange::waiting, LockMode::shared);
    ++environment.line.announced;
  }
  ~WaitingReader() {
    if (--environment_.line.announced == 0) environment_.locks->unlock(LockRange::waiting);
  }
  WaitingReader(const WaitingReader&) = delete;
  WaitingReader& operator=(const WaitingReader&) = delete;

 private:
  Environment& environment_;
};

/// For a reader without a lock file, of which LMDB does not know: waits until no process writes, and keeps
/// writers waiting from then on. Refuses if a writer does not finish in time. Lets a waiting writer go first,
/// even while other reads are under way. While it waits for a writer it announces itself, as a waiting writer
/// does, so that a process which writes again and again lets it in. Called with environment.mutex locked.
void lock_out_writers(Environment& environment, std::unique_lock<std::mutex>& lock) {
  FileLocks& locks = *environment.locks;
  const auto begin = std::chrono::steady_clock::now();
  const auto lasts = [&](std::chrono::milliseconds limit) {
    return std::chrono::steady_clock::now() - begin < limit;
  };
  // A waiting writer tries every few milliseconds; with many overlapping reads, of this process or of others,
  // it would never find the file free.
  const auto is_read = [&] { return environment.transactions > 0 || !locks.is_free(LockRange::writer); };
  while (!locks.is_free(LockRange::waiting) && locks.can_share(LockRange::writer) &&
         lasts(is_read() ? kGiveWayAmongReads : kGiveWay)) {
    environment.changed.wait_for(lock, kReaderPause);
  }
  if (environment.transactions > 0 || locks.try_lock(LockRange::writer, LockMode::shared)) return;
  const WaitingReader waiting(environment);
  while (!locks.try_lock(LockRange::writer, LockMode::shared)) {
    if (!lasts(kReaderPatience)) refuse("reader_without_lock_file", {}, {{"path", environment.path}});
    environment.changed.wait_for(lock, kReaderPause);
  }
}

}  // namespace

TransactionLock::TransactionLock(Environment& environment) : environment_(&environment) {
  std::unique_lock lock(environment.mutex);
  begin(lock);
}

TransactionLock::TransactionLock(Environment& environment, std::unique_ptr<TransactionState>& reader)
    : environment_(&environment) {
  std::unique_lock lock(environment.mutex);
  begin(lock);
  if (environment.idle_readers.empty()) return;
  reader = std::move(environment.idle_readers.back());
  environment.idle_readers.pop_back();
}

TransactionLock& TransactionLock::operator=(TransactionLock&& other) noexcept {
  std::swap(environment_, other.environment_);
  return *this;
}

namespace {

/// Opens the file anew after it could not be opened, or has failed so that LMDB refuses it. New transactions wait
/// meanwhile. Called with environment.mutex locked; lets it go in between, since the file's registration has a lock of
/// its own.
void open_again(Environment& environment, std::unique_lock<std::mutex>& lock) {
  environment.is_swapping = true;
  lock.unlock();
  std::exception_ptr refusal;
  try {
    reopen_map(environment);
  } catch (...) {
    refusal = std::current_exception();
  }
  lock.lock();
  environment.is_swapping = false;
  environment.changed.notify_all();
  if (!refusal) return;
  environment.map.reset();  // it may be missing from the register of open files
  std::rethrow_exception(refusal);
}

}  // namespace

void TransactionLock::begin(std::unique_lock<std::mutex>& lock) {
  Environment& environment = *environment_;
  do {
    environment.changed.wait(lock, [&] { return !environment.is_swapping; });
    const bool is_broken = environment.is_broken && environment.transactions == 0;
    if (!environment.map || is_broken) open_again(environment, lock);
    fit_map(environment, lock);
    if (environment.has_no_lock_file) lock_out_writers(environment, lock);
  } while (environment.is_swapping);  // the mutex may have been released for a while
  ++environment.transactions;
}

void TransactionLock::end() {
  Environment& environment = *environment_;
  environment_ = nullptr;
  if (--environment.transactions > 0) return;
  if (environment.has_no_lock_file) environment.locks->unlock(LockRange::writer);
  if (environment.is_swapping) environment.changed.notify_all();
}

void TransactionLock::end(TransactionLock held, std::unique_ptr<TransactionState> reader) {
  Environment& environment = *held.environment_;
  const std::lock_guard guard(environment.mutex);
  // A reader that is not kept ends while its transaction counts: once none does, the map may be closed.
  if (environment.idle_readers.size() < kMostIdleReaders)
    environment.idle_readers.push_back(std::move(reader));
  else
    reader.reset();
  held.end();
}

TransactionLock::~TransactionLock() {
  if (environment_ == nullptr) return;
  const std::lock_guard guard(environment_->mutex);
  end();
}

/// Keeps the writer in its process's line, and announced to other processes, while this object lives.
class WriterLock::Waiting {
 public:
  Waiting(WriterLock& writer, Environment& environment) : writer_(writer), environment_(environment) {
    const std::lock_guard guard(environment_.mutex);
    if (environment_.line.announced == 0) environment_.locks->try_lock(LockRange::waiting, LockMode::shared);
    environment_.line.waiting.push_back(&writer_);
    ++environment_.line.announced;
  }
  ~Waiting() {
    const std::lock_guard guard(environment_.mutex);
    std::erase(environment_.line.waiting, &writer_);
    if (--environment_.line.announced == 0) environment_.locks->unlock(LockRange::waiting);
    environment_.changed.notify_all();
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  WriterLock& writer_;
  Environment& environment_;
};

WriterLock::WriterLock(Environment& environment, const WaitForWriter& wait) : environment_(environment) {
  if (environment.options.read_only) refuse("store_is_read_only", {}, {{"path", environment.path}});
  if (!try_take()) wait_for_lock(wait);
}

void WriterLock::wait_for_lock(const WaitForWriter& wait) {
  const Waiting waiting(*this, environment_);
  wait_in_line(environment_, wait, [&] { return try_take(); });
}

namespace {

std::size_t last_transaction(const Environment& environment) {
  MDB_envinfo info{};
  if (environment.map) mdb_env_info(environment.map.get(), &info);
  return info.me_last_txnid;
}

/// Returns true if this process has written for so long that it lets a waiting process write.
bool has_had_its_turn(const WriterLine& line) {
  const auto turn = kWritesOfOneProcess * (1U << std::min(line.untaken_turns, kMostDoublings));
  return line.writes_since && Clock::now() - *line.writes_since >= turn;
}

/// Returns false if the system call fails: a destructor calls this, and the answer is only a hint.
bool is_waited_for_elsewhere(const FileLocks& locks) noexcept {
  try {
    return !locks.is_free(LockRange::waiting);
  } catch (const Refusal&) {
    return false;
  }
}

/// Returns true if another process has written, or writes, since this one began to stand back.
bool turn_is_taken(const Environment& environment) {
  return last_transaction(environment) != environment.line.written_before ||
         !environment.locks->is_free(LockRange::writer);
}

void end_standing_back(WriterLine& line, bool is_untaken) {
  line.untaken_turns = is_untaken ? line.untaken_turns + 1 : 0;
  line.stands_back_until.reset();
}

}  // namespace

bool WriterLock::try_take() {
  const std::lock_guard guard(environment_.mutex);
  WriterLine& line = environment_.line;
  if (environment_.has_writer || environment_.is_swapping) return false;
  if (!line.waiting.empty() && line.waiting.front() != this) return false;
  if (line.stands_back_until) {
    const bool is_wanted = !turn_is_taken(environment_) && !environment_.locks->is_free(LockRange::waiting);
    if (is_wanted && Clock::now() < *line.stands_back_until) return false;
    end_standing_back(line, is_wanted);
  }
  if (!environment_.locks->try_lock(LockRange::writer, LockMode::exclusive)) return false;
  environment_.has_writer = true;
  if (!line.writes_since) line.writes_since = Clock::now();
  return true;
}

WriterLock::~WriterLock() {
  const std::lock_guard guard(environment_.mutex);
  WriterLine& line = environment_.line;
  const bool has_had_turn = has_had_its_turn(line);
  if (has_had_turn || line.untaken_turns > 0) {
    const bool has_waiters = is_waited_for_elsewhere(*environment_.locks);
    if (!has_waiters) line.untaken_turns = 0;
    // A map that is being opened anew tells nothing: the transaction of this writer has ended, so a reader may do that.
    if (has_had_turn && has_waiters && !environment_.is_swapping) {
      line.writes_since.reset();
      line.stands_back_until = Clock::now() + kLongestStandingBack;
      line.written_before = last_transaction(environment_);
    }
  }
  environment_.locks->unlock(LockRange::writer);
  environment_.has_writer = false;
  environment_.changed.notify_all();
}

/// LMDB writes the meta page of a commit first, and then the number of the commit into the lock file, where readers
/// look for it. If the process dies in between, LMDB writes the number there when the next write transaction begins.
void adopt_commit_of_killed_writer(Environment& environment) {
  MDB_env* const map = environment.map.get();
  const auto readers_see_last_commit = [&] {
    const LmdbTransaction reader(map, true, environment.path);
    return reader.id() == last_transaction(environment);
  };
  if (readers_see_last_commit()) return;
  { const LmdbTransaction recovers(map, false, environment.path); }
  if (!readers_see_last_commit())
    refuse("file_failure", {}, {{"path", environment.path}, {"reason", "its last commit is not found"}});
}

bool is_written_elsewhere(Environment& environment) {
  const std::lock_guard guard(environment.mutex);
  return writes_elsewhere(environment);
}

bool is_waited_for(Environment& environment) {
  const std::lock_guard guard(environment.mutex);
  const WriterLine& line = environment.line;
  if (!line.waiting.empty()) return true;
  // A process that has not taken its turns may be stopped: nobody hurries for it.
  if (line.untaken_turns > 0 && !has_had_its_turn(line)) return false;
  return !environment.locks->is_free(LockRange::waiting);
}

}  // namespace cellar
