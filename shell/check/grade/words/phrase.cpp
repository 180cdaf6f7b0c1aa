#include "shell/check/grade/words/phrase.h"

#include <algorithm>
#include <array>
#include <span>

#include "refusal/messages.h"
#include "refusal/slots.h"
#include "shell/check/grade/words/chinese.h"
#include "types/text/text.h"

namespace cellar {

namespace {

using grade_words::GradeWords;
using grade_words::kChinese;
using grade_words::kEnglish;

/// The words of one language by the places of the English ones.
using Words = std::array<std::string_view, std::size(kEnglish)>;

struct Translation {
  std::string_view language;  // its code
  Words words;
};

/// Throws, when it is compiled, for a phrase that is not in English, or names other parameters than the English one.
constexpr Words in_english_order(std::span<const GradeWords> phrases) {
  Words words{};
  for (const GradeWords& phrase : phrases) {
    std::size_t place = 0;
    while (place < words.size() && kEnglish[place].id != phrase.id) ++place;
    if (place == words.size() || !words[place].empty())
      throw "no English phrase has this id, or it is here twice";
    if (!name_same_parameters(phrase.words, kEnglish[place].words))
      throw "the English phrase has other parameters";
    words[place] = phrase.words;
  }
  return words;
}

constexpr Words kEnglishWords = in_english_order(kEnglish);
constexpr Translation kTranslations[] = {{"zh", in_english_order(kChinese)}};
static_assert(std::ranges::none_of(kTranslations[0].words, &std::string_view::empty),
              "Chinese lacks a phrase");

std::string_view words_of(PhraseId phrase, Language language) {
  const std::string_view code = languages()[static_cast<std::size_t>(language)].code;
  const auto* translation = std::ranges::find(kTranslations, code, &Translation::language);
  if (translation == std::end(kTranslations) || translation->words[phrase.place()].empty())
    return kEnglishWords[phrase.place()];
  return translation->words[phrase.place()];
}

struct InLanguage {
  Language language;

  std::string operator()(const std::string& text) const {
    constexpr std::size_t kLongest = 400;
    return text.size() <= kLongest ? text : text.substr(0, character_boundary(text, kLongest)) + "...";
  }
  std::string operator()(const Diagnostic& refusal) const {
    return fill(cellar::words_of(message_of(refusal), language).title, refusal.parameters);
  }
  std::string operator()(const std::vector<Sentence>& sentences) const {
    std::string text;
    for (const Sentence& sentence : sentences) text += (text.empty() ? "" : ", ") + sentence.in(language);
    return text;
  }
};

}  // namespace

std::string Sentence::in(Language language) const {
  Parameters parameters;
  for (const SentencePart& part : parts)
    parameters.push_back({part.name, std::visit(InLanguage{language}, part.value)});
  return say(phrase, language, parameters);
}

bool Sentence::operator==(const Sentence& other) const {
  return in(Language::english) == other.in(Language::english);
}

Sentence verbatim(std::string text) { return {"verbatim", {{"what", std::move(text)}}}; }

std::string say(PhraseId phrase, Language language, const Parameters& parameters) {
  return fill(words_of(phrase, language), parameters);
}

}  // namespace cellar
