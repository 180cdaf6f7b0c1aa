#include "shell/completion/offers.h"

#include "types/names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

std::string in_quotes(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) text.append(c == '"' ? 2 : 1, c);
  return text + '"';
}

bool begins_with(std::string_view text, std::string_view begin) {
  return text.size() >= begin.size() && to_lower(text.substr(0, begin.size())) == to_lower(begin);
}

}  // namespace

/// What was typed decides by its first letter in which case words are.
bool Offers::fits(std::string_view text) const {
  return prefix_.kind == Prefix::Kind::none || begins_with(text, prefix_.typed);
}

void Offers::add(std::string text, std::string note, bool blank_follows) {
  if (texts_.insert(text).second) candidates_.push_back({std::move(text), std::move(note), blank_follows});
}

void Offers::add_name(std::string_view name, std::string note, std::string_view behind) {
  if (prefix_.kind == Prefix::Kind::string) return;
  if (prefix_.kind == Prefix::Kind::quoted_name) {
    std::string quoted = in_quotes(name);
    if (quoted.starts_with(prefix_.typed)) add(quoted.append(behind), std::move(note), false);
    return;
  }
  if (begins_with(name, prefix_.typed)) add(quote_name(name).append(behind), std::move(note), false);
}

void Offers::add_name_and_blank(std::string_view name, std::string note) {
  const std::size_t before = candidates_.size();
  add_name(name, std::move(note));
  if (candidates_.size() > before) candidates_.back().blank_follows = true;
}

void Offers::add_words(std::string_view words) {
  if (!fits(words)) return;
  const char first = prefix_.typed.empty() ? '\0' : prefix_.typed.front();
  const bool is_lower = first == '\0' ? lower_case_ : first >= 'a' && first <= 'z';
  add(is_lower ? to_lower(words) : std::string(words), {}, true);
}

void Offers::add_lower_words(std::string_view words, std::string note, bool blank_follows) {
  if (!fits(words)) return;
  const char first = prefix_.typed.empty() ? '\0' : prefix_.typed.front();
  const bool is_upper = first >= 'A' && first <= 'Z';
  add(is_upper ? to_upper(words) : to_lower(words), std::move(note), blank_follows);
}

void Offers::add_text(std::string_view text, std::string note, bool blank_follows) {
  if (fits(text)) add(std::string(text), std::move(note), blank_follows);
}

}  // namespace cellar
