# Writes the pages of HELP as a source.
#   cmake -D FOLDER=shell/teach/help -D LANGUAGES=chinese -D OUTPUT=... -P help_pages.cmake
# LANGUAGES are those of refusal/languages/, in the order of the language ids; each has a folder in FOLDER/languages/.
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

# The parts follow HelpPart. A page in another language has no examples of its own: those of the English page follow it.
set(parts pages commands words terms functions)
string(APPEND source "};

constexpr HelpTexts kTexts[] = {
")
foreach(language IN LISTS LANGUAGES)
  set(folder ${FOLDER}/languages/${language})
  string(APPEND source "{{")
  foreach(part IN LISTS parts)
    if(NOT EXISTS ${folder}/${part}.txt)
      message(FATAL_ERROR "HELP lacks ${folder}/${part}.txt")
    endif()
    file(READ ${folder}/${part}.txt text)
    if(part STREQUAL pages)
      foreach(topic IN LISTS topics)
        string(FIND "\n${text}" "\n== ${topic}\n" place)
        if(place EQUAL -1)
          message(FATAL_ERROR "${folder}/pages.txt has no page of ${topic}")
        endif()
      endforeach()
    endif()
    string(APPEND source "R\"page(\n${text})page\",\n")
  endforeach()
  string(APPEND source "}},\n")
endforeach()

file(READ ${FOLDER}/sample_schema.cql schema)
string(APPEND source "};

}  // namespace

std::span<const HelpPage> help_pages() { return kPages; }

std::span<const HelpTexts> help_texts() { return kTexts; }

std::string_view sample_schema() { return R\"page(${schema})page\"; }

}  // namespace cellar
")
file(WRITE ${OUTPUT} "${source}")
