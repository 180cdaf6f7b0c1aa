// Relates two texts of one shape: their places, and the slots that their literals fill.
//
// In:      the literals of two texts of one shape; the slots of a statement that was parsed from one.
// Out:     places of the one as places of the other; for each slot its literal.
// Refused: nothing.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "parser/shape/shape.h"
#include "parser/statement/expression.h"
#include "refusal/refusal.h"

namespace cellar {

/// Returns the span in another text of the same shape.
Span moved(Span span, const std::vector<ShapeLiteral>& from, const std::vector<ShapeLiteral>& to);
void move_spans(Diagnostic& diagnostic, const std::vector<ShapeLiteral>& from,
                const std::vector<ShapeLiteral>& to);

/// The slot of a marker, or of a literal that the scanner reads otherwise.
inline constexpr std::size_t kNoLiteral = static_cast<std::size_t>(-1);
/// Returns for each slot the index of its literal among those of the shape.
std::vector<std::size_t> literals_of_slots(const std::vector<SlotSource>& slots, std::string_view text,
                                           const Shape& shape);
/// Returns the indexes of the literals that fill no slot.
std::vector<std::size_t> without_slots(const std::vector<std::size_t>& literal_of_slot, std::size_t literals);

/// The texts of some of the literals.
std::string texts_of(const std::vector<std::size_t>& literals, std::string_view text, const Shape& shape);

}  // namespace cellar
