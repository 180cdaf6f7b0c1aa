// A folder that is mounted a second time, read-only.
#pragma once

#include <sched.h>
#include <sys/mount.h>

#include <filesystem>

namespace cellar::test {

/// In this process alone: what is mounted goes with it. False where the system does not allow it.
inline bool mount_read_only(const std::filesystem::path& folder, const std::filesystem::path& at) {
  return unshare(CLONE_NEWNS) == 0 && mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         mount(folder.c_str(), at.c_str(), nullptr, MS_BIND, nullptr) == 0 &&
         mount(nullptr, at.c_str(), nullptr, MS_BIND | MS_REMOUNT | MS_RDONLY, nullptr) == 0;
}

}  // namespace cellar::test
