// The priority of threads, and the processors on which they run.
//
// In:      the calling thread.
// Out:     its new priority, or its new processor.
// Refused: nothing. What the system rejects has no effect.
#pragma once

namespace cellar {

/// Lowers the priority of the calling thread: any other thread that wakes preempts it, and while there are more threads
/// than processors it gets about a tenth of another thread's time. Cannot be undone; threads that it starts inherit the
/// priority. Returns false, and changes nothing, if the system refuses.
bool lower_thread_priority();

/// Returns the number of the processor on which the calling thread runs; negative if the system does not say.
int current_processor();
/// Moves the calling thread to another processor than this one, if it may run on any other. The system begins a new
/// thread where it likes, which may be beside the one that has started it, and takes milliseconds to part them.
void move_off_processor(int processor);

}  // namespace cellar
