#include "shell/command/database_files.h"

#include <system_error>

#include "refusal/refusal.h"

namespace cellar {

void refuse_database_file(const std::filesystem::path& path, const Database& database) {
  std::filesystem::path lock = database.path();
  lock += "-lock";
  for (const std::filesystem::path& file : {database.path(), lock}) {
    std::error_code error;  // most often: one of the two does not exist, so they are not the same
    if (std::filesystem::equivalent(path, file, error))
      refuse("database_is_output", {}, {{"file", path.string()}});
  }
}

}  // namespace cellar
