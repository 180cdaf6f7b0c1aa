// CHEBOTKO: the tables of a model as Chebotko draws them, with the queries that they serve.
//
// In:      tables; the matrix of a workload, or none.
// Out:     boxes with a column a line: K of the partition key, C↑ and C↓ of the clustering, S static, IDX indexed, ++ a
//          counter; [list], {set}, <map>, *user type*. Arrows lead to them, each with its queries: from the table whose
//          answer leads to the query, or from outside. As text, and as a drawing (SVG) that needs no font of its own and is
//          the same in each run.
// Refused: nothing.
//
// Sources: chebotko.cpp; workflow_layout.h (where boxes and arrows are), chebotko_text.cpp, chebotko_svg.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "refusal/language.h"
#include "shell/teach/matrix/matrix.h"

namespace cellar {

struct ChebotkoColumn {
  std::string name;  // in the signs of its type
  std::string type;
  std::string mark;
};

struct ChebotkoBox {
  std::string name;
  std::vector<std::size_t> queries;  // of the diagram; each query is at one box
  std::vector<ChebotkoColumn> columns;
};

struct ChebotkoQuery {
  std::string name, text;
};

/// There is one arrow between two boxes, and one from outside to a box.
struct ChebotkoArrow {
  std::optional<std::size_t> from;  // a box; nothing: from outside
  std::size_t to = 0;
  std::vector<std::size_t> queries;
};

struct ChebotkoDiagram {
  std::vector<ChebotkoBox> boxes;
  std::vector<ChebotkoQuery> queries;
  std::vector<ChebotkoArrow> arrows;
  std::vector<std::size_t> unserved;  // into queries

  /// "Q1, Q3"
  std::string names(const std::vector<std::size_t>& of) const;
};

/// A query is at the table that it names, if that one serves it, else at the first one that does.
ChebotkoDiagram draw_diagram(const MatrixReport& matrix);

std::string diagram_text(const ChebotkoDiagram& diagram, Language language, std::size_t terminal);
std::string diagram_svg(const ChebotkoDiagram& diagram);
/// docs/schema/chebotko.schema.json
std::string diagram_json(const ChebotkoDiagram& diagram);

}  // namespace cellar
