#include <fmt/format.h>

#include <algorithm>

#include "refusal/width.h"
#include "shell/teach/figure/figure.h"
#include "shell/teach/matrix/matrix.h"
#include "shell/teach/words/teach_words.h"

namespace cellar {

namespace {

std::string cell_text(const MatrixCell& cell, bool is_own) {
  std::string text;
  switch (cell.fit) {
    case MatrixFit::forward:
      text = "✓";
      break;
    case MatrixFit::reverse:
      text = "↺";
      break;
    case MatrixFit::index:
      text = "ix";
      break;
    case MatrixFit::lacking:
      text = "·";
      break;
    case MatrixFit::refused:
      text = cell.code;
      break;
  }
  return is_own ? '[' + text + ']' : text;
}

constexpr std::size_t kCell = 7;  // columns of a cell, blanks included

/// The columns of the longest name of a query.
std::size_t label_width(const MatrixReport& report) {
  std::size_t width = 0;
  for (const MatrixQuery& query : report.queries) width = std::max(width, display_width(query.name));
  return width;
}

/// The tables from `first` on, as many as fit.
std::string block_text(const MatrixReport& report, std::size_t first, std::size_t count) {
  const std::size_t label = label_width(report);
  std::string text(label, ' ');
  for (std::size_t i = first; i < first + count; ++i)
    text += padded(std::to_string(i + 1), kCell - 1, FigureSide::right) + ' ';
  text.back() = '\n';
  for (const MatrixQuery& query : report.queries) {
    text += padded(query.name, label);
    for (std::size_t i = first; i < first + count; ++i) {
      const bool is_own = report.tables[i] == query.own;
      const std::string cell = cell_text(query.cells[i], is_own);
      // A closing bracket hangs over, so that what is in brackets keeps its column.
      text +=
          is_own ? padded(cell, kCell, FigureSide::right) : padded(cell, kCell - 1, FigureSide::right) + ' ';
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

std::string table_names(const MatrixReport& report, const std::vector<std::size_t>& tables) {
  std::string text;
  for (const std::size_t table : tables) text += (text.empty() ? "" : ", ") + report.names[table];
  return text;
}

}  // namespace

std::string matrix_text(const MatrixReport& report, std::string_view file, Language language,
                        std::size_t terminal) {
  const TeachWords::Speech say(language);
  const auto line = [&](TeachWords::Text text, const Parameters& parameters) {
    return figure_lines(say(text, parameters), terminal, 2);
  };
  std::string text;
  if (report.passed_over > 0)
    text += line(
        "{count|statement that reads no table of yours is|statements that read no table of yours are} passed "
        "over",
        {{"count", std::to_string(report.passed_over)}});
  if (report.tables.empty() || report.queries.empty())
    return text + line("no table or no query to compare", {});
  for (const MatrixQuery& query : report.queries)
    text += figure_lines(query.name + "  " + in_one_line(query.text), terminal, 4);
  text += '\n' + say("Tables:") + '\n';
  for (std::size_t i = 0; i < report.names.size(); ++i)
    text += figure_lines(fmt::format("{:>3}  {}", i + 1, report.names[i]), terminal, 5);
  const std::size_t columns = terminal == 0 ? 100 : terminal;
  const std::size_t label = std::min(label_width(report) + 1, columns);
  const std::size_t in_block = std::max<std::size_t>((columns - label) / kCell, 1);
  for (std::size_t first = 0; first < report.tables.size(); first += in_block)
    text += '\n' + block_text(report, first, std::min(in_block, report.tables.size() - first));
  text += '\n' + line(
                     "✓ serves it   ↺ serves it, read backwards   ix serves it by an index   E... refuses it "
                     "(HELP says why)   · lacks a column   [ ] is the table that the query names",
                     {});
  const std::string unserved = query_names(report, report.unserved);
  if (report.unserved.empty())
    text += line("Each query has a table.", {});
  else if (file.empty())
    text += line("No table serves {queries}: ADVISE before the query proposes one.", {{"queries", unserved}});
  else
    text += line("No table serves {queries}: ADVISE FILE '{file}' proposes one.",
                 {{"queries", unserved}, {"file", std::string(file)}});
  if (!report.unused.empty())
    text += line("No query reads {tables}.", {{"tables", table_names(report, report.unused)}});
  return text;
}

}  // namespace cellar
