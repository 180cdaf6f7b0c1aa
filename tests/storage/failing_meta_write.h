// Lets a commit of LMDB fail when it writes its meta page, after which LMDB refuses all that is asked of the map.
#pragma once

#include <functional>

namespace cellar::test {

/// The next write of a meta page in this process calls `before`, and fails. Those behind it do not.
void fail_next_meta_write(std::function<void()> before);
bool next_meta_write_has_failed();

}  // namespace cellar::test
