#include "shell/check/known_differences.h"

#include <charconv>
#include <optional>

#include "refusal/refusal.h"
#include "shell/files/script_file.h"
#include "types/text/text.h"

namespace cellar {

namespace {

std::optional<KnownDifference> read_line(std::string_view line) {
  const std::size_t blank = line.find_first_of(kBlanks);
  if (blank == line.npos) return std::nullopt;
  const std::string_view place = line.substr(0, blank);
  const std::size_t reason = line.find_first_not_of(kBlanks, blank);
  const std::size_t colon = place.rfind(':');
  if (reason == line.npos || colon == place.npos || colon == 0) return std::nullopt;
  KnownDifference known{std::string(place.substr(0, colon)), 0, std::string(line.substr(reason))};
  const char* end = place.data() + place.size();
  const auto [stop, error] = std::from_chars(place.data() + colon + 1, end, known.line);
  if (error != std::errc() || stop != end) return std::nullopt;
  return known;
}

}  // namespace

std::vector<KnownDifference> read_known_differences(const std::filesystem::path& file) {
  std::string text;
  ScriptFile source(file);
  for (std::string_view piece = source.read(); !piece.empty(); piece = source.read()) text += piece;
  std::vector<KnownDifference> all;
  std::size_t number = 0;
  std::string_view rest = text;
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    ++number;
    const std::size_t begin = line.find_first_not_of(kBlanks);
    if (begin == line.npos || line[begin] == '#') continue;
    const std::optional<KnownDifference> known = read_line(line.substr(begin));
    if (!known) refuse("known_form", {}, {{"file", file.string()}, {"line", std::to_string(number)}});
    all.push_back(*known);
  }
  return all;
}

std::vector<KnownDifference> known_for(const std::vector<KnownDifference>& all,
                                       const std::filesystem::path& script) {
  const std::string path = script.generic_string();
  std::vector<KnownDifference> those;
  for (const KnownDifference& known : all) {
    if (path == known.path || path.ends_with("/" + known.path)) those.push_back(known);
  }
  return those;
}

}  // namespace cellar
