#include "shell/check/grade/exercise_database.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <numeric>

#include "database/snapshot.h"
#include "parser/lone_literal.h"
#include "parser/script/splitter.h"
#include "refusal/memory_account.h"
#include "refusal/messages.h"
#include "shell/check/grade/directives.h"
#include "shell/console/commands.h"
#include "types/cpp/cpp_value.h"
#include "types/names.h"
#include "types/number/number.h"
#include "types/text/text.h"
#include "types/value/value.h"

namespace cellar {

namespace {

constexpr std::string_view kKeyspace = "exercise";
/// Holds the tables of numbered rows. No statement of an answer may name another keyspace than its own.
constexpr std::string_view kNumbered = "numbered_rows";
constexpr std::string_view kNumber = "\"#\"";
constexpr Timestamp kClockStep = 1000;  // microseconds from each statement to the next
constexpr std::size_t kMemoryOfGrader = std::size_t{8} << 20;

std::string create_keyspace(std::string_view name) {
  return fmt::format(
      "CREATE KEYSPACE {} WITH replication = {{'class': 'SimpleStrategy', 'replication_factor': 1}}", name);
}

bool is_quoted(TypeKind kind) {
  switch (kind) {
    case TypeKind::ascii:
    case TypeKind::text:
    case TypeKind::date:
    case TypeKind::time:
    case TypeKind::timestamp:
    case TypeKind::inet:
      return true;
    default:
      return false;
  }
}

bool is_counter(const DataColumn& column) { return native_kind(column.type) == TypeKind::counter; }

/// A counter has no literals of its own.
Slot marker_of(const Type& type) {
  Slot marker;
  marker.type = type.kind == TypeKind::counter ? native_type(TypeKind::bigint) : type;
  return marker;
}

std::string row_text(const std::vector<std::string>& row) {
  return fmt::format("({})", fmt::join(row, ", "));
}

/// Why rows cannot be stored. A file that cannot grow has reached the limit of the exercise, and its name is another one on
/// each run.
Sentence reason_of(const Diagnostic& refusal, const GradeLimits& limits) {
  if (!refusal.has(Trait::ends_run)) return {"verbatim", {{"what", refusal}}};
  return {"needs_memory", {{"size", std::to_string(limits.memory >> 20)}}};
}

}  // namespace

std::vector<ScriptPart> split_script(const PlacedText& script) {
  std::vector<ScriptPart> parts;
  Splitter splitter(begins_line_command);
  splitter.feed(script.text);
  splitter.end();
  const auto add = [&](const ScriptStatement& statement) {
    parts.push_back(
        {std::string(statement.text), statement.line + script.line - 1, begins_command(statement.text)});
  };
  while (const std::optional<ScriptStatement> statement = splitter.next()) add(*statement);
  if (const std::optional<ScriptStatement> rest = splitter.finish()) add(*rest);
  return parts;
}

ExerciseDatabase::ExerciseDatabase(const Exercise& exercise, const HiddenVariant* variant, StopToken stop)
    : exercise_(exercise),
      variant_(variant),
      stop_(stop),
      database_(Database::open_temporary({.sync = false,
                                          .clock = [clock = clock_] { return clock->now(); },
                                          .clock_is_set = [clock = clock_] { return clock->stands(); },
                                          .map_size = exercise.limits.memory + kMemoryOfGrader})),
      session_(database_, Policy::cassandra) {
  clock_->set(exercise.clock, kClockStep);
  database_.seed_uuids(exercise.random_seed);
  run_given();
  load_given();
  begin_answer();
}

const DataSet& ExerciseDatabase::data(std::string_view name) const {
  if (variant_ != nullptr) {
    const auto replaced = std::ranges::find(variant_->data, name, &DataSet::name);
    if (replaced != variant_->data.end()) return *replaced;
  }
  return *exercise_.find_data(name);
}

void ExerciseDatabase::begin_answer() {
  deadline_ = std::chrono::steady_clock::now() + exercise_.limits.time;
}

ReadRows ExerciseDatabase::run(const std::string& statement, Policy policy) {
  const std::size_t most = exercise_.limits.memory + kMemoryOfGrader;
  MemoryAccount account(std::make_shared<MemoryPool>(most), most);
  // A class bounds its memory by an account of its own, and the rows of the exercise are not the student's.
  const bool is_counted = deadline_ && counted_account.account == nullptr;
  const CountedWork counted(is_counted ? CountedAccount{&account} : counted_account);
  ReadRows read;
  try {
    read_rows(statement, policy, read);
  } catch (const std::bad_alloc&) {
    if (!account.has_refused()) throw;
    read.is_cut = true;
  }
  return read;
}

void ExerciseDatabase::read_rows(const std::string& statement, Policy policy, ReadRows& read) {
  session_.set_policy(policy);
  clock_->begin_statement();
  Request request;
  request.statement = statement;
  request.deadline = deadline_;
  request.stop = stop_;
  Result result = session_.execute(request);
  read.columns = result.columns();
  std::size_t memory = 0;
  while (const ResultRow* row = result.next()) {
    read.is_cut = read.rows.size() == exercise_.limits.rows || memory > exercise_.limits.memory;
    if (read.is_cut) break;
    read.rows.push_back(row->copy());
    for (const Value& value : read.rows.back()) memory += sizeof value + (value ? value->size() : 0);
  }
  read.notices = result.notices();
}

std::vector<std::vector<Value>> ExerciseDatabase::all_rows(const std::string& statement) {
  session_.set_policy(Policy::cassandra);
  Result result = session_.execute(statement);
  std::vector<std::vector<Value>> rows;
  while (const ResultRow* row = result.next()) rows.push_back(row->copy());
  return rows;
}

void ExerciseDatabase::run_given() {
  for (const std::string_view keyspace : {kKeyspace, kNumbered}) run(create_keyspace(keyspace));
  session_.use(std::string(kKeyspace));
  for (const PlacedText& given : exercise_.given) {
    for (const ScriptPart& part : split_script(given)) {
      try {
        if (part.is_command) refuse_given(part, "exercise_command", {{"command", shorten(part.text)}});
        run(part.text, Policy::cassandra);
      } catch (const Refusal& refusal) {
        refuse_given(part, "exercise_given", {{"reason", title_of(refusal.diagnostic)}});
      }
    }
  }
  keyspace_ = session_.keyspace();
}

void ExerciseDatabase::load_given() {
  for (const DataSet& declared : exercise_.data) {
    const DataSet& rows = data(declared.name);
    number_rows(rows);
    const TablePointer table = this->table(rows.name);
    if (table == nullptr) continue;
    const std::optional<LoadFault> fault = load(*table, rows);
    if (!fault) continue;
    if (!fault->refusal)
      refuse_data(rows, "exercise_key_without_data",
                  {{"table", table->name}, {"column", fault->column}, {"data", rows.name}});
    refuse_rows(rows, *fault->refusal, fault->row);
  }
}

/// Stores each row under its number, however its columns repeat.
void ExerciseDatabase::number_rows(const DataSet& data) {
  std::string text =
      fmt::format("CREATE TABLE {}.{} ({} int PRIMARY KEY", kNumbered, quote_name(data.name), kNumber);
  for (const DataColumn& column : data.columns)
    text += fmt::format(", {} {}", quote_name(column.name), is_counter(column) ? "bigint" : column.type);
  std::optional<std::size_t> number;
  try {
    run(text + ")");
    text = fmt::format("INSERT INTO {}.{} ({}", kNumbered, quote_name(data.name), kNumber);
    for (const DataColumn& column : data.columns) text += ", " + quote_name(column.name);
    text += ") VALUES (?";
    for (std::size_t i = 0; i < data.columns.size(); ++i) text += ", ?";
    const Prepared insert = session_.prepare(text + ")");
    session_.begin_group();
    for (number = 0; *number < data.rows.size(); ++*number) {
      std::vector<BoundValue> values{{encode_int32(static_cast<std::int32_t>(*number))}};
      for (std::size_t column = 0; column < data.columns.size(); ++column)
        values.push_back({value_of(insert.markers()[column + 1].type, data.rows[*number][column])});
      session_.execute(insert, std::span<const BoundValue>(values));
    }
    session_.commit_group();
  } catch (const Refusal& refusal) {
    refuse_rows(data, refusal.diagnostic, number);
  }
}

std::optional<std::string> key_without_data(const Table& table, const DataSet& data) {
  for (const Column& column : table.columns) {
    const bool is_filled = column.type.kind == TypeKind::uuid || column.type.kind == TypeKind::timeuuid;
    if (!column.is_key() || is_filled || find_column(data, column.name)) continue;
    return column.name;
  }
  return std::nullopt;
}

ExerciseDatabase::Loading ExerciseDatabase::loading_of(const Table& table, const DataSet& data) {
  const bool counts = std::ranges::any_of(
      table.columns, [](const Column& column) { return column.type.kind == TypeKind::counter; });
  Loading loading;
  std::string names, marks, key, set;
  const auto add = [](std::string& list, std::string_view between, const std::string& text) {
    list += (list.empty() ? "" : between);
    list += text;
  };
  // The markers of an UPDATE stand in SET before WHERE.
  for (const bool of_key : {false, true}) {
    for (const Column& column : table.columns) {
      const std::optional<std::size_t> place = find_column(data, column.name);
      if (column.is_key() != of_key || (!place && !of_key)) continue;
      const std::string name = quote_name(column.name);
      const std::string mark = place ? "?" : column.type.kind == TypeKind::uuid ? "uuid()" : "now()";
      if (place) loading.columns.push_back(*place);
      add(names, ", ", name);
      add(marks, ", ", mark);
      if (of_key) add(key, " AND ", fmt::format("{} = {}", name, mark));
      if (!of_key) add(set, ", ", fmt::format("{} = {} + {}", name, name, mark));
    }
  }
  const std::string target = quote_name(table.name);
  loading.statement = counts ? fmt::format("UPDATE {} SET {} WHERE {}", target, set, key)
                             : fmt::format("INSERT INTO {} ({}) VALUES ({})", target, names, marks);
  return loading;
}

std::optional<LoadFault> ExerciseDatabase::load(const Table& table, const DataSet& data) {
  if (std::optional<std::string> column = key_without_data(table, data))
    return LoadFault{*std::move(column), std::nullopt, std::nullopt};
  const auto [statement, columns] = loading_of(table, data);
  std::size_t number = 0;
  try {
    const Prepared insert = session_.prepare(statement);
    session_.begin_group();
    for (; number < data.rows.size(); ++number) {
      Request request;
      request.statement = insert;
      request.deadline = deadline_;
      request.stop = stop_;
      for (std::size_t i = 0; i < columns.size(); ++i)
        request.values.push_back({value_of(insert.markers()[i].type, data.rows[number][columns[i]])});
      clock_->begin_statement();
      session_.execute(request);
    }
    session_.commit_group();
  } catch (const Refusal& refusal) {
    session_.drop_group();
    const bool is_of_row = number < data.rows.size() && !refusal.diagnostic.has(Trait::ends_run);
    return LoadFault{"", is_of_row ? std::optional(number) : std::nullopt, refusal.diagnostic};
  }
  return std::nullopt;
}

Value ExerciseDatabase::value_of(const Type& type, const std::string& cell) {
  if (cell.empty()) return std::nullopt;
  const std::string literal = is_quoted(type.kind) ? quote_text(cell) : cell;
  return session_.value_of(parse_literal(literal), marker_of(type)).value;
}

std::string ExerciseDatabase::literal_of(const Type& type, const std::string& literal) {
  return show_control_characters(
      to_literal(type, session_.value_of(parse_literal(literal), marker_of(type)).value));
}

CellLayout ExerciseDatabase::layout_of(std::string_view table, const TaskExpectation& expectation) const {
  Snapshot snapshot = database_.snapshot();
  const TablePointer found = snapshot.schema->find_table(keyspace_, table);
  if (found == nullptr)
    refuse_directive(exercise_.file, expectation.directive, "exercise_name",
                     {{"what", "table"}, {"name", std::string(table)}});
  return stored_layout(snapshot.transaction, found, database_.now() / 1'000'000);
}

Type ExerciseDatabase::type_of(const DataSet& data, std::size_t column) const {
  if (is_counter(data.columns[column])) return native_type(TypeKind::counter);
  const TablePointer table = schema()->find_table(kNumbered, data.name);
  return table->columns[*table->find(data.columns[column].name)].type;
}

std::vector<std::size_t> ExerciseDatabase::rows_where(const DataSet& data, std::string_view where) {
  std::vector<std::size_t> numbers(data.rows.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  if (where.empty()) return numbers;
  try {
    const std::vector<std::vector<Value>> found = all_rows(fmt::format(
        "SELECT {} FROM {}.{} WHERE {} ALLOW FILTERING", kNumber, kNumbered, quote_name(data.name), where));
    numbers.clear();
    for (const std::vector<Value>& row : found)
      numbers.push_back(
          static_cast<std::size_t>(read_value<std::int32_t>("#", native_type(TypeKind::int_), row.front())));
  } catch (const Refusal& refusal) {
    refuse_rows(data, refusal.diagnostic);
  }
  std::ranges::sort(numbers);
  return numbers;
}

void ExerciseDatabase::refuse_given(const ScriptPart& part, std::string_view id,
                                    Parameters parameters) const {
  const std::size_t end = std::min(part.text.find('\n'), part.text.size());
  throw WrongExercise({{id, {0, static_cast<std::uint32_t>(end)}, std::move(parameters), std::nullopt},
                       exercise_.file,
                       part.line,
                       1,
                       part.text});
}

void ExerciseDatabase::refuse_rows(const DataSet& data, const Diagnostic& refusal,
                                   std::optional<std::size_t> row) const {
  // A file that cannot grow has reached the limit of the exercise, and its name is another one on each run.
  if (refusal.has(Trait::ends_run))
    refuse_data(data, "exercise_data_too_large",
                {{"data", data.name}, {"size", std::to_string(exercise_.limits.memory >> 20)}});
  if (row && *row < data.rows.size())
    refuse_data(data, "exercise_row_unstored",
                {{"what", row_text(data.rows[*row])}, {"data", data.name}, {"reason", title_of(refusal)}});
  refuse_data(data, "exercise_data", {{"data", data.name}, {"reason", title_of(refusal)}});
}

void ExerciseDatabase::refuse_data(const DataSet& data, std::string_view id, Parameters parameters) const {
  const bool is_hidden = variant_ != nullptr && exercise_.find_data(data.name) != &data;
  refuse_directive(is_hidden ? variant_->file : exercise_.file, data.directive, id, std::move(parameters));
}

Sentence said_of(const LoadFault& fault, const Table& table, const DataSet& data, const GradeLimits& limits) {
  if (!fault.refusal)
    return {"key_without_data", {{"table", table.name}, {"column", fault.column}, {"data", data.name}}};
  if (fault.row)
    return {"row_not_stored", {{"what", row_text(data.rows[*fault.row])}, {"reason", *fault.refusal}}};
  return {"rows_not_stored", {{"reason", std::vector{reason_of(*fault.refusal, limits)}}}};
}

}  // namespace cellar
