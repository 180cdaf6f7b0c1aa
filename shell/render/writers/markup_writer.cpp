// Modes markdown and html: a table without the number of its rows.

#include <optional>

#include "shell/render/writers/result_writer.h"
#include "types/text/text.h"

namespace cellar {

namespace {

bool is_word(char c) {
  return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Escapes what Markdown would take for its own. An underscore between letters means itself.
void append_markdown(std::string_view text, std::string& markdown) {
  constexpr std::string_view kMarks = "\\|`*<>[]~&";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_between = i > 0 && i + 1 < text.size() && is_word(text[i - 1]) && is_word(text[i + 1]);
    if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    if (c == '\n' || c == '\r') {
      markdown += "<br>";
    } else if (kMarks.find(c) != kMarks.npos || (c == '_' && !is_between)) {
      (markdown += '\\') += c;
    } else {
      markdown += c;
    }
  }
}

void append_html(std::string_view text, std::string& html) {
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      case '\n':
        html += "<br>";
        break;
      default:
        html += c;
    }
  }
}

/// Values as raw text, in which control characters are shown as escapes: no document may hold them.
class MarkupCells {
 public:
  void start(const PrintOptions& options) { format_.emplace(options.format, TextForm::raw, true); }

  std::string text_of(const Type& type, ValueView value) const {
    if (!value) return format_->null();
    std::string text;
    format_->append(type, value, text);
    return show_on_terminal(text);
  }

 private:
  std::optional<ValueText> format_;
};

class MarkdownWriter : public ResultWriter {
 public:
  void start(const PrintOptions& options) override { cells_.start(options); }

  void begin(const std::vector<ResultColumn>& columns, Output& output) override {
    columns_ = &columns;
    std::string text = "|";
    for (const ResultColumn& column : columns) append_cell(show_on_terminal(column.name), text);
    text += "\n|";
    for (const ResultColumn& column : columns) text += is_numeric(column.type.kind) ? " ---: |" : " --- |";
    output.write(text + "\n");
  }

  void add(const ResultRow& row, std::string& text) override {
    text += '|';
    for (std::size_t i = 0; i < columns_->size(); ++i)
      append_cell(cells_.text_of((*columns_)[i].type, row[i]), text);
    text += '\n';
  }

  /// A blank line ends the table: the next one would go on in it.
  void end(const RowsEnd&, Output& output) override { output.write("\n"); }
  void end_refused(Output& output) override { output.write("\n"); }

 private:
  static void append_cell(const std::string& cell, std::string& text) {
    text += ' ';
    append_markdown(cell, text);
    text += " |";
  }

  MarkupCells cells_;
  const std::vector<ResultColumn>* columns_ = nullptr;
};

class HtmlWriter : public ResultWriter {
 public:
  void start(const PrintOptions& options) override { cells_.start(options); }

  void begin(const std::vector<ResultColumn>& columns, Output& output) override {
    columns_ = &columns;
    std::string text = "<table>\n<thead>\n<tr>";
    for (const ResultColumn& column : columns) {
      text += "<th>";
      append_html(show_on_terminal(column.name), text);
      text += "</th>";
    }
    output.write(text + "</tr>\n</thead>\n<tbody>\n");
  }

  void add(const ResultRow& row, std::string& text) override {
    text += "<tr>";
    for (std::size_t i = 0; i < columns_->size(); ++i) {
      text += row[i] ? "<td>" : "<td class=\"null\">";
      append_html(cells_.text_of((*columns_)[i].type, row[i]), text);
      text += "</td>";
    }
    text += "</tr>\n";
  }

  void end(const RowsEnd&, Output& output) override { close(output); }
  void end_refused(Output& output) override { close(output); }

 private:
  static void close(Output& output) { output.write("</tbody>\n</table>\n"); }

  MarkupCells cells_;
  const std::vector<ResultColumn>* columns_ = nullptr;
};

}  // namespace

std::unique_ptr<ResultWriter> make_markdown_writer() { return std::make_unique<MarkdownWriter>(); }
std::unique_ptr<ResultWriter> make_html_writer() { return std::make_unique<HtmlWriter>(); }

}  // namespace cellar
