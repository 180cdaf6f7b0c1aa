// The words of grades: sentences with parameters, said in the language of a report.
//
// In:      a phrase of english.h, and values for its parameters: texts, refusals (their titles), other sentences.
// Out:     text. A language that lacks a phrase is English there.
// Refused: an id that no phrase has does not compile.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "refusal/language.h"
#include "refusal/refusal.h"
#include "shell/check/grade/words/english.h"

namespace cellar {

/// A phrase by its place in the English ones.
class PhraseId {
 public:
  consteval PhraseId(const char* id) : place_(0) {
    while (place_ < std::size(grade_words::kEnglish) && grade_words::kEnglish[place_].id != id) ++place_;
    if (place_ == std::size(grade_words::kEnglish)) throw "no phrase has this id";
  }
  std::size_t place() const { return place_; }
  std::string_view id() const { return grade_words::kEnglish[place_].id; }

 private:
  std::size_t place_;
};

struct Sentence;
struct SentencePart {
  std::string_view name;
  std::variant<std::string, Diagnostic, std::vector<Sentence>>
      value;  // several sentences: one behind another
};
struct Sentence {
  PhraseId phrase;
  std::vector<SentencePart> parts{};

  std::string in(Language language) const;
  bool operator==(const Sentence& other) const;
};

/// A text that is the same in all languages.
Sentence verbatim(std::string text);
/// The words of a report that are no sentence: "of", "LOST".
std::string say(PhraseId phrase, Language language, const Parameters& parameters = {});

}  // namespace cellar
