#include "storage/map/opening.h"

#include <chrono>

#include "refusal/refusal.h"
#include "storage/system/clock.h"

namespace cellar {

namespace {

constexpr std::chrono::seconds kLockPatience{5};

/// Repeats `attempt` until it succeeds. Refuses when this has taken too long.
template <typename Try>
void take_in_time(const std::string& path, std::chrono::milliseconds pause, Try attempt) {
  const auto deadline = std::chrono::steady_clock::now() + kLockPatience;
  while (!attempt()) {
    if (std::chrono::steady_clock::now() > deadline) refuse("file_being_opened", {}, {{"path", path}});
    pause_for(pause);
  }
}

std::filesystem::path without_link(std::filesystem::path path) {
  constexpr int kMostLinks = 40;
  std::error_code error;
  for (int links = 0; links < kMostLinks && std::filesystem::is_symlink(path, error); ++links) {
    path = path.parent_path() / std::filesystem::read_symlink(path, error);
  }
  return path;
}

}  // namespace

std::string path_of_database(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::path resolved = std::filesystem::weakly_canonical(without_link(path), error);
  return (error ? path : resolved).string();
}

bool names_the_file(const std::string& path, const FileLocks& locks) {
  const FileStatus held = locks.status();
  const std::optional<FileStatus> named = status_of(path);
  return named && named->identity == held.identity;
}

std::unique_ptr<FileLocks> open_locks(const std::string& path, bool read_only) {
  while (true) {
    auto locks = std::make_unique<FileLocks>(path, read_only);
    take_in_time(path, std::chrono::milliseconds(10),
                 [&] { return locks->try_lock(LockRange::presence, LockMode::shared); });
    if (!locks->is_free(LockRange::lock_file)) refuse("file_is_lock_file", {}, {{"path", path}});
    // Another process may have swapped the file since it was opened here.
    if (names_the_file(path, *locks)) return locks;
  }
}

OpeningLock::OpeningLock(FileLocks& locks, const std::string& path, bool read_only) : locks_(locks) {
  const LockMode mode = read_only ? LockMode::shared : LockMode::exclusive;
  take_in_time(path, std::chrono::milliseconds(1), [&] { return locks_.try_lock(LockRange::opening, mode); });
}

}  // namespace cellar
