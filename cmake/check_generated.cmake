# Refuses generated sources in which what cmake/antlr.cmake replaces was not found.
#   cmake -D SOURCES=... -P check_generated.cmake
foreach(source ${SOURCES})
  file(STRINGS ${source} adapted REGEX "static Initializer tables|static const uint16_t numbers|read_grammar_tables\\(numbers, _atn\\)|grammar_tables.h\"$|_atn = \\*new atn::ATN")
  list(LENGTH adapted count)
  file(STRINGS ${source} left REGEX "::_init;$|ATNDeserializer|_tokenNames.push_back")
  if(NOT count EQUAL 5 OR left)
    message(FATAL_ERROR "${source} is not what cmake/antlr.cmake expects of ANTLR 4.7.2")
  endif()
endforeach()
