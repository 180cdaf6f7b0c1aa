// Texts as a driver would send them: the shape of a text as a prepared statement, with the values of its literals.
//
// In:      the text of one statement.
// Out:     a prepared statement, which has a marker in the place of each literal and serves all texts of the shape; the
//          values; the notices of the plan.
// Refused: nothing. A text that is refused, that has no shape, or whose literals cannot all be markers, is none of
//          these.
//
// A list, set or map of literals is one marker: CQL has no markers within it.
#pragma once

#include <functional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "database/prepared.h"
#include "database/session/session_plans.h"

namespace cellar {

class PreparedShapes {
 public:
  using Prepare = std::function<Prepared(std::string_view text)>;

  /// Fills `values` and `notices`, reusing their memory. Returns null for a text that cannot be prepared so. What is
  /// returned lasts until the next call.
  const Prepared* find(SessionPlans& plans, const Prepare& prepare, std::string_view text,
                       std::vector<BoundValue>& values, std::vector<Diagnostic>& notices);

 private:
  /// What a marker takes the place of.
  struct MarkedPart {
    std::size_t slot = 0;  // of a literal
    // The first and the last literal of a list, and how much of the list is before and behind them.
    bool is_list = false;
    std::size_t first = 0, last = 0;
    std::uint32_t before = 0, behind = 0;
  };
  struct PreparedShape {
    KnownShapePointer known;  // its address is the key, so it must live
    std::optional<Prepared> prepared;
    std::vector<MarkedPart> parts;  // one for each marker
  };

  static PreparedShape prepared_shape(const KnownShapePointer& known, std::string_view text,
                                      const Shape& shape, const Prepare& prepare);
  bool take_values(const PreparedShape& prepared, std::string_view text, const Shape& shape,
                   std::vector<BoundValue>& values);

  std::unordered_map<const KnownShape*, PreparedShape> shapes_;
  std::vector<BoundValue> slots_;
};

}  // namespace cellar
