// A model of the data by which answers are judged: tables and queries as lists of words, rows as lists of values. It knows
// neither the planner nor the store, and reads CQL by itself.
//
// In:      CREATE TABLE and SELECT as texts; rows as cells of text.
// Out:     plain data; what a query answers, and whether CQL serves it.
// Refused: nothing: a text that the model does not know is absent.
//
// Sources: answer_model.cpp; answer_model_text.cpp.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace answer_model {

using Names = std::vector<std::string>;

/// A number, or a text; both of one type are of one kind.
struct Value {
  long double number = 0;
  std::string text;
  std::partial_ordering operator<=>(const Value&) const = default;
  bool operator==(const Value&) const = default;
};
using Cell = std::optional<Value>;  // nothing: null
using Row = std::vector<Cell>;

/// A literal of a query; a cell of data is quoted as its type needs it.
struct Literal {
  std::string text;
  bool is_quoted = false;
};
/// Nothing if it is no value of the type.
std::optional<Value> value_of(const std::string& type, const Literal& literal);
/// Nothing if the cell is no value of the type. An empty cell is null.
std::optional<Cell> cell_of(const std::string& type, const std::string& text);

struct Column {
  std::string name, type;
  bool is_static = false;
};
struct Table {
  std::string name;
  std::vector<Column> columns;
  Names partition, clustering;
  std::set<std::string> descending;

  const Column* find(std::string_view name) const;
  bool is_key(std::string_view name) const;
  std::string text() const;
  /// False of a table that CQL refuses.
  bool is_sound() const;
};

struct Relation {
  Names columns;  // several: a tuple
  std::string op;
  std::vector<std::vector<Literal>> values;  // several: IN
  bool is_range() const { return op != "=" && op != "IN"; }
};
struct Order {
  std::string column;
  bool is_descending = false;
  bool operator==(const Order&) const = default;
};
struct Select {
  Names columns;
  std::string table;
  std::vector<Relation> relations;
  std::vector<Order> order;
  std::optional<std::size_t> limit;
  bool allows_filtering = false;

  std::string text() const;
  bool fixes(std::string_view column) const;  // by =
};

std::optional<Table> read_table(const std::string& text);
std::optional<Select> read_select(const std::string& text);
/// INSERT INTO table (columns) VALUES (literals): the cells by the names of their columns.
struct Insert {
  std::string table;
  std::map<std::string, std::string> cells;
};
std::optional<Insert> read_insert(const std::string& text);
/// The statements of a script without its comments.
std::vector<std::string> statements_of(const std::string& script);

/// The rows of a table by their keys, later ones in the place of earlier ones.
class Rows {
 public:
  /// `names` are the columns of the rows. Rows that cannot be stored are a fault.
  Rows(const Table& table, const Names& names, const std::vector<std::vector<std::string>>& rows);

  bool has_fault() const { return has_fault_; }
  /// Whether the row is there with all that it has for the table, but what its partition's static columns say now.
  bool keeps(const std::vector<std::string>& row) const;
  /// What a static column says now in the partition of the row.
  Cell static_cell(const std::string& column, const std::vector<std::string>& row) const;
  /// All rows: of a partition side by side, in the order of their clustering columns; cells in the order of the table's columns.
  std::vector<Row> all() const;
  Row partition_of(const Row& row) const;

 private:
  struct Partition {
    std::map<std::string, Cell> statics;
    std::map<Row, std::map<std::string, Cell>> rows;  // by the clustering columns
    std::map<Row, std::vector<std::string>> written;  // the last row of the data at each place
  };
  std::optional<Row> key(const Names& columns, const std::vector<std::string>& row) const;
  Cell cell(const std::string& column, const std::vector<std::string>& row) const;
  bool comes_before(const Row& left, const Row& right) const;

  const Table& table_;
  Names names_;
  bool has_fault_ = false;
  std::map<Row, Partition> partitions_;
};

/// How CQL serves a query whose reads must name their partition.
struct Service {
  bool is_refused = false;
  bool reads_one_partition = false;
  bool filters = false;
  bool is_reversed = false;
};
Service service_of(const Select& select, const Table& table);
/// As above, of the relations that are no ranges, without order and limit.
Service service_by_equality(const Select& select, const Table& table);
/// Whether the column of each range is a clustering column, behind none that the query leaves open.
bool slices(const Select& select, const Table& table);
/// Whether the clustering columns give the order; backwards only if the query says ORDER BY.
bool lies_in_order(const Select& select, const Table& table, const std::vector<Order>& order);

/// Whether a row, whose cells are those of `columns`, passes the relations. Literals must fit.
bool passes(const Select& select, const std::vector<Column>& columns, const Row& row);
/// The cells of the columns that the query selects.
Row selected(const Select& select, const std::vector<Column>& columns, const Row& row);

}  // namespace answer_model
