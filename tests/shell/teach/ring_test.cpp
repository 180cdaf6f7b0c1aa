// The ring: who owns a token, who keeps its replicas, and what moves when a node joins.
#include <catch2/catch.hpp>
#include <limits>
#include <set>

#include "shell/teach/ring/ring.h"

using namespace cellar;

namespace {

constexpr std::int64_t kFirstToken = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kLastToken = std::numeric_limits<std::int64_t>::max();

/// Tokens at both ends of the ring, at both sides of each part, and some between.
std::vector<std::int64_t> probes(const Ring& ring) {
  std::vector<std::int64_t> tokens = {kFirstToken, kFirstToken + 1, -1, 0, 1, kLastToken - 1, kLastToken};
  for (std::size_t node = 0; node < ring.nodes(); ++node) {
    for (const std::int64_t last : ring.tokens(node)) {
      tokens.push_back(last);
      if (last < kLastToken) tokens.push_back(last + 1);
      if (last > kFirstToken) tokens.push_back(last - 1);
    }
  }
  for (std::uint64_t step = 0; step < 1'000; ++step)
    tokens.push_back(static_cast<std::int64_t>(step * 0x9E37'79B9'7F4A'7C15U));
  return tokens;
}

double sum_of_shares(const Ring& ring) {
  double sum = 0;
  for (std::size_t node = 0; node < ring.nodes(); ++node) sum += ring.share(node);
  return sum;
}

}  // namespace

TEST_CASE("nodes with equal parts own tokens in their order") {
  for (const std::size_t nodes : {1, 2, 3, 7, 16, 1'000}) {
    const Ring ring = Ring::of_equal_parts(nodes);
    CHECK(ring.owner(kFirstToken) == 0);
    CHECK(ring.owner(kLastToken) == nodes - 1);
    for (std::size_t node = 0; node < nodes; ++node) {
      const std::int64_t last = ring.tokens(node).front();
      CHECK(ring.owner(last) == node);
      if (node + 1 < nodes) CHECK(ring.owner(last + 1) == node + 1);
      CHECK(ring.share(node) == Approx(1.0 / static_cast<double>(nodes)));
    }
  }
}

TEST_CASE("the token of a vnode is the last one of its part, also around the end of the ring") {
  for (const std::size_t vnodes : {1, 2, 16, 256}) {
    const Ring ring = Ring::of_vnodes(5, vnodes);
    CHECK(sum_of_shares(ring) == Approx(1));
    std::set<std::int64_t> all;
    for (std::size_t node = 0; node < 5; ++node) {
      CHECK(ring.tokens(node).size() == vnodes);
      for (const std::int64_t last : ring.tokens(node)) {
        CHECK(ring.owner(last) == node);
        all.insert(last);
      }
    }
    REQUIRE(all.size() == 5 * vnodes);
    CHECK(ring.owner(kFirstToken) == ring.owner(*all.begin()));
    CHECK(ring.owner(kLastToken) == ring.owner(*all.begin()));
  }
}

TEST_CASE("replicas are the owner and the next other nodes, each once") {
  for (const Ring& ring : {Ring::of_equal_parts(6), Ring::of_vnodes(6, 1), Ring::of_vnodes(6, 32)}) {
    bool are_right = true;
    for (const std::int64_t token : probes(ring)) {
      for (std::size_t count = 1; count <= 6; ++count) {
        const std::vector<std::size_t> replicas = ring.replicas(token, count);
        are_right = are_right && replicas.front() == ring.owner(token) &&
                    std::set(replicas.begin(), replicas.end()).size() == count;
      }
    }
    CHECK(are_right);
  }
  CHECK(Ring::of_equal_parts(4).replicas(kLastToken, 3) == std::vector<std::size_t>{3, 0, 1});
}

TEST_CASE("of vnodes, a token moves to the node that joins or does not move at all") {
  for (const std::size_t vnodes : {1, 8, 256}) {
    const Ring before = Ring::of_vnodes(4, vnodes), after = Ring::of_vnodes(5, vnodes);
    for (const std::int64_t token : probes(after)) {
      const std::size_t owner = after.owner(token);
      CHECK((owner == 4 || owner == before.owner(token)));
    }
    CHECK(moved_part(before, after) == Approx(after.share(4)));
  }
  // The more tokens, the closer to an equal share.
  CHECK(moved_part(Ring::of_vnodes(4, 256), Ring::of_vnodes(5, 256)) == Approx(0.2).margin(0.02));
}

TEST_CASE("what moves when equal parts are split again") {
  for (const std::size_t nodes : {1, 2, 3, 6, 40}) {
    const Ring ring = Ring::of_equal_parts(nodes);
    const Ring halved = ring.with_half_of(nodes / 2);
    CHECK(halved.nodes() == nodes + 1);
    CHECK(moved_part(ring, halved) == Approx(0.5 / static_cast<double>(nodes)));
    CHECK(halved.share(nodes / 2) == Approx(halved.share(nodes)));
    CHECK(moved_part(ring, Ring::of_equal_parts(nodes + 1)) == Approx(0.5));
    CHECK(moved_part(ring, ring) == 0);
  }
}
