#include "shell/render/window_lines.h"

#include <algorithm>

#include "shell/render/cell_text.h"

namespace cellar {

std::size_t lines_in_window(std::string_view text, std::size_t window_columns) {
  std::size_t lines = 0;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t width = painted_width(line);
    lines += width <= window_columns ? 1 : (width + window_columns - 1) / window_columns;
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return lines;
}

}  // namespace cellar
