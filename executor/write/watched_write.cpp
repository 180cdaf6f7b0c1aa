#include "executor/write/watched_write.h"

#include <algorithm>

#include "planner/plan/write_plan.h"
#include "storage/format/row_cells.h"
#include "types/number/number.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// A statement may write many rows; the first of them teach enough.
constexpr std::size_t kMostRows = 100;
constexpr std::size_t kMostChanges = 3;
constexpr std::size_t kLongestValue = 30;

/// The columns other than keys that a row's mutation touches.
WantedColumns touched(const Table& table, const RowWrite& write) {
  WantedColumns columns;
  for (const CellWrite& cell : write.cells) {
    if (const auto column = table.find(cell.column)) columns.push_back(*column);
  }
  for (const ElementsWrite& elements : write.elements) {
    if (const auto column = table.find(elements.column)) columns.push_back(*column);
  }
  for (const ColumnDeletion& deletion : write.column_deletions) {
    if (const auto column = table.find(deletion.column)) columns.push_back(*column);
  }
  std::ranges::sort(columns);
  const auto doubles = std::ranges::unique(columns);
  columns.erase(doubles.begin(), doubles.end());
  return columns;
}

SeenRow seen(const StoredRow* row) {
  SeenRow seen;
  if (row == nullptr) return seen;
  seen.lives = true;
  seen.has_marker = row->marker != nullptr;
  for (const std::optional<StoredCell>& cell : row->cells) {
    auto& copy = seen.cells.emplace_back();
    if (cell) copy.emplace(std::string(cell->value), cell->liveness);
  }
  for (const std::vector<StoredElement>& elements : row->elements) {
    auto& copies = seen.elements.emplace_back();
    for (const StoredElement& element : elements)
      copies.emplace_back(element.path, std::string(element.cell.value));
  }
  return seen;
}

/// Reads what a mutation is about. A deletion of several rows finds the first of them.
struct ReadTouched {
  const Mutation& mutation;
  const WriteRun& run;

  SeenRow operator()(const RowWrite& write) const {
    const Table& table = *mutation.table;
    WantedColumns columns = touched(table, write);
    // Without columns the marker is not read, and a row of a table without columns lives by its marker.
    const bool has_columns = table.columns.size() > table.key_size();
    if (columns.empty() && has_columns) columns.push_back(table.columns.size() - 1);
    PartitionReader reader = open(columns);
    if (write.is_static) return seen(reader.static_row());
    reader.select({Slice{{write.clustering, false}, {write.clustering, true}}}, false);
    SeenRow row = seen(reader.next());
    row.has_marker = row.has_marker || (row.lives && !has_columns);
    return row;
  }
  SeenRow operator()(const RangeDeletion& write) const {
    PartitionReader reader = open({});
    reader.select({write.slice}, false);
    return seen(reader.next());
  }
  SeenRow operator()(const PartitionDeletion&) const {
    PartitionReader reader = open({});
    if (const StoredRow* row = reader.static_row()) return seen(row);
    return seen(reader.next());
  }

 private:
  PartitionReader open(const WantedColumns& columns) const {
    return run.transaction.partition(mutation.table, mutation.partition_key, columns, run.evaluation.now);
  }
};

SeenRow read_touched(const Mutation& mutation, const WriteRun& run) {
  return std::visit(ReadTouched{mutation, run}, mutation.write);
}

std::string shown(const Type& type, std::string_view value) {
  std::string text = to_literal(type, value);
  if (text.size() <= kLongestValue) return text;
  return text.substr(0, character_boundary(text, kLongestValue)) + "...";
}

std::string shown_time(Timestamp microseconds) {
  return to_display(native_type(TypeKind::timestamp), encode_int64(microseconds / 1'000));
}

/// How a write changed the columns of one row.
class RowChange {
 public:
  /// `shares_row`: the statement writes the row, or deletes it, once more.
  RowChange(const Mutation& mutation, const SeenRow& before, const SeenRow& after, Span span, bool shares_row)
      : mutation_(mutation),
        write_(std::get<RowWrite>(mutation.write)),
        before_(before),
        after_(after),
        span_(span),
        shares_row_(shares_row) {
    for (const std::size_t column : touched(*mutation.table, write_)) compare(column);
  }

  std::optional<Diagnostic> notice() const {
    if (lost_) return lost_notice();
    if (write_.deletion) return deletion_notice();
    if (write_.marker) return insert_notice();
    return update_notice();
  }

 private:
  void compare(std::size_t column);
  void compare_cell(std::size_t column);
  void compare_elements(std::size_t column);
  /// Returns the cell that the mutation writes to a simple column; null if there is none.
  const CellWrite* written(ColumnId column) const;
  std::optional<std::pair<std::string, Liveness>> cell(const SeenRow& row, std::size_t column) const;
  std::vector<std::pair<std::string, std::string>> elements(const SeenRow& row, std::size_t column) const;
  const Column& column_at(std::size_t column) const { return mutation_.table->columns[column]; }
  void note_change(std::size_t column, const std::string& text);

  std::optional<Diagnostic> lost_notice() const;
  Diagnostic hidden_notice() const { return make(shares_row_ ? "write_of_batch_hidden" : "write_hidden"); }
  std::optional<Diagnostic> deletion_notice() const;
  std::optional<Diagnostic> insert_notice() const;
  std::optional<Diagnostic> update_notice() const;
  std::optional<Diagnostic> unchanged_notice() const;
  Diagnostic make(std::string_view id, Parameters parameters = {}) const {
    parameters.push_back({"table", quote_name(mutation_.table->name)});
    return {id, span_, std::move(parameters), std::nullopt, subject_of(*mutation_.table)};
  }

  const Mutation& mutation_;
  const RowWrite& write_;
  const SeenRow& before_;
  const SeenRow& after_;
  Span span_;
  bool shares_row_;
  std::size_t overwritten_ = 0;        // had another value
  std::size_t added_ = 0;              // had no value
  std::size_t absent_ = 0;             // deleted, and had no value
  std::string unchanged_;              // names of columns that got the value that they had
  std::string changes_;                // "title 'a' -> 'b'"
  std::optional<Timestamp> old_time_;  // of an overwritten cell
  bool lost_ = false;                  // a column does not have the value that was written
};

const CellWrite* RowChange::written(ColumnId column) const {
  const auto found = std::ranges::find(write_.cells, column, &CellWrite::column);
  return found == write_.cells.end() ? nullptr : &*found;
}

std::optional<std::pair<std::string, Liveness>> RowChange::cell(const SeenRow& row,
                                                                std::size_t column) const {
  return column < row.cells.size() ? row.cells[column] : std::nullopt;
}

std::vector<std::pair<std::string, std::string>> RowChange::elements(const SeenRow& row,
                                                                     std::size_t column) const {
  if (column >= row.elements.size()) return {};
  return row.elements[column];
}

void RowChange::compare(std::size_t column) {
  if (column_at(column).type.kind == TypeKind::counter) return;
  if (is_multicell(column_at(column).type)) {
    compare_elements(column);
  } else {
    compare_cell(column);
  }
}

void RowChange::note_change(std::size_t column, const std::string& text) {
  ++overwritten_;
  if (overwritten_ > kMostChanges + 1) return;
  changes_ += changes_.empty() ? "" : ", ";
  changes_ += overwritten_ > kMostChanges ? "..." : quote_name(column_at(column).name) + " " + text;
}

void RowChange::compare_cell(std::size_t column) {
  const Type& type = column_at(column).type;
  const CellWrite* const wrote = written(column_at(column).id);
  const auto before = cell(before_, column), after = cell(after_, column);
  const Value value = wrote == nullptr ? std::nullopt : wrote->value;
  if (after.has_value() != value.has_value() || (after && after->first != *value)) {
    lost_ = true;
    if (after) old_time_ = after->second.timestamp;
    return;
  }
  if (!before) return static_cast<void>(value ? ++added_ : ++absent_);
  if (value && before->first == *value) {
    // A cell with a time to live lives longer now.
    if (before->second.time_to_live != 0 || after->second.time_to_live != 0)
      return static_cast<void>(++added_);
    unchanged_ += (unchanged_.empty() ? "" : ", ") + quote_name(column_at(column).name);
    return;
  }
  old_time_ = before->second.timestamp;
  note_change(column, shown(type, before->first) + " -> " + (value ? shown(type, *value) : "null"));
}

void RowChange::compare_elements(std::size_t column) {
  const auto before = elements(before_, column), after = elements(after_, column);
  const ColumnId id = column_at(column).id;
  const bool writes_values =
      std::ranges::any_of(
          write_.cells, [&](const CellWrite& each) { return each.column == id && each.value.has_value(); }) ||
      std::ranges::any_of(write_.elements,
                          [&](const ElementsWrite& each) { return each.column == id && has_value(each); });
  if (before.empty()) return static_cast<void>(writes_values ? ++added_ : ++absent_);
  const auto value_of = [](const auto& element) { return element.second; };
  const bool is_list = column_at(column).type.kind == TypeKind::list;
  const bool is_same = is_list ? std::ranges::equal(before, after, {}, value_of, value_of) : before == after;
  if (is_same) {
    if (!writes_values) return static_cast<void>(++absent_);
    unchanged_ += (unchanged_.empty() ? "" : ", ") + quote_name(column_at(column).name);
    return;
  }
  note_change(column,
              "(" + std::to_string(before.size()) + " -> " + std::to_string(after.size()) + " elements)");
}

std::optional<Diagnostic> RowChange::lost_notice() const {
  if (!old_time_) return hidden_notice();
  Timestamp given = write_.marker ? write_.marker->timestamp : 0;
  if (!write_.cells.empty())
    given = write_.cells.front().liveness.timestamp;
  else if (!write_.elements.empty())
    given = write_.elements.front().liveness.timestamp;
  if (*old_time_ <= given) return hidden_notice();
  return make("write_too_old", {{"given", shown_time(given)}, {"stored", shown_time(*old_time_)}});
}

std::optional<Diagnostic> RowChange::deletion_notice() const {
  if (!before_.lives) return make("nothing_to_delete");
  return after_.lives ? std::optional(make("deletion_too_old")) : std::nullopt;
}

std::optional<Diagnostic> RowChange::insert_notice() const {
  if (!before_.lives) {
    // The row's marker is deleted by something younger.
    return after_.lives ? std::nullopt : std::optional(hidden_notice());
  }
  if (overwritten_ > 0) {
    Parameters parameters{{"cells", std::to_string(overwritten_)}, {"changes", changes_}};
    if (!old_time_)
      return make("collection_replaced", std::move(parameters));  // elements have times of their own
    parameters.push_back({"written", shown_time(*old_time_)});
    return make("row_replaced", std::move(parameters));
  }
  if (added_ > 0 || !before_.has_marker) return std::nullopt;
  return unchanged_.empty() ? make("row_inserted_again") : unchanged_notice();
}

std::optional<Diagnostic> RowChange::update_notice() const {
  if (unchanged_.empty() && overwritten_ == 0 && added_ == 0 && absent_ > 0) return make("nothing_to_delete");
  return unchanged_.empty() ? std::nullopt : unchanged_notice();
}

std::optional<Diagnostic> RowChange::unchanged_notice() const {
  return make(overwritten_ + added_ == 0 ? "write_changed_nothing" : "values_unchanged",
              {{"columns", unchanged_}});
}

/// Notices of deletions of several rows.
std::optional<Diagnostic> range_notice(const Mutation& mutation, const SeenRow& before, const SeenRow& after,
                                       Span span) {
  const Parameters table = {{"table", quote_name(mutation.table->name)}};
  const Subject subject = subject_of(*mutation.table);
  if (!before.lives) return Diagnostic{"nothing_to_delete", span, table, std::nullopt, subject};
  if (after.lives) return Diagnostic{"deletion_too_old", span, table, std::nullopt, subject};
  return std::nullopt;
}

/// Returns W408 for columns that an INSERT leaves without a value, if its plan has not said so: those that are missing
/// in a document of INSERT JSON, and markers that are bound to null.
std::optional<Diagnostic> nulls_notice(const WritePlan& plan, const Mutation& mutation, Span span) {
  const auto* upsert = std::get_if<UpsertPlan>(&plan);
  const auto* row = std::get_if<RowWrite>(&mutation.write);
  if (upsert == nullptr || row == nullptr || !row->marker) return std::nullopt;
  const bool is_said = std::ranges::any_of(upsert->assignments, [](const AssignmentPlan& assignment) {
    return std::holds_alternative<NullNode>(assignment.value.node);
  });
  if (is_said) return std::nullopt;
  std::string columns;
  for (const std::size_t column : touched(*mutation.table, *row)) {
    const ColumnId id = mutation.table->columns[column].id;
    const bool has_value = std::ranges::any_of(
        row->cells, [id](const CellWrite& cell) { return cell.column == id && cell.value.has_value(); });
    // A collection that is null is deleted as every one is that an INSERT writes.
    if (has_value || is_multicell(mutation.table->columns[column].type)) continue;
    columns += (columns.empty() ? "" : ", ") + quote_name(mutation.table->columns[column].name);
  }
  if (columns.empty()) return std::nullopt;
  return Diagnostic{"nulls_inserted",
                    span,
                    {{"columns", columns}, {"table", quote_name(mutation.table->name)}},
                    std::nullopt,
                    subject_of(*mutation.table)};
}

/// Returns true if another mutation of the statement may hide this one.
bool shares_its_row(const Mutation& mutation, std::span<const Mutation> mutations) {
  const auto* row = std::get_if<RowWrite>(&mutation.write);
  return std::ranges::any_of(mutations, [&](const Mutation& other) {
    if (&other == &mutation || other.table->id != mutation.table->id) return false;
    if (other.partition_key != mutation.partition_key) return false;
    const auto* other_row = std::get_if<RowWrite>(&other.write);
    return row == nullptr || other_row == nullptr ||
           (row->is_static == other_row->is_static && row->clustering == other_row->clustering);
  });
}

void add_once(std::optional<Diagnostic> notice, std::vector<Diagnostic>& notices) {
  if (!notice) return;
  const bool is_given = std::ranges::any_of(notices, [&](const Diagnostic& given) {
    return given.code() == notice->code() && given.subject == notice->subject;
  });
  if (!is_given) notices.push_back(*std::move(notice));
}

}  // namespace

std::optional<Span> first_key_span(const WritePlan& plan) {
  const auto of_key = [](const auto& write) -> std::optional<Span> {
    if (write.partition_key.empty()) return std::nullopt;
    return write.partition_key.front().span;
  };
  if (const auto* upsert = std::get_if<UpsertPlan>(&plan)) return of_key(*upsert);
  if (const auto* deletion = std::get_if<DeletePlan>(&plan)) return of_key(*deletion);
  return std::nullopt;
}

WatchedWrite::WatchedWrite(const WritePlan& plan, std::span<const Mutation> mutations, const WriteRun& run)
    : plan_(plan), mutations_(mutations.first(std::min(mutations.size(), kMostRows))), run_(run) {
  for (const Mutation& mutation : mutations_) before_.push_back(read_touched(mutation, run));
}

std::vector<Diagnostic> WatchedWrite::notices_after() const {
  std::vector<Diagnostic> notices;
  const Span span = first_key_span(plan_).value_or(Span{});
  const bool inserts = std::ranges::any_of(mutations_, [](const Mutation& mutation) {
    const auto* row = std::get_if<RowWrite>(&mutation.write);
    return row != nullptr && row->marker;
  });
  for (std::size_t index = 0; index < mutations_.size(); ++index) {
    const Mutation& mutation = mutations_[index];
    if (mutation.table->is_counter()) continue;
    const SeenRow after = read_touched(mutation, run_);
    const auto* row = std::get_if<RowWrite>(&mutation.write);
    // An INSERT of a further row writes the static values of its partition again.
    if (row != nullptr && row->is_static && inserts) continue;
    const bool shares_row = row != nullptr && shares_its_row(mutation, mutations_);
    add_once(row != nullptr ? RowChange(mutation, before_[index], after, span, shares_row).notice()
                            : range_notice(mutation, before_[index], after, span),
             notices);
    add_once(nulls_notice(plan_, mutation, span), notices);
  }
  return notices;
}

}  // namespace cellar
