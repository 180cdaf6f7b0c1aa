// Builds the tables of the generated lexer and parser (ANTLR's augmented transition networks).
//
// In:      the numbers that the ANTLR tool has written into a generated source.
// Out:     the network that ANTLR's ATNDeserializer returns for them, in a tenth of its instructions: every process
//          that parses a statement pays for it. The kind of a state is known by its number, not by a dynamic cast, and
//          the numbers are not checked.
// Refused: numbers of another format, and what neither grammar uses (actions of the lexer other than `skip`), by
//          std::logic_error: the first statement of every test finds it.
#pragma once

#include <antlr4-runtime.h>

#include <cstdint>
#include <span>

#include "refusal/memory_account.h"

namespace cellar {

/// Fills `tables`, which must be empty, and must never be destroyed: its states live until the process ends.
void read_grammar_tables(std::span<const std::uint16_t> numbers, antlr4::atn::ATN& tables);

/// Makes the tables of the first text, which are those of all: no memory is refused to it, since half of them would
/// stay.
template <typename Tables>
Tables made_for_all_texts() {
  const CountedWork of_process({});
  return Tables();
}

}  // namespace cellar
