// EXPLAIN ANALYZE: runs a statement, and tells what it has cost.

#include <algorithm>
#include <set>

#include "database/session/session_state.h"
#include "refusal/render.h"
#include "storage/format/row_cells.h"

namespace cellar {

namespace {

/// Counts the cells and tombstones of a mutation.
struct CountWritten {
  ExplainedMeasures& measures;

  void operator()(const RowWrite& row) const {
    ++measures.rows;
    measures.tombstones += (row.deletion ? 1 : 0) + row.column_deletions.size();
    each_cell(row, [&](const CellView& cell) { ++(cell.value ? measures.cells : measures.tombstones); });
  }
  void operator()(const RangeDeletion&) const { ++measures.tombstones; }
  void operator()(const PartitionDeletion&) const { ++measures.tombstones; }
};

ReadCounters counted_since(ReadCounters after, const ReadCounters& before) {
  after.partitions -= before.partitions;
  after.rows -= before.rows;
  after.entries -= before.entries;
  after.skipped -= before.skipped;
  return after;
}

bool is_refused(const CachedPlan& planned) {
  return std::ranges::any_of(planned.plan.notices,
                             [](const Diagnostic& notice) { return !is_notice(notice); });
}

}  // namespace

void Analysis::begin_write(const Transaction& transaction) {
  measures_ = {};
  measures_.is_write = true;
  before_ = transaction.counters();
}

void Analysis::end_write(const Transaction& transaction, const std::vector<Mutation>& mutations) {
  std::set<std::pair<TableId, std::vector<std::string>>> partitions;
  for (const Mutation& mutation : mutations) {
    partitions.emplace(mutation.table->id, mutation.partition_key);
    std::visit(CountWritten{measures_}, mutation.write);
  }
  const ReadCounters read = counted_since(transaction.counters(), before_);
  take_counters(read);
  measures_.partitions = partitions.size();
}

void Analysis::take_counters(const ReadCounters& counters) {
  measures_.entries = counters.entries;
  const SkippedDeletions& skipped = counters.skipped;
  const ExplainedMeasures::Skipped all[] = {{"partition tombstones", skipped.partitions},
                                            {"range tombstones", skipped.ranges},
                                            {"row tombstones", skipped.rows},
                                            {"cell tombstones", skipped.cells},
                                            {"expired cells", skipped.expired}};
  for (const ExplainedMeasures::Skipped& each : all)
    if (each.count > 0) measures_.skipped.push_back(each);
}

void Analysis::read_to_end(ResultState& result) {
  while (const ResultRow* row = result.next()) {
    ++measures_.returned;
    for (std::size_t column = 0; column < row->size(); ++column) {
      const ValueView value = (*row)[column];
      measures_.bytes += value ? value->size() : 0;
    }
  }
  take_read(result.counters());
}

void Analysis::take_read(const ReadCounters& counters) {
  measures_.partitions = counters.partitions;
  measures_.rows = counters.rows;
  take_counters(counters);
}

void Analysis::note_condition(ResultState& answer) {
  const ResultRow* const row = answer.next();
  if (row != nullptr) measures_.applied = (*row)[0] == ValueView(std::string_view("\x01", 1));
}

ExplainedMeasures Analysis::measures() const {
  ExplainedMeasures measures = measures_;
  if (explain().timing) measures.times = {parsing_, planning_, Clock::now() - begin_};
  return measures;
}

Progress SessionState::run_analyzed(ResultPointer& result) {
  const Analysis::Clock::time_point begin = Analysis::Clock::now();
  plan_running();
  if (is_refused(*running_.planned)) {
    result = run_read();
    return Progress::done;
  }
  const std::shared_ptr<const Statement> explain = std::move(running_.statement);
  running_.analysis = std::make_unique<Analysis>(explain, running_.parsing, Analysis::Clock::now() - begin);
  running_.statement = running_.analysis->explain().explained;
  running_.planned.reset();
  const bool is_read = running_.statement->access() == Access::read;
  const Progress progress = run_planned(result);
  if (progress == Progress::done && is_read) result = end_analysis(std::move(result));
  return progress;
}

ResultPointer SessionState::end_analysis(ResultPointer result) {
  const std::unique_ptr<Analysis> analysis = std::move(running_.analysis);
  std::vector<Diagnostic> notices;
  if (result && write_in<ConditionalPlan>(running_.planned->plan.node) != nullptr) {
    analysis->note_condition(*result);
  } else if (result && result->columns != nullptr) {
    analysis->read_to_end(*result);
  }
  if (result) notices = result->notices_so_far();
  Explanation explanation = explain(analysis->explain(), running_.planned->plan);
  explanation.measures = analysis->measures();
  AnswerPlan answer = answer_of(explanation, analysis->explain().form);
  std::vector<ResultColumn> columns;
  for (const AnswerPlan::Column& column : answer.columns) columns.push_back({column.name, column.type});
  return std::make_unique<ResultState>(std::make_shared<const std::vector<ResultColumn>>(std::move(columns)),
                                       ComputedRows{std::move(answer.rows)}, std::move(notices));
}

}  // namespace cellar
