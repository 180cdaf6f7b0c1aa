// Waits for something to read, as long as nobody asks to stop.
//
// In:      a descriptor.
// Out:     whether there is something to read, or the end of the input; false if the work shall stop.
// Refused: nothing.
#pragma once

#include "storage/transaction/stop_token.h"

namespace cellar {

bool wait_readable(int descriptor, const StopToken& stop);

}  // namespace cellar
