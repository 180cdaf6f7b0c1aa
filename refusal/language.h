// The languages that the words of messages exist in.
//
// In:      a code, or a locale of the system.
// Out:     the language.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace cellar {

/// A place in languages().
enum class Language : std::uint8_t { english };

struct LanguageName {
  std::string_view code;  // "zh": what --language and LANGUAGE take, and how the names of its locales begin
  std::string_view name;  // "Chinese"
};

/// English, then the languages of refusal/languages/.
std::span<const LanguageName> languages();

/// Nothing for a code that no language has. Codes are in lower case.
std::optional<Language> find_language(std::string_view code);
/// Returns English if no language has the locale: "zh_CN.UTF-8" is Chinese, "C" is not known.
Language language_of_locale(std::string_view locale);

}  // namespace cellar
