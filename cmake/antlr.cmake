# Lexer and parser from grammar/*.g4, as a library of their own: the 4.7.2 tool writes u8"" literals
# of char, which C++20 reads as char8_t, and code that is not clean under our warnings.
find_program(ANTLR4 antlr4 REQUIRED)
find_path(ANTLR4_RUNTIME_INCLUDE antlr4-runtime.h PATH_SUFFIXES antlr4-runtime REQUIRED)
find_library(ANTLR4_RUNTIME antlr4-runtime REQUIRED)

set(generated ${CMAKE_BINARY_DIR}/generated)
set(generated_sources ${generated}/CqlLexer.cpp ${generated}/CqlParser.cpp)
add_custom_command(
  OUTPUT ${generated_sources} ${generated}/CqlLexer.h ${generated}/CqlParser.h ${generated}/keywords.inc
  COMMAND ${CMAKE_COMMAND} -E make_directory ${generated}/grammar
  COMMAND awk -v words=${generated}/keywords.inc -f ${CMAKE_SOURCE_DIR}/cmake/keywords.awk
          ${CMAKE_SOURCE_DIR}/grammar/CqlLexer.g4 > ${generated}/grammar/CqlLexer.g4
  COMMAND ${ANTLR4} -Dlanguage=Cpp -no-listener -no-visitor -package cellar::antlr -o ${generated}
          ${generated}/grammar/CqlLexer.g4
  COMMAND ${ANTLR4} -Dlanguage=Cpp -no-listener -no-visitor -package cellar::antlr -o ${generated} -lib ${generated}
          ${CMAKE_SOURCE_DIR}/grammar/CqlParser.g4
  # The tables are built by a static object of each class: build them with the first lexer and parser instead, straight
  # from the numbers that the tool has written, and by parser/grammar/grammar_tables.h. They are never destroyed. Nobody uses the
  # list of names that older versions of ANTLR had for tokens.
  COMMAND sed -i -e "/::_init;$/d"
          -e "s/^  _serializedATN = {$/  static const uint16_t numbers[] = {/"
          -e "/^  atn::ATNDeserializer deserializer;$/d"
          -e "s/_atn = deserializer.deserialize(_serializedATN)/cellar::read_grammar_tables(numbers, _atn)/"
          -e "s/^atn::ATN \\(Cql[A-Za-z]*::_atn\\);$/atn::ATN \\&\\1 = *new atn::ATN;/"
          -e "s/static antlr4::atn::ATN _atn;/static antlr4::atn::ATN \\&_atn;/"
          -e "/^.for (size_t i = 0; i < _symbolicNames.size(); ++i) {$/,/^.}$/d"
          -e "s/^#include \"Cql[A-Za-z]*.h\"$/&\\n#include \"parser\\/grammar\\/grammar_tables.h\"/"
          -e "s/^\\(Cql[A-Za-z]*\\)::Cql[A-Za-z]*(.* : \\(Lexer\\|Parser\\)(input) {$/&\\n  static Initializer tables = cellar::made_for_all_texts<Initializer>();/"
          ${generated_sources} ${generated}/CqlLexer.h ${generated}/CqlParser.h
  COMMAND ${CMAKE_COMMAND} -D "SOURCES=${generated_sources}" -P ${CMAKE_SOURCE_DIR}/cmake/check_generated.cmake
  DEPENDS ${CMAKE_SOURCE_DIR}/grammar/CqlLexer.g4 ${CMAKE_SOURCE_DIR}/grammar/CqlParser.g4
          ${CMAKE_SOURCE_DIR}/cmake/keywords.awk ${CMAKE_SOURCE_DIR}/cmake/check_generated.cmake
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}/grammar
  COMMENT "Grammar to lexer and parser"
  VERBATIM)

# Beside the parser, which sees the generated sources, since these see it.
add_library(cellar_grammar_tables STATIC ${CMAKE_SOURCE_DIR}/parser/grammar/grammar_tables.cpp)
target_compile_options(cellar_grammar_tables PRIVATE ${CELLAR_WARNINGS} -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion)
target_include_directories(cellar_grammar_tables PUBLIC ${CMAKE_SOURCE_DIR})
target_include_directories(cellar_grammar_tables SYSTEM PUBLIC ${ANTLR4_RUNTIME_INCLUDE})
target_link_libraries(cellar_grammar_tables PUBLIC ${ANTLR4_RUNTIME})

add_library(cellar_grammar STATIC ${generated_sources})
set_target_properties(cellar_grammar PROPERTIES UNITY_BUILD OFF)
# The time of a parse is spent in ANTLR's runtime: more optimisation of the generated code costs eight seconds of a build
# and gains nothing.
target_compile_options(cellar_grammar PRIVATE -w $<$<CONFIG:Release>:-O1>)
target_include_directories(cellar_grammar SYSTEM PUBLIC ${generated} ${ANTLR4_RUNTIME_INCLUDE})
target_link_libraries(cellar_grammar PUBLIC cellar_grammar_tables ${ANTLR4_RUNTIME})
