#include "shell/editor/layout.h"

#include <algorithm>
#include <utility>

#include "refusal/width.h"
#include "shell/editor/graphemes.h"

namespace cellar {

namespace {

/// Places clusters one behind the other, and keeps the cells of the wanted rows.
class RowFiller {
 public:
  RowFiller(std::size_t columns, std::size_t first, std::size_t count)
      : columns_(columns), first_(first), count_(count) {
    begin_row();
  }

  /// Returns the columns of a cluster that would be drawn here. A tab or an escape that is wider than the terminal is
  /// cut.
  std::size_t columns_here(std::string_view grapheme) const {
    return std::min(grapheme_columns(grapheme, column_), columns_);
  }
  void add(std::string_view grapheme, Highlight highlight) {
    if (column_ + columns_here(grapheme) > columns_ && column_ > 0) next_row();
    if (!is_wanted()) {
      column_ += columns_here(grapheme);
      return;
    }
    ShownGrapheme shown = show_grapheme(grapheme, column_);
    if (shown.columns > columns_) {
      shown.text.resize(fit(shown.text, columns_).size());
      shown.columns = columns_;
    }
    column_ += shown.columns;
    DrawnRow& row = layout_.rows.back();
    row.columns = column_;
    row.cells.push_back(
        {std::move(shown.text), static_cast<std::uint8_t>(shown.columns), highlight, shown.width_varies});
  }
  void add_all(std::string_view text, Highlight highlight) {
    for (std::size_t position = 0; position < text.size();) {
      const std::size_t end = next_grapheme(text, position);
      add(text.substr(position, end - position), highlight);
      position = end;
    }
  }
  void next_row() {
    ++row_;
    column_ = 0;
    begin_row();
  }
  /// Puts the cursor where a cluster of so many columns would be placed.
  void note_cursor(std::size_t wide) {
    if (column_ + std::max<std::size_t>(wide, 1) > columns_ && column_ > 0) next_row();
    layout_.cursor = {row_, column_};
  }
  Layout take() {
    layout_.rows_in_all = row_ + 1;
    return std::move(layout_);
  }

 private:
  bool is_wanted() const { return row_ >= first_ && row_ - first_ < count_; }
  void begin_row() {
    if (is_wanted()) layout_.rows.emplace_back();
  }

  std::size_t columns_;
  std::size_t first_;
  std::size_t count_;
  std::size_t row_ = 0;
  std::size_t column_ = 0;
  Layout layout_;
};

/// The highlight at a position; positions are asked for in order.
class HighlightReader {
 public:
  explicit HighlightReader(const std::vector<HighlightedPart>& parts) : parts_(parts) {}
  Highlight at(std::size_t position) {
    while (next_ < parts_.size() && parts_[next_].end <= position) ++next_;
    return next_ < parts_.size() && parts_[next_].begin <= position ? parts_[next_].highlight
                                                                    : Highlight::plain;
  }

 private:
  const std::vector<HighlightedPart>& parts_;
  std::size_t next_ = 0;
};

}  // namespace

Layout lay_out(const Drawing& drawing, std::size_t columns, std::size_t first, std::size_t count) {
  RowFiller filler(std::max<std::size_t>(columns, 2), first, count);
  HighlightReader highlights(drawing.highlights);
  const std::string_view text = drawing.text;
  std::size_t line = 0;
  const auto add_prompt = [&] {
    if (drawing.prompts.empty()) return;
    filler.add_all(drawing.prompts[std::min(line, drawing.prompts.size() - 1)], Highlight::prompt);
  };
  add_prompt();
  for (std::size_t position = 0; position < text.size();) {
    const std::size_t end = next_grapheme(text, position);
    const std::string_view grapheme = text.substr(position, end - position);
    const bool is_newline = grapheme == "\n";
    if (position <= drawing.cursor && drawing.cursor < end) {
      filler.note_cursor(is_newline ? 1 : filler.columns_here(grapheme));
    }
    if (is_newline) {
      ++line;
      filler.next_row();
      add_prompt();
    } else {
      filler.add(grapheme, highlights.at(position));
    }
    position = end;
  }
  if (drawing.cursor >= text.size()) filler.note_cursor(1);
  return filler.take();
}

DrawnRow lay_out_note(std::string_view line, std::size_t columns) {
  DrawnRow row;
  for (std::size_t position = 0; position < line.size();) {
    const std::size_t end = next_grapheme(line, position);
    ShownGrapheme shown = show_grapheme(line.substr(position, end - position), row.columns);
    // One column is left free: a list that fills its rows would look like text that goes on.
    if (row.columns + shown.columns >= columns) break;
    row.columns += shown.columns;
    row.cells.push_back({std::move(shown.text), static_cast<std::uint8_t>(shown.columns), Highlight::note,
                         shown.width_varies});
    position = end;
  }
  return row;
}

}  // namespace cellar
