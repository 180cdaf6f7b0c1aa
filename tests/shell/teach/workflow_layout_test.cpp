// The drawing of a workflow: arrows and boxes of random workflows never lie on each other.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <set>

#include "refusal/width.h"
#include "shell/teach/chebotko/workflow_layout.h"

using namespace cellar;

namespace {

using Cell = std::pair<std::size_t, std::size_t>;

/// A diagram of so many boxes, each with a query that comes after up to two others.
ChebotkoDiagram random_diagram(std::mt19937& random) {
  const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
  ChebotkoDiagram diagram;
  const std::size_t boxes = 1 + below(7);
  for (std::size_t box = 0; box < boxes; ++box)
    diagram.boxes.push_back({"t" + std::to_string(box), {box}, std::vector<ChebotkoColumn>(1 + below(5))});
  for (std::size_t query = 0; query < boxes; ++query)
    diagram.queries.push_back({std::string(1 + below(9), 'q'), "SELECT"});
  std::set<std::pair<std::size_t, std::size_t>> joined;
  for (std::size_t box = 0; box < boxes; ++box) {
    const std::size_t count = below(3);
    if (count == 0) diagram.arrows.push_back({std::nullopt, box, {box}});
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t from = below(boxes);
      if (joined.emplace(from, box).second) diagram.arrows.push_back({from, box, {box}});
    }
  }
  return diagram;
}

/// Calls `use` with each cell from one point to the next, and whether the way is level there.
template <typename Use>
void walk(const std::vector<CellPoint>& points, const Use& use) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    const auto [left, right] = std::minmax(points[i - 1].x, points[i].x);
    const auto [top, bottom] = std::minmax(points[i - 1].y, points[i].y);
    const bool is_level = top == bottom;
    for (std::size_t x = left; x <= right; ++x) {
      for (std::size_t y = top; y <= bottom; ++y) use(Cell{x, y}, is_level);
    }
  }
}

std::vector<CellPoint> without_end(const PlacedArrow& arrow) {
  std::vector<CellPoint> points = arrow.points;
  --points.back().x;  // which is the edge of the box
  return points;
}

std::set<Cell> cells_of_boxes(const WorkflowLayout& layout) {
  std::set<Cell> cells;
  for (const PlacedBox& box : layout.boxes) {
    for (std::size_t x = box.at.x; x < box.at.x + box.width; ++x) {
      for (std::size_t y = box.at.y; y < box.at.y + box.height; ++y) {
        INFO("box " << box.box << " at " << x << ", " << y);
        CHECK(cells.emplace(x, y).second);
      }
    }
  }
  return cells;
}

/// Of each cell, the arrow whose label is there.
std::map<Cell, std::size_t> cells_of_labels(const WorkflowLayout& layout) {
  std::map<Cell, std::size_t> cells;
  for (std::size_t i = 0; i < layout.arrows.size(); ++i) {
    const PlacedArrow& arrow = layout.arrows[i];
    const CellPoint end = arrow.points.back();
    for (std::size_t x = 1; x <= display_width(arrow.label) + kArrowEnd; ++x)
      CHECK(cells.emplace(Cell{end.x - x, end.y}, i).second);
  }
  return cells;
}

void check_arrows(const WorkflowLayout& layout) {
  const std::set<Cell> boxes = cells_of_boxes(layout);
  const std::map<Cell, std::size_t> labels = cells_of_labels(layout);
  std::map<std::pair<Cell, bool>, std::size_t> used;
  for (std::size_t i = 0; i < layout.arrows.size(); ++i) {
    walk(without_end(layout.arrows[i]), [&](const Cell& cell, bool is_level) {
      INFO("arrow " << i << " at " << cell.first << ", " << cell.second);
      CHECK_FALSE(boxes.contains(cell));
      const auto label = labels.find(cell);
      CHECK((label == labels.end() || label->second == i));
      CHECK(used.emplace(std::pair(cell, is_level), i).first->second == i);
      CHECK((cell.first < layout.width && cell.second < layout.height));
    });
  }
}

}  // namespace

TEST_CASE("boxes, labels and arrows of a workflow lie on no others, and arrows lead from box to box") {
  std::mt19937 random(26);
  std::size_t arrows = 0;
  for (int number = 0; number < 300; ++number) {
    INFO("diagram " << number);
    const ChebotkoDiagram diagram = random_diagram(random);
    std::vector<std::size_t> widths;
    for (std::size_t box = 0; box < diagram.boxes.size(); ++box) widths.push_back(8 + 5 * (box % 4));
    const WorkflowLayout layout = lay_out(diagram, widths);
    check_arrows(layout);
    const std::vector<bool> is_in = boxes_in_workflow(diagram);
    CHECK(layout.boxes.size() == static_cast<std::size_t>(std::ranges::count(is_in, true)));
    const auto edge_of = [&](const CellPoint& end) {
      return std::ranges::any_of(
          layout.boxes, [&](const PlacedBox& box) { return box.at.x == end.x && end.y >= box.at.y; });
    };
    for (const PlacedArrow& arrow : layout.arrows) CHECK(edge_of(arrow.points.back()));
    arrows += layout.arrows.size();
  }
  CHECK(arrows > 1'000);
}

TEST_CASE("a column of boxes for each step of the workflow") {
  ChebotkoDiagram diagram;
  for (const char* const name : {"a", "b", "c", "d"})
    diagram.boxes.push_back({name, {}, std::vector<ChebotkoColumn>(2)});
  for (const char* const name : {"Q1", "Q2", "Q3", "Q4"}) diagram.queries.push_back({name, "SELECT"});
  diagram.arrows = {{std::nullopt, 0, {0}}, {0, 1, {1}}, {1, 2, {2}}, {2, 0, {3}}, {0, 2, {3}}};
  const WorkflowLayout layout = lay_out(diagram, {10, 10, 10, 10});
  REQUIRE(layout.boxes.size() == 3);  // nothing joins the last one with another
  CHECK(layout.boxes[0].at.x < layout.boxes[1].at.x);
  CHECK(layout.boxes[1].at.x == layout.boxes[2].at.x);  // one step from the first, as the other
  CHECK(layout.boxes[1].at.y < layout.boxes[2].at.y);
}
