// Long lists of literals in the text of a statement: lists, sets and maps that are written, and the values of an IN.
// Their elements may be groups of literals: lists, sets, maps, tuples. The grammar needs many times the memory of a
// text, and a plan a node for each element; a list that is bound as one value costs little more than its bytes.
//
// In:      the text of one statement.
// Out:     the text with `?` in the place of each long list of literals, and where the lists are; the parts of such a
//          list.
// Refused: nothing. What the scanner of shapes cannot tell stays in the text.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parser/shape/shape.h"
#include "refusal/refusal.h"

namespace cellar {

struct TextWithoutLists {
  std::string text;
  std::vector<Span> markers;        // in `text`, one for each list
  std::vector<Span> lists;          // in the text that was given, brackets included
  std::vector<std::size_t> counts;  // of their elements; of a map, of its pairs
};

/// Returns nothing if there is no such list.
std::optional<TextWithoutLists> take_out_long_lists(std::string_view text);

/// Returns the places of all such lists, long or short, but for empty ones.
std::vector<Span> places_of_lists(std::string_view text);

/// Returns true for a list that is a map's: its keys and values are the literals in turn.
bool is_map(std::string_view text, Span list);

struct ListPart {
  Span span;
  std::optional<LiteralKind> literal;
  char sign = 0;  // of a part that is no literal: a bracket of a group, or the colon of a map
};

/// Calls `take` for each part of a list that was taken out, except commas and the brackets of the list.
void for_each_part(std::string_view text, Span list, const std::function<void(const ListPart&)>& take);

/// Puts blanks in the place of a list's elements, but for those in `kept`, which are in order, at least one. What is
/// left keeps its place in the text.
void blank_elements(std::string& text, Span list, const std::vector<Span>& kept);

}  // namespace cellar
