#include "shell/results/printer.h"

#include <utility>

#include "refusal/counted.h"
#include "shell/terminal/interrupt.h"

namespace cellar {

RowWriter& Printer::writer_for(const PrintOptions& options) {
  switch (options.mode) {
    case OutputMode::table:
    case OutputMode::box:
      table_.start(options);
      return table_;
    case OutputMode::vertical:
      vertical_.start(options);
      return vertical_;
    case OutputMode::csv:
    case OutputMode::tsv:
      other_ = make_delimited_writer(options);
      break;
    case OutputMode::json:
    case OutputMode::jsonl:
      other_ = make_json_writer(options);
      break;
    case OutputMode::markdown:
      other_ = make_markdown_writer(options);
      break;
    case OutputMode::html:
      other_ = make_html_writer(options);
      break;
    case OutputMode::insert:
      other_ = make_insert_writer();
      break;
  }
  return *other_;
}

struct Printer::Reading {
  Result& result;
  const PrintOptions& options;
  Output& output;
  RowWriter& writer;
  std::string& held;
  RowsEnd end = {};
  std::size_t in_page = 0;
};

/// Returns false after the last row. The row behind a full page is read before the question whether to go on: nobody
/// is asked for nothing. Until the answer it is kept as text, since a result that is paused gives its row back.
bool Printer::add_next(Reading& reading) {
  const ResultRow* row = reading.result.next();
  if (row == nullptr) return false;
  const bool is_page_full = reading.in_page == reading.options.page_rows;
  if (is_page_full) {
    reading.writer.end_page(reading.output);
    reading.in_page = 0;
  }
  const bool asks = is_page_full && reading.options.next_page;
  if (!asks && !reading.options.at_terminal) {
    reading.writer.add(*row, reading.output.results());
  } else {
    reading.held.clear();
    reading.writer.add(*row, reading.held);
    if (asks && !reading.options.next_page()) {
      reading.end.stopped = true;
      return false;
    }
    reading.output.write_text(reading.held);
  }
  reading.output.write_if_full();
  ++reading.in_page;
  ++reading.end.rows;
  return true;
}

void Printer::print(Result& result, const PrintOptions& options, Output& output) {
  if (!result.has_rows()) return;
  RowWriter& writer = writer_for(options);
  Reading reading{result, options, output, writer, held_};
  try {
    writer.begin(result.columns(), output);
    while (!interrupted() && add_next(reading)) {
    }
  } catch (const Refusal&) {
    writer.end_refused(output);
    throw;
  }
  if (!reading.end.stopped && (reading.in_page > 0 || reading.end.rows == 0)) writer.end_page(output);
  reading.end.stopped = reading.end.stopped || interrupted();
  writer.end(reading.end, output);
  output.write_if_full();
  // What people read says it itself.
  if (reading.end.stopped && !is_for_people(options.mode)) {
    const std::string rows = counted(std::to_string(reading.end.rows), "row", "rows");
    output.write_diagnostic("-- stopped: the result has more than these " + rows + "\n");
  }
}

}  // namespace cellar
