#include "storage/system/thread_scheduling.h"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

namespace cellar {

namespace {

constexpr int kNicer = 10;
constexpr int kNicest = 19;

/// struct sched_attr of sched_setattr(2), in its first form. Debian 12 has no header for C++ that declares it.
struct SchedulingAttributes {
  std::uint32_t size = sizeof(SchedulingAttributes);
  std::uint32_t policy = SCHED_OTHER;
  std::uint64_t flags = 0;
  std::int32_t nice = 0;
  std::uint32_t priority = 0;
  std::uint64_t runtime = 0;  // nanoseconds
  std::uint64_t deadline = 0;
  std::uint64_t period = 0;
};

}  // namespace

bool may_have_threads() { return true; }

int this_thread_number() { return static_cast<int>(syscall(SYS_gettid)); }

bool lower_thread_priority(int thread) {
  if (sched_getscheduler(thread) != SCHED_OTHER) return false;
  SchedulingAttributes attributes;
  attributes.nice = std::min(getpriority(PRIO_PROCESS, static_cast<id_t>(thread)) + kNicer, kNicest);
  // A thread with a shorter time at a stretch interrupts one with a longer one as soon as it wakes (Linux from 6.12
  // on); the priority alone does not, if both have had their share. This is the longest that there is.
  attributes.runtime = 100'000'000;
  return syscall(SYS_sched_setattr, thread, &attributes, 0) == 0;
}

/// A program that was started with a low priority has little room below it.
bool has_low_thread_priority() {
  const int of_program = getpriority(PRIO_PROCESS, static_cast<id_t>(getpid()));
  return getpriority(PRIO_PROCESS, 0) >= std::min(of_program + kNicer, kNicest) && of_program < kNicest;
}

std::chrono::microseconds thread_processor_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) +
         std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::nanoseconds(time.tv_nsec));
}

int current_processor() { return sched_getcpu(); }

void move_off_processor(int processor) {
  cpu_set_t allowed;
  if (processor < 0 || processor >= CPU_SETSIZE || sched_getcpu() != processor) return;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  cpu_set_t others = allowed;
  CPU_CLR(static_cast<std::size_t>(processor), &others);
  if (CPU_COUNT(&others) == 0 || sched_setaffinity(0, sizeof others, &others) != 0) return;
  sched_setaffinity(0, sizeof allowed, &allowed);  // it has moved, and may be moved again
}

}  // namespace cellar
