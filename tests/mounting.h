// File systems of a test's own.
#pragma once

#include <sys/mount.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace cellar::test {

/// To be called where a test cannot do its work without a right; with CELLAR_MUST_MOUNT it fails.
inline void report_not_permitted(const char* what) {
  if (std::getenv("CELLAR_MUST_MOUNT") != nullptr) FAIL(what);
  WARN(what);
}

/// A file system in memory, mounted on a folder until the end of the test; without the right to mount, the test
/// returns.
class SmallDisk {
 public:
  SmallDisk(const std::filesystem::path& folder, const std::string& size) : folder_(folder) {
    is_mounted_ = mount("tmpfs", folder_.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
    if (!is_mounted_) report_not_permitted("no right to mount a file system");
  }
  ~SmallDisk() {
    if (is_mounted_) umount2(folder_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool is_mounted() const { return is_mounted_; }
  void resize(const std::string& size) const {
    CHECK(mount("tmpfs", folder_.c_str(), "tmpfs", MS_REMOUNT, ("size=" + size).c_str()) == 0);
  }

 private:
  std::filesystem::path folder_;
  bool is_mounted_ = false;
};

}  // namespace cellar::test
