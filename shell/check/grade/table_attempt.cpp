#include <fmt/format.h>

#include <algorithm>

#include "parser/parser.h"
#include "refusal/messages.h"
#include "shell/check/grade/attempt.h"
#include "types/names.h"
#include "types/text/text.h"
#include "types/value/value.h"

namespace cellar {

namespace {

/// What a statement of a design may be; returns why it is none of that.
struct DesignStatement {
  const std::string& keyspace;

  std::optional<Sentence> operator()(const CreateTableStatement& statement) const {
    return own(statement.table);
  }
  std::optional<Sentence> operator()(const CreateTypeStatement& statement) const {
    return own(statement.type);
  }
  std::optional<Sentence> operator()(const SelectStatement&) const { return no_design(); }
  std::optional<Sentence> operator()(const InsertStatement&) const { return no_design(); }
  std::optional<Sentence> operator()(const UpdateStatement&) const { return no_design(); }
  std::optional<Sentence> operator()(const DeleteStatement&) const { return no_design(); }
  std::optional<Sentence> operator()(const BatchStatement&) const { return no_design(); }
  std::optional<Sentence> operator()(const ExplainStatement&) const { return no_design(); }
  std::optional<Sentence> operator()(const StatementWithoutRows auto&) const { return no_design(); }
  std::optional<Sentence> no_design() const { return Sentence{"no_design"}; }
  std::optional<Sentence> own(const QualifiedName& name) const {
    if (!name.keyspace || name.keyspace->text == keyspace) return std::nullopt;
    return Sentence{"table_elsewhere", {{"keyspace", keyspace}}};
  }
};

/// The data that the expectations of a task load into its table.
struct DataOf {
  std::string operator()(const RowsExpected& expected) const { return expected.data; }
  std::string operator()(const UniqueExpected& expected) const { return expected.data; }
  std::string operator()(const PlanExpected&) const { return ""; }
  std::string operator()(const LintExpected&) const { return ""; }
  std::string operator()(const TypesExpected&) const { return ""; }
  std::string operator()(const StaticExpected&) const { return ""; }
  std::string operator()(const TimeToLiveExpected&) const { return ""; }
  std::string operator()(const SizeExpected&) const { return ""; }
  std::string operator()(const VerdictExpected&) const { return ""; }
  std::string operator()(const NumberExpected&) const { return ""; }
  std::string operator()(const NodeExpected&) const { return ""; }
  std::string operator()(const LayoutExpected&) const { return ""; }
};

/// Rows that are read are the same ones for all expectations of a task (read_exercise.cpp); those that are counted may be others.
std::string data_of(const Task& task) {
  for (const TaskExpectation& expectation : task.expectations)
    if (std::string name = std::visit(DataOf(), expectation.what); !name.empty()) return name;
  for (const TaskExpectation& expectation : task.expectations)
    if (const auto* size = std::get_if<SizeExpected>(&expectation.what)) return size->data;
  return "";
}

/// An expectation writes `map<text,int>`, since blanks end its words.
std::string without_blanks(std::string type) {
  std::erase(type, ' ');
  return type;
}

std::string line_of(const std::vector<std::string>& row) { return fmt::format("({})", fmt::join(row, ", ")); }

}  // namespace

TableAttempt::TableAttempt(const AnswerTrial& trial) : trial_(trial) {
  make_table();
  if (table_ != nullptr) load();
}

void TableAttempt::make_table() {
  fault_ = unfit_part(trial_, 1);
  if (fault_) return;
  const std::vector<ScriptPart> parts = split_script(trial_.part);
  fault_ = parts.empty() ? no_answer(trial_) : unfit_part(trial_, parts.size());
  if (fault_) return;
  trial_.database.begin_answer();
  for (const ScriptPart& part : parts) {
    run_part(part);
    if (fault_) return;
  }
  if (table_ == nullptr) fault_ = shortfall({"no_table"});
}

void TableAttempt::run_part(const ScriptPart& part) {
  if (part.is_command) {
    fault_ = shortfall({"is_command", {{"what", shorten(part.text)}}});
    return;
  }
  try {
    const Statement statement = parse(part.text);
    const std::optional<Sentence> unfit =
        std::visit(DesignStatement{trial_.database.keyspace()}, statement.node);
    if (unfit) {
      fault_ = shortfall(*unfit, {verbatim(shorten(part.text))});
      return;
    }
    if (const std::optional<Sentence> too_large = types_.check(statement)) {
      fault_ = shortfall(*too_large, {verbatim(shorten(part.text))});
      return;
    }
    const auto* create = std::get_if<CreateTableStatement>(&statement.node);
    // With IF NOT EXISTS it would be taken for the answer.
    if (create != nullptr && create->if_not_exists &&
        trial_.database.table(create->table.name.text) != nullptr && table_ == nullptr) {
      fault_ = shortfall({"table_given", {{"table", create->table.name.text}}});
      return;
    }
    ReadRows made = trial_.database.run(part.text);
    if (made.is_cut) fault_ = shortfall(too_many_rows(made, trial_.database.exercise().limits));
    if (create == nullptr || fault_) return;
    if (table_ != nullptr) fault_ = shortfall({"several_tables"});
    table_ = trial_.database.table(create->table.name.text);
    lints_ = std::move(made.notices);
  } catch (const Refusal& refusal) {
    fault_ = refused(refusal.diagnostic, part, trial_.file);
  }
}

void TableAttempt::load() {
  const std::string name = data_of(trial_.task);
  if (name.empty() || fault_) return;
  const DataSet& data = trial_.database.data(name);
  is_kept_.assign(data.rows.size(), false);
  if (const std::optional<LoadFault> fault = trial_.database.load(*table_, data)) {
    load_fault_ = said_of(*fault, *table_, data, trial_.database.exercise().limits);
    return;
  }
  note_other_families(data);
  read_back(data);
}

std::string TableAttempt::key_of(const std::vector<std::string>& row, const DataSet& data,
                                 const std::vector<const Column*>& columns) {
  std::vector<Value> values;
  for (const Column* column : columns) {
    // A column that the data does not have is filled with another value in each row.
    const std::optional<std::size_t> place = find_column(data, column->name);
    values.push_back(place ? trial_.database.value_of(column->type, row[*place])
                           : std::to_string(&row - data.rows.data()));
  }
  return packed(values);
}

std::string TableAttempt::shown_partition(const std::vector<std::string>& row, const DataSet& data) const {
  std::string text;
  for (std::size_t i = 0; i < table_->partition_key_size; ++i) {
    const std::string& column = table_->columns[i].name;
    const std::optional<std::size_t> place = find_column(data, column);
    if (place) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", column, row[*place]);
  }
  return text;
}

Judgement TableAttempt::judge(const TaskCheck& check) {
  if (fault_) return fault_;
  if (check.expectation == nullptr) return std::nullopt;
  const ExpectationAlternatives& what = check.expectation->what;
  if (const auto* plan = std::get_if<PlanExpected>(&what))
    return check.rule == "MR3" ? judge_ranges(select_of(check)) : judge_plan(select_of(check), *plan);
  if (const auto* rows = std::get_if<RowsExpected>(&what)) {
    if (check.rule == "MR4") return judge_order(select_of(check), *rows);
    return judge_content(select_of(check), trial_.database.data(rows->data));
  }
  if (const auto* unique = std::get_if<UniqueExpected>(&what)) return judge_unique(*unique);
  if (const auto* size = std::get_if<SizeExpected>(&what)) return judge_size(*size);
  if (const auto* lint = std::get_if<LintExpected>(&what)) return judge_lints(*lint);
  if (const auto* types = std::get_if<TypesExpected>(&what)) return judge_types(*types);
  if (const auto* kept = std::get_if<StaticExpected>(&what)) return judge_static(*kept);
  if (const auto* lasting = std::get_if<TimeToLiveExpected>(&what)) return judge_time_to_live(*lasting);
  return std::nullopt;
}

Judgement TableAttempt::judge_unique(const UniqueExpected& expected) {
  if (load_fault_) return shortfall(*load_fault_);
  for (const std::string& column : expected.columns)
    if (!table_->find(column)) return shortfall({"no_telling_column", {{"column", column}}});
  const DataSet& data = trial_.database.data(expected.data);
  const auto lost = static_cast<std::size_t>(std::ranges::count(is_kept_, false));
  if (lost == 0) {
    const Judgement ending = judge_end_of_rows();
    return ending ? ending : unnamed_column_fault();
  }
  const auto first = static_cast<std::size_t>(std::ranges::find(is_kept_, false) - is_kept_.begin());
  std::vector<Sentence> example{{"in_partition", {{"what", shown_partition(data.rows[first], data)}}},
                                {"lost_row", {{"what", line_of(data.rows[first])}}}};
  std::vector<const Column*> key;
  for (std::size_t i = 0; i < table_->key_size(); ++i) key.push_back(&table_->columns[i]);
  const std::string lost_key = key_of(data.rows[first], data, key);
  for (std::size_t other = first + 1; other < data.rows.size(); ++other) {
    if (key_of(data.rows[other], data, key) != lost_key) continue;
    example.push_back({"overwriting_row", {{"what", line_of(data.rows[other])}}});
    break;
  }
  return shortfall(
      {"facts_lost", {{"lost", std::to_string(lost)}, {"rows", std::to_string(data.rows.size())}}},
      std::move(example));
}

Judgement TableAttempt::judge_size(const SizeExpected& expected) {
  if (load_fault_) return shortfall(*load_fault_);
  const DataSet& data = trial_.database.data(expected.data);
  if (std::optional<std::string> column = key_without_data(*table_, data))
    return shortfall(said_of({*std::move(column), {}, {}}, *table_, data, trial_.database.exercise().limits));
  std::vector<const Column*> partition_key, key;
  for (std::size_t i = 0; i < table_->key_size(); ++i) {
    if (i < table_->partition_key_size) partition_key.push_back(&table_->columns[i]);
    key.push_back(&table_->columns[i]);
  }
  // Rows, and not facts: of a row whose static column was overwritten the fact is lost, and the row is there.
  std::map<std::string, std::set<std::string>> partitions;
  std::size_t largest = 0;
  std::size_t row_of_largest = 0;
  try {
    for (std::size_t number = 0; number < data.rows.size(); ++number) {
      std::set<std::string>& rows = partitions[key_of(data.rows[number], data, partition_key)];
      rows.insert(key_of(data.rows[number], data, key));
      if (rows.size() <= largest) continue;
      largest = rows.size();
      row_of_largest = number;
    }
  } catch (const Refusal& refusal) {  // other rows than those that are loaded, which do not fit the types
    return shortfall({"verbatim", {{"what", refusal.diagnostic}}});
  }
  if (largest <= expected.rows) return std::nullopt;
  return shortfall(
      {"large_partition", {{"rows", std::to_string(largest)}, {"most", std::to_string(expected.rows)}}},
      {{"the_partition", {{"what", shown_partition(data.rows[row_of_largest], data)}}}});
}

/// What is written into the table ends, and nobody has asked for that.
Judgement TableAttempt::judge_end_of_rows() const {
  const std::int32_t seconds = table_->default_time_to_live();
  if (seconds == 0 || trial_.task.asks<TimeToLiveExpected>()) return std::nullopt;
  return shortfall({"rows_end", {{"seconds", std::to_string(seconds)}}});
}

Judgement TableAttempt::judge_time_to_live(const TimeToLiveExpected& expected) const {
  const auto seconds = static_cast<std::uint64_t>(table_->default_time_to_live());
  if (seconds == expected.seconds) return std::nullopt;
  if (seconds == 0) return shortfall({"no_default_ttl"});
  return shortfall({"other_default_ttl",
                    {{"got", std::to_string(seconds)}, {"wanted", std::to_string(expected.seconds)}}});
}

Judgement TableAttempt::judge_lints(const LintExpected& expected) const {
  for (const Diagnostic& lint : lints_) {
    if (std::ranges::find(expected.absent, lint.code()) == expected.absent.end()) continue;
    return shortfall({"has_lint", {{"code", std::string(lint.code())}, {"reason", lint}}});
  }
  return std::nullopt;
}

Judgement TableAttempt::judge_types(const TypesExpected& expected) const {
  std::vector<Sentence> faults;
  for (const auto& [name, types] : expected.types) {
    const std::optional<std::size_t> place = table_->find(name);
    if (!place) {
      faults.push_back({"no_column", {{"column", name}}});
      continue;
    }
    const std::string type = to_cql(table_->columns[*place].type);
    const auto is_it = [&](const std::string& each) { return without_blanks(each) == without_blanks(type); };
    if (std::ranges::any_of(types, is_it)) continue;
    faults.push_back(
        {"other_type",
         {{"column", name}, {"type", type}, {"expected", fmt::format("{}", fmt::join(types, ", "))}}});
  }
  if (faults.empty()) return std::nullopt;
  Sentence first = faults.front();
  faults.erase(faults.begin());
  return shortfall(std::move(first), std::move(faults));
}

}  // namespace cellar
