// The slots of templates: which parameters a text names.
//
// In:      texts such as "there is no column {column}"; `{count|row|rows}` and `{a type}` name parameters, too.
// Out:     whether two of them name the same. All of it runs when the program is compiled.
// Refused: nothing.
#pragma once

#include <string_view>

namespace cellar {

/// Returns the name of the parameter in `{name}`, `{a name}` or `{name|one|many}`; empty if the braces are those
/// of CQL.
constexpr std::string_view parameter_of_slot(std::string_view slot) {
  if (slot.starts_with("a ")) slot.remove_prefix(2);
  slot = slot.substr(0, slot.find('|'));
  for (const char c : slot) {
    if ((c < 'a' || c > 'z') && c != '_') return {};
  }
  return slot;
}

constexpr bool has_parameter(std::string_view words, std::string_view name) {
  for (std::size_t open = 0; (open = words.find('{', open)) != words.npos; ++open) {
    const std::size_t close = words.find('}', open);
    if (close == words.npos) return false;
    if (parameter_of_slot(words.substr(open + 1, close - open - 1)) == name) return true;
  }
  return false;
}

constexpr bool names_all_of(std::string_view words, std::string_view others) {
  for (std::size_t open = 0; (open = others.find('{', open)) != others.npos; ++open) {
    const std::size_t close = others.find('}', open);
    if (close == others.npos) return true;
    const std::string_view name = parameter_of_slot(others.substr(open + 1, close - open - 1));
    if (!name.empty() && !has_parameter(words, name)) return false;
  }
  return true;
}

/// True if both name the same parameters, in whatever order and however often.
constexpr bool name_same_parameters(std::string_view words, std::string_view others) {
  return names_all_of(words, others) && names_all_of(others, words);
}

}  // namespace cellar
