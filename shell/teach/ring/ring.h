// The ring of a cluster: which node owns which tokens.
//
// In:      the number of nodes, and of tokens that each has; tokens.
// Out:     which node owns a token, and which ones keep replicas of it: the owner and the next other nodes along the ring,
//          as SimpleStrategy places them. Nodes are counted from 0. The same numbers give the same ring.
// Refused: nothing. There is at least one node, and each has at least one token.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cellar {

inline constexpr std::size_t kMostNodes = 1'000;

class Ring {
 public:
  /// Nodes with equal parts of the tokens, one part each.
  static Ring of_equal_parts(std::size_t nodes);
  /// Nodes with so many tokens each (num_tokens of Cassandra). Those of a node do not depend on how many nodes there are.
  static Ring of_vnodes(std::size_t nodes, std::size_t vnodes);
  /// This ring with one node more, which takes the lower half of the largest part of `node`.
  Ring with_half_of(std::size_t node) const;

  std::size_t nodes() const { return nodes_; }
  std::size_t owner(std::int64_t token) const { return part_of(token)->node; }
  /// `count` is at most the number of nodes. The owner is the first.
  std::vector<std::size_t> replicas(std::int64_t token, std::size_t count) const;
  /// The last token of each part of the node, in their order.
  std::vector<std::int64_t> tokens(std::size_t node) const;
  /// The part of all tokens that the node owns.
  double share(std::size_t node) const;

  /// The part of all tokens whose owner is another one in `after`.
  friend double moved_part(const Ring& before, const Ring& after);

 private:
  struct Part {
    std::int64_t last = 0;  // it begins behind the part before it; the first one begins behind the last one
    std::size_t node = 0;
  };

  Ring(std::size_t nodes, std::vector<Part> parts);
  std::vector<Part>::const_iterator part_of(std::int64_t token) const;
  std::uint64_t length(std::size_t part) const;

  std::size_t nodes_;
  std::vector<Part> parts_;  // by their last tokens
};

}  // namespace cellar
