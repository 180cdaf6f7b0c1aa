// The words of a room in each language: phrases with parameters, which the sources know by their English text.
//
// In:      a table of Phrase for each language besides English, in the order of languages(); the English text of a
//          phrase, and its parameters.
// Out:     the phrase in a language; in English for a language without a table.
// Refused: a text that is not in the tables, tables that differ in their texts, and a phrase that names other
//          parameters than its English text do not compile.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "refusal/language.h"
#include "refusal/messages.h"
#include "refusal/slots.h"

namespace cellar {

template <const auto&... kTables>
class PhraseBook {
 public:
  /// A phrase by its place in the first table.
  class Text {
   public:
    consteval Text(const char* english) : place_(place_of(english)) {
      if (place_ == kSize) throw "no table has this text";
    }
    std::string_view in(Language language) const { return words(place_, language); }

   private:
    friend class PhraseBook;
    constexpr explicit Text(std::size_t place) : place_(place) {}

    std::size_t place_;
  };

  static std::string say(Language language, Text text, const Parameters& parameters = {}) {
    return fill_whole(text.in(language), parameters);
  }

  /// Says phrases in one language.
  class Speech {
   public:
    explicit Speech(Language language) : language_(language) {}
    std::string operator()(Text text, const Parameters& parameters = {}) const {
      return say(language_, text, parameters);
    }
    Language language() const { return language_; }

   private:
    Language language_;
  };

  /// Returns the phrase of a text that is only known at run time; nothing if no table has it.
  static std::optional<Text> find(std::string_view english) {
    const std::size_t place = place_of(english);
    return place == kSize ? std::nullopt : std::optional(Text(place));
  }

  /// Returns all phrases in a language, for tables of both.
  static std::vector<Phrase> phrases(Language language) {
    std::vector<Phrase> all;
    for (std::size_t place = 0; place < kSize; ++place)
      all.push_back({kFirst[place].english, words(place, language)});
    return all;
  }

  static constexpr std::size_t kLanguages = sizeof...(kTables);

 private:
  static constexpr const auto& kFirst = std::get<0>(std::tie(kTables...));
  static constexpr std::size_t kSize = std::size(kFirst);
  using Words = std::array<std::string_view, kSize>;

  static constexpr std::size_t place_of(std::string_view english) {
    std::size_t place = 0;
    while (place < kSize && kFirst[place].english != english) ++place;
    return place;
  }

  /// Returns the words of a table in the order of the first one.
  static consteval Words in_order(const auto& table) {
    Words words{};
    for (const Phrase& phrase : table) {
      const std::size_t place = place_of(phrase.english);
      if (place == kSize || !words[place].empty())
        throw "the first table lacks this text, or it is here twice";
      if (!name_same_parameters(phrase.words, phrase.english)) throw "the English text has other parameters";
      words[place] = phrase.words;
    }
    for (const std::string_view each : words)
      if (each.empty()) throw "a text of the first table is missing";
    return words;
  }

  static constexpr std::array<Words, kLanguages> kWords = {in_order(kTables)...};

  static std::string_view words(std::size_t place, Language language) {
    const auto number = static_cast<std::size_t>(language);
    return number == 0 || number > kLanguages ? kFirst[place].english : kWords[number - 1][place];
  }
};

}  // namespace cellar
