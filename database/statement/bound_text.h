// A text that is bound to the plan of its shape.
//
// In:      the text of one statement.
// Out:     a plan, and the values of its slots, encoded from the literals of the text.
// Refused: nothing. A text without a known shape, or with a literal that is refused, takes the long way.
//
// The literals of a long list, of which each would be a node of the plan, are bound as one value
// (parser/shape/long_lists.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "database/session/session_plans.h"

namespace cellar {

/// Returns true for BEGIN BATCH, whose statements are bound one by one (database/statement/bound_batch.h).
bool is_batch(std::string_view text);

struct BoundText {
  KnownShapePointer known;
  std::vector<std::size_t> list_sizes;  // of the long lists that are bound as one value each
  /// If a literal of a long list is refused: the text with blanks in the place of most literals that are not refused.
  /// The long way plans it instead of the text.
  std::string stand_in;

  /// Frees the memory, too: a list may be long.
  void clear() {
    known.reset();
    if (list_sizes.capacity() != 0) list_sizes = {};
    if (!stand_in.empty()) stand_in = {};
  }
};

/// Says in notices how many elements the long lists have, which the plan does not know. `literals` are those of the
/// text.
void count_elements(const BoundText& bound, const std::vector<ShapeLiteral>& literals,
                    std::vector<Diagnostic>& notices);

class TextBinder {
 public:
  explicit TextBinder(SessionPlans& plans) : plans_(plans) {}

  /// Fills `slots`, reusing its memory. Returns false if the text must take the long way.
  bool bind(std::string_view text, BoundText& bound, std::vector<BoundValue>& slots);

 private:
  bool comes_again(std::string_view text);
  KnownShapePointer learn_shortened(std::string_view text);
  bool bind_without_long_lists(std::string_view text, BoundText& bound, std::vector<BoundValue>& slots);

  SessionPlans& plans_;
  std::size_t shape_before_ = 0;  // hash of the shape of the long statement before
};

}  // namespace cellar
