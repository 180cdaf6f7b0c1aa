#include "refusal/told_phrase.h"

#include <optional>
#include <utility>

#include "refusal/slots.h"

namespace cellar {

std::optional<Parameters> parts_of(std::string_view pattern, std::string_view text) {
  Parameters parts;
  for (;;) {
    const std::size_t open = pattern.find('{');
    if (!text.starts_with(pattern.substr(0, open))) return std::nullopt;
    if (open == pattern.npos) return text.size() == pattern.size() ? std::optional(parts) : std::nullopt;
    text.remove_prefix(open);
    const std::size_t close = pattern.find('}');
    const std::string_view name = parameter_of_slot(pattern.substr(open + 1, close - open - 1));
    if (name.empty()) return std::nullopt;  // braces of CQL
    pattern.remove_prefix(close + 1);
    const std::string_view behind = pattern.substr(0, pattern.find('{'));
    const std::size_t end = behind.empty() ? text.size() : text.find(behind);
    if (end == text.npos || end == 0) return std::nullopt;
    parts.push_back({name, std::string(text.substr(0, end))});
    text.remove_prefix(end);
  }
}

namespace {

/// How many letters of a pattern are outside of its slots.
std::size_t letters_of(std::string_view pattern) {
  std::size_t letters = 0;
  bool is_in_slot = false;
  for (const char c : pattern) {
    is_in_slot = (is_in_slot || c == '{') && c != '}';
    letters += is_in_slot ? 0 : 1;
  }
  return letters;
}

}  // namespace

std::string told_in(std::string_view english, std::span<const Phrase> phrases) {
  const Phrase* best = nullptr;
  std::optional<Parameters> parts;
  for (const Phrase& phrase : phrases) {
    if (best != nullptr && letters_of(best->english) >= letters_of(phrase.english)) continue;
    std::optional<Parameters> found = parts_of(phrase.english, english);
    if (!found) continue;
    best = &phrase;
    parts = std::move(found);
  }
  if (best == nullptr) return std::string(english);
  for (Parameter& part : *parts) part.value = told_in(part.value, phrases);
  return fill_whole(best->words, *parts);
}

}  // namespace cellar
