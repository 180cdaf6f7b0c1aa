#include "shell/teach/description.h"

#include <algorithm>
#include <numeric>

#include "refusal/width.h"
#include "shell/teach/words/teach_words.h"
#include "types/value/value.h"

namespace cellar {

namespace {

std::string text_of(const Value& value) { return value.value_or(""); }

/// Returns the widths of the columns when the names fill `lines` lines, column by column.
std::vector<std::size_t> column_widths(const std::vector<std::string>& names, std::size_t lines) {
  std::vector<std::size_t> widths((names.size() + lines - 1) / lines, 0);
  for (std::size_t i = 0; i < names.size(); ++i)
    widths[i / lines] = std::max(widths[i / lines], display_width(names[i]));
  return widths;
}

bool have_room(const std::vector<std::size_t>& widths, std::size_t width) {
  return std::accumulate(widths.begin(), widths.end(), 2 * (widths.size() - 1)) <= width;
}

/// As many columns as fit, each as wide as its widest name (columnize of Python's module cmd, which cqlsh uses).
std::string in_columns(const std::vector<std::string>& names, std::size_t width) {
  if (names.size() == 1) return names[0] + '\n';
  std::size_t lines = 1;
  while (lines < names.size() && !have_room(column_widths(names, lines), width)) ++lines;
  const bool is_list = lines == names.size();
  const std::vector<std::size_t> widths = column_widths(names, lines);
  std::string text;
  for (std::size_t line = 0; line < lines; ++line) {
    for (std::size_t i = line; i < names.size(); i += lines) {
      if (i != line) text += "  ";
      text += names[i];
      if (!is_list) text.append(widths[i / lines] - display_width(names[i]), ' ');
    }
    text += '\n';
  }
  return text;
}

std::string format_statements(const Description& description) {
  std::string text;
  for (const std::vector<Value>& row : description.rows) text += '\n' + text_of(row.back()) + '\n';
  return text;
}

/// Rows of keyspace, type and name. Names that are not those of keyspaces come under the keyspace's.
std::string format_names(const Description& description, std::size_t width, bool has_headings,
                         Language language) {
  const auto& rows = description.rows;
  if (rows.empty()) return TeachWords::say(language, "\n<empty>\n\n");
  std::string text = "\n";
  const bool keyspaces = text_of(rows[0][1]) == "keyspace";
  for (std::size_t i = 0; i < rows.size();) {
    const std::string keyspace = text_of(rows[i][0]);
    std::vector<std::string> names;
    while (i < rows.size() && (keyspaces || text_of(rows[i][0]) == keyspace))
      names.push_back(text_of(rows[i++][2]));
    if (!keyspaces && has_headings) {
      const std::string heading = TeachWords::say(language, "Keyspace {keyspace}", {{"keyspace", keyspace}});
      text += heading + '\n' + std::string(display_width(heading), '-') + '\n';
    }
    text += in_columns(names, width) + '\n';
  }
  return text;
}

std::string format_range(const ValueView& token, const Type& nodes_type, const ValueView& nodes) {
  constexpr std::size_t kWidth = 39;
  std::string list;
  for (const ValueView& node : unpack(nodes_type, *nodes))
    list += (list.empty() ? "" : ", ") + std::string(*node);
  return " " + std::string(kWidth - std::min(kWidth, token->size()), ' ') + std::string(*token) + "  [" +
         list + "]\n";
}

std::string format_cluster(const Description& description, Language language) {
  const std::vector<Value>& row = description.rows.at(0);
  std::string text = TeachWords::say(
      language, "\nCluster: {cluster}\nPartitioner: {partitioner}\nSnitch: {snitch}\n\n",
      {{"cluster", text_of(row[0])}, {"partitioner", text_of(row[1])}, {"snitch", text_of(row[2])}});
  if (row.size() < 4) return text;
  const Type& type = description.columns[3].type;
  text += TeachWords::say(language, "Range ownership:\n");
  const std::vector<ValueView> entries = unpack(type, *row[3]);
  for (std::size_t i = 0; i + 1 < entries.size(); i += 2)
    text += format_range(entries[i], type.arguments[1], entries[i + 1]);
  return text + "\n";
}

/// One row, whose fourth column, if it is there, has the nodes of each range of tokens.
bool is_cluster(const Description& description) {
  const auto& [columns, rows] = description;
  if (columns.size() < 3 || rows.size() != 1) return false;
  if (columns.size() == 3) return true;
  const Type& type = columns[3].type;
  const bool has_nodes = type.kind == TypeKind::map && type.arguments[1].kind == TypeKind::list;
  return has_nodes && rows[0][3] && !fault_of(type, *rows[0][3]);
}

}  // namespace

bool is_description(const Description& description) {
  const std::vector<ResultColumn>& columns = description.columns;
  if (columns.empty()) return false;
  if (columns.front().name == "cluster") return is_cluster(description);
  return columns.size() >= 3 || columns.back().name == "create_statement";
}

std::string format_description(const Description& description, std::size_t width, std::string_view keyspace,
                               Language language) {
  if (description.columns.front().name == "cluster") return format_cluster(description, language);
  if (description.columns.back().name == "create_statement") return format_statements(description);
  return format_names(description, width, keyspace.empty(), language);
}

}  // namespace cellar
