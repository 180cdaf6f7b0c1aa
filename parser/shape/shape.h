// The shape of a statement: its text without its literals. Statements of one shape parse alike.
//
// In:      the text of one statement.
// Out:     the shape's key, and the literals that are not in it, by kind and place.
// Refused: nothing. A text that is no plain run of CQL's tokens (a comment, a character that CQL does not
//          have, a token that only the grammar can tell, something behind the `;`) has no shape.
//
// This scanner knows the tokens of the grammar and nothing of its rules. It must never take two tokens for
// one or one for two; where it would have to think, it gives up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "types/value/literal.h"

namespace cellar {

/// `true`, NaN and Infinity are words and stay in the key.
struct ShapeLiteral {
  LiteralKind kind;
  std::uint32_t begin;  // of the token in the text, quotes included
  std::uint32_t end;
};

struct Shape {
  std::string key;  // the text, with one byte for each literal that tells its kind
  std::vector<ShapeLiteral> literals;
};

/// A BATCH as a sequence of shapes.
struct BatchText {
  std::string_view head;                     // BEGIN ... BATCH [USING TIMESTAMP n]
  std::vector<std::string_view> statements;  // each with its `;`
};

/// Fills `shape`, whose memory is used again. False: the text has none.
bool read_shape(std::string_view text, Shape& shape);

/// A shape whose literals are names, too: the grammar makes the same of texts that differ in names.
struct ShapeOfAny : Shape {
  std::vector<std::size_t> names;  // indexes into `literals`
};

/// Fills the shape of any text in ASCII. What follows the last literal before something that the scanner does not know
/// is in the key as it is, and a text may have several statements. `is_keyword` tells which words are no names.
void read_shape_of_any(std::string_view text, bool (*is_keyword)(std::string_view word), ShapeOfAny& shape);

/// Whether the text is of the shape with this key; then fills the literals. It looks at literals alone and
/// compares the rest, so it costs less than reading the shape of a text that may be of any.
bool is_of_shape(std::string_view text, std::string_view key, std::vector<ShapeLiteral>& literals);

/// False if the text is no BATCH, or one whose statements do not all end in `;`.
bool split_batch(std::string_view text, BatchText& batch);

/// The literal's text as types/value/literal.h has it: a string without quotes. `unescaped` holds it where it
/// differs from what is there.
std::string_view text_of(const ShapeLiteral& literal, std::string_view text, std::string& unescaped);

}  // namespace cellar
