// Whether a write whose answer is an error, or is lost, is sent again.
//
// In:      the error; what a second run of the write would do.
// Out:     what to do.
// Refused: nothing.
#pragma once

#include <cstdint>

#include "database/prepared.h"
#include "protocol/message/error.h"

namespace cellar {

enum class AfterError : std::uint8_t {
  refuse,
  prepare_again,  // the node does not know the statement any more
  send_again,     // after a while
  send_slower,    // the cluster has too much to do: the same, and fewer requests at a time
};

/// A request that the cluster has not begun is sent again, whatever it does, if it writes one partition. A request that may
/// have run is sent again only if repeating it is harmless.
AfterError after_error(ErrorCode code, const WriteEffect& effect);

}  // namespace cellar
