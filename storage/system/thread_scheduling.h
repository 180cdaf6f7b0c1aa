// The priority of threads, the processors on which they run, and the time that they have taken of them.
//
// In:      the calling thread, or the number of another one.
// Out:     its new priority, or its new processor; its time; whether there may be others.
// Refused: nothing. What the system rejects has no effect.
#pragma once

#include <chrono>

namespace cellar {

/// Returns false if one thread runs all of the process.
bool may_have_threads();
/// The number of the calling thread. Another thread gets it when this one has ended.
int this_thread_number();

/// Lowers the priority of a thread, by default of the calling one: any other thread that wakes preempts it, and while
/// there are more threads than processors it gets about a tenth of another thread's time. Cannot be undone; threads
/// that it starts inherit the priority. Returns false, and changes nothing, if the system refuses.
bool lower_thread_priority(int thread = 0);
/// Returns true if the calling thread has a lower priority than most.
bool has_low_thread_priority();

/// The time that the calling thread has computed.
std::chrono::microseconds thread_processor_time();

/// Returns the number of the processor on which the calling thread runs; negative if the system does not say.
int current_processor();
/// Moves the calling thread to another processor than this one, if it may run on any other. The system begins a new
/// thread where it likes, which may be beside the one that has started it, and takes milliseconds to part them.
void move_off_processor(int processor);

}  // namespace cellar
