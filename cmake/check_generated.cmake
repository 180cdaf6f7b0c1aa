# Refuses generated sources in which what cmake/antlr.cmake replaces was not found.
#   cmake -D SOURCES=... -P check_generated.cmake
foreach(source ${SOURCES})
  file(STRINGS ${source} adapted REGEX "static Initializer tables|static const uint16_t numbers|read_grammar_tables\\(numbers\\)|grammar_tables.h\"$")
  list(LENGTH adapted count)
  file(STRINGS ${source} left REGEX "::_init;$|ATNDeserializer")
  if(NOT count EQUAL 4 OR left)
    message(FATAL_ERROR "${source} is not what cmake/antlr.cmake expects of ANTLR 4.7.2")
  endif()
endforeach()
