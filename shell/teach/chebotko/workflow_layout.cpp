#include "shell/teach/chebotko/workflow_layout.h"

#include <algorithm>
#include <deque>

#include "refusal/width.h"

namespace cellar {

namespace {

constexpr std::size_t kFrame = 2;  // lines of a box besides its columns

std::size_t even(std::size_t row) { return row + row % 2; }

class WorkflowBuilder {
 public:
  WorkflowBuilder(const ChebotkoDiagram& diagram, const std::vector<std::size_t>& widths)
      : diagram_(diagram),
        widths_(widths),
        steps_(diagram.boxes.size()),
        coming_(diagram.boxes.size()),
        leaving_(diagram.boxes.size()),
        places_(diagram.boxes.size()) {}

  WorkflowLayout build() {
    take_arrows();
    find_steps();
    stack_boxes();
    give_lanes();
    place_columns();
    for (const std::size_t arrow : arrows_) add_arrow(arrow);
    return std::move(layout_);
  }

 private:
  struct Lanes {
    std::size_t out = 0, in = 0;  // numbers in their gutters
    std::size_t below = 0;        // the row of an arrow that does not lead to the next column
  };
  struct Gutter {
    std::size_t begin = 0;  // a cell
    std::size_t lanes = 0;
    std::size_t zone = 0;  // cells
  };

  void take_arrows() {
    const std::vector<bool> is_in = boxes_in_workflow(diagram_);
    for (std::size_t box = 0; box < is_in.size(); ++box) {
      if (is_in[box]) boxes_.push_back(box);
    }
    for (std::size_t i = 0; i < diagram_.arrows.size(); ++i) {
      const ChebotkoArrow& arrow = diagram_.arrows[i];
      if (!is_in[arrow.to]) continue;
      arrows_.push_back(i);
      coming_[arrow.to].push_back(i);
      if (arrow.from) leaving_[*arrow.from].push_back(i);
    }
    lanes_.resize(diagram_.arrows.size());
  }

  /// The fewest arrows from outside to the box. A round of boxes to which none leads begins with its first one.
  void find_steps() {
    std::vector<bool> is_known(diagram_.boxes.size());
    const auto walk_from = [&](std::size_t first) {
      std::deque<std::size_t> open = {first};
      is_known[first] = true;
      while (!open.empty()) {
        const std::size_t box = open.front();
        open.pop_front();
        for (const std::size_t arrow : leaving_[box]) {
          const std::size_t next = diagram_.arrows[arrow].to;
          const bool is_nearer = is_known[next] && steps_[next] > steps_[box] + 1;
          if (is_known[next] && !is_nearer) continue;
          is_known[next] = true;
          steps_[next] = steps_[box] + 1;
          open.push_back(next);
        }
      }
    };
    for (const std::size_t arrow : arrows_) {
      const ChebotkoArrow& entry = diagram_.arrows[arrow];
      if (entry.from) continue;
      steps_[entry.to] = 0;
      walk_from(entry.to);
    }
    for (const std::size_t box : boxes_) {
      if (!is_known[box]) walk_from(box);
    }
    for (const std::size_t box : boxes_) columns_.resize(std::max(columns_.size(), steps_[box] + 1));
    for (const std::size_t box : boxes_) columns_[steps_[box]].push_back(box);
  }

  void stack_boxes() {
    for (const std::vector<std::size_t>& column : columns_) {
      std::size_t row = 0;
      for (const std::size_t box : column) {
        const std::size_t height = diagram_.boxes[box].columns.size() + kFrame;
        const std::size_t ends = 2 * std::max(coming_[box].size(), leaving_[box].size());
        places_[box] = {box, {0, row}, widths_[box], height};
        row = even(row + std::max(height, ends) + 1);
      }
      layout_.height = std::max(layout_.height, row);
    }
  }

  std::size_t step_of(std::size_t box) const { return steps_[box]; }
  bool leads_on(const ChebotkoArrow& arrow) const { return step_of(arrow.to) == step_of(*arrow.from) + 1; }

  void give_lanes() {
    gutters_.resize(columns_.size() + 1);
    for (const std::size_t i : arrows_) {
      const ChebotkoArrow& arrow = diagram_.arrows[i];
      Gutter& before = gutters_[step_of(arrow.to)];
      const std::size_t label = display_width(diagram_.names(arrow.queries));
      // A line of an arrow that comes through the gutter is seen before its label.
      before.zone = std::max(before.zone, label + kArrowEnd + (arrow.from ? 2 : 0));
      if (!arrow.from) continue;
      lanes_[i].out = gutters_[step_of(*arrow.from) + 1].lanes++;
      if (leads_on(arrow)) continue;
      lanes_[i].in = before.lanes++;
      lanes_[i].below = layout_.height++;
    }
  }

  void place_columns() {
    std::size_t x = 0;
    for (std::size_t step = 0; step < gutters_.size(); ++step) {
      Gutter& gutter = gutters_[step];
      gutter.begin = x;
      x += (gutter.lanes == 0 ? 0 : 2 * gutter.lanes + 1) + gutter.zone;
      std::size_t width = 0;
      for (const std::size_t box : step < columns_.size() ? columns_[step] : std::vector<std::size_t>()) {
        places_[box].at.x = x;
        width = std::max(width, widths_[box]);
      }
      x += width;
    }
    layout_.width = x;
    for (const std::size_t box : boxes_) layout_.boxes.push_back(places_[box]);
  }

  std::size_t lane_at(std::size_t gutter, std::size_t lane) const {
    return gutters_[gutter].begin + 1 + 2 * lane;
  }
  static std::size_t number_in(const std::vector<std::size_t>& arrows, std::size_t arrow) {
    return static_cast<std::size_t>(std::ranges::find(arrows, arrow) - arrows.begin());
  }

  void add_arrow(std::size_t number) {
    const ChebotkoArrow& arrow = diagram_.arrows[number];
    PlacedArrow placed{diagram_.names(arrow.queries), {}, !arrow.from};
    const CellPoint end{places_[arrow.to].at.x,
                        places_[arrow.to].at.y + 2 * number_in(coming_[arrow.to], number)};
    if (arrow.from) {
      add_way(number, end.y, placed.points);
    } else {
      placed.points.push_back({end.x - display_width(placed.label) - kArrowEnd, end.y});
    }
    placed.points.push_back(end);
    layout_.arrows.push_back(std::move(placed));
  }

  /// From the box where it begins to the row on which it comes in.
  void add_way(std::size_t number, std::size_t last_row, std::vector<CellPoint>& points) const {
    const ChebotkoArrow& arrow = diagram_.arrows[number];
    const PlacedBox& from = places_[*arrow.from];
    const Lanes& lanes = lanes_[number];
    const std::size_t row = from.at.y + 1 + 2 * number_in(leaving_[*arrow.from], number);
    const std::size_t out = lane_at(step_of(*arrow.from) + 1, lanes.out);
    points.push_back({from.at.x + from.width, row});
    points.push_back({out, row});
    if (!leads_on(arrow)) {
      const std::size_t in = lane_at(step_of(arrow.to), lanes.in);
      points.push_back({out, lanes.below});
      points.push_back({in, lanes.below});
      points.push_back({in, last_row});
    } else {
      points.push_back({out, last_row});
    }
  }

  const ChebotkoDiagram& diagram_;
  const std::vector<std::size_t>& widths_;
  std::vector<std::size_t> boxes_, arrows_;                 // in the workflow
  std::vector<std::size_t> steps_;                          // of each box: the number of its column
  std::vector<std::vector<std::size_t>> coming_, leaving_;  // arrows of each box
  std::vector<std::vector<std::size_t>> columns_;           // boxes
  std::vector<PlacedBox> places_;                           // of each box
  std::vector<Lanes> lanes_;                                // of each arrow
  std::vector<Gutter> gutters_;                             // before each column, and behind the last one
  WorkflowLayout layout_;
};

}  // namespace

std::vector<bool> boxes_in_workflow(const ChebotkoDiagram& diagram) {
  std::vector<bool> is_in(diagram.boxes.size());
  for (const ChebotkoArrow& arrow : diagram.arrows) {
    if (arrow.from) is_in[*arrow.from] = is_in[arrow.to] = true;
  }
  return is_in;
}

WorkflowLayout lay_out(const ChebotkoDiagram& diagram, const std::vector<std::size_t>& widths) {
  return WorkflowBuilder(diagram, widths).build();
}

}  // namespace cellar
