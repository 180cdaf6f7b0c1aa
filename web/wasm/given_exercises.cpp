#include "web/wasm/given_exercises.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "shell/check/grade/exercise_files.h"

namespace cellar {

namespace {

constexpr std::string_view kHead = "\n%% ", kLacksHidden = " lacks hidden";

struct GivenExercises {
  std::string text;
  std::vector<ExerciseFile> files;  // views of the text
};

GivenExercises& given_exercises() {
  static GivenExercises given;
  return given;
}

ExerciseFile read_file(std::string_view part) {
  const std::size_t end = std::min(part.find('\n'), part.size());
  ExerciseFile file{.name = part.substr(0, end), .text = part.substr(std::min(end + 1, part.size()))};
  file.lacks_hidden = file.name.ends_with(kLacksHidden);
  if (file.lacks_hidden) file.name.remove_suffix(kLacksHidden.size());
  return file;
}

}  // namespace

void give_exercises(std::string text) {
  GivenExercises& given = given_exercises();
  given = {.text = "\n" + std::move(text), .files = {}};
  std::string_view rest = given.text;
  for (std::size_t head = rest.find(kHead); head != std::string_view::npos; head = rest.find(kHead)) {
    rest.remove_prefix(head + kHead.size());
    given.files.push_back(read_file(rest.substr(0, rest.find(kHead))));
  }
}

std::span<const ExerciseFile> exercise_files() { return given_exercises().files; }

}  // namespace cellar
