#include "storage/transaction/mapping.h"

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "refusal/refusal.h"
#include "storage/map/lock_file.h"
#include "storage/system/descriptors.h"
#include "storage/system/file_errors.h"
#include "storage/system/memory.h"
#include "storage/transaction/transaction_state.h"

namespace cellar {

namespace {

constexpr std::size_t kSmallestMap = std::size_t{1} << 20;
constexpr std::size_t kStep = std::size_t{1} << 16;  // map sizes are multiples of it, and it of page sizes
constexpr std::chrono::seconds kOpeningPatience{5};
constexpr std::chrono::milliseconds kPause{1};

int open_once(const Environment& environment, std::size_t map_size, unsigned flags, EnvironmentPointer& map) {
  MDB_env* created = nullptr;
  int code = mdb_env_create(&created);
  if (code != MDB_SUCCESS) return code;
  map.reset(created);
  refuse_failed_assertions(created);
  mdb_env_set_mapsize(created, map_size);
  mdb_env_set_maxdbs(created, kMostDatabases);
  mdb_env_set_maxreaders(created, kReaders);
  const StandardDescriptorsTaken taken;
  code = mdb_env_open(created, environment.path.c_str(), flags, 0666);
  if (code != MDB_SUCCESS) map.reset();
  return code;
}

/// LMDB gives up at a read that a signal interrupts.
int try_open(const Environment& environment, std::size_t map_size, unsigned flags, EnvironmentPointer& map) {
  int code = EINTR;
  while (code == EINTR) code = open_once(environment, map_size, flags, map);
  return code;
}

unsigned map_flags(const Environment& environment) {
  unsigned flags = MDB_NOSUBDIR | MDB_NOTLS;
  if (environment.options.read_only) flags |= MDB_RDONLY;
  if (environment.has_no_lock_file) flags |= MDB_NOLOCK;
  if (environment.is_temporary || !environment.options.sync) flags |= MDB_NOSYNC;
  return flags;
}

/// Returns the size for a map that replaces one of `mapped` bytes: `wanted` if the system grants it,
/// otherwise half of what it does grant, and at least enough for the file to grow by half if that is granted.
std::size_t size_to_map(std::size_t wanted, std::size_t needed, std::size_t mapped) {
  const std::size_t least = std::max(needed, kSmallestMap);
  if (wanted <= needed) return needed;
  if (can_map(wanted - mapped)) return wanted;
  std::size_t granted = wanted;
  while (granted > least && !can_map(granted - mapped)) granted = (granted - granted / 8) / kStep * kStep;
  if (granted <= least) return needed;
  const std::size_t size = std::max(granted / 2, std::min(granted, needed + needed / 2));
  return std::max(size / kStep * kStep, needed);
}

std::size_t size_in_use(const Environment& environment, const MDB_envinfo& map) {
  return (map.me_last_pgno + 1) * environment.page_size;
}

/// LMDB unmaps the file before it asks for a larger map, and has no map left if that fails, so ask first.
void widen_map(Environment& environment, const MDB_envinfo& map) {
  const std::size_t needed = size_in_use(environment, map);
  const std::size_t size = size_to_map(environment.options.map_size, needed, map.me_mapsize);
  if (!can_map(size - map.me_mapsize)) refuse_code(ENOMEM, environment.path);
  const int code = resize_map(environment, size);
  if (code != MDB_SUCCESS) refuse_code(code, environment.path);
}

}  // namespace

int resize_map(Environment& environment, std::size_t size) {
  environment.idle_readers.clear();
  const int code = mdb_env_set_mapsize(environment.map.get(), size);
  if (code != MDB_SUCCESS) environment.map.reset();
  return code;
}

void map_file(Environment& environment) {
  environment.has_no_lock_file = environment.lock_file == nullptr;
  const auto needed = static_cast<std::size_t>(environment.locks->status().size) / kStep * kStep + kStep;
  std::size_t size = size_to_map(environment.options.map_size, needed, 0);
  int code = try_open(environment, size, map_flags(environment), environment.map);
  // LMDB allocates memory before it maps the file, so a size that the system has just granted may no longer
  // fit.
  while (code == ENOMEM && size > needed) {
    size = size_to_map(size / 2, needed, 0);
    code = try_open(environment, size, map_flags(environment), environment.map);
  }
  // If the file holds a database, LMDB only reads here.
  if (code == EIO && environment.locks->status().size > 0) refuse_unreadable(code, environment.path);
  if (code != MDB_SUCCESS) refuse_code(code, environment.path);
  MDB_stat statistics{};
  mdb_env_stat(environment.map.get(), &statistics);
  environment.page_size = statistics.ms_psize;
}

void fit_map(Environment& environment, std::unique_lock<std::mutex>& lock) {
  MDB_envinfo map{};
  const auto is_outgrown = [&] {
    return mdb_env_info(environment.map.get(), &map) == MDB_SUCCESS &&
           size_in_use(environment, map) > map.me_mapsize;
  };
  if (!is_outgrown()) return;  // before the clock is read: each transaction comes here
  const auto deadline = std::chrono::steady_clock::now() + kOpeningPatience;
  while (!environment.is_swapping && is_outgrown()) {
    if (environment.transactions == 0) return widen_map(environment, map);
    if (std::chrono::steady_clock::now() > deadline) {
      refuse("map_outgrown", {}, {{"path", environment.path}});
    }
    environment.changed.wait_for(lock, kPause);
    if (!environment.map) refuse_code(ENOMEM, environment.path);
  }
}

}  // namespace cellar
