// How the system shares the processors among threads.
#pragma once

namespace cellar {

/// From now on the system prefers other threads to the calling one: one that wakes runs at once instead of it, and while
/// there are more threads than processors it gets about a tenth of what another one gets. It cannot be undone, and threads
/// that the calling one starts are deferred, too. Returns false, and has changed nothing, if the system refuses.
bool defer_this_thread();

/// Returns the number of the processor on which the calling thread runs; negative if the system does not say.
int current_processor();
/// Moves the calling thread to another processor than this one, if it may run on any other. The system begins a new thread
/// where it likes, which may be beside the one that has started it, and takes milliseconds to part them.
void leave_processor(int processor);

}  // namespace cellar
