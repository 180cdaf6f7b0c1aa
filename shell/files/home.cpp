#include "shell/files/home.h"

#include <algorithm>

namespace cellar {

std::filesystem::path with_home(const std::filesystem::path& path, const std::filesystem::path& home) {
  if (home.empty() || (path != "~" && !path.native().starts_with("~/"))) return path;
  return home / path.native().substr(std::min<std::size_t>(2, path.native().size()));
}

}  // namespace cellar
