#include "shell/completion/file_names.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "shell/files/home.h"

namespace cellar {

namespace {

// A folder with more files is not listed to its end while somebody waits.
constexpr std::size_t kMostFiles = 5000;

std::string with_quotes_doubled(std::string_view text) {
  std::string result;
  for (const char c : text) result.append(c == '\'' ? 2 : 1, c);
  return result;
}

std::string with_quotes_single(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] == '\'' && i + 1 < text.size() && text[i + 1] == '\'') ++i;
  }
  return result;
}

std::filesystem::path folder_to_list(const std::string& typed, const std::filesystem::path& home) {
  if (typed.empty()) return ".";
  return with_home(typed, home);
}

}  // namespace

void offer_files(Offers& offers, const std::optional<std::filesystem::path>& home) {
  const Prefix& prefix = offers.prefix();
  if (!home || prefix.kind == Prefix::Kind::word || prefix.kind == Prefix::Kind::quoted_name) return;
  const std::string typed =
      prefix.typed.empty() ? "" : with_quotes_single(std::string_view(prefix.typed).substr(1));
  const std::size_t slash = typed.rfind('/');
  const std::string folder = slash == typed.npos ? "" : typed.substr(0, slash + 1);
  const std::string begin = typed.substr(folder.size());
  std::error_code error;
  std::vector<std::string> names;
  for (std::filesystem::directory_iterator each(folder_to_list(folder, *home), error), end;
       !error && each != end; each.increment(error)) {
    if (names.size() == kMostFiles) break;
    const std::string name = each->path().filename().string();
    if (!name.starts_with(begin) || (begin.empty() && name.starts_with('.'))) continue;
    std::error_code unknown;
    names.push_back(name + (each->is_directory(unknown) ? "/" : ""));
  }
  std::ranges::sort(names);
  for (const std::string& name : names)
    offers.add_text("'" + with_quotes_doubled(folder + name) + (name.ends_with('/') ? "" : "'"));
}

}  // namespace cellar
