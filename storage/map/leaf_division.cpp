#include "storage/map/leaf_division.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace cellar {

namespace {

/// Bytes that the entries of a page of 4 KiB may take. With larger pages the check of the room fails, and nothing is
/// done.
constexpr std::size_t kRoom = 4096 - kPageHeaderSize;
/// How much must begin alike before a key. Pages that end with small partitions would be less full, not more.
constexpr std::size_t kSmallestPartition = kRoom;
/// With this value, and a key, an entry takes half of a page: what LMDB allows at most in a leaf.
constexpr std::size_t kHalfPageValue = kRoom / 2 - kNodeHeaderSize - sizeof(std::uint16_t);

/// Returns the size of a node with its offset in the page; LMDB keeps nodes at even sizes.
std::size_t node_size(std::string_view key, std::string_view value) {
  const std::size_t size = kNodeHeaderSize + key.size() + value.size();
  return size + size % 2 + sizeof(std::uint16_t);
}

/// The entry under a cursor, as a node of its page.
struct Node {
  explicit Node(const LmdbCursor& cursor)
      : begin(cursor.key().data()), size(node_size(cursor.key(), cursor.value())) {}

  /// Returns true if `next` is the node that was put into the page after this one. A page that has just been divided
  /// has its nodes in the order of their keys, each before the last in memory, without a gap; pages are further apart.
  bool touches(const Node& next) const { return next.begin + (next.size - sizeof(std::uint16_t)) == begin; }

  const char* begin;  // of its key
  std::size_t size;
};

/// What surrounds a key in its page.
struct Surroundings {
  std::size_t alike = 0;  // size of the entries before it that begin alike, also of those in other pages
  std::size_t bytes_before = 0;
  std::size_t entries_before = 0;
  std::size_t bytes_after = 0;
  std::size_t entries_after = 0;
  std::string next_key;
  std::string next_value;
};

/// Returns false if entries after the key begin alike, or there are none in its page.
bool look_after(LmdbCursor& cursor, std::string_view prefix, Surroundings& around) {
  Node last(cursor);
  while (cursor.next()) {
    const Node node(cursor);
    if (!last.touches(node)) break;
    if (around.entries_after == 0) {
      if (cursor.key().starts_with(prefix)) return false;
      around.next_key = cursor.key();
      around.next_value = cursor.value();
    }
    ++around.entries_after;
    around.bytes_after += node.size;
    last = node;
  }
  return around.entries_after != 0;
}

/// Looks at the entries before the key: all in its page, and in others until enough of them begin alike.
void look_before(LmdbCursor& cursor, std::string_view prefix, Surroundings& around) {
  Node last(cursor);
  bool is_in_page = true, is_alike = true;
  while ((is_in_page || (is_alike && around.alike < kSmallestPartition)) && cursor.previous()) {
    const Node node(cursor);
    is_in_page = is_in_page && node.touches(last);
    is_alike = is_alike && cursor.key().starts_with(prefix);
    if (is_alike) around.alike += node.size;
    if (is_in_page) {
      ++around.entries_before;
      around.bytes_before += node.size;
    }
    last = node;
  }
}

}  // namespace

// LMDB divides where it likes. But of two entries that take half a page each, the second one begins a page if anything
// else is in their page. So the entries on both sides of the place take that much for a moment.
void end_leaf_after(LmdbCursor& cursor, std::string_view key, std::size_t prefix_size) {
  if (!cursor.seek(key) || cursor.key() != key) return;
  const std::string value(cursor.value());
  const std::string_view prefix = key.substr(0, prefix_size);
  Surroundings around;
  if (!look_after(cursor, prefix, around) || !cursor.seek(key)) return;
  look_before(cursor, prefix, around);
  const std::string_view next = around.next_key;
  const bool is_large = std::max(node_size(key, value), node_size(next, around.next_value)) > kRoom / 2;
  if (is_large || around.alike < kSmallestPartition || around.entries_before < 1 || around.entries_after < 2)
    return;
  if (around.bytes_before + kRoom / 2 + around.bytes_after > kRoom) return;
  const std::string filling(kHalfPageValue, '\0');
  cursor.put(key, std::string_view(filling).substr(key.size()));
  cursor.put(next, std::string_view(filling).substr(next.size()));
  cursor.put(next, around.next_value);
  cursor.put(key, value);
}

}  // namespace cellar
