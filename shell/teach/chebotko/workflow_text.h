// The boxes and arrows of a workflow as lines of text.
//
// In:      a diagram, and the lines of each of its boxes.
// Out:     the drawing, with an empty line behind it; nothing if no arrow joins two boxes, or if the terminal is narrower
//          than the drawing.
// Refused: nothing.
#pragma once

#include <string>
#include <vector>

#include "shell/teach/chebotko/workflow_layout.h"

namespace cellar {

std::string workflow_text(const ChebotkoDiagram& diagram, const std::vector<std::vector<std::string>>& boxes,
                          std::size_t terminal);

}  // namespace cellar
