// The ring of a cluster whose nodes have equal parts of the tokens.
//
// In:      the number of nodes; tokens.
// Out:     which node owns a token, and which ones keep replicas of it: the owner and the next ones along the ring, as
//          SimpleStrategy places them. Nodes are counted from 0.
// Refused: nothing. There is at least one node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace cellar {

class Ring {
 public:
  explicit Ring(std::size_t nodes)
      : nodes_(nodes), part_(std::numeric_limits<std::uint64_t>::max() / nodes + (nodes > 1 ? 1 : 0)) {}

  std::size_t nodes() const { return nodes_; }
  std::size_t owner(std::int64_t token) const { return nodes_ == 1 ? 0 : place_of(token) / part_; }
  std::size_t replica(std::int64_t token, std::size_t number) const {
    return (owner(token) + number) % nodes_;
  }
  /// The largest token that the node owns, which is the token of the node.
  std::int64_t last_token(std::size_t node) const {
    if (node + 1 == nodes_) return std::numeric_limits<std::int64_t>::max();
    return token_at(part_ * (node + 1) - 1);
  }
  /// A token in the middle of the node's part.
  std::int64_t middle_token(std::size_t node) const { return token_at(part_ * node + (part_ - 1) / 2); }

 private:
  static constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  /// From 0 on, where tokens begin at -2^63.
  static std::uint64_t place_of(std::int64_t token) { return static_cast<std::uint64_t>(token) ^ kSign; }
  static std::int64_t token_at(std::uint64_t place) { return static_cast<std::int64_t>(place ^ kSign); }

  std::size_t nodes_;
  std::uint64_t part_;
};

}  // namespace cellar
