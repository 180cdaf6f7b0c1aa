#include <fmt/format.h>

#include <algorithm>

#include "refusal/width.h"
#include "shell/teach/chebotko/chebotko.h"
#include "shell/teach/figure/figure.h"

namespace cellar {

namespace {

// In pixels. A column of text is as wide as a character of a monospaced font of this size, at most.
constexpr std::size_t kCharacter = 8, kLine = 20, kPadding = 10, kGap = 40, kLane = 70;
constexpr std::size_t kBoxesInRow = 3;

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

struct SvgBox {
  const ChebotkoBox& box;
  std::size_t name = 0, type = 0, mark = 0;  // columns of text

  explicit SvgBox(const ChebotkoBox& of) : box(of) {
    for (const ChebotkoColumn& column : box.columns) {
      name = std::max(name, display_width(column.name));
      type = std::max(type, display_width(column.type));
      mark = std::max(mark, display_width(column.mark));
    }
  }
  std::size_t width() const {
    return std::max(name + type + mark + 4, display_width(box.name)) * kCharacter + 2 * kPadding;
  }
  /// Of the arrow, with its queries.
  std::size_t lane() const { return std::max(kLane, display_width(query_names(box.queries)) * kCharacter); }
  std::size_t height() const { return (box.columns.size() + 1) * kLine + kPadding; }
};

std::string text_at(std::size_t x, std::size_t y, std::string_view text, std::string_view attributes = "") {
  return fmt::format("    <text x=\"{}\" y=\"{}\"{}>{}</text>\n", x, y, attributes, escaped(text));
}

std::string arrow(const SvgBox& box, std::size_t x, std::size_t y) {
  const std::size_t middle = y + kLine / 2 + 2;
  return text_at(x - box.lane(), middle - 6, query_names(box.box.queries)) +
         fmt::format("    <path d=\"M{} {} H{}\" stroke=\"#333\" marker-end=\"url(#arrow)\"/>\n",
                     x - box.lane(), middle, x - 6);
}

std::string svg_of(const SvgBox& box, std::size_t x, std::size_t y) {
  std::string text = fmt::format("  <g id=\"table-{}\">\n", escaped(box.box.name));
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
  if (!box.box.queries.empty()) text += arrow(box, x, y);
  return text + "  </g>\n";
}

}  // namespace

std::string diagram_svg(const ChebotkoDiagram& diagram) {
  std::string boxes;
  std::size_t width = kGap, y = kGap;
  for (std::size_t first = 0; first < diagram.boxes.size(); first += kBoxesInRow) {
    std::size_t x = 0, height = 0;
    for (std::size_t i = first; i < std::min(first + kBoxesInRow, diagram.boxes.size()); ++i) {
      const SvgBox box(diagram.boxes[i]);
      x += box.lane() + kGap / 2;
      boxes += svg_of(box, x, y);
      x += box.width() + kGap / 2;
      height = std::max(height, box.height());
    }
    width = std::max(width, x);
    y += height + kGap;
  }
  std::size_t line = y;
  for (std::size_t i = 0; i < diagram.queries.size(); ++i, line += kLine) {
    const std::string query = fmt::format("Q{}  {}", i + 1, in_one_line(diagram.queries[i]));
    boxes += text_at(kGap / 2, line, query);
    width = std::max(width, display_width(query) * kCharacter + kGap);
  }
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
             "font-family=\"monospace\" font-size=\"13\">\n"
             "  <defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" "
             "markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" "
             "fill=\"#333\"/></marker></defs>\n"
             "  <rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
             width, line + kGap / 2) +
         boxes + "</svg>\n";
}

}  // namespace cellar
