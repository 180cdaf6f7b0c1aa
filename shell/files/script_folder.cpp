#include "shell/files/script_folder.h"

#include <algorithm>

#include "refusal/refusal.h"

namespace cellar {

std::vector<std::filesystem::path> scripts_of_path(const std::filesystem::path& path) {
  std::error_code unknown;  // then reading it as a script refuses
  if (!std::filesystem::is_directory(path, unknown)) return {path};
  std::vector<std::filesystem::path> found;
  try {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
      if (entry.is_regular_file(unknown) && entry.path().extension() == ".cql") found.push_back(entry.path());
    }
  } catch (const std::filesystem::filesystem_error& failure) {
    refuse("unreadable_file", {}, {{"file", path.string()}, {"reason", failure.code().message()}});
  }
  if (found.empty()) refuse("no_scripts", {}, {{"folder", path.string()}});
  std::ranges::sort(found);
  return found;
}

}  // namespace cellar
