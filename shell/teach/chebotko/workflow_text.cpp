#include "shell/teach/chebotko/workflow_text.h"

#include <map>

#include "refusal/width.h"

namespace cellar {

namespace {

/// Where lines leave a cell.
enum Side : std::uint8_t { kUp = 1, kDown = 2, kLeft = 4, kRight = 8 };

constexpr std::string_view kSigns[] = {" ", "│", "│", "│", "─", "┘", "┐", "┤",
                                       "─", "└", "┌", "├", "─", "┴", "┬", "┼"};

class TextCanvas {
 public:
  TextCanvas(std::size_t width, std::size_t height)
      : sides_(height, std::vector<std::uint8_t>(width)), words_(height) {}

  /// Words lie above lines.
  void write(CellPoint at, std::string text) { words_[at.y].insert_or_assign(at.x, std::move(text)); }
  void draw(const std::vector<CellPoint>& points) {
    for (std::size_t i = 1; i < points.size(); ++i) draw(points[i - 1], points[i]);
  }
  void add_side(CellPoint at, Side side) { sides_[at.y][at.x] |= static_cast<std::uint8_t>(side); }
  std::string text() const {
    std::string text;
    for (std::size_t y = 0; y < sides_.size(); ++y) {
      std::string line;
      for (std::size_t x = 0; x < sides_[y].size();) {
        const auto word = words_[y].find(x);
        line += word == words_[y].end() ? kSigns[sides_[y][x]] : word->second;
        x += word == words_[y].end() ? 1 : display_width(word->second);
      }
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + '\n';
    }
    return text;
  }

 private:
  void draw(CellPoint from, CellPoint to) {
    while (from.x != to.x || from.y != to.y) {
      const bool is_level = from.y == to.y;
      const bool grows = is_level ? to.x > from.x : to.y > from.y;
      add_side(from, is_level ? (grows ? kRight : kLeft) : (grows ? kDown : kUp));
      std::size_t& moving = is_level ? from.x : from.y;
      moving = grows ? moving + 1 : moving - 1;
      add_side(from, is_level ? (grows ? kLeft : kRight) : (grows ? kUp : kDown));
    }
  }

  std::vector<std::vector<std::uint8_t>> sides_;
  std::vector<std::map<std::size_t, std::string>> words_;
};

void draw_arrow(TextCanvas& canvas, const PlacedArrow& arrow) {
  std::vector<CellPoint> points = arrow.points;
  CellPoint& end = points.back();
  const CellPoint head{end.x - 2, end.y};
  const std::size_t label = end.x - kArrowEnd - display_width(arrow.label);
  end.x = head.x;
  if (!arrow.is_entry) canvas.add_side(points.front(), kLeft);
  canvas.draw(points);
  canvas.write(head, "▶");
  if (arrow.is_entry) {
    canvas.write({label, end.y}, arrow.label + ' ');
  } else {
    canvas.write({label - 1, end.y}, ' ' + arrow.label + ' ');
  }
}

}  // namespace

std::string workflow_text(const ChebotkoDiagram& diagram, const std::vector<std::vector<std::string>>& boxes,
                          std::size_t terminal) {
  std::vector<std::size_t> widths;
  for (const std::vector<std::string>& box : boxes) widths.push_back(display_width(box.front()));
  const WorkflowLayout layout = lay_out(diagram, widths);
  if (layout.boxes.empty() || (terminal != 0 && layout.width > terminal)) return {};
  TextCanvas canvas(layout.width, layout.height);
  for (const PlacedArrow& arrow : layout.arrows) draw_arrow(canvas, arrow);
  for (const PlacedBox& placed : layout.boxes) {
    for (std::size_t line = 0; line < placed.height; ++line)
      canvas.write({placed.at.x, placed.at.y + line}, boxes[placed.box][line]);
  }
  std::string text = canvas.text();
  text.erase(text.find_last_not_of('\n') + 1);
  return text + "\n\n";
}

}  // namespace cellar
