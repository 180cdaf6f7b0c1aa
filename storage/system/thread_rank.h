// How the system shares the processors among threads.
#pragma once

namespace cellar {

/// From now on the system prefers other threads to the calling one: one that wakes runs at once instead of it, and while
/// there are more threads than processors it gets about a tenth of what another one gets. It cannot be undone, and threads
/// that the calling one starts are deferred, too. Returns false, and has changed nothing, if the system refuses.
bool defer_this_thread();

}  // namespace cellar
