#include <fmt/format.h>

#include <algorithm>

#include "refusal/width.h"
#include "shell/teach/chebotko/workflow_text.h"
#include "shell/teach/figure/figure.h"
#include "shell/teach/words/teach_words.h"

namespace cellar {

namespace {

constexpr std::size_t kMostWidth = 100;  // where no terminal says its own
constexpr std::string_view kArrow = " ─▶ ";
constexpr std::size_t kArrowWidth = 4;
constexpr std::size_t kBetweenBoxes = 3;

std::string repeated(std::string_view sign, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += sign;
  return text;
}

/// The text, or its beginning and a sign that there is more.
std::string cut(const std::string& text, std::size_t width) {
  if (display_width(text) <= width) return text;
  return std::string(fit(text, width - 1)) + "…";
}

struct BoxWidths {
  std::size_t name = 0, type = 0, mark = 0;
  std::size_t inside() const { return name + type + mark + 6; }  // with blanks around
};

/// Names and types are cut where a box is wider than `most`.
BoxWidths widths_of(const ChebotkoBox& box, std::size_t most) {
  BoxWidths widths;
  for (const ChebotkoColumn& column : box.columns) {
    widths.name = std::max(widths.name, display_width(column.name));
    widths.type = std::max(widths.type, display_width(column.type));
    widths.mark = std::max(widths.mark, display_width(column.mark));
  }
  const std::size_t title = display_width(box.name) + 3;
  if (widths.inside() < title) widths.type += title - widths.inside();
  constexpr std::size_t kLeast = 6;
  while (widths.inside() + 2 > most && (widths.type > kLeast || widths.name > kLeast)) {
    if (widths.type > kLeast && widths.type + kLeast > widths.name) {
      --widths.type;
    } else {
      --widths.name;
    }
  }
  return widths;
}

/// The lines of a box, all of the same width.
std::vector<std::string> box_lines(const ChebotkoBox& box, const BoxWidths& widths) {
  const std::string title = cut(box.name, widths.inside() - 3);
  std::vector<std::string> lines = {"┌ " + title + ' ' +
                                    repeated("─", widths.inside() - 2 - display_width(title)) + "┐"};
  for (const ChebotkoColumn& column : box.columns)
    lines.push_back("│ " + padded(cut(column.name, widths.name), widths.name) + "  " +
                    padded(cut(column.type, widths.type), widths.type) + "  " +
                    padded(column.mark, widths.mark) + " │");
  lines.push_back("└" + repeated("─", widths.inside()) + "┘");
  return lines;
}

/// The same with the queries before the first one.
std::vector<std::string> lines_with_queries(const ChebotkoBox& box, const std::string& queries,
                                            std::size_t most) {
  const std::size_t lane = queries.empty() ? 0 : display_width(queries) + kArrowWidth;
  // Many queries stand above the box.
  const bool is_above = lane * 3 > most;
  const std::size_t before = is_above ? 0 : lane;
  std::vector<std::string> lines = box_lines(box, widths_of(box, most - before));
  const std::size_t width = before + display_width(lines.front());
  for (std::string& line : lines)
    line.insert(
        0, &line != &lines.front() || before == 0 ? std::string(before, ' ') : queries + std::string(kArrow));
  if (is_above) lines.insert(lines.begin(), padded(cut(queries + " ─▼", width), width));
  return lines;
}

/// Boxes beside each other.
std::string row_text(const std::vector<std::vector<std::string>>& boxes) {
  std::size_t height = 0;
  for (const auto& box : boxes) height = std::max(height, box.size());
  std::string text;
  for (std::size_t line = 0; line < height; ++line) {
    std::string together;
    for (const auto& box : boxes) {
      if (&box != &boxes.front()) together.append(kBetweenBoxes, ' ');
      together += line < box.size() ? box[line] : std::string(display_width(box.front()), ' ');
    }
    together.erase(together.find_last_not_of(' ') + 1);
    text += together + '\n';
  }
  return text;
}

/// Boxes in rows, as many beside each other as fit. `is_meant` says which.
std::string rows_of_boxes(const ChebotkoDiagram& diagram, const auto& is_meant, std::size_t columns) {
  std::string text;
  std::vector<std::vector<std::string>> row;
  std::size_t width = 0;
  const auto end_row = [&] {
    if (!row.empty()) text += row_text(row) + '\n';
    row.clear();
    width = 0;
  };
  for (std::size_t i = 0; i < diagram.boxes.size(); ++i) {
    if (!is_meant(i)) continue;
    const ChebotkoBox& box = diagram.boxes[i];
    std::vector<std::string> lines = lines_with_queries(box, diagram.names(box.queries), columns);
    const std::size_t own = display_width(lines.front());
    if (!row.empty() && width + kBetweenBoxes + own > columns) end_row();
    width += own + (row.empty() ? 0 : kBetweenBoxes);
    row.push_back(std::move(lines));
  }
  end_row();
  return text;
}

/// For a terminal that is too narrow for the drawing.
std::string arrows_in_lines(const ChebotkoDiagram& diagram, std::size_t terminal) {
  std::string text;
  for (const ChebotkoArrow& arrow : diagram.arrows) {
    if (!arrow.from) continue;
    text += figure_lines(fmt::format("{} ─ {} ─▶ {}", diagram.boxes[*arrow.from].name,
                                     diagram.names(arrow.queries), diagram.boxes[arrow.to].name),
                         terminal, 2);
  }
  return text.empty() ? text : text + '\n';
}

}  // namespace

std::string diagram_text(const ChebotkoDiagram& diagram, Language language, std::size_t terminal) {
  const TeachWords::Speech say(language);
  if (diagram.boxes.empty())
    return figure_lines(say("no table to draw: USE a keyspace, or name a file of queries"), terminal, 2);
  const std::size_t columns = terminal == 0 ? kMostWidth : terminal;
  std::string text;
  for (const ChebotkoQuery& query : diagram.queries)
    text += figure_lines(query.name + "  " + in_one_line(query.text), terminal, 4);
  if (!text.empty()) text += '\n';
  std::vector<std::vector<std::string>> boxes;
  for (const ChebotkoBox& box : diagram.boxes) boxes.push_back(box_lines(box, widths_of(box, columns)));
  const std::string workflow = workflow_text(diagram, boxes, terminal);
  const std::vector<bool> is_drawn =
      workflow.empty() ? std::vector<bool>(diagram.boxes.size()) : boxes_in_workflow(diagram);
  text += workflow + rows_of_boxes(
                         diagram, [&](std::size_t box) { return !is_drawn[box]; }, columns);
  if (workflow.empty()) text += arrows_in_lines(diagram, terminal);
  text += figure_lines(say("K partition key   C↑ C↓ clustering   S static   IDX indexed   ++ counter   "
                           "[list] {set} <map> *type*"),
                       terminal, 2);
  if (!diagram.unserved.empty())
    text += figure_lines(say("No table serves {queries}.", {{"queries", diagram.names(diagram.unserved)}}),
                         terminal, 2);
  return text;
}

}  // namespace cellar
