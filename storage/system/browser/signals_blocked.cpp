#include "storage/system/signals_blocked.h"

namespace cellar {

struct SignalMask {};

SignalsBlocked::SignalsBlocked() = default;
SignalsBlocked::~SignalsBlocked() = default;

}  // namespace cellar
