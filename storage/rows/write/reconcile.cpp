#include "storage/rows/write/reconcile.h"

namespace cellar {

namespace {

bool ends(const CellVersion& version) { return version.end().has_value(); }

}  // namespace

bool supersedes(const CellVersion& incoming, const CellVersion& existing) {
  if (incoming.liveness.timestamp != existing.liveness.timestamp) {
    return incoming.liveness.timestamp > existing.liveness.timestamp;
  }
  if (ends(incoming) != ends(existing)) return ends(incoming);
  if (incoming.is_tombstone != existing.is_tombstone) return incoming.is_tombstone;
  if (incoming.end() != existing.end()) return incoming.end() > existing.end();
  if (incoming.liveness.time_to_live != existing.liveness.time_to_live) {
    return incoming.liveness.time_to_live < existing.liveness.time_to_live;
  }
  return incoming.value > existing.value;  // char_traits<char> compares unsigned bytes
}

bool supersedes(const Liveness& incoming, const Liveness& existing) {
  if (incoming.timestamp != existing.timestamp) return incoming.timestamp > existing.timestamp;
  const bool expires = incoming.time_to_live != 0;
  if (expires != (existing.time_to_live != 0)) return expires;
  if (!expires || incoming.expires_at != existing.expires_at) {
    return expires && incoming.expires_at > existing.expires_at;
  }
  return incoming.time_to_live < existing.time_to_live;
}

}  // namespace cellar
