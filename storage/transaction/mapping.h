// The memory map of a file: its size, as far as the system grants it, and its growth.
//
// In:      an environment whose locks are held.
// Out:     its map.
// Refused: a file that cannot be mapped; one that another process has enlarged, if the transactions of this process
//          take too long to end.
#pragma once

#include <mutex>

#include "storage/transaction/environment.h"

namespace cellar {

/// Maps the file. Its lock file, if it has one, is open.
void map_file(Environment& environment);

/// Enlarges the map if another process has enlarged the file. Waits, with environment.mutex locked, for the
/// transactions of this process to end, and refuses if they take too long.
void fit_map(Environment& environment, std::unique_lock<std::mutex>& lock);

/// Moves the map: no transaction is under way. Idle readers know its address, so none is kept. Returns LMDB's code; if
/// that is an error, there is no map any more.
int resize_map(Environment& environment, std::size_t size);

}  // namespace cellar
