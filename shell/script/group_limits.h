// How long a group of writes stays open, and how often its limits are checked: of a script, and of COPY FROM.
//
// A group that touches the pages of an earlier one writes them again, so fewer groups make a smaller file. A group ends
// early if it is large, or if it has lasted for kShortestGroup and another writer waits.
#pragma once

#include <chrono>
#include <cstddef>

namespace cellar {

inline constexpr std::chrono::milliseconds kLongestGroup{10'000};
inline constexpr std::chrono::milliseconds kShortestGroup{200};
/// The size of a group is checked after so many statements or rows, or so many bytes of them, whichever is first: a few
/// long ones can make it large.
inline constexpr std::size_t kWritesBetweenChecks = 64;
inline constexpr std::size_t kBytesBetweenChecks = 1 << 20;

}  // namespace cellar
