#include "planner/advise/proposal.h"

#include <algorithm>

#include "parser/parser.h"
#include "planner/advise/advised_table.h"
#include "planner/advise/copy_statements.h"
#include "planner/lint/lint.h"
#include "schema/cql_text.h"

namespace cellar {

namespace {

/// Places of no text: the columns of a proposed table are named in none yet.
TablePlaces no_places(const Table& table) {
  TablePlaces places;
  places.definitions.resize(table.columns.size());
  places.keys.resize(table.columns.size());
  return places;
}

std::vector<Diagnostic> lints_of(const Table& table, const Keyspace& home) {
  return lint_table(no_places(table), table, home);
}

bool is_about_lost_rows(const Diagnostic& lint) { return lint.cause() == Cause::lost_rows; }

/// A name that the table does not have.
std::string free_column_name(const Table& table) {
  std::string name = "bucket";
  for (int number = 2; table.find(name); ++number) name = with_number("bucket", number);
  return name;
}

std::string free_table_name(const Table& proposed, std::string_view bucket, const Keyspace& home) {
  const std::string first = with_column_name(proposed.name, bucket);
  std::string name = first;
  for (int number = 2; home.has_table_or_view(name) || name == proposed.name; ++number)
    name = with_number(first, number);
  return name;
}

/// The columns that tell apart the rows of one partition of the proposed table.
std::string names_of_identity(const Table& proposed, const Table& source) {
  std::string names;
  for (std::size_t index = 0; index < source.key_size(); ++index) {
    const std::string& name = source.columns[index].name;
    if (*proposed.find(name) >= proposed.partition_key_size)
      names += (names.empty() ? "" : ", ") + quote_name(name);
  }
  return names;
}

bool have_same_columns(const KeyColumns& left, const KeyColumns& right) {
  return std::ranges::equal(left, right, [](const KeyColumn& one, const KeyColumn& other) {
    return one.is_same(other) && one.descending == other.descending;
  });
}

ProposedFix make_fix(const ChosenKey& key, const Table& source, const std::string& name,
                     const PlanContext& context) {
  const AdvisedTable advised = advised_table(key, source, name, context);
  const Keyspace& home = *context.schema.find_keyspace(source.keyspace);
  ProposedFix fix{advised.create, lints_of_proposal(*advised.table, source, home)};
  const Table* proposed = advised.table.get();
  const auto bucketed = bucketed_table(*advised.table, source, fix.doubts, home);
  if (bucketed) {
    proposed = bucketed->table.get();
    fix = {define(*proposed, context.keyspace), bucketed->notes};
  }
  std::ranges::move(lint_beside_others(no_places(*proposed), *proposed, home),
                    std::back_inserter(fix.doubts));
  return fix;
}

}  // namespace

std::vector<Diagnostic> lints_of_proposal(const Table& proposed, const Table& source, const Keyspace& home) {
  std::vector<Diagnostic> lints = lints_of(proposed, home);
  if (std::ranges::any_of(lints, is_about_lost_rows)) return lints;
  std::ranges::copy_if(lints_of(source, home), std::back_inserter(lints), is_about_lost_rows);
  return lints;
}

std::optional<BucketedTable> bucketed_table(const Table& proposed, const Table& source,
                                            std::span<const Diagnostic> lints, const Keyspace& home) {
  const auto asks = [&](Cause cause) {
    return std::ranges::find(lints, cause, &Diagnostic::cause) != lints.end();
  };
  const bool of_time = asks(Cause::partition_of_now);
  const std::string identity = names_of_identity(proposed, source);
  if (!(of_time || asks(Cause::few_partitions)) || identity.empty()) return std::nullopt;
  Table table = proposed;
  Column bucket;
  bucket.name = free_column_name(table);
  bucket.type = native_type(TypeKind::int_);
  bucket.kind = ColumnKind::partition_key;
  table.name = free_table_name(table, bucket.name, home);
  BucketedTable result{nullptr, bucket.name, {}};
  result.notes.push_back({of_time ? "advise_bucket_of_time" : "advise_bucket",
                          {},
                          {{"column", quote_name(table.columns.front().name)},
                           {"bucket", quote_name(bucket.name)},
                           {"id", identity}},
                          std::nullopt});
  const auto place = table.columns.begin() + static_cast<std::ptrdiff_t>(table.partition_key_size++);
  table.columns.insert(place, std::move(bucket));
  std::ranges::move(lints_of_proposal(table, source, home), std::back_inserter(result.notes));
  result.table = std::make_shared<const Table>(std::move(table));
  return result;
}

std::string with_bucket(const std::string& query, const BucketedTable& table, const PlanContext& context) {
  const Statement statement = parse(query);
  const auto& select = std::get<SelectStatement>(statement.node);
  const bool has_markers = std::ranges::any_of(
      statement.slots, [](const SlotSource& slot) { return slot.kind == SlotSource::Kind::marker; });
  const std::string value = has_markers ? "?" : "0";
  std::string text = query;
  text.insert(select.where_span.end, " AND " + quote_name(table.bucket) + " = " + value);
  const Span name = select.table.span;
  return text.replace(name.begin, name.end - name.begin, table_text(*table.table, context.keyspace));
}

const ProposedFix& proposed_fix(const ChosenKey& key, const TablePointer& source, const std::string& name,
                                const PlanContext& context) {
  struct Proposed {
    ChosenKey key;
    TablePointer source;  // held, so that no other table has its address
    std::shared_ptr<const Keyspace> home;
    std::string name, keyspace_in_use;
    ProposedFix fix;
  };
  thread_local std::optional<Proposed> last;
  const auto& home = context.schema.keyspaces.get(source->keyspace);
  const auto serves = [&] {
    return last->source == source && last->home == home && last->name == name &&
           last->keyspace_in_use == context.keyspace &&
           have_same_columns(last->key.partition, key.partition) &&
           have_same_columns(last->key.clustering, key.clustering);
  };
  if (!last || !serves())
    last.emplace(Proposed{key, source, home, name, std::string(context.keyspace),
                          make_fix(key, *source, name, context)});
  return last->fix;
}

}  // namespace cellar
