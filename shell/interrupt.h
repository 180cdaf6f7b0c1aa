// Ctrl-C as a question to ask: what runs long asks it and stops.
//
// Out: whether SIGINT came since the last forgetting. A second SIGINT before that ends the process, so a
//      statement that does not ask can be left.
#pragma once

namespace cellar {

void watch_interrupts();
bool interrupted();
void forget_interrupt();

/// Waits until there is something to read, or the end. False when Ctrl-C came first.
bool wait_readable(int descriptor);

}  // namespace cellar
