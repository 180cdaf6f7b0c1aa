// The threads that run submitted requests, for one database or for several of a process.
//
// In:      tasks, which must not throw.
// Out:     nothing; each task runs once, in any of the threads.
// Refused: a wait of a task, if the largest permitted number of tasks waits already (`too_many_waiting`); work that is
//          long, if so much is under way (`too_many_long_requests`).
//
// The threads are started with the first task. If the system grants none at all, a task runs in the thread
// that calls run(): at once, or after the task that called run(). The destructor of Workers waits for all its tasks.
//
// Two lanes. A task that notes much work (a scan) is long from then on: another thread takes its place among those
// that run short tasks, and long tasks share few turns among them, each for a bounded amount of work. So however
// many scans there are, short tasks find a thread, and each scan goes on. The system prefers other threads to one that
// has run a long task, so that who waits for a short answer does not wait until a scan's share of a processor is used.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <new>
#include <thread>

namespace cellar {

class Workers;

/// The threads, which the Workers of several databases may share. The last of them ends the threads.
class WorkerPool {
 public:
  WorkerPool() = default;
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

 private:
  friend class Workers;
  struct Entry {
    Workers* owner = nullptr;
    std::function<void()> task;
  };
  /// A long task that waits for its turn.
  struct Waiter {
    std::condition_variable changed;
    bool has_turn = false;
  };
  /// The task that a thread runs.
  struct Running {
    const WorkerPool* pool = nullptr;  // null: the thread is none of a pool
    unsigned noted = 0;                // work since the task, or its turn, began
    std::chrono::microseconds noted_first{
        0};  // when that work began, by the time that the thread has computed
    bool is_long = false;
    bool has_turn = false;
    bool has_low_priority = false;  // the system prefers other threads from now on
  };
  static Running& running();

  void add_place();
  void give_up_place();
  void add_task(Entry entry);
  std::size_t wanted_threads() const;
  void start_threads(std::size_t most);
  void end_this_thread();
  Entry next_task();
  void work(bool has_low_priority);
  void run_task(std::unique_lock<std::mutex>& lock);
  static bool has_worked_long();
  void become_long();
  bool await_turn(const std::function<bool()>& stop);
  void give_turn();

  std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  std::list<Entry> tasks_;
  std::list<Entry> places_;   // the memory of tasks to come; with tasks_ at least reserved_ entries
  std::size_t reserved_ = 0;  // the number of Workers::Place objects
  std::list<std::thread> threads_;
  std::list<std::thread> ended_threads_;
  unsigned waiting_ = 0;
  unsigned long_ = 0;   // long tasks that have not ended, those that wait included
  unsigned turns_ = 0;  // that long tasks have
  std::deque<Waiter*> waiters_;
  bool is_ending_ = false;
};

/// The tasks of one database.
class Workers {
 public:
  Workers() : Workers(std::make_shared<WorkerPool>()) {}
  explicit Workers(std::shared_ptr<WorkerPool> pool) : pool_(std::move(pool)) {}
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// If the caller has a Place, the function is as small as a pointer and the pool has a thread, nothing is thrown.
  void run(std::function<void()> task);

  /// The memory with which one task waits for its turn. Whoever has one, and has no other task waiting, can run a task
  /// when memory is used up: so what has begun is ended.
  class Place {
   public:
    explicit Place(Workers& workers);
    ~Place();
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

   private:
    const std::shared_ptr<WorkerPool> pool_;
  };

  /// To be called about once for each thousand entries that are read, and before a long value is computed; costs nothing
  /// in threads that are no workers. A task that has noted enough, or has computed for long since its first note, becomes
  /// long, and waits here for its turns. `stop` is asked while it waits; returns
  /// true if it returned true.
  bool note_work(const std::function<bool()>& stop);

  /// Held while a thread waits for something that may depend on a task: if the thread is one of the workers,
  /// another thread works meanwhile.
  class Waiting {
   public:
    explicit Waiting(Workers& workers);
    /// For a wait that cannot be refused: more threads are started than there may be otherwise. Who waits
    /// calls work_if_all_wait() from time to time, since the system may grant no more.
    Waiting(Workers& workers, std::nothrow_t) noexcept;
    ~Waiting();
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

    /// If all threads wait, runs a task in this one.
    void work_if_all_wait();

   private:
    void begin();

    WorkerPool* pool_ = nullptr;  // null in other threads
  };

 private:
  friend class WorkerPool;
  void run_here(std::function<void()> task);

  std::shared_ptr<WorkerPool> pool_;
  std::condition_variable all_done_;
  std::size_t tasks_ = 0;  // that have not ended; guarded by the pool's mutex
};

}  // namespace cellar
