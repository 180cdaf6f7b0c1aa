#include "database/queues/workers.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <future>
#include <new>

#include "../../storage/child.h"
#include "storage/system/thread_scheduling.h"

namespace cellar {

namespace {

constexpr int kNobody = 65534;
constexpr int kNicest = 19;

int value_of(Workers& workers, const std::function<int()>& task) {
  std::promise<int> value;
  workers.run([&] { value.set_value(task()); });
  return value.get_future().get();
}

int nice_of_this_thread() { return getpriority(PRIO_PROCESS, 0); }

}  // namespace

TEST_CASE("the system prefers other threads to a long task, and not to the tasks after it") {
  Workers workers;
  const int before = nice_of_this_thread();
  for (int round = 0; round < 5; ++round) {
    const auto be_long = [&] {
      for (int i = 0; i < 20; ++i) workers.note_work(nullptr);
      return nice_of_this_thread();
    };
    CHECK(value_of(workers, be_long) == std::min(before + 10, kNicest));
    for (int i = 0; i < 20; ++i) CHECK(value_of(workers, nice_of_this_thread) == before);
  }
}

TEST_CASE("a task that computes for long between two notes of work is long") {
  Workers workers;
  const int before = nice_of_this_thread();
  const auto compute = [&] {
    workers.note_work(nullptr);
    const auto began = thread_processor_time();
    while (thread_processor_time() - began < std::chrono::milliseconds(20)) continue;
    const int meanwhile = nice_of_this_thread();
    workers.note_work(nullptr);
    return meanwhile == before ? nice_of_this_thread() : 0;
  };
  CHECK(value_of(workers, compute) == std::min(before + 10, kNicest));
}

TEST_CASE("tasks that bring tasks run one after another where the system grants no thread") {
  constexpr int kTasks = 300'000;
  test::Child child([](test::Pipes&) {
    const rlimit none{1, 1};
    if (getuid() == 0 && setuid(kNobody) != 0) return test::kNotPermitted;
    if (setrlimit(RLIMIT_NPROC, &none) != 0) return test::kNotPermitted;
    Workers workers;
    int run = 0;
    std::function<void()> task = [&] {
      if (++run < kTasks) workers.run(task);
    };
    workers.run(task);
    return run == kTasks ? 0 : 1;
  });
  const int code = child.wait();
  if (code == test::kNotPermitted) return test::report_not_permitted("no right to have no threads");
  CHECK(code == 0);
}

TEST_CASE("a task that waits lets another one work, up to a bound") {
  std::atomic<int> waiting = 0, refused = 0;
  std::atomic<bool> may_end = false;
  {
    Workers workers;
    for (int i = 0; i < 400; ++i) {
      workers.run([&] {
        try {
          const Workers::Waiting wait(workers);
          ++waiting;
          while (!may_end) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        } catch (const Refusal& refusal) {
          refused += refusal.diagnostic.id == "too_many_waiting" ? 1 : 0;
        }
      });
    }
    // Behind all of them, and yet not held up.
    workers.run([&] { may_end = true; });
  }
  CHECK(waiting + refused == 400);
  CHECK(waiting > 0);
}

TEST_CASE("a wait that cannot be refused ends, whatever the number of threads") {
  constexpr int kTasks = 400;
  test::Child child([](test::Pipes&) {
    const rlimit few{40, 40};  // with root's rights the system grants more, up to what each task needs
    if (getuid() == 0 && setuid(kNobody) != 0) return test::kNotPermitted;
    if (setrlimit(RLIMIT_NPROC, &few) != 0) return test::kNotPermitted;
    std::atomic<int> ended = 0;
    {
      Workers workers;
      for (int i = 0; i < kTasks; ++i) {
        workers.run([&] {
          std::atomic<bool> is_over = false;
          workers.run([&] { is_over = true; });
          Workers::Waiting wait(workers, std::nothrow);
          while (!is_over) {
            wait.work_if_all_wait();
            std::this_thread::yield();
          }
          ++ended;
        });
      }
    }
    return ended == kTasks ? 0 : 1;
  });
  const int code = child.wait();
  if (code == test::kNotPermitted) return test::report_not_permitted("no right to have few threads");
  CHECK(code == 0);
}

}  // namespace cellar
