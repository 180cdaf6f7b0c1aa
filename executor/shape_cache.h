// Plans by the shape of their statements.
//
// In:      a statement's text; plans of statements that were parsed.
// Out:     the text's literals, the plan of an earlier statement of its shape, the values of its slots.
// Refused: nothing. What it does not know, or cannot encode, takes the long way and is refused there.
//
// A plan serves another text only where no literal that differs decided anything: literals that are no slots
// (of a select list) or whose text was looked at (to choose a function) must be the same. The cache is
// bounded: when it is full it begins anew.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "executor/planned.h"
#include "parser/shape.h"

namespace cellar {

struct KnownShape {
  PlannedPointer planned;
  std::vector<ShapeLiteral> origin;  // the literals of the text that `planned` speaks of
  std::vector<std::size_t>
      literal_of_slot;  // index into a shape's literals, or kFixed: the value of `planned`
  static constexpr std::size_t kFixed = static_cast<std::size_t>(-1);
};
using KnownShapePointer = std::shared_ptr<const KnownShape>;

/// The place in another text of the same shape.
Span moved(Span span, const std::vector<ShapeLiteral>& from, const std::vector<ShapeLiteral>& to);
void move_spans(Diagnostic& diagnostic, const std::vector<ShapeLiteral>& from,
                const std::vector<ShapeLiteral>& to);

/// Fills `slots`, whose memory is used again. False: a literal is refused.
bool bind_shape(const KnownShape& known, std::string_view text, const Shape& shape,
                std::vector<BoundValue>& slots);

class ShapeCache {
 public:
  /// Null for a text without a shape, too. Otherwise `shape` has the text's literals, and its key if it is
  /// not that of the text before.
  KnownShapePointer find(std::string_view text, Shape& shape);
  /// Keeps the plan of the text if others of its shape can use it.
  void learn(std::string_view text, const Shape& shape, const PlannedPointer& planned);
  void clear();

 private:
  /// Shapes that differ in the literals that decided something.
  struct Family {
    std::vector<std::size_t> deciding;                           // indexes of literals
    std::unordered_map<std::string, KnownShapePointer> members;  // by the texts of these
  };

  std::unordered_map<std::string, Family> families_;
  const std::pair<const std::string, Family>* last_ = nullptr;  // found: a script repeats its shapes
  std::size_t size_ = 0;
};

}  // namespace cellar
