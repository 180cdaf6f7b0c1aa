#include <fmt/format.h>

#include <algorithm>

#include "refusal/width.h"
#include "shell/teach/chebotko/workflow_layout.h"
#include "shell/teach/figure/figure.h"
#include "types/text/xml_text.h"

namespace cellar {

namespace {

// In pixels. A column of text is as wide as a character of a monospaced font of this size, at most.
constexpr std::size_t kCharacter = 8, kLine = 20, kPadding = 10, kGap = 40, kLane = 70;
constexpr std::size_t kHead = 2;  // between the head of an arrow and its box
constexpr std::size_t kBoxesInRow = 3;

struct SvgBox {
  const ChebotkoBox& box;
  std::string queries;
  std::size_t name = 0, type = 0, mark = 0;  // columns of text

  SvgBox(const ChebotkoDiagram& diagram, const ChebotkoBox& of)
      : box(of), queries(diagram.names(of.queries)) {
    for (const ChebotkoColumn& column : box.columns) {
      name = std::max(name, display_width(column.name));
      type = std::max(type, display_width(column.type));
      mark = std::max(mark, display_width(column.mark));
    }
  }
  std::size_t width() const {
    const std::size_t text = std::max(name + type + mark + 4, display_width(box.name)) * kCharacter;
    return (text + 2 * kPadding + kCharacter - 1) / kCharacter * kCharacter;  // whole cells
  }
  /// Width of the arrow with its label.
  std::size_t lane() const { return std::max(kLane, display_width(queries) * kCharacter); }
  std::size_t height() const { return (box.columns.size() + 1) * kLine + kPadding; }
};

std::string text_at(std::size_t x, std::size_t y, std::string_view text, std::string_view attributes = "") {
  return fmt::format("    <text x=\"{}\" y=\"{}\"{}>{}</text>\n", x, y, attributes, escape_xml(text));
}

std::string arrow(const SvgBox& box, std::size_t x, std::size_t y) {
  const std::size_t middle = y + kLine / 2 + 2;
  return text_at(x - box.lane(), middle - 6, box.queries) +
         fmt::format("    <path d=\"M{} {} H{}\" stroke=\"#333\" marker-end=\"url(#arrow)\"/>\n",
                     x - box.lane(), middle, x - kHead);
}

std::string svg_of(const SvgBox& box, std::size_t x, std::size_t y) {
  std::string text = fmt::format("  <g id=\"table-{}\">\n", escape_xml(box.box.name));
  text +=
      fmt::format("    <rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#fff\" stroke=\"#333\"/>\n",
                  x, y, box.width(), box.height());
  text += fmt::format("    <path d=\"M{} {} h{}\" stroke=\"#333\"/>\n", x, y + kLine + 2, box.width());
  text += text_at(x + kPadding, y + 15, box.box.name, " font-weight=\"bold\"");
  std::size_t line = y + kLine + 18;
  for (const ChebotkoColumn& column : box.box.columns) {
    const std::size_t type = x + kPadding + (box.name + 2) * kCharacter;
    text += text_at(x + kPadding, line, column.name);
    text += text_at(type, line, column.type, " fill=\"#666\"");
    if (!column.mark.empty()) text += text_at(type + (box.type + 2) * kCharacter, line, column.mark);
    line += kLine;
  }
  return text + "  </g>\n";
}

/// What is drawn so far, and how far it reaches.
struct Drawing {
  std::string text;
  std::size_t width = kGap, height = kGap;
};

std::size_t column_at(std::size_t cell) { return kGap / 2 + cell * kCharacter; }
std::size_t line_at(std::size_t cell) { return kGap + cell * kLine; }

/// An arrow between boxes, or to one from outside. Its label is above its end.
std::string svg_of(const PlacedArrow& arrow) {
  const auto middle = [](std::size_t cell) { return line_at(cell) + kLine / 2 + 2; };
  const CellPoint begin = arrow.points.front(), end = arrow.points.back();
  std::string path = fmt::format("M{} {}", column_at(begin.x), middle(begin.y));
  for (std::size_t i = 1; i < arrow.points.size(); ++i) {
    const CellPoint& point = arrow.points[i];
    path += point.y == arrow.points[i - 1].y
                ? fmt::format(" H{}", column_at(point.x) - (i + 1 == arrow.points.size() ? kHead : 0))
                : fmt::format(" V{}", middle(point.y));
  }
  const std::size_t label = end.x - kArrowEnd + 1 - display_width(arrow.label);
  return "  <g>\n" + text_at(column_at(label), middle(end.y) - 6, arrow.label) +
         fmt::format(
             "    <path d=\"{}\" fill=\"none\" stroke=\"#333\" marker-end=\"url(#arrow)\"/>\n  </g>\n", path);
}

/// The boxes that arrows join, a column for each step.
void draw_workflow(const ChebotkoDiagram& diagram, Drawing& drawing) {
  std::vector<std::size_t> widths;
  for (const ChebotkoBox& box : diagram.boxes) widths.push_back(SvgBox(diagram, box).width() / kCharacter);
  const WorkflowLayout layout = lay_out(diagram, widths);
  if (layout.boxes.empty()) return;
  for (const PlacedArrow& arrow : layout.arrows) drawing.text += svg_of(arrow);
  for (const PlacedBox& placed : layout.boxes)
    drawing.text +=
        svg_of(SvgBox(diagram, diagram.boxes[placed.box]), column_at(placed.at.x), line_at(placed.at.y));
  drawing.width = std::max(drawing.width, column_at(layout.width) + kGap / 2);
  drawing.height = line_at(layout.height) + kGap / 2;
}

/// All other boxes, in rows.
void draw_rows(const ChebotkoDiagram& diagram, Drawing& drawing) {
  const std::vector<bool> is_drawn = boxes_in_workflow(diagram);
  std::vector<SvgBox> boxes;
  for (std::size_t i = 0; i < diagram.boxes.size(); ++i) {
    if (!is_drawn[i]) boxes.emplace_back(diagram, diagram.boxes[i]);
  }
  for (std::size_t first = 0; first < boxes.size(); first += kBoxesInRow) {
    std::size_t x = 0, height = 0;
    for (std::size_t i = first; i < std::min(first + kBoxesInRow, boxes.size()); ++i) {
      const SvgBox& box = boxes[i];
      x += box.lane() + kGap / 2;
      drawing.text += svg_of(box, x, drawing.height);
      if (!box.box.queries.empty()) drawing.text += arrow(box, x, drawing.height);
      x += box.width() + kGap / 2;
      height = std::max(height, box.height());
    }
    drawing.width = std::max(drawing.width, x);
    drawing.height += height + kGap;
  }
}

}  // namespace

std::string diagram_svg(const ChebotkoDiagram& diagram) {
  Drawing drawing;
  draw_workflow(diagram, drawing);
  draw_rows(diagram, drawing);
  for (const ChebotkoQuery& each : diagram.queries) {
    const std::string query = each.name + "  " + in_one_line(each.text);
    drawing.text += text_at(kGap / 2, drawing.height, query);
    drawing.width = std::max(drawing.width, display_width(query) * kCharacter + kGap);
    drawing.height += kLine;
  }
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
             "font-family=\"monospace\" font-size=\"13\">\n"
             "  <defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" "
             "markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" "
             "fill=\"#333\"/></marker></defs>\n"
             "  <rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
             drawing.width, drawing.height + kGap / 2) +
         drawing.text + "</svg>\n";
}

}  // namespace cellar
