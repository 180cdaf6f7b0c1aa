#include <algorithm>

#include "planner/explain/accesses.h"
#include "planner/plan/read_plan.h"
#include "planner/select/key_description.h"
#include "schema/index_type.h"
#include "types/number/number.h"
#include "types/token.h"

namespace cellar {

namespace {

std::string clustering_names(const Table& table, std::size_t first, std::size_t count) {
  std::string names;
  for (std::size_t index = first; index < first + count; ++index) {
    names += (names.empty() ? "" : ", ") + quote_name(table.columns[table.partition_key_size + index].name);
  }
  return count == 1 ? names : "(" + names + ")";
}

std::string written_values(const std::vector<Node>& values, const WrittenText& text) {
  std::string written;
  for (const Node& value : values) written += (written.empty() ? "" : ", ") + text.of(value);
  return values.size() == 1 ? written : "(" + written + ")";
}

ExplainedRange explained(const ClusteringStep& step, const Table& table, const WrittenText& text) {
  ExplainedRange range;
  range.columns = clustering_names(table, step.first, step.count);
  range.is_in = step.is_in;
  for (const std::vector<Node>& values : step.alternatives)
    range.values.push_back(written_values(values, text));
  if (step.list) range.values.push_back(text.of(*step.list));
  return range;
}

std::optional<ExplainedBound> explained(const std::optional<ClusteringBound>& bound,
                                        const WrittenText& text) {
  if (!bound) return std::nullopt;
  return ExplainedBound{written_values(bound->values, text), bound->inclusive};
}

std::optional<ExplainedBound> explained(const std::optional<TokenBound>& bound, const WrittenText& text) {
  if (!bound) return std::nullopt;
  return ExplainedBound{text.of(bound->value), bound->inclusive};
}

/// The token, if each column of the key has one value, which is known.
std::optional<std::int64_t> token_of_values(const std::vector<Choices>& key, const WrittenText& text) {
  std::vector<std::string> values;
  for (const Choices& choices : key) {
    if (choices.list || choices.values.size() != 1) return std::nullopt;
    std::optional<std::string> bytes = text.bytes_of(choices.values.front());
    if (!bytes) return std::nullopt;
    values.push_back(std::move(*bytes));
  }
  return token_of(values);
}

}  // namespace

ExplainedRange explained(const std::string& column, const Choices& choices, const WrittenText& text) {
  ExplainedRange range;
  range.columns = column;
  range.is_in = choices.is_in;
  for (const Node& value : choices.values) range.values.push_back(text.of(value));
  if (choices.list) range.values.push_back(text.of(*choices.list));
  return range;
}

std::vector<ExplainedRange> explained(const ClusteringRestriction& clustering, const Table& table,
                                      const WrittenText& text) {
  std::vector<ExplainedRange> ranges;
  std::size_t next = 0;
  for (const ClusteringStep& step : clustering.steps) {
    ranges.push_back(explained(step, table, text));
    next = step.first + step.count;
  }
  if (clustering.lower || clustering.upper) {
    const std::size_t count = std::max(clustering.lower ? clustering.lower->count : 0,
                                       clustering.upper ? clustering.upper->count : 0);
    ExplainedRange& slice = ranges.emplace_back();
    slice.columns = clustering_names(table, clustering.slice_first, count);
    slice.lower = explained(clustering.lower, text);
    slice.upper = explained(clustering.upper, text);
    next = clustering.slice_first + count;
  }
  for (; next < table.clustering_size; ++next)
    ranges.push_back({clustering_names(table, next, 1), {}, false, {}, {}});
  return ranges;
}

void explain_partition(const std::vector<Choices>& key, const WrittenText& text, const Table& table,
                       ExplainedAccess& access) {
  access.partitions = 1;
  for (std::size_t index = 0; index < key.size(); ++index) {
    access.partition.push_back(explained(quote_name(table.columns[index].name), key[index], text));
    if (key[index].list) access.partitions.reset();
    if (access.partitions) *access.partitions *= key[index].values.size();
  }
  access.token = token_of_values(key, text);
}

std::string stored_order(const Table& table) {
  std::string order;
  for (std::size_t index = 0; index < table.clustering_size; ++index) {
    const Column& column = table.columns[table.partition_key_size + index];
    order += (order.empty() ? "" : ", ") + quote_name(column.name) + (column.descending ? " DESC" : " ASC");
  }
  return order;
}

ExplainedAccess access_to(const Table& table) {
  ExplainedAccess access;
  access.table = quote_name(table.keyspace) + "." + quote_name(table.name);
  access.key = key_of(table);
  return access;
}

namespace {

/// Tells where a read finds its partitions.
class PartitionsExplainer {
 public:
  PartitionsExplainer(const SelectPlan& plan, const WrittenText& text, ExplainedAccess& access)
      : plan_(plan), text_(text), access_(access) {}

  void operator()(const NamedPartitions& named) {
    explain_partition(named.key, text_, *plan_.table, access_);
    explain_tokens(named.within);
  }
  void operator()(const RingPart& part) { explain_tokens(part); }
  void operator()(const IndexRead& read) {
    for (const IndexTest& test : read.tests) {
      const Index& index = plan_.table->indexes[test.index];
      access_.indexes.push_back(
          {quote_name(index.name), target_text(index, *plan_.table), text_.of(test.span)});
    }
    std::visit(*this, read.within);
  }

 private:
  void explain_tokens(const RingPart& part) {
    if (!part.is_bounded()) return;
    std::vector<std::size_t> columns;
    for (std::size_t index = 0; index < plan_.table->partition_key_size; ++index) columns.push_back(index);
    ExplainedRange& tokens = access_.tokens.emplace();
    tokens.columns = "token(" + names_of(*plan_.table, columns) + ")";
    tokens.lower = explained(part.lower, text_);
    tokens.upper = explained(part.upper, text_);
  }

  const SelectPlan& plan_;
  const WrittenText& text_;
  ExplainedAccess& access_;
};

std::vector<Span> spans_of_tests(const SelectPlan& plan) {
  std::vector<Span> spans;
  if (const auto* read = std::get_if<IndexRead>(&plan.partitions))
    for (const IndexTest& test : read->tests) spans.push_back(test.span);
  return spans;
}

/// The rule because of which no key serves the filter.
std::string_view rule_of(const Filter& filter, const SelectPlan& plan) {
  switch (plan.table->columns[filter.column].kind) {
    case ColumnKind::partition_key:
      return is_range(filter.op) ? "K2" : "K1";
    case ColumnKind::clustering: {
      const bool after_slice = plan.clustering.lower || plan.clustering.upper;
      return after_slice ? "K4" : "K3";
    }
    case ColumnKind::static_:
    case ColumnKind::regular:
      break;
  }
  return "K5";
}

void explain_filters(const SelectPlan& plan, const WrittenText& text, ExplainedAccess& access) {
  const std::vector<Span> served = spans_of_tests(plan);
  Span last;
  for (const Filter& filter : plan.filters) {
    if (filter.span == last) continue;  // of a tuple: one filter a column
    last = filter.span;
    const bool repeats = std::ranges::find(served, filter.span) != served.end();
    if (repeats) continue;
    const std::string column = quote_name(plan.table->columns[filter.column].name);
    access.filters.push_back({text.of(filter.span), column, rule_of(filter, plan)});
  }
}

/// Returns the number of rows at most if whole keys are named.
std::optional<std::uint64_t> rows_of_keys(const SelectPlan& plan, const ExplainedAccess& access) {
  std::size_t covered = 0;
  std::optional<std::uint64_t> rows = access.partitions;
  for (const ClusteringStep& step : plan.clustering.steps) {
    covered += step.count;
    if (step.list) rows.reset();
    if (rows) *rows *= step.alternatives.size();
  }
  return covered == plan.table->clustering_size ? rows : std::nullopt;
}

std::string base_kind(const SelectPlan& plan, const ExplainedAccess& access) {
  if (std::holds_alternative<NearestOrder>(plan.order)) return kind_named("nearest");
  if (!access.indexes.empty()) return kind_named("index");
  if (access.partition.empty()) return access.tokens ? kind_named("token range") : kind_named("full-scan");
  if (access.partitions != 1)
    return "multi-partition(" + (access.partitions ? std::to_string(*access.partitions) : "n") + ")";
  if (!access.filters.empty()) return kind_named("filter-in-partition");
  if (access.most_rows == 1) return kind_named("point");
  return plan.clustering.restricts() ? kind_named("slice") : kind_named("partition");
}

/// Tells the order of a result that is sorted after it is read.
struct SortExplainer {
  const Table& table;
  const WrittenText& text;

  std::string operator()(const AsRead&) const { return ""; }
  std::string operator()(const SortedBy& sorted) const {
    std::string keys;
    for (const SortKey& key : sorted.keys)
      keys += (keys.empty() ? "" : ", ") + quote_name(table.columns[key.column].name) +
              (key.descending ? " DESC" : " ASC");
    return text.say("{keys}, after the rows of all partitions are read", {{"keys", keys}});
  }
  std::string operator()(const NearestOrder& nearest) const {
    return text.say("by the distance of {column}, after all rows are compared",
                    {{"column", quote_name(nearest.column_name)}});
  }
};

struct GroupExplainer {
  const Table& table;
  const WrittenText& text;

  std::string operator()(const EachRow&) const { return ""; }
  std::string operator()(const AllRows&) const { return text.say("all rows make one"); }
  std::string operator()(const RowGroups& groups) const {
    std::vector<std::size_t> columns;
    for (std::size_t index = 0; index < table.partition_key_size + groups.clustering; ++index)
      columns.push_back(index);
    const Parameters alike = {{"columns", names_of(table, columns)}};
    if (!groups.bucket) return text.say("rows that are alike in {columns} make one", alike);
    return text.say("rows that are alike in {columns}, and a function of the next column make one", alike);
  }
};

}  // namespace

namespace {

/// LIMIT ends the read only if each row of the table that is read is a row of the result.
void limit_rows(const SelectPlan& plan, const WrittenText& text, ExplainedAccess& access) {
  if (!plan.limit) return;
  access.limit = text.of(*plan.limit);
  const bool ends_read = access.sort.empty() && access.group.empty() && access.filters.empty();
  const std::optional<std::string> bytes = text.bytes_of(*plan.limit);
  if (!ends_read || !bytes) return;
  const auto limit = static_cast<std::uint64_t>(std::max(decode_integer(*bytes), std::int64_t{0}));
  access.most_rows = std::min(access.most_rows.value_or(limit), limit);
}

}  // namespace

ExplainedAccess read_access(const SelectPlan& plan, const WrittenText& text) {
  const Table& table = *plan.table;
  ExplainedAccess access = access_to(table);
  access.is_computed = std::holds_alternative<SystemTableRows>(plan.rows);
  std::visit(PartitionsExplainer(plan, text, access), plan.partitions);
  explain_filters(plan, text, access);
  access.most_rows = rows_of_keys(plan, access);
  access.kind = base_kind(plan, access);
  if (table.clustering_size > 0) access.slice = explained(plan.clustering, table, text);
  access.reversed = plan.reversed && access.most_rows != 1;  // one row has no order
  if (access.reversed) access.kind = "reverse " + access.kind;
  if (access.most_rows != 1 && table.clustering_size > 0) access.order = stored_order(table);
  access.sort = std::visit(SortExplainer{table, text}, plan.order);
  access.group = std::visit(GroupExplainer{table, text}, plan.grouping);
  if (plan.distinct) access.distinct = text.say("one row a partition; the others are skipped by a seek");
  limit_rows(plan, text, access);
  if (plan.per_partition_limit) access.partition_limit = text.of(*plan.per_partition_limit);
  return access;
}

namespace {

void mark(std::vector<RuleMark>& rules, std::string_view rule, bool holds) {
  const auto known = std::ranges::find(rules, rule, &RuleMark::rule);
  if (known == rules.end()) {
    rules.push_back({rule, holds});
  } else {
    known->holds = known->holds && holds;
  }
}

}  // namespace

void mark_rules(const SelectPlan& plan, bool is_ordered, std::vector<RuleMark>& rules) {
  if (std::holds_alternative<SystemTableRows>(plan.rows)) return;
  const auto* index = std::get_if<IndexRead>(&plan.partitions);
  const bool ring = index != nullptr ? std::holds_alternative<RingPart>(index->within)
                                     : std::holds_alternative<RingPart>(plan.partitions);
  const std::vector<Span> served = spans_of_tests(plan);
  const bool is_nearest = std::holds_alternative<NearestOrder>(plan.order);
  if (!ring || (index == nullptr && !is_nearest)) mark(rules, "K1", !ring);
  if (plan.clustering.restricts()) mark(rules, "K3", true);
  if (plan.clustering.lower || plan.clustering.upper) mark(rules, "K4", true);
  for (const Filter& filter : plan.filters)
    mark(rules, rule_of(filter, plan), std::ranges::find(served, filter.span) != served.end());
  if (is_ordered && !std::holds_alternative<NearestOrder>(plan.order))
    for (const std::string_view rule : {"O1", "O2", "O3"}) mark(rules, rule, true);
  std::ranges::sort(rules, {}, &RuleMark::rule);
}

std::string better_read(const SelectPlan& plan, const ExplainedAccess& access, const WrittenText& text) {
  if (access.is_computed) return "";
  std::vector<std::size_t> columns;
  for (const Filter& filter : plan.filters) {
    const bool serves = filter.op == RelationOperator::equal && !filter.key &&
                        !is_multicell(plan.table->columns[filter.column].type);
    if (serves && std::ranges::find(columns, filter.column) == columns.end())
      columns.push_back(filter.column);
  }
  if (!access.filters.empty() && !columns.empty() && access.partition.empty())
    return text.say("a table with the partition key ({columns}) reads 1 partition (ADVISE)",
                    {{"columns", names_of(*plan.table, columns)}});
  if (access.kind.starts_with("multi-partition") || access.kind.starts_with("reverse multi"))
    return text.say("one query a partition: each asks one node, and they run side by side");
  if (access.reversed && access.indexes.empty())
    return text.say("a table with the opposite CLUSTERING ORDER is read forwards");
  return "";
}

}  // namespace cellar
