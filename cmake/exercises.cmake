# Writes the exercises, their translations and their teacher's answers as a source; WITHOUT_ANSWERS=ON leaves the latter out.
#   cmake -D FOLDER=examples/exercises -D WITHOUT_ANSWERS=OFF -D OUTPUT=... -P exercises.cmake
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
  set(lacks_hidden false)
  if(WITHOUT_ANSWERS)
    if(file MATCHES "\\.answers\\.cql$")
      continue()
    endif()
    string(REGEX REPLACE "\\.cql$" ".answers.cql" answers_file ${file})
    if(EXISTS ${FOLDER}/${answers_file})
      file(READ ${FOLDER}/${answers_file} answers)
      if(answers MATCHES "(^|\n)-- @hidden ")
        set(lacks_hidden true)
      endif()
    endif()
  endif()
  string(APPEND source "{\"${file}\", R\"exercise(${text})exercise\", ${lacks_hidden}},\n")
endforeach()
string(APPEND source "};

}  // namespace

std::span<const ExerciseFile> exercise_files() { return kExercises; }

}  // namespace cellar
")
file(WRITE ${OUTPUT} "${source}")
