# Lexer and parser from grammar/*.g4, as a library of their own: the 4.7.2 tool writes u8"" literals
# of char, which C++20 reads as char8_t, and code that is not clean under our warnings.
find_program(ANTLR4 antlr4 REQUIRED)
find_path(ANTLR4_RUNTIME_INCLUDE antlr4-runtime.h PATH_SUFFIXES antlr4-runtime REQUIRED)
find_library(ANTLR4_RUNTIME antlr4-runtime REQUIRED)

set(generated ${CMAKE_BINARY_DIR}/generated)
set(generated_sources ${generated}/CqlLexer.cpp ${generated}/CqlParser.cpp)
add_custom_command(
  OUTPUT ${generated_sources} ${generated}/CqlLexer.h ${generated}/CqlParser.h
  COMMAND ${ANTLR4} -Dlanguage=Cpp -no-listener -no-visitor -package cellar::antlr -o ${generated}
          ${CMAKE_SOURCE_DIR}/grammar/CqlLexer.g4
  COMMAND ${ANTLR4} -Dlanguage=Cpp -no-listener -no-visitor -package cellar::antlr -o ${generated} -lib ${generated}
          ${CMAKE_SOURCE_DIR}/grammar/CqlParser.g4
  # The tables are built by a static object of each class: build them with the first lexer and parser instead, and
  # without the check of what the tool has written, which takes a third of the time.
  COMMAND sed -i -e "/::_init;$/d"
          -e "s/atn::ATNDeserializer deserializer;/atn::ATNDeserializationOptions unchecked;\\n  unchecked.setVerifyATN(false);\\n  atn::ATNDeserializer deserializer(unchecked);/"
          -e "s/^\\(Cql[A-Za-z]*\\)::Cql[A-Za-z]*(.* : \\(Lexer\\|Parser\\)(input) {$/&\\n  static Initializer tables;/"
          ${generated_sources}
  DEPENDS ${CMAKE_SOURCE_DIR}/grammar/CqlLexer.g4 ${CMAKE_SOURCE_DIR}/grammar/CqlParser.g4
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}/grammar
  COMMENT "Grammar to lexer and parser"
  VERBATIM)

add_library(cellar_grammar STATIC ${generated_sources})
set_target_properties(cellar_grammar PROPERTIES UNITY_BUILD OFF)
# The time of a parse is spent in ANTLR's runtime: more optimisation of the generated code costs eight seconds of a build
# and gains nothing.
target_compile_options(cellar_grammar PRIVATE -w $<$<CONFIG:Release>:-O1>)
target_include_directories(cellar_grammar SYSTEM PUBLIC ${generated} ${ANTLR4_RUNTIME_INCLUDE})
target_link_libraries(cellar_grammar PUBLIC ${ANTLR4_RUNTIME})
