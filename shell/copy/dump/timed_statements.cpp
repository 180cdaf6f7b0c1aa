#include "shell/copy/dump/timed_statements.h"

#include <algorithm>
#include <utility>

#include "shell/copy/times/read_at_second.h"
#include "shell/render/statement_literals.h"
#include "shell/render/words/render_words.h"
#include "types/names.h"

namespace cellar {

TimedStatements::TimedStatements(Connection& connection, const Table& table, const StopToken& stop,
                                 std::string& text, std::function<void()> end_statements)
    : table_(table),
      stop_(stop),
      text_(text),
      end_statements_(std::move(end_statements)),
      writes_(connection, table, all_columns(table), std::nullopt, timed_counts_),
      rows_(connection, table, {}, std::nullopt, second_now(connection)),
      static_columns_(table) {}

void TimedStatements::write() {
  constexpr std::uint64_t kBetweenQuestions = 256;
  while (const TimedRow* const row = rows_.next()) {
    append_row(*row, rows_.second());
    end_statements_();
    if ((counts_.rows + counts_.left_out) % kBetweenQuestions == 0 && stop_.stop_requested())
      refuse("interrupted");
  }
}

void TimedStatements::append_row(const TimedRow& row, Seconds second) {
  if (append_left_out(row)) return;
  values_ = row.values;
  times_ = row.times;
  static_columns_.leave_to_first(row, values_, times_);
  writes_.gather(values_, times_, row.is_row, gathered_);
  for (const TimedWrite& write : gathered_) {
    writes_.append_text(write, second, text_);
    counts_.mixed_lists += write.mixed_lists;
  }
  ++counts_.rows;
  if (std::ranges::any_of(gathered_, &TimedWrite::ends)) ++counts_.expiring;
}

bool TimedStatements::append_left_out(const TimedRow& row) {
  for (std::size_t i = 0; i < table_.columns.size(); ++i) {
    const Column& column = table_.columns[i];
    if (!row.values[i].value || !holds_what_has_no_literal(column.type, *row.values[i].value)) continue;
    // The script may be read anywhere.
    text_ += RenderWords::say(Language::english,
                              "-- a row is left out: {column} holds an empty value that has no literal\n",
                              {{"column", quote_name(column.name)}});
    ++counts_.left_out;
    return true;
  }
  return false;
}

}  // namespace cellar
