#include "judgement_model.h"

#include <algorithm>

namespace answer_model {

namespace {

using namespace cellar;

const DataSet& data_of(const Case& judged, const std::string& name) {
  if (judged.variant != nullptr)
    for (const DataSet& data : judged.variant->data)
      if (data.name == name) return data;
  return *judged.exercise.find_data(name);
}

std::vector<Column> columns_of(const DataSet& data) {
  std::vector<Column> columns;
  for (const DataColumn& column : data.columns) columns.push_back({column.name, column.type, false});
  return columns;
}

Names names_of(const DataSet& data) {
  Names names;
  for (const DataColumn& column : data.columns) names.push_back(column.name);
  return names;
}

Row row_of(const std::vector<Column>& columns, const std::vector<std::string>& cells) {
  Row row;
  for (std::size_t i = 0; i < columns.size(); ++i)
    row.push_back(cell_of(columns[i].type, cells[i]).value_or(Cell()));
  return row;
}

/// The rows that come must be those of `right`, the i-th with the i-th rank. Returns whether they are, up to the limit.
bool come_right(const std::vector<Row>& rows, const std::vector<std::pair<std::size_t, Row>>& right,
                std::optional<std::size_t> limit) {
  const std::size_t wanted = std::min(right.size(), limit.value_or(right.size()));
  if (rows.size() != wanted) return false;
  std::vector<std::pair<std::size_t, Row>> left = right;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto found = std::find(left.begin(), left.end(), std::pair(right[i].first, rows[i]));
    if (found == left.end()) return false;
    left.erase(found);
  }
  return true;
}

class DesignJudge {
 public:
  DesignJudge(const Case& judged, const Table& table, const DataSet& data)
      : judged_(judged),
        table_(table),
        data_(data),
        truth_(columns_of(data)),
        rows_(table, names_of(data), data.rows) {
    for (const std::vector<std::string>& row : data.rows)
      is_kept_.push_back(!rows_.has_fault() && rows_.keeps(row));
  }

  bool knows_content(const Select& select) const {
    Select part = select;
    part.allows_filtering = true;
    part.order.clear();
    part.limit.reset();
    return !service_of(part, table_).is_refused;
  }

  bool content_is_right(const Select& select) const {
    if (rows_.has_fault() || !knows_content(select)) return false;
    return come_right(answer(select), expected(select, {}), std::nullopt);
  }

  bool order_is_right(const Select& select, const std::vector<Order>& order) const {
    const Service service = service_of(select, table_);
    if (rows_.has_fault() || service_by_equality(select, table_).is_refused || service.is_refused)
      return lies_in_order(select, table_, order);
    std::vector<Row> rows = answer(select);
    if (service.is_reversed) std::reverse(rows.begin(), rows.end());
    if (select.limit && rows.size() > *select.limit) rows.resize(*select.limit);
    return come_right(rows, expected(select, order), select.limit);
  }

  bool is_unique(const UniqueExpected& unique) const {
    for (const std::string& column : unique.columns)
      if (table_.find(column) == nullptr) return false;
    return !rows_.has_fault() && std::find(is_kept_.begin(), is_kept_.end(), false) == is_kept_.end();
  }

  bool has_fault() const { return rows_.has_fault(); }

  /// The static columns that a partition has once, and the data with several values.
  std::set<std::string> overwritten() const {
    std::set<std::string> names;
    for (std::size_t i = 0; i < data_.rows.size(); ++i) {
      if (!is_kept_[i]) continue;
      for (std::size_t place = 0; place < truth_.size(); ++place) {
        const std::string& name = truth_[place].name;
        if (!is_static(name)) continue;
        if (rows_.static_cell(name, data_.rows[i]) != *cell_of(table_.find(name)->type, data_.rows[i][place]))
          names.insert(name);
      }
    }
    return names;
  }

  /// Columns that hold the data as values of another family.
  std::set<std::string> of_other_families() const {
    std::set<std::string> names;
    for (const Column& column : truth_) {
      const Column* own = table_.find(column.name);
      if (own != nullptr && family_of(own->type) != family_of(column.type)) names.insert(column.name);
    }
    return names;
  }

  bool is_small(std::uint64_t most) const {
    std::map<Row, std::uint64_t> partitions;
    for (const Row& row : rows_.all())
      if (++partitions[rows_.partition_of(row)] > most) return false;
    return !rows_.has_fault();
  }

 private:
  static std::string family_of(const std::string& type) {
    const std::vector<std::set<std::string>> families{
        {"tinyint", "smallint", "int", "bigint", "varint", "decimal", "float", "double"},
        {"text", "ascii", "varchar"},
        {"date", "timestamp"},
        {"uuid", "timeuuid"}};
    for (const std::set<std::string>& family : families)
      if (family.count(type) == 1) return *family.begin();
    return type;
  }

  bool is_static(const std::string& name) const {
    const Column* column = table_.find(name);
    return column != nullptr && column->is_static;
  }

  std::vector<Row> answer(const Select& select) const {
    std::vector<Row> rows;
    for (const Row& row : rows_.all())
      if (passes(select, table_.columns, row)) rows.push_back(selected(select, table_.columns, row));
    return rows;
  }

  /// What the data say, of the rows that the table has kept; cells as the table has them.
  std::vector<std::pair<std::size_t, Row>> expected(const Select& select,
                                                    const std::vector<Order>& order) const {
    std::vector<std::pair<Row, Row>> rows;
    std::set<std::vector<std::string>> facts;  // one that is told twice is one
    for (std::size_t i = 0; i < data_.rows.size(); ++i) {
      const Row row = row_of(truth_, data_.rows[i]);
      if (!is_kept_[i] || !passes(select, truth_, row) || !facts.insert(data_.rows[i]).second) continue;
      Select by = select;
      by.columns.clear();
      for (const Order& each : order) by.columns.push_back(each.column);
      std::vector<Column> typed = truth_;
      for (Column& column : typed)
        if (const Column* own = table_.find(column.name)) column.type = own->type;
      Row stored = row_of(typed, data_.rows[i]);
      for (std::size_t place = 0; place < typed.size(); ++place)
        if (is_static(typed[place].name)) stored[place] = rows_.static_cell(typed[place].name, data_.rows[i]);
      rows.emplace_back(selected(by, truth_, row), selected(select, typed, stored));
    }
    const auto before = [&](const Row& left, const Row& right) {
      for (std::size_t i = 0; i < order.size(); ++i)
        if (left[i] != right[i]) return (left[i] < right[i]) != order[i].is_descending;
      return false;
    };
    std::stable_sort(rows.begin(), rows.end(),
                     [&](const auto& left, const auto& right) { return before(left.first, right.first); });
    std::vector<std::pair<std::size_t, Row>> ranked;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const bool is_next = i > 0 && rows[i - 1].first != rows[i].first;
      ranked.emplace_back(i == 0 ? 0 : ranked.back().first + (is_next ? 1 : 0), rows[i].second);
    }
    return ranked;
  }

  const Case& judged_;
  const Table& table_;
  const DataSet& data_;
  std::vector<Column> truth_;
  Rows rows_;
  std::vector<bool> is_kept_;
};

/// The data that the task loads.
const DataSet* loaded(const Case& judged) {
  for (const TaskExpectation& expectation : judged.task.expectations) {
    if (const auto* rows = std::get_if<RowsExpected>(&expectation.what)) return &data_of(judged, rows->data);
    if (const auto* unique = std::get_if<UniqueExpected>(&expectation.what))
      return &data_of(judged, unique->data);
    if (const auto* size = std::get_if<SizeExpected>(&expectation.what)) return &data_of(judged, size->data);
  }
  return nullptr;
}

std::optional<Select> query_of(const Task& task, const std::string& name) {
  for (const TaskQuery& query : task.queries)
    if (query.name == name) return read_select(query.text.text);
  return std::nullopt;
}

bool has_type(const Table& table, const std::pair<std::string, std::vector<std::string>>& expected) {
  const Column* column = table.find(expected.first);
  return column != nullptr &&
         std::find(expected.second.begin(), expected.second.end(), column->type) != expected.second.end();
}

/// Adds the rules that one expectation loses; `is_lost` is true if the table is refused.
struct Losses {
  const DesignJudge* judge;
  const Table& table;
  std::optional<Select> select;
  Rules& rules;

  void lose(const char* rule, bool is_right) const {
    if (judge == nullptr || !is_right) rules.insert(rule);
  }
  void operator()(const PlanExpected&) const {
    const Service service = service_by_equality(*select, table);
    lose("MR2", !service.is_refused && service.reads_one_partition);
    const bool has_range = std::any_of(select->relations.begin(), select->relations.end(),
                                       [](const Relation& each) { return each.is_range(); });
    if (has_range) lose("MR3", slices(*select, table));
  }
  void operator()(const RowsExpected& expected) const {
    lose("MR1", judge != nullptr && judge->content_is_right(*select));
    if (!expected.in_order) return;
    std::vector<Order> order;
    for (const ExpectedOrder& each : expected.order) order.push_back({each.column, each.descending});
    lose("MR4", judge != nullptr && judge->order_is_right(*select, order.empty() ? select->order : order));
  }
  void operator()(const UniqueExpected& expected) const {
    lose("MR5", judge != nullptr && judge->is_unique(expected));
  }
  void operator()(const SizeExpected& expected) const {
    lose("size", judge != nullptr && judge->is_small(expected.rows));
  }
  void operator()(const TypesExpected& expected) const {
    lose("types", std::all_of(expected.types.begin(), expected.types.end(),
                              [&](const auto& each) { return has_type(table, each); }));
  }
  void operator()(const StaticExpected& expected) const {
    const bool are_static =
        std::all_of(expected.columns.begin(), expected.columns.end(), [&](const std::string& name) {
          const Column* column = table.find(name);
          return column != nullptr &&
                 (column->is_static ||
                  std::find(table.partition.begin(), table.partition.end(), name) != table.partition.end());
        });
    lose("static", are_static && judge != nullptr && judge->overwritten().empty());
  }
  template <typename Other>
  void operator()(const Other&) const {}
};

bool names_any(const Select& select, const std::set<std::string>& columns) {
  const auto is_one = [&](const std::string& name) { return columns.count(name) == 1; };
  return std::any_of(select.columns.begin(), select.columns.end(), is_one) ||
         std::any_of(select.relations.begin(), select.relations.end(), [&](const Relation& relation) {
           return std::any_of(relation.columns.begin(), relation.columns.end(), is_one);
         });
}

/// Adds the rule that a column costs which says something else than the data, where the task does not ask for it itself.
void lose_column(const Task& task, const std::string& column, Rules& rules) {
  bool is_unique_asked = false, is_named = false;
  for (const TaskExpectation& expectation : task.expectations) {
    is_unique_asked = is_unique_asked || std::holds_alternative<UniqueExpected>(expectation.what);
    is_named = is_named || (std::holds_alternative<RowsExpected>(expectation.what) &&
                            names_any(*query_of(task, expectation.query), {column}));
  }
  if (is_named) rules.insert("MR1");
  if (!is_named && is_unique_asked) rules.insert("MR5");
}

void lose_columns(const Task& task, const DesignJudge& judge, Rules& rules) {
  bool asks_static = false;
  std::set<std::string> asked_types;
  for (const TaskExpectation& expectation : task.expectations) {
    asks_static = asks_static || std::holds_alternative<StaticExpected>(expectation.what);
    if (const auto* types = std::get_if<TypesExpected>(&expectation.what))
      for (const auto& [column, right] : types->types) asked_types.insert(column);
  }
  for (const std::string& column : judge.overwritten())
    if (!asks_static) lose_column(task, column, rules);
  for (const std::string& column : judge.of_other_families())
    if (asked_types.count(column) == 0) lose_column(task, column, rules);
}

/// The grader gives each row a fresh id where a key has a column that the data lack; the model does not know their order.
bool has_fresh_ids(const Table& design, const DataSet& data) {
  return std::any_of(design.columns.begin(), design.columns.end(), [&](const Column& column) {
    return design.is_key(column.name) && (column.type == "uuid" || column.type == "timeuuid") &&
           !find_column(data, column.name);
  });
}

}  // namespace

std::optional<Rules> losses_of(const Case& judged, const Table& design) {
  const DataSet* data = loaded(judged);
  if (data == nullptr || has_fresh_ids(design, *data)) return std::nullopt;
  // Counters are added to, which the model does not do.
  if (std::any_of(design.columns.begin(), design.columns.end(),
                  [](const Column& column) { return column.type == "counter"; }))
    return std::nullopt;
  Rules rules;
  std::optional<DesignJudge> judge;
  if (design.is_sound()) judge.emplace(judged, design, *data);
  for (const TaskExpectation& expectation : judged.task.expectations) {
    const std::optional<Select> select = query_of(judged.task, expectation.query);
    if (!expectation.query.empty() && !select) return std::nullopt;
    std::visit(Losses{judge ? &*judge : nullptr, design, select, rules}, expectation.what);
  }
  if (judge && !judge->has_fault()) lose_columns(judged.task, *judge, rules);
  if (!judge && judged.task.kind == TaskKind::repair) rules.insert("accepted");
  return rules;
}

std::optional<Table> given_table(const Exercise& exercise, const std::string& name) {
  for (const PlacedText& given : exercise.given)
    for (const std::string& statement : statements_of(given.text))
      if (std::optional<Table> table = read_table(statement); table && table->name == name) return table;
  return std::nullopt;
}

namespace {

/// All rows that a given table holds; nothing if a statement fills it in a way that the model does not know.
std::optional<std::vector<std::vector<std::string>>> given_rows(const Case& judged, const Table& table) {
  std::vector<std::vector<std::string>> rows;
  for (const PlacedText& given : judged.exercise.given) {
    for (const std::string& statement : statements_of(given.text)) {
      const std::optional<Insert> insert = read_insert(statement);
      if (!insert && !read_table(statement) && statement.find(table.name) != statement.npos)
        return std::nullopt;
      if (!insert || insert->table != table.name) continue;
      std::vector<std::string>& row = rows.emplace_back();
      for (const Column& column : table.columns) {
        // A cell that a later INSERT leaves as it is.
        if (insert->cells.count(column.name) == 0) return std::nullopt;
        row.push_back(insert->cells.at(column.name));
      }
    }
  }
  if (judged.exercise.find_data(table.name) == nullptr) return rows;
  const DataSet& data = data_of(judged, table.name);
  for (const std::vector<std::string>& cells : data.rows) {
    std::vector<std::string>& row = rows.emplace_back();
    for (const Column& column : table.columns) {
      const std::optional<std::size_t> place = find_column(data, column.name);
      row.push_back(place ? cells[*place] : "");
    }
  }
  return rows;
}

struct Answered {
  Service service;
  std::vector<Row> rows;
  bool spans_partitions = false;
};

Answered run(const Select& select, const Table& table, const Rows& stored) {
  Answered answered{service_of(select, table), {}, false};
  if (answered.service.is_refused) return answered;
  std::set<Row> partitions;
  for (const Row& row : stored.all()) {
    if (!passes(select, table.columns, row)) continue;
    partitions.insert(stored.partition_of(row));
    answered.rows.push_back(selected(select, table.columns, row));
  }
  answered.spans_partitions = partitions.size() > 1;
  if (answered.service.is_reversed) std::reverse(answered.rows.begin(), answered.rows.end());
  if (select.limit && answered.rows.size() > *select.limit) answered.rows.resize(*select.limit);
  return answered;
}

/// The rows that are expected, as the columns of the answer would hold them; nothing if they would not.
std::optional<std::vector<Row>> right_rows(const RowsExpected& expected, const Select& answer,
                                           const Table& table) {
  std::vector<Row> rows;
  for (const std::vector<std::string>& cells : expected.rows) {
    Row& row = rows.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::optional<Cell> cell = cell_of(table.find(answer.columns[i])->type, cells[i]);
      if (!cell) return std::nullopt;
      row.push_back(*cell);
    }
  }
  return rows;
}

bool rows_are_right(const RowsExpected& expected, const Answered& answered, const Answered* right,
                    const Select& answer, const Table& table) {
  const std::size_t width = expected.rows.empty() ? answer.columns.size() : expected.rows.front().size();
  if (answer.columns.size() != width) return false;
  std::optional<std::vector<Row>> wanted =
      right == nullptr ? right_rows(expected, answer, table) : std::optional(right->rows);
  if (!wanted) return false;
  std::vector<Row> got = answered.rows;
  if (!expected.in_order) {
    std::sort(got.begin(), got.end());
    std::sort(wanted->begin(), wanted->end());
  }
  return got == *wanted;
}

}  // namespace

std::optional<Rules> losses_of(const Case& judged, const Select& answer, const Select& right) {
  const std::optional<Table> table = given_table(judged.exercise, answer.table);
  if (!table) return std::nullopt;
  const auto rows = given_rows(judged, *table);
  if (!rows) return std::nullopt;
  Names names;
  for (const Column& column : table->columns) names.push_back(column.name);
  const Rows stored(*table, names, *rows);
  const Answered answered = run(answer, *table, stored), wanted = run(right, *table, stored);
  // The order of tokens, in which partitions come, is none that the model knows.
  if (answered.spans_partitions) return std::nullopt;
  Rules rules;
  const bool is_refused = answered.service.is_refused;
  if (is_refused && judged.task.kind == TaskKind::repair) rules.insert("accepted");
  for (const TaskExpectation& expectation : judged.task.expectations) {
    if (const auto* plan = std::get_if<PlanExpected>(&expectation.what)) {
      if (is_refused || !answered.service.reads_one_partition ||
          (answered.service.filters && !plan->filtered))
        rules.insert("plan");
    } else if (const auto* expected = std::get_if<RowsExpected>(&expectation.what)) {
      if (is_refused ||
          !rows_are_right(*expected, answered, judged.variant == nullptr ? nullptr : &wanted, answer, *table))
        rules.insert("rows");
    } else {
      return std::nullopt;
    }
  }
  return rules;
}

}  // namespace answer_model
