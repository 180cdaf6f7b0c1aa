# Writes the exercises, their translations and their teacher's answers as a source; or, with FOR_PAGE=ON, as a text without the
# latter, which a page without a server hands to its engine (web/wasm/given_exercises.h).
#   cmake -D FOLDER=examples/exercises -D FOR_PAGE=OFF -D OUTPUT=... -P exercises.cmake
# A file must not hold )exercise", which ends a string of the source, nor a line that begins with %%, which ends a file of the text.
file(GLOB files RELATIVE ${FOLDER} ${FOLDER}/*.cql)
list(SORT files)

# Whoever has the page could look into it, so it is given no answers.
if(FOR_PAGE)
  set(all "")
  list(FILTER files EXCLUDE REGEX "\\.answers\\.cql$")
  foreach(file IN LISTS files)
    file(READ ${FOLDER}/${file} text)
    set(head "%% ${file}")
    string(REGEX REPLACE "\\.cql$" ".answers.cql" answers_file ${file})
    if(EXISTS ${FOLDER}/${answers_file})
      file(READ ${FOLDER}/${answers_file} answers)
      if(answers MATCHES "(^|\n)-- @hidden ")
        string(APPEND head " lacks hidden")
      endif()
    endif()
    string(APPEND all "${head}\n${text}")
  endforeach()
  file(WRITE ${OUTPUT} "${all}")
  return()
endif()

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
