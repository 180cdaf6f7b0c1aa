// The token that asks long work to stop is the one that requests of the database take (Request::stop).
//
// In:      what storage/transaction/stop_token.h says.
// Out:     StopToken.
// Refused: nothing.
#pragma once

#include "storage/transaction/stop_token.h"
