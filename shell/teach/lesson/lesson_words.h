// What the player of lessons says itself, in each language.
//
// In:      a language.
// Out:     templates for fill() of refusal/messages.h. A new language is a further entry in lesson_words.cpp; without one it
//          is English.
// Refused: nothing.
#pragma once

#include <string_view>

#include "refusal/language.h"

namespace cellar {

struct LessonWords {
  std::string_view language;
  std::string_view list, list_done, list_at, list_end, list_now;
  std::string_view heading, how, resumed, done, done_last, next, not_done, first, last, no_why, skipped,
      nothing_to_skip, left, not_kept;
  std::string_view not_refused, other_code, not_noticed, not_select, not_typed, wrong_columns, wrong_order,
      wrong_rows, reads_more, holds_other, holds_refused, serves_refused, serves_partitions, serves_filters,
      not_split, stuck;
};

const LessonWords& lesson_words(Language language);

}  // namespace cellar
