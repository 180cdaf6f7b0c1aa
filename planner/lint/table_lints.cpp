// Lints of a table's key and name.

#include <algorithm>
#include <span>

#include "planner/key_words.h"
#include "planner/lint/lint.h"
#include "planner/lint/static_lint.h"
#include "planner/select/key_description.h"
#include "refusal/messages.h"

namespace cellar {

namespace {

using Columns = std::span<const Column>;

class TableLints {
 public:
  TableLints(const TablePlaces& places, const Table& table, const Keyspace& home)
      : places_(places), table_(table), home_(home) {}

  std::vector<Diagnostic> run() {
    look_for_lost_rows();
    look_at_partition_key();
    std::ranges::move(lint_static(places_, table_, home_), std::back_inserter(found_));
    look_for_growth();
    look_at_name();
    look_at_counters();
    if (table_.is_compact) add("lint_compact_storage", places_.name, {});
    return std::move(found_);
  }

 private:
  Columns partition_key() const { return Columns(table_.columns).first(table_.partition_key_size); }
  Columns clustering() const {
    return Columns(table_.columns).subspan(table_.partition_key_size, table_.clustering_size);
  }
  Columns others() const { return Columns(table_.columns).subspan(table_.key_size()); }

  void look_for_lost_rows();
  void look_at_partition_key();
  void look_for_growth();
  void look_at_name();
  void look_at_counters();
  bool is_named_in(std::string_view wanted, Columns columns) const;
  void add(std::string_view id, Span span, Parameters parameters);
  void add(std::string_view id, const Column& column, Parameters parameters = {});

  const TablePlaces& places_;
  const Table& table_;
  const Keyspace& home_;
  std::vector<Diagnostic> found_;
};

void TableLints::add(std::string_view id, Span span, Parameters parameters) {
  parameters.push_back({"key", key_of(table_)});
  parameters.push_back({"table", quote_name(table_.name)});
  found_.push_back({id, span, std::move(parameters), std::nullopt, subject_of(table_)});
}

void TableLints::add(std::string_view id, const Column& column, Parameters parameters) {
  parameters.push_back({"column", quote_name(column.name)});
  add(id, places_.keys[static_cast<std::size_t>(&column - table_.columns.data())], std::move(parameters));
}

/// L503: rows of one time have one key, if nothing behind the time tells them apart. Counters add.
void TableLints::look_for_lost_rows() {
  if (clustering().empty() || table_.is_counter()) return;
  const Column& last = clustering().back();
  const bool is_time = last.type.kind == TypeKind::timestamp;
  if (!is_time && last.type.kind != TypeKind::date) return;
  const bool is_unique = std::ranges::any_of(clustering(), [](const Column& column) {
    return column.type.kind == TypeKind::uuid || column.type.kind == TypeKind::timeuuid;
  });
  if (is_unique) return;
  const auto id = std::ranges::find_if(
      others(), [](const Column& column) { return column.kind == ColumnKind::regular && is_id(column); });
  if (id != others().end()) return add("lint_key_lacks_id", last, {{"id", quote_name(id->name)}});
  const bool has_values =
      std::ranges::any_of(others(), [](const Column& column) { return column.kind == ColumnKind::regular; });
  if (is_time && has_values && grows(last) && std::ranges::none_of(partition_key(), is_source_of_values))
    add("lint_key_of_time", last);
}

/// L504 and L502.
void TableLints::look_at_partition_key() {
  if (clustering().empty()) return;
  if (std::ranges::all_of(partition_key(), is_part_of_time)) {
    const Column& first = partition_key().front();
    const bool logs = std::ranges::any_of(clustering(), grows);
    const bool is_fine = first.type.kind == TypeKind::date || first.name.ends_with("day") ||
                         first.name.ends_with("hour") || first.name.ends_with("minute");
    if (logs || is_fine) add("lint_partition_of_time", first);
    return;
  }
  if (partition_key().size() == 1 && has_few_values(partition_key().front()))
    add("lint_few_partitions", partition_key().front());
}

/// L501: what a partition is about does not end, and nothing divides it.
void TableLints::look_for_growth() {
  if (table_.default_time_to_live() > 0) return;
  const auto growing = std::ranges::find_if(clustering(), grows);
  if (growing == clustering().end()) return;
  // One row for each customer who likes a product is no log without an end; a bucket divides partitions alone.
  const auto is_of_another = [](const Column& column) {
    return column.type.kind != TypeKind::uuid && column.type.kind != TypeKind::timeuuid &&
           column.name != "id" && !is_bucket(column);
  };
  if (std::any_of(growing + 1, clustering().end(), is_of_another)) return;
  const auto bounds = [](const Column& column) { return is_bucket(column) || comes_to_an_end(column); };
  if (std::ranges::any_of(partition_key(), bounds)) return;
  std::string partition;
  for (const Column& column : partition_key())
    partition += (partition.empty() ? "" : ", ") + quote_name(column.name);
  add("lint_growing_partition", *growing, {{"partition", partition}});
}

/// Returns true if a word of the columns' names begins as one of `wanted` does: customer and cust_id.
bool TableLints::is_named_in(std::string_view wanted, Columns columns) const {
  constexpr std::size_t kTelling = 3;
  for (const std::string_view word : words_of_name(wanted)) {
    for (const Column& column : columns) {
      for (const std::string_view other : words_of_name(column.name)) {
        const std::size_t shorter = std::min(word.size(), other.size());
        if (word == other || (shorter >= kTelling && word.substr(0, kTelling) == other.substr(0, kTelling)))
          return true;
      }
    }
  }
  return false;
}

/// L526: x_by_y, and y is a column that the partition key does not have.
void TableLints::look_at_name() {
  constexpr std::string_view kBy = "_by_";
  const std::size_t by = table_.name.rfind(kBy);
  if (by == table_.name.npos || by == 0) return;
  const std::string_view wanted = std::string_view(table_.name).substr(by + kBy.size());
  if (wanted.empty() || is_named_in(wanted, partition_key())) return;
  const Columns behind = Columns(table_.columns).subspan(table_.partition_key_size);
  const auto meant = std::ranges::find_if(behind, [&](const Column& column) {
    return column.name == wanted || name_same_thing(column.name, wanted) ||
           column.name == std::string(wanted) + "_id";
  });
  if (meant == behind.end()) return;
  add("lint_name", places_.name,
      {{"column", quote_name(meant->name)}, {"partition", quote_name(partition_key().front().name)}});
}

/// L514: a counter that gives out numbers.
void TableLints::look_at_counters() {
  constexpr std::string_view kNumbers[] = {"id",  "ids",      "next",   "last",
                                           "seq", "sequence", "serial", "nextid"};
  for (const Column& column : others()) {
    if (column.type.kind != TypeKind::counter) continue;
    const std::vector<std::string_view> words = words_of_name(column.name);
    const bool numbers = std::ranges::any_of(words, [&](std::string_view word) {
      return std::ranges::find(kNumbers, word) != std::end(kNumbers);
    });
    if (numbers) add("lint_counter_for_ids", column);
  }
}

}  // namespace

bool comes_with_table(std::string_view code) {
  constexpr std::string_view kIds[] = {
      "lint_key_lacks_id",      "lint_key_of_time", "lint_few_partitions", "lint_partition_of_time",
      "lint_growing_partition", "lint_static",      "lint_name",           "lint_counter_for_ids",
      "lint_compact_storage"};
  return std::ranges::any_of(messages(), [&](const Message& message) {
    return message.code == code && std::ranges::find(kIds, message.id) != std::end(kIds);
  });
}

std::vector<Diagnostic> lint_table(const TablePlaces& places, const Table& table, const Keyspace& home) {
  return TableLints(places, table, home).run();
}

}  // namespace cellar
