#include "shell/files/home.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace cellar {

std::filesystem::path with_home(const std::filesystem::path& path) {
  const char* const value = std::getenv("HOME");
  const std::filesystem::path home = value == nullptr ? "" : value;
  if (home.empty() || (path != "~" && !path.native().starts_with("~/"))) return path;
  return home / path.native().substr(std::min<std::size_t>(2, path.native().size()));
}

}  // namespace cellar
