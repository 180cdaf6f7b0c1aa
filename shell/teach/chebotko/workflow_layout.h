// Where the boxes and arrows of a workflow are drawn: a column of boxes for each step of the way to them.
//
// In:      a diagram, and how wide each of its boxes is. Boxes that no arrow joins with a box have no place here.
// Out:     places in cells: a cell is as wide as a character, and as high as a line. No two arrows run along the same cells,
//          none runs through a box or a label; they cross at right angles alone. Cellar draws text and SVG by the same places.
// Refused: nothing.
//
// An arrow leaves its box to the right and comes to the next one from the left. Between two columns of boxes is a gutter: first
// its lanes, each with one arrow that goes up or down, then the zone of the labels. Arrows come in on even rows and go out
// on odd ones, and so never share one. An arrow that does not lead to the next column goes below all boxes, in a row of its own.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "shell/teach/chebotko/chebotko.h"

namespace cellar {

struct CellPoint {
  std::size_t x = 0, y = 0;
};

struct PlacedBox {
  std::size_t box = 0;  // of the diagram
  CellPoint at;         // its upper left corner
  std::size_t width = 0, height = 0;
};

struct PlacedArrow {
  std::string label;
  std::vector<CellPoint>
      points;  // its corners; the last one is the cell at the left edge of the box that it comes to
  bool is_entry = false;  // it comes from outside
};

struct WorkflowLayout {
  std::vector<PlacedBox> boxes;
  std::vector<PlacedArrow> arrows;
  std::size_t width = 0, height = 0;
};

/// Cells between a label and the box that its arrow comes to: blank, line, head, blank.
inline constexpr std::size_t kArrowEnd = 4;

/// Returns for each box whether an arrow joins it.
std::vector<bool> boxes_in_workflow(const ChebotkoDiagram& diagram);
WorkflowLayout lay_out(const ChebotkoDiagram& diagram, const std::vector<std::size_t>& widths);

}  // namespace cellar
