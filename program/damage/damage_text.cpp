#include "program/damage/damage_text.h"

#include "program/damage/words/damage_words.h"
#include "refusal/told_phrase.h"

namespace cellar {

std::string damage_text(std::string_view english, Language language) {
  if (language == Language::english) return std::string(english);
  return told_in(english, DamageWords::phrases(language));
}

}  // namespace cellar
