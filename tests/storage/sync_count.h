#pragma once

namespace cellar::test {

/// How many calls of fsync, fdatasync and msync there were in this process.
int sync_count();

}  // namespace cellar::test
