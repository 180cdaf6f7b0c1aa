# Writes the exercises, their translations and their teacher's answers as a source.
#   cmake -D FOLDER=examples/exercises -D OUTPUT=... -P exercises.cmake
# The text of a file must not hold )exercise", which ends a string of the source.
file(GLOB files RELATIVE ${FOLDER} ${FOLDER}/*.cql)
list(SORT files)

set(source "// Written by cmake/exercises.cmake from examples/exercises/.
#include \"shell/check/grade/exercise_files.h\"

namespace cellar {

namespace {

constexpr ExerciseFile kExercises[] = {
")
foreach(file IN LISTS files)
  file(READ ${FOLDER}/${file} text)
  string(APPEND source "{\"${file}\", R\"exercise(${text})exercise\"},\n")
endforeach()
string(APPEND source "};

}  // namespace

std::span<const ExerciseFile> exercise_files() { return kExercises; }

}  // namespace cellar
")
file(WRITE ${OUTPUT} "${source}")
