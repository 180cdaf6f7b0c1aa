#include <fmt/format.h>

#include <algorithm>

#include "refusal/messages.h"
#include "refusal/width.h"
#include "shell/teach/chebotko/chebotko.h"
#include "shell/teach/figure/figure.h"
#include "shell/teach/figure/words_in.h"

namespace cellar {

namespace {

struct ChebotkoWords {
  std::string_view language;
  std::string_view none, legend, unserved;
};

constexpr ChebotkoWords kChebotkoWords[] = {
    {.language = "en",
     .none = "no table to draw: USE a keyspace, or name a file of queries",
     .legend = "K partition key   C↑ C↓ clustering   S static   IDX indexed   ++ counter   [list] {set} "
               "<map> *type*",
     .unserved = "No table serves {queries}."},
    {.language = "zh",
     .none = "没有可画的表：先 USE 一个键空间 (keyspace)，或给出查询的文件",
     .legend =
         "K 分区键 (partition key)   C↑ C↓ 聚簇列 (clustering column)   S 静态列   IDX 有索引   ++ 计数器   "
         "[list] {set} <map> *类型*",
     .unserved = "没有表能回答 {queries}。"},
};

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

/// The lines of a box, all of the same width, with the queries before the first one.
std::vector<std::string> box_lines(const ChebotkoBox& box, std::size_t most) {
  const std::string queries = query_names(box.queries);
  const std::size_t lane = queries.empty() ? 0 : display_width(queries) + kArrowWidth;
  // Many queries stand above the box.
  const bool is_above = lane * 3 > most;
  const std::size_t before = is_above ? 0 : lane;
  const BoxWidths widths = widths_of(box, most - before);
  const std::string blank(before, ' ');
  const std::string title = cut(box.name, widths.inside() - 3);
  const std::size_t width = before + widths.inside() + 2;
  std::vector<std::string> lines;
  if (is_above) lines.push_back(padded(cut(queries + " ─▼", width), width));
  lines.push_back((before == 0 ? "" : queries + std::string(kArrow)) + "┌ " + title + ' ' +
                  repeated("─", widths.inside() - 2 - display_width(title)) + "┐");
  for (const ChebotkoColumn& column : box.columns)
    lines.push_back(blank + "│ " + padded(cut(column.name, widths.name), widths.name) + "  " +
                    padded(cut(column.type, widths.type), widths.type) + "  " +
                    padded(column.mark, widths.mark) + " │");
  lines.push_back(blank + "└" + repeated("─", widths.inside()) + "┘");
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

}  // namespace

std::string diagram_text(const ChebotkoDiagram& diagram, Language language, std::size_t terminal) {
  const ChebotkoWords& words = words_in(kChebotkoWords, language);
  if (diagram.boxes.empty()) return figure_lines(words.none, terminal, 2);
  const std::size_t columns = terminal == 0 ? kMostWidth : terminal;
  std::string text;
  for (std::size_t i = 0; i < diagram.queries.size(); ++i)
    text += figure_lines(fmt::format("Q{}  {}", i + 1, in_one_line(diagram.queries[i])), terminal, 4);
  if (!text.empty()) text += '\n';
  std::vector<std::vector<std::string>> row;
  std::size_t width = 0;
  for (const ChebotkoBox& box : diagram.boxes) {
    std::vector<std::string> lines = box_lines(box, columns);
    const std::size_t own = display_width(lines.front());
    if (!row.empty() && width + kBetweenBoxes + own > columns) {
      text += row_text(row) + '\n';
      row.clear();
      width = 0;
    }
    width += own + (row.empty() ? 0 : kBetweenBoxes);
    row.push_back(std::move(lines));
  }
  text += row_text(row) + '\n' + figure_lines(words.legend, terminal, 2);
  if (!diagram.unserved.empty())
    text += figure_lines(fill(words.unserved, {{"queries", query_names(diagram.unserved)}}), terminal, 2);
  return text;
}

}  // namespace cellar
