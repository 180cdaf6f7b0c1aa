#include "shell/teach/size/size_report.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "refusal/messages.h"
#include "shell/teach/cells/cells_words.h"

namespace cellar {

namespace {

struct TypeSize {
  double bytes = 0;
  bool is_fixed = true;
};

TypeSize size_of(const Type& type);

/// The parts of a tuple, a user type or a vector; a field has its length in four bytes before it.
TypeSize size_of_parts(const Type& type) {
  constexpr double kLength = 4;
  if (type.kind == TypeKind::vector) {
    const TypeSize element = size_of(type.arguments.front());
    return {type.dimension * element.bytes, element.is_fixed};
  }
  TypeSize sum;
  for (const Type& part : type.arguments) {
    const TypeSize size = size_of(part);
    sum.bytes += kLength + size.bytes;
    sum.is_fixed = sum.is_fixed && size.is_fixed;
  }
  return sum;
}

/// What is not fixed is a guess, which the report says.
TypeSize size_of(const Type& type) {
  switch (type.kind) {
    case TypeKind::boolean:
    case TypeKind::tinyint:
      return {1};
    case TypeKind::smallint:
      return {2};
    case TypeKind::date:
    case TypeKind::float_:
    case TypeKind::int_:
      return {4};
    case TypeKind::bigint:
    case TypeKind::counter:
    case TypeKind::double_:
    case TypeKind::time:
    case TypeKind::timestamp:
      return {8};
    case TypeKind::timeuuid:
    case TypeKind::uuid:
      return {16};
    case TypeKind::inet:
      return {4, false};
    case TypeKind::decimal:
    case TypeKind::duration:
    case TypeKind::varint:
      return {8, false};
    case TypeKind::ascii:
    case TypeKind::text:
      return {16, false};
    case TypeKind::blob:
    case TypeKind::list:
    case TypeKind::set:
    case TypeKind::map:
      return {64, false};
    case TypeKind::tuple:
    case TypeKind::user:
    case TypeKind::vector:
      break;
  }
  return size_of_parts(type);
}

SizeTerm term_of(const Column& column, const MeasuredValues& values, std::optional<std::uint64_t> given) {
  const TypeSize size = size_of(column.type);
  SizeTerm term{column.name, column.kind, to_cql(column.type), size.bytes, SizeSource::type, std::nullopt};
  if (values.values > 0)
    term.measured = static_cast<double>(values.bytes) / static_cast<double>(values.values);
  if (given) {
    term.bytes = static_cast<double>(*given);
    term.source = SizeSource::given;
  } else if (!size.is_fixed && term.measured) {
    term.bytes = *term.measured;
    term.source = SizeSource::measured;
  } else if (!size.is_fixed) {
    term.source = SizeSource::assumed;
  }
  return term;
}

void measure(SizeReport& report, Connection& connection, const Table& table, const SizeWish& wish) {
  const auto take = [&report](const MeasuredPartition& partition) {
    ++report.partitions;
    report.total.rows += partition.rows;
    report.total.cells += partition.cells;
    report.total.bytes += partition.bytes;
    if (report.partitions == 1 || partition.bytes > report.largest.bytes) report.largest = partition;
  };
  const std::vector<MeasuredValues> values = measure_partitions(connection, table, take);
  if (report.partitions > 0) report.largest_key = CellsWords(table, 0, false).key(report.largest.key);
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const auto given = wish.bytes.find(i);
    report.terms.push_back(term_of(table.columns[i], values[i],
                                   given == wish.bytes.end() ? std::nullopt : std::optional(given->second)));
  }
}

std::uint64_t rows_of(const SizeReport& report, const Table& table, const SizeWish& wish) {
  if (wish.rows) return *wish.rows;
  if (table.clustering_size == 0) return 1;
  if (report.total.rows == 0) refuse("size_without_rows", wish.span, {{"table", report.table}});
  const double mean = static_cast<double>(report.total.rows) / static_cast<double>(report.partitions);
  return static_cast<std::uint64_t>(std::llround(mean));
}

/// A sum in doubles is exact while it is below 2^53, and no overflow can happen beyond.
void compute(SizeReport& report) {
  for (const SizeTerm& term : report.terms) {
    switch (term.kind) {
      case ColumnKind::partition_key:
        report.partition_key_bytes += term.bytes;
        break;
      case ColumnKind::static_:
        report.static_bytes += term.bytes;
        break;
      case ColumnKind::clustering:
      case ColumnKind::regular:
        report.row_bytes += term.bytes;
        break;
    }
  }
  report.cells =
      report.rows * (report.columns - report.key_columns - report.static_columns) + report.static_columns;
  report.bytes = report.partition_key_bytes + report.static_bytes +
                 static_cast<double>(report.rows) * report.row_bytes +
                 static_cast<double>(report.cells) * static_cast<double>(kBytesOfTimestamp);
}

}  // namespace

std::uint64_t replicas_of(const Keyspace& keyspace) {
  std::uint64_t replicas = 0;
  for (const auto& [option, value] : keyspace.replication) {
    std::uint64_t number = 0;
    const char* end = value.data() + value.size();
    if (option != "class" && std::from_chars(value.data(), end, number).ptr == end) replicas += number;
  }
  return std::max<std::uint64_t>(replicas, 1);
}

SizeReport report_size(Connection& connection, const Table& table, const SizeWish& wish) {
  SizeReport report;
  report.table = quote_name(table.keyspace) + '.' + quote_name(table.name);
  measure(report, connection, table, wish);
  report.rows = rows_of(report, table, wish);
  report.are_rows_given = wish.rows.has_value();
  report.columns = table.columns.size();
  report.key_columns = table.key_size();
  report.static_columns =
      static_cast<std::uint64_t>(std::ranges::count(table.columns, ColumnKind::static_, &Column::kind));
  const SchemaPointer schema = connection.schema();
  if (const Keyspace* keyspace = schema->find_keyspace(table.keyspace))
    report.replicas = replicas_of(*keyspace);
  compute(report);
  return report;
}

}  // namespace cellar
