// Long lists of literals in the text of a statement: lists, sets and maps that are written, and the values of an IN.
// Their elements may be groups of literals: lists, sets, maps, tuples. The grammar needs many times the memory of a
// text, and a plan a node for each element; a list that is bound as one value costs little more than its bytes.
//
// In:      the text of one statement. Comments in it are blanks.
// Out:     the text with `?` in the place of each long list, and where the lists are; the parts of such a list.
// Refused: nothing. What the scanner of shapes cannot tell stays in the text.
//
// An element may also be something else: a cast, a call, the value of a user type. It is one part, whatever is in it,
// and is read by the grammar alone (parser/lone_value.h).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parser/shape/shape.h"
#include "refusal/refusal.h"

namespace cellar {

struct LongList {
  Span span;                     // brackets included
  std::size_t count = 0;         // of its elements; of a map, of its pairs
  std::vector<Span> computed{};  // the elements, keys and values that are more than literals, in order
};

struct TextWithoutLists {
  std::string text;
  std::vector<Span> markers;    // in `text`, one for each list
  std::vector<LongList> lists;  // in the text that was given
};

/// Returns nothing if there is no such list.
std::optional<TextWithoutLists> take_out_long_lists(std::string_view text);

/// Returns the places of all such lists, long or short, but for empty ones and those with elements that are computed.
std::vector<Span> places_of_lists(std::string_view text);

/// Returns true for a list that is a map's: its keys and values are the elements in turn.
bool is_map(std::string_view text, Span list);

struct ListPart {
  enum class Kind : std::uint8_t {
    literal,
    null,
    computed,
    sign,  // a bracket of a group, or the colon of a map
  };

  Span span;
  Kind kind = Kind::sign;
  LiteralKind literal = LiteralKind::string;
  std::string_view word{};  // `true`, `false`, `NaN`, `Infinity`, `-Infinity`, however it is written
  char sign = 0;
};

/// Calls `take` for each part of a list that was taken out, except commas and the brackets of the list.
void for_each_part(std::string_view text, const LongList& list,
                   const std::function<void(const ListPart&)>& take);

/// Puts blanks in the place of a list's elements, but for those in `kept`, which are in order, at least one. What is
/// left keeps its place in the text.
void blank_elements(std::string& text, Span list, const std::vector<Span>& kept);

}  // namespace cellar
