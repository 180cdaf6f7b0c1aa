#include "shell/terminal/wrong_database.h"

#include <fstream>
#include <string>
#include <system_error>

#include "refusal/refusal.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kLooksAt = 4096;

/// The beginning of a file, empty if it cannot be read, and of what is no file: a pipe without a writer would be waited
/// for.
std::string beginning_of(const std::filesystem::path& path) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown)) return "";
  std::string text(kLooksAt, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

/// Text has no control characters but those that divide lines and words.
bool is_text(const std::string& bytes) {
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    if (value < ' ' && byte != '\n' && byte != '\r' && byte != '\t' && byte != '\f') return false;
  }
  return !bytes.empty();
}

std::string extension_of(const std::filesystem::path& path) { return to_lower(path.extension().string()); }

bool is_name_of_rows(const std::filesystem::path& path) {
  const std::string extension = extension_of(path);
  return extension == ".csv" || extension == ".tsv" || extension == ".jsonl";
}

bool is_name_of_script(const std::filesystem::path& path) {
  const std::string extension = extension_of(path);
  return extension == ".cql" || extension == ".sql";
}

void refuse_text(const std::filesystem::path& path) {
  if (!is_text(beginning_of(path))) return;
  refuse(is_name_of_rows(path) ? "rows_as_database" : "script_as_database", {}, {{"path", path.string()}});
}

}  // namespace

void refuse_missing_text(const std::filesystem::path& path) {
  std::error_code unknown;
  if (path.has_parent_path() || std::filesystem::exists(path, unknown)) return;
  if (is_name_of_script(path)) refuse("script_missing", {}, {{"path", path.string()}});
  if (is_name_of_rows(path)) refuse("rows_missing", {}, {{"path", path.string()}});
}

Database open_named_database(const std::filesystem::path& path, const StoreOptions& store,
                             const DatabaseOptions& options) {
  refuse_missing_text(path);
  try {
    return Database::open(path, store, options);
  } catch (const Refusal& refusal) {
    if (refusal.diagnostic.cause() == Cause::not_a_database) refuse_text(path);
    throw;
  }
}

}  // namespace cellar
