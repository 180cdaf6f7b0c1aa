// The rows of the table of a SELECT, wherever they come from: the file, or, those of a system table, elsewhere.
//
// In:      a SelectPlan and the slots' values; at each call a transaction to read from.
// Out:     rows that pass the filters, as RowSource and SystemSource hand them out; each function is described
//          in executor/select/row_source.h.
// Refused: what the keys, slices and filters refuse.
#pragma once

#include <variant>

#include "executor/select/row_source.h"
#include "executor/select/system_source.h"
#include "planner/plan/read_plan.h"

namespace cellar {

class TableSource {
 public:
  /// `facts`: for the rows of a system table; null for other plans.
  TableSource(const SelectPlan& plan, const SystemFacts* facts, const Evaluation& evaluation,
              std::optional<std::int32_t> rows_of_partition)
      : source_(source_of(plan, facts, evaluation, rows_of_partition)) {}

  const RowView* next(Transaction& transaction, Seconds now) {
    if (auto* stored = std::get_if<RowSource>(&source_)) return stored->next(transaction, now);
    return std::get<SystemSource>(source_).next(transaction, now);
  }
  std::uint64_t pass_rows() {
    auto* stored = std::get_if<RowSource>(&source_);
    return stored != nullptr ? stored->pass_rows() : 0;
  }
  std::uint64_t read_rows(RowBatch& batch, std::size_t most) {
    auto* stored = std::get_if<RowSource>(&source_);
    return stored != nullptr ? stored->read_rows(batch, most) : 0;
  }
  bool may_read_ahead() const {
    const auto* stored = std::get_if<RowSource>(&source_);
    return stored != nullptr && stored->may_read_ahead();
  }
  std::unique_ptr<SharedCount> share_count(Transaction& transaction, Seconds now) {
    auto* stored = std::get_if<RowSource>(&source_);
    return stored != nullptr ? stored->share_count(transaction, now) : nullptr;
  }
  void unread() {
    std::visit([](auto& source) { source.unread(); }, source_);
  }
  bool is_unread() const {
    return std::visit([](const auto& source) { return source.is_unread(); }, source_);
  }
  void skip_partition() {
    std::visit([](auto& source) { source.skip_partition(); }, source_);
  }
  void suspend(const RowBatch* batch = nullptr) {
    if (auto* stored = std::get_if<RowSource>(&source_)) return stored->suspend(batch);
    std::get<SystemSource>(source_).suspend();
  }
  std::uint64_t empty_partitions() const {
    return std::visit([](const auto& source) { return source.empty_partitions(); }, source_);
  }
  std::uint64_t opened_again() const {
    return std::visit([](const auto& source) { return source.opened_again(); }, source_);
  }
  std::uint64_t read_again() const {
    return std::visit([](const auto& source) { return source.read_again(); }, source_);
  }
  ReadPosition place() const {
    return std::visit([](const auto& source) { return source.place(); }, source_);
  }
  bool resumes_at_row() const {
    return std::visit([](const auto& source) { return source.resumes_at_row(); }, source_);
  }
  std::int32_t returned_of_partition() const {
    return std::visit([](const auto& source) { return source.returned_of_partition(); }, source_);
  }
  bool is_at_end() const {
    return std::visit([](const auto& source) { return source.is_at_end(); }, source_);
  }
  void go_on(const ReadPosition& place, bool at_row, std::int32_t returned_of_partition) {
    std::visit([&](auto& source) { source.go_on(place, at_row, returned_of_partition); }, source_);
  }

 private:
  using Source = std::variant<RowSource, SystemSource>;

  static Source source_of(const SelectPlan& plan, const SystemFacts* facts, const Evaluation& evaluation,
                          std::optional<std::int32_t> rows_of_partition) {
    if (std::holds_alternative<SystemTableRows>(plan.rows))
      return Source(std::in_place_type<SystemSource>, plan, *facts, evaluation, rows_of_partition);
    return Source(std::in_place_type<RowSource>, plan, evaluation, rows_of_partition);
  }

  Source source_;
};

}  // namespace cellar
