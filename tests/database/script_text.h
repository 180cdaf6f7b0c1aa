// The whole text of a script.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace cellar {

inline std::string read_whole(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace cellar
