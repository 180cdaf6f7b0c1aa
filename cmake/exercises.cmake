# Writes the exercises and their teacher's answers as a source; WITHOUT_ANSWERS=ON leaves the latter out.
#   cmake -D FOLDER=examples/exercises -D WITHOUT_ANSWERS=OFF -D OUTPUT=... -P exercises.cmake
# The text of a file must not hold )exercise", which ends a string of the source.
file(GLOB files RELATIVE ${FOLDER} ${FOLDER}/*.cql)
list(FILTER files EXCLUDE REGEX "\\.answers\\.cql$")
list(SORT files)

set(source "// Written by cmake/exercises.cmake from examples/exercises/.
#include \"shell/check/grade/exercise_files.h\"

namespace cellar {

namespace {

constexpr ExerciseText kExercises[] = {
")
foreach(file IN LISTS files)
  string(REGEX REPLACE "\\.cql$" "" name ${file})
  file(READ ${FOLDER}/${file} text)
  file(READ ${FOLDER}/${name}.answers.cql answers)
  set(lacks_hidden false)
  if(WITHOUT_ANSWERS)
    if(answers MATCHES "(^|\n)-- @hidden ")
      set(lacks_hidden true)
    endif()
    set(answers)
  endif()
  string(APPEND source "{\"${file}\", R\"exercise(${text})exercise\", R\"exercise(${answers})exercise\", ${lacks_hidden}},\n")
endforeach()
string(APPEND source "};

}  // namespace

std::span<const ExerciseText> exercise_texts() { return kExercises; }

}  // namespace cellar
")
file(WRITE ${OUTPUT} "${source}")
