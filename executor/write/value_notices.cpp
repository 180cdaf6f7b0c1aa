#include "executor/write/value_notices.h"

#include <set>

#include "executor/write/watched_write.h"
#include "planner/lint/lint.h"
#include "planner/plan/write_plan.h"

namespace cellar {

namespace {

class ValueNotices {
 public:
  explicit ValueNotices(Span span) : span_(span) {}

  void look_at(const Mutation& mutation) {
    const auto* row = std::get_if<RowWrite>(&mutation.write);
    if (row == nullptr || row->deletion) return;
    const Table& table = *mutation.table;
    for (std::size_t index = 0; index < mutation.partition_key.size(); ++index)
      look_at(table, index, mutation.partition_key[index]);
    for (std::size_t index = 0; index < row->clustering.size(); ++index)
      look_at(table, table.partition_key_size + index, row->clustering[index]);
  }
  std::vector<Diagnostic> take() { return std::move(found_); }

 private:
  void look_at(const Table& table, std::size_t index, const std::string& value) {
    const Column& column = table.columns[index];
    const std::optional<ValueLint> lint = lint_value(column, value);
    if (!lint || !given_.insert(*lint).second) return;
    found_.push_back(value_lint(*lint, column, value, table));
    found_.back().span = span_;
  }

  Span span_;
  std::set<ValueLint> given_;
  std::vector<Diagnostic> found_;
};

}  // namespace

std::vector<Diagnostic> value_notices(std::span<const Mutation> mutations, const WritePlan& plan) {
  ValueNotices notices(first_key_span(plan).value_or(Span{}));
  for (const Mutation& mutation : mutations) notices.look_at(mutation);
  return notices.take();
}

}  // namespace cellar
