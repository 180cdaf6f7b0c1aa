#include "refusal/catalogue.h"

#include <algorithm>
#include <array>

namespace cellar {

namespace {

using enum ErrorClass;

// Columns: id, code, class, title, why, fix. Sections follow the folders that refuse.
constexpr CatalogueEntry kEntries[] = {
    // section: parser
    {"syntax", "E100", syntax, "{found} is not expected here", "Expected {expected}.", ""},

    // section: types

    // section: definitions

    // section: planner
    {"not_run_yet", "E600", invalid, "{statement} is valid CQL, but Cellar does not run it yet", "", ""},

    // section: executor

    // section: functions

    // section: storage

    // section: shell
};

}  // namespace

std::span<const CatalogueEntry> catalogue() { return kEntries; }

const CatalogueEntry* find_entry(std::string_view id) {
  const auto* found = std::find_if(std::begin(kEntries), std::end(kEntries),
                                   [id](const CatalogueEntry& entry) { return entry.id == id; });
  return found == std::end(kEntries) ? nullptr : found;
}

std::string fill(std::string_view words, const Parameters& parameters) {
  std::string text;
  std::size_t position = 0;
  while (position < words.size()) {
    const std::size_t open = words.find('{', position);
    const std::size_t close = open == words.npos ? words.npos : words.find('}', open);
    if (close == words.npos) break;
    text += words.substr(position, open - position);
    const std::string_view name = words.substr(open + 1, close - open - 1);
    const auto parameter = std::find_if(parameters.begin(), parameters.end(),
                                        [name](const Parameter& candidate) { return candidate.name == name; });
    text += parameter == parameters.end() ? std::string(words.substr(open, close - open + 1)) : parameter->value;
    position = close + 1;
  }
  return text + std::string(words.substr(position));
}

}  // namespace cellar
