// How many files and sockets the process may have open.
//
// In:      nothing.
// Out:     the limit, raised as far as the system allows.
// Refused: nothing. What the system rejects has no effect.
#pragma once

namespace cellar {

void raise_descriptor_limit();

}  // namespace cellar
