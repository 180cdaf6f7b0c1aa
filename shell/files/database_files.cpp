#include "shell/files/database_files.h"

#include <algorithm>
#include <system_error>

#include "refusal/refusal.h"

namespace cellar {

namespace {

bool is_database_file(const std::filesystem::path& path, const Connection& connection) {
  const Database* const database = connection.database();
  if (database == nullptr) return false;
  std::filesystem::path lock = database->path();
  lock += "-lock";
  const std::filesystem::path files[] = {database->path(), lock};
  return std::ranges::any_of(files, [&path](const std::filesystem::path& file) {
    std::error_code error;  // most often: one of the two does not exist, so they are not the same
    return std::filesystem::equivalent(path, file, error);
  });
}

}  // namespace

void refuse_database_file(const std::filesystem::path& path, const Connection& connection) {
  if (is_database_file(path, connection)) refuse("database_is_output", {}, {{"file", path.string()}});
}

void refuse_reading_database_file(const std::filesystem::path& path, const Connection& connection) {
  if (is_database_file(path, connection)) refuse("database_is_input", {}, {{"file", path.string()}});
}

}  // namespace cellar
