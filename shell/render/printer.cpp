#include "shell/render/printer.h"

#include <algorithm>
#include <utility>

#include "shell/render/window_lines.h"
#include "shell/render/words/render_words.h"
#include "shell/render/writers/result_writer.h"

namespace cellar {

namespace {

/// Returns how much of page_size a row takes that is printed at once.
std::size_t size_in_page(std::string_view text, const PrintOptions& options) {
  if (options.window_columns == 0) return 1;
  if (text.starts_with(",\n")) text.remove_prefix(1);
  if (text.starts_with('\n')) text.remove_prefix(1);  // of JSON: the end of the line before
  return std::max<std::size_t>(1, lines_in_window(text, options.window_columns));
}

}  // namespace

Printer::Printer() = default;
Printer::~Printer() = default;

ResultWriter& Printer::writer_for(const PrintOptions& options) {
  if (made_for_ != options.mode) writer_ = options.mode->make_writer();
  made_for_ = options.mode;
  writer_->start(options);
  return *writer_;
}

struct Printer::Reading {
  Result& result;
  const PrintOptions& options;
  Output& output;
  ResultWriter& writer;
  std::string& held;
  RowsEnd end = {};
  std::size_t in_page = 0;    // of page_size; of a writer that gathers, in rows
  std::size_t last_size = 1;  // of the row before
};

/// Returns false after the last row. The row behind a full page is read before the question whether to go on: nobody
/// is asked for nothing. Until the answer it is kept as text, since a result that is paused gives its row back.
bool Printer::add_next(Reading& reading) {
  const ResultRow* row = reading.result.next();
  if (row == nullptr) return false;
  return reading.writer.gathers() ? gather(*row, reading) : write(*row, reading);
}

/// The row that fills more than the page begins the next one.
bool Printer::gather(const ResultRow& row, Reading& reading) {
  const PrintOptions& options = reading.options;
  reading.writer.add(row, reading.held);
  const std::size_t size = options.window_columns == 0
                               ? reading.in_page + 1
                               : reading.writer.gathered_lines(options.window_columns);
  const bool is_page_full = reading.in_page > 0 && size > options.page_size;
  if (is_page_full) {
    reading.writer.end_page(reading.output, 1);
    reading.in_page = 0;
    if (options.next_page && !options.next_page()) {
      reading.end.stopped = true;
      return false;
    }
  }
  reading.output.write_if_full();
  ++reading.in_page;
  ++reading.end.rows;
  return true;
}

/// Whether a page is full is told by the row before: what a writer puts before a row depends on whether a page has ended.
bool Printer::write(const ResultRow& row, Reading& reading) {
  const bool is_page_full =
      reading.in_page > 0 && reading.in_page + reading.last_size > reading.options.page_size;
  if (is_page_full) {
    reading.writer.end_page(reading.output, 0);
    reading.in_page = 0;
  }
  const bool asks = is_page_full && reading.options.next_page;
  reading.held.clear();
  if (!asks && !reading.options.at_terminal) {
    reading.writer.add(row, reading.output.results());
  } else {
    reading.writer.add(row, reading.held);
    if (asks && !reading.options.next_page()) {
      reading.end.stopped = true;
      return false;
    }
    reading.output.write_text(reading.held);
  }
  reading.output.write_if_full();
  reading.last_size = size_in_page(reading.held, reading.options);
  reading.in_page += reading.last_size;
  ++reading.end.rows;
  return true;
}

void Printer::print(Result& result, const PrintOptions& options, Output& output) {
  if (!result.has_rows()) return;
  ResultWriter& writer = writer_for(options);
  Reading reading{result, options, output, writer, held_};
  try {
    writer.begin(result.columns(), output);
    while (!options.stop.stop_requested() && add_next(reading)) {
    }
  } catch (const Refusal&) {
    writer.end_refused(output);
    throw;
  }
  if (!reading.end.stopped && (reading.in_page > 0 || reading.end.rows == 0)) writer.end_page(output, 0);
  reading.end.stopped = reading.end.stopped || options.stop.stop_requested();
  writer.end(reading.end, output);
  output.write_if_full();
  // What people read says it itself.
  if (reading.end.stopped && !options.mode->is_for_people()) {
    output.write_diagnostic(RenderWords::say(options.language,
                                             "-- stopped: the result has more than these {rows|row|rows}\n",
                                             {{"rows", std::to_string(reading.end.rows)}}));
  }
}

}  // namespace cellar
