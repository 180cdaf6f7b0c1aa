#include "shell/teach/lint/table_sample.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "planner/lint/lint.h"
#include "planner/lint/static_lint.h"
#include "shell/connection/asked_columns.h"

namespace cellar {

namespace {

constexpr std::size_t kMostRows = 1'000;
/// A lint about values needs so many of a hundred.
constexpr std::size_t kMostOfHundred = 80;
constexpr std::size_t kFewestPartitions = 2;
constexpr std::size_t kLargeValue = 1'000'000;
constexpr std::size_t kMostElements = 100;
/// The largest partition is so many times as large as the median one.
constexpr std::size_t kSkew = 100;

/// What the values of one column have shown.
struct ColumnFacts {
  std::map<ValueLint, std::size_t> lints;
  std::map<ValueLint, std::string> examples;
  bool differs_in_partition = false;
  bool has_null = false;
  std::set<std::string> values;  // two of them are enough to know
  std::size_t longest = 0;       // in bytes
  std::size_t most_elements = 0;
  bool expires = false, stays = false;  // some of its values
};

/// The number that a collection's encoding begins with.
std::size_t number_of_elements(std::string_view encoded) {
  std::size_t count = 0;
  for (const char byte : encoded.substr(0, 4)) count = count << 8 | static_cast<unsigned char>(byte);
  return encoded.size() < 4 ? 0 : count;
}

/// Returns true if the column has one time to live in each row.
bool has_time_to_live(const Column& column) {
  return column.kind == ColumnKind::regular && column.type.kind != TypeKind::counter &&
         !is_multicell(column.type);
}

class TableSample {
 public:
  TableSample(const TablePlaces& places, const Table& table)
      : places_(places), table_(table), facts_(table.columns.size()) {}

  void read(Connection& connection) {
    Result result =
        connection.execute(fmt::format("SELECT {} FROM {}.{} LIMIT {} ALLOW FILTERING", columns(),
                                       quote_name(table_.keyspace), quote_name(table_.name), kMostRows));
    std::vector<Type> types = types_of_columns(table_);
    for (const Column& column : table_.columns) {
      if (has_time_to_live(column)) types.push_back(native_type(TypeKind::int_));
    }
    require_columns(connection, result, types);
    while (const ResultRow* row = result.next()) add(*row);
    end_partition();
  }
  std::vector<Diagnostic> lints() const;

 private:
  std::string columns() const {
    std::string names;
    for (const Column& column : table_.columns)
      names += (names.empty() ? "" : ", ") + quote_name(column.name);
    for (const Column& column : table_.columns) {
      if (has_time_to_live(column)) names += ", TTL(" + quote_name(column.name) + ")";
    }
    return names;
  }
  void add(const ResultRow& row);
  void note(const Column& column, std::string_view value, ColumnFacts& facts);
  void note_times_to_live(const ResultRow& row);
  void look_at_key(std::size_t column, std::string_view value);
  void end_partition() {
    if (rows_in_partition_ > 1) ++wide_partitions_;
    if (rows_in_partition_ > 0) sizes_.push_back(rows_in_partition_);
  }
  bool is_same_partition(const ResultRow& row) const;
  void add_value_lints(std::size_t index, std::vector<Diagnostic>& found) const;
  void add_static_lint(std::vector<Diagnostic>& found) const;
  bool seems_static(std::size_t index) const;
  void add_size_lints(std::size_t index, std::vector<Diagnostic>& found) const;
  void add_skew_lint(std::vector<Diagnostic>& found) const;
  Diagnostic lint_at(std::string_view id, Span span, Parameters parameters) const;

  const TablePlaces& places_;
  const Table& table_;
  std::vector<ColumnFacts> facts_;
  std::vector<Value> last_;
  std::vector<std::size_t> sizes_;  // of partitions, in rows
  std::size_t rows_ = 0, rows_in_partition_ = 0, wide_partitions_ = 0;
};

bool TableSample::is_same_partition(const ResultRow& row) const {
  for (std::size_t column = 0; column < table_.partition_key_size; ++column) {
    if (last_.empty() || !row[column] || last_[column] != *row[column]) return false;
  }
  return true;
}

void TableSample::add(const ResultRow& row) {
  const bool goes_on = is_same_partition(row);
  if (!goes_on) {
    end_partition();
    rows_in_partition_ = 0;
  }
  ++rows_;
  ++rows_in_partition_;
  std::vector<Value> values;
  for (std::size_t column = 0; column < table_.columns.size(); ++column) {
    const ValueView value = row[column];
    ColumnFacts& facts = facts_[column];
    values.push_back(value ? Value(std::string(*value)) : std::nullopt);
    if (column < table_.key_size()) {
      if (value) look_at_key(column, *value);
      continue;
    }
    facts.has_null = facts.has_null || !value;
    if (value) note(table_.columns[column], *value, facts);
    if (value && facts.values.size() < 2) facts.values.emplace(*value);
    if (goes_on && values.back() != last_[column]) facts.differs_in_partition = true;
  }
  last_ = std::move(values);
  note_times_to_live(row);
}

void TableSample::note(const Column& column, std::string_view value, ColumnFacts& facts) {
  facts.longest = std::max(facts.longest, value.size());
  if (is_collection(column.type))
    facts.most_elements = std::max(facts.most_elements, number_of_elements(value));
}

/// The times to live come behind the columns, in their order.
void TableSample::note_times_to_live(const ResultRow& row) {
  std::size_t behind = table_.columns.size();
  for (std::size_t column = 0; column < table_.columns.size(); ++column) {
    if (!has_time_to_live(table_.columns[column])) continue;
    ColumnFacts& facts = facts_[column];
    const bool expires = row[behind++].has_value();
    if (row[column]) (expires ? facts.expires : facts.stays) = true;
  }
}

void TableSample::look_at_key(std::size_t column, std::string_view value) {
  const std::optional<ValueLint> lint = lint_value(table_.columns[column], value);
  if (!lint) return;
  ++facts_[column].lints[*lint];
  facts_[column].examples.emplace(*lint, value);
}

void TableSample::add_value_lints(std::size_t index, std::vector<Diagnostic>& found) const {
  for (const auto& [lint, count] : facts_[index].lints) {
    if (count * 100 < rows_ * kMostOfHundred) continue;
    const Column& column = table_.columns[index];
    found.push_back(value_lint(lint, column, facts_[index].examples.at(lint), table_));
    found.back().span = places_.keys[index];
  }
}

Diagnostic TableSample::lint_at(std::string_view id, Span span, Parameters parameters) const {
  parameters.push_back({"table", quote_name(table_.name)});
  return {id, span, std::move(parameters), std::nullopt, subject_of(table_)};
}

/// L509, L510, L517
void TableSample::add_size_lints(std::size_t index, std::vector<Diagnostic>& found) const {
  const ColumnFacts& facts = facts_[index];
  const std::string name = quote_name(table_.columns[index].name);
  const Span span = places_.definitions[index];
  constexpr double kMegabyte = 1e6;
  if (facts.longest > kLargeValue)
    found.push_back(lint_at(
        "lint_large_value", span,
        {{"column", name}, {"size", fmt::format("{:.1f}", static_cast<double>(facts.longest) / kMegabyte)}}));
  if (facts.expires && facts.stays)
    found.push_back(lint_at("lint_mixed_time_to_live", span, {{"column", name}}));
  if (facts.most_elements > kMostElements)
    found.push_back(lint_at("lint_large_collection", span,
                            {{"column", name}, {"count", std::to_string(facts.most_elements)}}));
}

/// L515. The last partition may be larger than what was read of it.
void TableSample::add_skew_lint(std::vector<Diagnostic>& found) const {
  constexpr std::size_t kFewest = 3;
  if (sizes_.size() < kFewest) return;
  std::vector<std::size_t> sizes = sizes_;
  std::ranges::sort(sizes);
  const std::size_t median = sizes[sizes.size() / 2];
  if (sizes.back() <= kSkew * median) return;
  found.push_back(lint_at("lint_skew", places_.keys.front(),
                          {{"largest", std::to_string(sizes.back())}, {"median", std::to_string(median)}}));
}

bool TableSample::seems_static(std::size_t index) const {
  const Column& column = table_.columns[index];
  const ColumnFacts& facts = facts_[index];
  return column.kind == ColumnKind::regular && column.type.kind != TypeKind::counter &&
         !facts.differs_in_partition && !facts.has_null && facts.values.size() > 1;
}

void TableSample::add_static_lint(std::vector<Diagnostic>& found) const {
  if (wide_partitions_ < kFewestPartitions || table_.is_compact) return;
  std::string names;
  Span first;
  std::vector<Span> others;
  for (std::size_t index = table_.key_size(); index < table_.columns.size(); ++index) {
    if (!seems_static(index)) continue;
    const Span span = places_.keys[index];
    if (names.empty()) {
      first = span;
    } else {
      others.push_back(span);
    }
    names += (names.empty() ? "" : ", ") + quote_name(table_.columns[index].name);
  }
  if (names.empty()) return;
  found.push_back({"lint_static_by_data",
                   first,
                   {{"columns", names}, {"table", quote_name(table_.name)}},
                   std::nullopt,
                   subject_of(table_)});
  found.back().repeated = std::move(others);
}

std::vector<Diagnostic> TableSample::lints() const {
  std::vector<Diagnostic> found;
  for (std::size_t index = 0; index < table_.key_size(); ++index) add_value_lints(index, found);
  for (std::size_t index = table_.key_size(); index < table_.columns.size(); ++index)
    add_size_lints(index, found);
  add_static_lint(found);
  add_skew_lint(found);
  return found;
}

}  // namespace

std::vector<Diagnostic> lint_rows(const TablePlaces& places, const Table& table, Connection& connection) {
  TableSample sample(places, table);
  sample.read(connection);
  return sample.lints();
}

}  // namespace cellar
