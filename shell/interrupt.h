// Ctrl-C as a flag that long work polls.
//
// Out:     whether SIGINT has come since forget_interrupt(). A second SIGINT before that ends the process, so
//          a statement that does not poll can be aborted.
#pragma once

namespace cellar {

void watch_interrupts();
bool interrupted();
void forget_interrupt();

/// Waits until there is something to read, or the end of the input. Returns false if Ctrl-C came first.
bool wait_readable(int descriptor);

}  // namespace cellar
