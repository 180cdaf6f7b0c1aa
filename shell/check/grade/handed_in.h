// The answers that were handed in: those in the folder of a class, with the files that are no answers; or one file.
//
// In:      where the answers are; the exercise, with its file and that of its teacher's answers.
// Out:     the answers by the names of their files, in order; the files that are passed over, with the reason. What of a class
//          cannot be read is an answer with a fault, so that nothing that a student has handed in is gone without a word.
// Refused: one file that cannot be read; a folder that holds no answer (no_answers).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "shell/check/grade/class_grade.h"
#include "shell/check/grade/words/phrase.h"
#include "storage/transaction/stop_token.h"

namespace cellar {

struct AnswerPlaces {
  std::filesystem::path answers;  // a folder or a file
  std::filesystem::path exercise;
  std::optional<std::filesystem::path> teacher;
};

/// A file in the folder of a class that is not graded.
struct PassedOver {
  std::string name;
  Sentence reason;
};

struct HandedInAnswers {
  std::vector<NamedAnswer> answers;
  std::vector<PassedOver> passed_over;
};

HandedInAnswers read_handed_in(const AnswerPlaces& places, const Exercise& exercise, StopToken stop);

}  // namespace cellar
