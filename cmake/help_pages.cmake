# Writes the pages of HELP as a source.
#   cmake -D FOLDER=shell/teach/help -D OUTPUT=... -P help_pages.cmake
# The text of a file must not hold )page", which ends a string of the source.
file(STRINGS ${FOLDER}/pages/contents.txt topics REGEX "^[^#]")
file(GLOB files RELATIVE ${FOLDER}/pages ${FOLDER}/pages/*.txt)
list(REMOVE_ITEM files contents.txt)

set(source "// Written by cmake/help_pages.cmake from shell/teach/help/.
#include \"shell/teach/help/help_pages.h\"

namespace cellar {

namespace {

constexpr HelpPage kPages[] = {
")
foreach(topic IN LISTS topics)
  string(REPLACE " " "_" file "${topic}.txt")
  file(READ ${FOLDER}/pages/${file} text)
  list(REMOVE_ITEM files ${file})
  set(examples "")
  string(FIND "${text}" "\nExample:\n" mark)
  if(NOT mark EQUAL -1)
    math(EXPR examples_begin "${mark} + 10")
    string(SUBSTRING "${text}" ${examples_begin} -1 examples)
    string(SUBSTRING "${text}" 0 ${mark} text)
  endif()
  string(APPEND source "{\"${topic}\", R\"page(${text})page\", R\"page(${examples})page\"},\n")
endforeach()
if(files)
  message(FATAL_ERROR "${FOLDER}/pages/contents.txt does not name ${files}")
endif()

file(READ ${FOLDER}/sample_schema.cql schema)
string(APPEND source "};

}  // namespace

std::span<const HelpPage> help_pages() { return kPages; }

std::string_view sample_schema() { return R\"page(${schema})page\"; }

}  // namespace cellar
")
file(WRITE ${OUTPUT} "${source}")
