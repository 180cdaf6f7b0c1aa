#include "shell/render/writers/column_widths.h"

#include <algorithm>
#include <numeric>

namespace cellar {

namespace {

constexpr std::size_t kEllipsisWidth = 1;

/// Lowers the widths that are above a common limit, so that all together take `room`.
void share(Widths& widths, std::size_t room) {
  Widths sorted = widths;
  std::ranges::sort(sorted);
  std::size_t left = room;
  std::size_t limit = 0, more = 0;  // the first `more` of the wide columns get one column more
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const std::size_t wide = sorted.size() - i;
    limit = left / wide;
    more = left % wide;
    if (sorted[i] > limit) break;
    left -= sorted[i];
  }
  for (std::size_t& width : widths) {
    if (width <= limit) continue;
    width = limit + (more > 0 ? 1 : 0);
    if (more > 0) --more;
  }
}

}  // namespace

FittedWidths fit_widths(const Widths& wanted, std::size_t terminal, std::size_t between, std::size_t around) {
  const std::size_t count = wanted.size();
  const auto needs = [&](std::size_t columns, std::size_t widths) {
    return widths + (columns == 0 ? 0 : (columns - 1) * between) + around;
  };
  if (needs(count, std::accumulate(wanted.begin(), wanted.end(), std::size_t{0})) <= terminal)
    return {wanted, false};
  const std::size_t narrowest = std::clamp<std::size_t>(terminal / 10, 4, 10);
  std::size_t all_narrow = 0;
  for (const std::size_t width : wanted) all_narrow += std::min(width, narrowest);
  std::size_t shown = count;
  if (needs(count, all_narrow) > terminal) {
    std::size_t narrow = 0;
    for (shown = 0; shown < count; ++shown) {
      narrow += std::min(wanted[shown], narrowest);
      if (needs(shown + 1, narrow) + between + kEllipsisWidth > terminal) break;
    }
    shown = std::max<std::size_t>(shown, 1);
  }
  FittedWidths fitted{Widths(wanted.begin(), wanted.begin() + static_cast<std::ptrdiff_t>(shown)),
                      shown < count};
  const std::size_t taken = needs(shown, 0) + (fitted.is_cut ? between + kEllipsisWidth : 0);
  const std::size_t room = terminal > taken + shown ? terminal - taken : shown;
  if (std::accumulate(fitted.widths.begin(), fitted.widths.end(), std::size_t{0}) > room)
    share(fitted.widths, room);
  return fitted;
}

}  // namespace cellar
