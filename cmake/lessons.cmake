# Writes the lessons as a source.
#   cmake -D FOLDER=examples/lessons -D OUTPUT=... -P lessons.cmake
# The text of a file must not hold )lesson", which ends a string of the source.
file(GLOB files RELATIVE ${FOLDER} ${FOLDER}/L*.md)
list(SORT files COMPARE NATURAL)

set(source "// Written by cmake/lessons.cmake from examples/lessons/.
#include \"shell/teach/lesson/lesson_files.h\"

namespace cellar {

namespace {

constexpr LessonFile kLessons[] = {
")
foreach(file IN LISTS files)
  string(REGEX REPLACE "\\.md$" "" name ${file})
  set(language en)
  if(name MATCHES "^(.*)\\.([a-z]+)$")
    set(name ${CMAKE_MATCH_1})
    set(language ${CMAKE_MATCH_2})
  endif()
  file(READ ${FOLDER}/${file} text)
  string(APPEND source "{\"${name}\", \"${language}\", R\"lesson(${text})lesson\"},\n")
endforeach()
string(APPEND source "};

}  // namespace

std::span<const LessonFile> lesson_files() { return kLessons; }

}  // namespace cellar
")
file(WRITE ${OUTPUT} "${source}")
