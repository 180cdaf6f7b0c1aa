// Parameters put into the templates of messages (refusal/messages.h).
#include <algorithm>
#include <string>

#include "refusal/counted.h"
#include "refusal/messages.h"
#include "refusal/width.h"

namespace cellar {

namespace {

// What quotes a statement is clipped after so many characters: a literal may have a megabyte.
constexpr std::size_t kLongestQuote = 80;

// Lists that a message is about, and what is there to be copied, are whole however long they are.
constexpr std::string_view kWhole[] = {
    "changes", "clustering", "columns", "declared",  "expected",  "features", "fields",
    "file",    "folder",     "key",     "known",     "lock",      "missing",  "path",
    "reason",  "signatures", "skipped", "statement", "table_fix", "turned",   "type",
    "usage",   "users",      "wanted",  "what",      "words"};

/// "an int", "a text". Words with a `u` take "a": uuid and user are the only ones that follow an article here.
std::string with_article(const std::string& word) {
  const bool vowel = !word.empty() && std::string_view("aeio").find(word.front()) != std::string_view::npos;
  return (vowel ? "an " : "a ") + word;
}

/// Returns the words for the slot `{name}`, `{a name}` or `{name|one|many}`; the slot itself if there is no
/// such parameter.
std::string fill_slot(std::string_view slot, const Parameters& parameters,
                      std::string (*value_of)(const Parameter&)) {
  constexpr std::string_view kArticle = "a ";
  const bool has_article = slot.starts_with(kArticle);
  const std::size_t bar = slot.find('|');
  const std::size_t second = bar == slot.npos ? bar : slot.find('|', bar + 1);
  std::string_view name = second == slot.npos ? slot : slot.substr(0, bar);
  if (has_article) name.remove_prefix(kArticle.size());
  const auto parameter = std::find_if(parameters.begin(), parameters.end(),
                                      [name](const Parameter& candidate) { return candidate.name == name; });
  if (parameter == parameters.end()) return "{" + std::string(slot) + "}";
  const std::string value = value_of(*parameter);
  if (has_article) return with_article(value);
  if (second == slot.npos) return value;
  return counted(value, slot.substr(bar + 1, second - bar - 1), slot.substr(second + 1));
}

std::string fill_with(std::string_view words, const Parameters& parameters,
                      std::string (*value_of)(const Parameter&)) {
  std::string text;
  std::size_t position = 0;
  while (position < words.size()) {
    const std::size_t open = words.find('{', position);
    const std::size_t close = open == words.npos ? words.npos : words.find('}', open);
    if (close == words.npos) break;
    text += words.substr(position, open - position);
    text += fill_slot(words.substr(open + 1, close - open - 1), parameters, value_of);
    position = close + 1;
  }
  return text + std::string(words.substr(position));
}

}  // namespace

std::string shown_value(const Parameter& parameter) {
  const std::string& value = parameter.value;
  if (std::find(std::begin(kWhole), std::end(kWhole), parameter.name) != std::end(kWhole)) return value;
  std::size_t bytes = 0;
  for (std::size_t characters = 0; bytes < value.size(); ++characters) {
    if (characters == kLongestQuote) return value.substr(0, bytes) + "...";
    bytes += first_character(std::string_view(value).substr(bytes)).bytes;
  }
  return value;
}

std::string fill(std::string_view words, const Parameters& parameters) {
  return fill_with(words, parameters, shown_value);
}

std::string fill_whole(std::string_view words, const Parameters& parameters) {
  return fill_with(words, parameters, [](const Parameter& parameter) { return parameter.value; });
}

}  // namespace cellar
