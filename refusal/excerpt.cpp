#include "refusal/excerpt.h"

#include <algorithm>
#include <map>

#include "refusal/width.h"

namespace cellar {

namespace {

constexpr std::string_view kCut = "...";
constexpr std::size_t kLeastColumns = 12;  // a terminal with less wraps lines itself

struct SourceLine {
  std::size_t number = 0;
  std::size_t begin = 0;
  std::string_view text;
};

/// Returns the line that holds a byte of the text. Lines are counted from a line that is known, if it comes before.
SourceLine line_around(std::string_view text, std::size_t offset, const SourceLine& known) {
  const std::size_t before = offset == 0 ? text.npos : text.rfind('\n', offset - 1);
  const SourceLine start = offset >= known.begin ? known : SourceLine{};
  SourceLine line;
  line.begin = before == text.npos ? 0 : before + 1;
  const std::string_view between = text.substr(start.begin, line.begin - start.begin);
  line.number = start.number + static_cast<std::size_t>(std::ranges::count(between, '\n'));
  line.text = text.substr(line.begin, text.find('\n', line.begin) - line.begin);
  if (line.text.ends_with('\r')) line.text.remove_suffix(1);
  return line;
}

bool is_in(const SourceLine& line, std::size_t offset) {
  return offset >= line.begin && offset <= line.begin + line.text.size();
}

/// The part of a very long line that may be shown around a byte of the text: measuring characters is slow.
SourceLine near(const SourceLine& line, std::size_t offset) {
  constexpr std::size_t kBytesAround = 4096;
  if (line.text.size() <= 2 * kBytesAround) return line;
  const auto is_inside_character = [&](std::size_t place) {
    return place < line.text.size() && (static_cast<unsigned char>(line.text[place]) & 0xC0) == 0x80;
  };
  const std::size_t at = std::min(offset - line.begin, line.text.size());
  std::size_t begin = at - std::min(at, kBytesAround);
  std::size_t end = std::min(at + kBytesAround, line.text.size());
  while (begin > 0 && is_inside_character(begin)) --begin;
  while (is_inside_character(end)) ++end;
  return {line.number, line.begin + begin, line.text.substr(begin, end - begin)};
}

struct PlacedMark {
  std::size_t column = 0;
  std::size_t width = 1;
  const Mark* mark = nullptr;
};

/// A span that goes on in the next line is marked to the end of this one.
PlacedMark place(const Mark& mark, const SourceLine& line) {
  const std::size_t begin = std::min<std::size_t>(mark.span.begin - line.begin, line.text.size());
  const std::size_t end = std::clamp<std::size_t>(mark.span.end - line.begin, begin, line.text.size());
  const std::size_t column = display_width(expand(line.text.substr(0, begin)));
  const std::size_t through = display_width(expand(line.text.substr(0, end)));
  return {column, std::max<std::size_t>(through - column, 1), &mark};
}

bool is_within(const std::string& line, const std::vector<PlacedMark>& marks, std::size_t columns) {
  return display_width(line) <= columns && std::ranges::all_of(marks, [columns](const PlacedMark& placed) {
           return placed.column + placed.width <= columns;
         });
}

/// Cuts a long line, and moves the marks with it; those that are cut away are dropped.
std::string cut_line(const std::string& line, std::size_t around, std::size_t columns,
                     std::vector<PlacedMark>& marks) {
  if (is_within(line, marks, columns)) return line;
  const std::size_t kept_columns = columns - 2 * kCut.size();
  const std::size_t columns_before = kept_columns / 3;
  std::string_view rest = line;
  std::string shown;
  std::size_t dropped = 0;
  if (around > columns_before) {
    const std::string_view head = fit(rest, around - columns_before);
    dropped = display_width(head);
    rest.remove_prefix(head.size());
    shown = kCut;
  }
  const std::size_t moved = shown.size();
  const std::string_view kept = fit(rest, kept_columns);
  shown += kept;
  const std::size_t end = dropped + display_width(kept);
  std::erase_if(marks, [&](const PlacedMark& placed) {
    return placed.column < dropped || (placed.column >= end && kept.size() < rest.size());
  });
  for (PlacedMark& placed : marks) {
    if (kept.size() < rest.size()) placed.width = std::min(placed.width, end - placed.column + kCut.size());
    placed.column = placed.column - dropped + moved;
  }
  if (kept.size() < rest.size()) shown += kCut;
  return shown;
}

/// Returns the label in a line, below `column` if there is room for it.
std::string label_line(const std::string& label, std::size_t column, std::size_t columns) {
  const std::size_t width = display_width(label);
  if (width > columns) return std::string(fit(label, columns - kCut.size())) + std::string(kCut);
  return std::string(std::min(column, columns - width), ' ') + label;
}

/// Returns the line of marks with the label of the last one, and where an earlier one has a label, too, a line
/// with that. A label that has no room behind the marks has a line of its own.
std::vector<std::string> draw(const std::vector<PlacedMark>& marks, std::size_t columns) {
  std::string signs;
  for (const PlacedMark& placed : marks) {
    signs.resize(std::max(signs.size(), placed.column), ' ');
    const std::size_t free = std::max(signs.size(), placed.column) - placed.column;
    if (placed.width > free) signs.append(placed.width - free, placed.mark->sign);
  }
  const PlacedMark& last = marks.back();
  const PlacedMark* earlier = nullptr;
  const PlacedMark* alike = nullptr;  // further places with the same fault share the label
  for (const PlacedMark& placed : marks) {
    if (placed.mark == last.mark || placed.mark->label.empty()) continue;
    (placed.mark->sign == last.mark->sign && last.mark->label.empty() ? alike : earlier) = &placed;
  }
  const std::string& label = alike != nullptr ? alike->mark->label : last.mark->label;
  std::vector<std::string> lines = {signs};
  if (!label.empty() && signs.size() + 1 + display_width(label) <= columns) {
    lines.back() += ' ' + label;
  } else if (!label.empty()) {
    lines.push_back(label_line(label, last.column, columns));
  }
  if (earlier != nullptr) lines.push_back(label_line(earlier->mark->label, earlier->column, columns));
  return lines;
}

}  // namespace

std::vector<Excerpt> excerpts_of(std::string_view statement, const std::vector<Mark>& marks,
                                 std::size_t columns) {
  const std::size_t line_columns = columns == 0 ? kExcerptColumns : std::max(columns, kLeastColumns);
  const std::size_t label_columns = columns == 0 ? std::string::npos : line_columns;
  std::map<std::size_t, std::pair<SourceLine, std::vector<PlacedMark>>> lines;
  SourceLine line;
  for (const Mark& mark : marks) {
    const std::size_t offset = std::min<std::size_t>(mark.span.begin, statement.size());
    if (line.text.empty() || !is_in(line, offset)) line = line_around(statement, offset, line);
    auto& [source, placed] = lines[line.number];
    if (placed.empty()) {
      source = near(line, offset);
      placed.push_back(place(mark, source));
    } else if (is_in(source, offset)) {
      placed.push_back(place(mark, source));
    }
  }
  std::vector<Excerpt> excerpts;
  for (auto& [number, marked] : lines) {
    auto& [source, placed] = marked;
    Excerpt excerpt{number, {}, {}, placed.front().mark == marks.data()};
    const std::size_t around = placed.front().column;
    std::ranges::stable_sort(placed, {}, &PlacedMark::column);
    excerpt.text = cut_line(expand(source.text), around, line_columns, placed);
    excerpt.marks = draw(placed, label_columns);
    excerpts.push_back(std::move(excerpt));
  }
  return excerpts;
}

}  // namespace cellar
