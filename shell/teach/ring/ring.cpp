#include "shell/teach/ring/ring.h"

#include <algorithm>
#include <limits>
#include <string>

#include "types/token.h"

namespace cellar {

namespace {

constexpr double kAllTokens = 18'446'744'073'709'551'616.0;  // 2^64

/// From the token behind `before` to `last`, around the end of the ring if need be; 0: all tokens.
std::uint64_t distance(std::int64_t before, std::int64_t last) {
  return static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(before);
}

double part_of_ring(std::uint64_t length) {
  return length == 0 ? 1 : static_cast<double>(length) / kAllTokens;
}

}  // namespace

Ring::Ring(std::size_t nodes, std::vector<Part> parts) : nodes_(nodes), parts_(std::move(parts)) {
  std::ranges::sort(parts_, {}, &Part::last);
}

Ring Ring::of_equal_parts(std::size_t nodes) {
  constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  const std::uint64_t length = std::numeric_limits<std::uint64_t>::max() / nodes + (nodes > 1 ? 1 : 0);
  std::vector<Part> parts;
  for (std::size_t node = 0; node + 1 < nodes; ++node)
    parts.push_back({static_cast<std::int64_t>((length * (node + 1) - 1) ^ kSign), node});
  parts.push_back({std::numeric_limits<std::int64_t>::max(), nodes - 1});
  return {nodes, std::move(parts)};
}

Ring Ring::of_vnodes(std::size_t nodes, std::size_t vnodes) {
  std::vector<Part> parts;
  for (std::size_t node = 0; node < nodes; ++node) {
    for (std::size_t number = 0; number < vnodes; ++number)
      parts.push_back({token_of(std::vector{std::to_string(node), std::to_string(number)}), node});
  }
  return {nodes, std::move(parts)};
}

Ring Ring::with_half_of(std::size_t node) const {
  std::size_t largest = parts_.size();
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    const bool is_larger = largest == parts_.size() || length(part) > length(largest);
    if (parts_[part].node == node && is_larger) largest = part;
  }
  const std::uint64_t half = (length(largest) - 1) / 2 + 1;  // the larger one, if they differ
  std::vector<Part> parts = parts_;
  parts.push_back(
      {static_cast<std::int64_t>(static_cast<std::uint64_t>(parts_[largest].last) - length(largest) + half),
       nodes_});
  return {nodes_ + 1, std::move(parts)};
}

std::vector<Ring::Part>::const_iterator Ring::part_of(std::int64_t token) const {
  const auto found = std::ranges::lower_bound(parts_, token, {}, &Part::last);
  return found == parts_.end() ? parts_.begin() : found;
}

/// Returns 0 for a ring of one part, since its length 2^64 wraps.
std::uint64_t Ring::length(std::size_t part) const {
  return distance(parts_[part == 0 ? parts_.size() - 1 : part - 1].last, parts_[part].last);
}

std::vector<std::size_t> Ring::replicas(std::int64_t token, std::size_t count) const {
  std::vector<std::size_t> nodes;
  for (auto part = part_of(token); nodes.size() < count;) {
    if (std::ranges::find(nodes, part->node) == nodes.end()) nodes.push_back(part->node);
    if (++part == parts_.end()) part = parts_.begin();
  }
  return nodes;
}

std::vector<std::int64_t> Ring::tokens(std::size_t node) const {
  std::vector<std::int64_t> tokens;
  for (const Part& part : parts_) {
    if (part.node == node) tokens.push_back(part.last);
  }
  return tokens;
}

double Ring::share(std::size_t node) const {
  double share = 0;
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    if (parts_[part].node == node) share += part_of_ring(length(part));
  }
  return share;
}

double moved_part(const Ring& before, const Ring& after) {
  std::vector<std::int64_t> ends;  // of stretches that have one owner in each ring
  for (const Ring* ring : {&before, &after}) {
    for (const Ring::Part& part : ring->parts_) ends.push_back(part.last);
  }
  std::ranges::sort(ends);
  const auto same = std::ranges::unique(ends);
  ends.erase(same.begin(), same.end());
  double moved = 0;
  std::int64_t last = ends.back();
  for (const std::int64_t end : ends) {
    if (before.owner(end) != after.owner(end)) moved += part_of_ring(distance(last, end));
    last = end;
  }
  return moved;
}

}  // namespace cellar
