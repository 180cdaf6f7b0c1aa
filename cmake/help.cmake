# The pages of HELP, which are texts in shell/teach/help/, become one source, so that the program holds them. It is a
# library of its own: it needs no other one, and CMake compiles no source of a library before what generates one of them.
set(help_folder ${CMAKE_SOURCE_DIR}/shell/teach/help)
set(help_source ${CMAKE_BINARY_DIR}/generated/help_pages.cpp)
file(GLOB help_texts CONFIGURE_DEPENDS ${help_folder}/pages/*.txt ${help_folder}/languages/*/*.txt)
# In the order of cmake/translations.cmake.
file(GLOB help_languages CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/refusal/languages
     ${CMAKE_SOURCE_DIR}/refusal/languages/*.h)
list(TRANSFORM help_languages REPLACE "\\.h$" "")
add_custom_command(
  OUTPUT ${help_source}
  COMMAND ${CMAKE_COMMAND} -D FOLDER=${help_folder} "-D LANGUAGES=${help_languages}" -D OUTPUT=${help_source}
          -P ${CMAKE_SOURCE_DIR}/cmake/help_pages.cmake
  DEPENDS ${help_texts} ${help_folder}/sample_schema.cql ${CMAKE_SOURCE_DIR}/cmake/help_pages.cmake
  COMMENT "Pages of HELP to a source"
  VERBATIM)
add_library(cellar_help_pages STATIC ${help_source})
target_compile_options(cellar_help_pages PRIVATE ${CELLAR_WARNINGS} -Wpedantic)
target_include_directories(cellar_help_pages PRIVATE ${CMAKE_SOURCE_DIR})

# So do the lessons in examples/lessons/.
set(lesson_folder ${CMAKE_SOURCE_DIR}/examples/lessons)
set(lesson_source ${CMAKE_BINARY_DIR}/generated/lesson_files.cpp)
file(GLOB lesson_texts CONFIGURE_DEPENDS ${lesson_folder}/L*.md)
add_custom_command(
  OUTPUT ${lesson_source}
  COMMAND ${CMAKE_COMMAND} -D FOLDER=${lesson_folder} -D OUTPUT=${lesson_source} -P ${CMAKE_SOURCE_DIR}/cmake/lessons.cmake
  DEPENDS ${lesson_texts} ${CMAKE_SOURCE_DIR}/cmake/lessons.cmake
  COMMENT "Lessons to a source"
  VERBATIM)
add_library(cellar_lesson_files STATIC ${lesson_source})
target_compile_options(cellar_lesson_files PRIVATE ${CELLAR_WARNINGS} -Wpedantic)
target_include_directories(cellar_lesson_files PRIVATE ${CMAKE_SOURCE_DIR})

# And the exercises in examples/exercises/: a module for the browser is given them as a file beside it.
set(exercise_folder ${CMAKE_SOURCE_DIR}/examples/exercises)
set(exercise_output ${CMAKE_BINARY_DIR}/generated/exercise_files.cpp)
set(exercise_source ${exercise_output})
if(CELLAR_WASM)
  set(exercise_output ${CMAKE_BINARY_DIR}/exercises.txt)
  set(exercise_source ${CMAKE_SOURCE_DIR}/web/wasm/given_exercises.cpp)
  add_custom_target(cellar_page_exercises ALL DEPENDS ${exercise_output})
endif()
file(GLOB exercise_texts CONFIGURE_DEPENDS ${exercise_folder}/*.cql)
add_custom_command(
  OUTPUT ${exercise_output}
  COMMAND ${CMAKE_COMMAND} -D FOLDER=${exercise_folder} -D FOR_PAGE=${CELLAR_WASM} -D OUTPUT=${exercise_output} -P ${CMAKE_SOURCE_DIR}/cmake/exercises.cmake
  DEPENDS ${exercise_texts} ${CMAKE_SOURCE_DIR}/cmake/exercises.cmake
  COMMENT "Exercises to one file"
  VERBATIM)
add_library(cellar_exercise_files STATIC ${exercise_source})
target_compile_options(cellar_exercise_files PRIVATE ${CELLAR_WARNINGS} -Wpedantic)
target_include_directories(cellar_exercise_files PRIVATE ${CMAKE_SOURCE_DIR})
