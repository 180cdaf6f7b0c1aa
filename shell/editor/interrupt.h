// Ctrl-C, and requests to end, as a flag that long work polls.
//
// In:      SIGINT, and SIGTERM and SIGHUP if they are watched.
// Out:     whether SIGINT has come since forget_interrupt(), or a watched request to end. A second signal before that ends
//          the process, so a statement that does not poll can be aborted; at a prompt, where Ctrl-\ does that, it does not.
// Refused: nothing. The caller refuses the work that it ends.
//
// A signal that comes before main() ends the process, as it does any program: nothing was opened or written by then.
#pragma once

#include "storage/transaction/stop_token.h"

namespace cellar {

/// Also lets a SIGINT in that whoever has started the program has blocked.
void watch_interrupts();
/// From now on no number of SIGINTs ends the process. For a prompt: whoever presses Ctrl-C twice must not lose a database
/// that is kept in memory alone.
void outlast_interrupts();
/// From now on SIGTERM and SIGHUP do what Ctrl-C does, unless they are ignored (nohup). For scripts: at a prompt every
/// statement is durable, and these signals end the program.
void watch_requests_to_end();
/// Asks to stop as long as interrupted() is true.
StopToken interrupt_token();
bool interrupted();
/// Returns the signal that interrupted() tells of; SIGINT if there was none.
int interrupting_signal();
void forget_interrupt();

}  // namespace cellar
