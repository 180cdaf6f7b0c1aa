#include "answer_model.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace answer_model {

namespace {

bool is_one_of(const std::string& type, std::initializer_list<const char*> types) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

bool is_whole(const std::string& text) {
  const std::size_t begin = text.starts_with('-') ? 1 : 0;
  return text.size() > begin && text.find_first_not_of("0123456789", begin) == text.npos;
}

bool is_uuid(const std::string& text) {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (is_dash ? text[i] != '-' : std::isxdigit(static_cast<unsigned char>(text[i])) == 0) return false;
  }
  return true;
}

/// Days since 1970 (Howard Hinnant's days_from_civil).
std::int64_t days(int year, int month, int day) {
  year -= month <= 2 ? 1 : 0;
  const int era = (year >= 0 ? year : year - 399) / 400;
  const int of_era = year - era * 400;
  const int of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return std::int64_t{era} * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/// 2025-01-01 and 2025-01-01 09:00:00+0000, in milliseconds; nothing for other forms, also for times of another zone.
std::optional<Value> moment(const std::string& text, bool is_date) {
  int year = 0, month = 0, day = 0, end = 0, hour = 0, minute = 0, second = 0;
  if (std::sscanf(text.c_str(), "%4d-%2d-%2d%n", &year, &month, &day, &end) != 3) return std::nullopt;
  if (month < 1 || month > 12 || day < 1 || day > 31) return std::nullopt;
  std::string rest = text.substr(static_cast<std::size_t>(end));
  if (is_date)
    return rest.empty() ? std::optional(Value{static_cast<long double>(days(year, month, day)), ""})
                        : std::nullopt;
  for (const std::string zone : {"+0000", "Z"})
    if (rest.ends_with(zone)) rest.resize(rest.size() - zone.size());
  if (!rest.empty()) {
    const int read = std::sscanf(rest.c_str() + 1, "%2d:%2d%n:%2d%n", &hour, &minute, &end, &second, &end);
    if (read < 2 || static_cast<std::size_t>(end) + 1 != rest.size()) return std::nullopt;
  }
  if (hour > 23 || minute > 59 || second > 59) return std::nullopt;
  const std::int64_t seconds = ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
  return Value{static_cast<long double>(seconds * 1000), ""};
}

std::optional<Value> whole(const std::string& type, const std::string& text) {
  if (!is_whole(text) || text.size() > 18) return std::nullopt;
  const std::int64_t number = std::strtoll(text.c_str(), nullptr, 10);
  const int bits = type == "tinyint" ? 8 : type == "smallint" ? 16 : type == "int" ? 32 : 63;
  const std::int64_t bound = std::int64_t{1} << (bits - (bits == 63 ? 1 : 1));
  if (bits != 63 && (number < -bound || number >= bound)) return std::nullopt;
  return Value{static_cast<long double>(number), ""};
}

/// In the order of CQL: by version, those with a time by it, then by their digits.
Value uuid(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) { return std::tolower(c); });
  const std::string time = text[14] == '1' ? text.substr(15, 3) + text.substr(9, 4) + text.substr(0, 8) : "";
  return {0, text.substr(14, 1) + time + text};
}

bool is_quoted_type(const std::string& type) {
  return is_one_of(type, {"ascii", "text", "varchar", "date", "time", "timestamp", "inet"});
}

}  // namespace

std::optional<Value> value_of(const std::string& type, const Literal& literal) {
  const std::string& text = literal.text;
  if (literal.is_quoted != is_quoted_type(type)) return std::nullopt;
  if (is_one_of(type, {"tinyint", "smallint", "int", "bigint", "varint"})) return whole(type, text);
  if (is_one_of(type, {"double", "float", "decimal"})) {
    char* end = nullptr;
    const long double number = std::strtold(text.c_str(), &end);
    return end == text.c_str() + text.size() ? std::optional(Value{number, ""}) : std::nullopt;
  }
  if (type == "boolean")
    return text == "true" || text == "false" ? std::optional(Value{text == "true" ? 1.0L : 0.0L, ""})
                                             : std::nullopt;
  if (is_one_of(type, {"uuid", "timeuuid"})) {
    if (!is_uuid(text) || (type == "timeuuid" && text[14] != '1')) return std::nullopt;
    return uuid(text);
  }
  if (type == "date") return moment(text, true);
  if (type == "timestamp") return moment(text, false);
  if (type == "blob") return std::nullopt;
  return Value{0, text};
}

std::optional<Cell> cell_of(const std::string& type, const std::string& text) {
  if (text.empty()) return Cell();
  const std::optional<Value> value = value_of(type, {text, is_quoted_type(type)});
  return value ? std::optional<Cell>(value) : std::nullopt;
}

const Column* Table::find(std::string_view name) const {
  const auto found =
      std::find_if(columns.begin(), columns.end(), [&](const Column& each) { return each.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

bool Table::is_key(std::string_view name) const {
  return std::find(partition.begin(), partition.end(), name) != partition.end() ||
         std::find(clustering.begin(), clustering.end(), name) != clustering.end();
}

bool Table::is_sound() const {
  std::set<std::string> names, keys;
  for (const Column& column : columns) {
    if (!names.insert(column.name).second) return false;
    if (column.is_static && (is_key(column.name) || clustering.empty())) return false;
  }
  for (const Names& part : {partition, clustering})
    for (const std::string& name : part)
      if (find(name) == nullptr || !keys.insert(name).second) return false;
  return !partition.empty();
}

bool Select::fixes(std::string_view column) const {
  return std::any_of(relations.begin(), relations.end(), [&](const Relation& relation) {
    return !relation.is_range() &&
           std::find(relation.columns.begin(), relation.columns.end(), column) != relation.columns.end();
  });
}

Rows::Rows(const Table& table, const Names& names, const std::vector<std::vector<std::string>>& rows)
    : table_(table), names_(names) {
  for (const std::vector<std::string>& row : rows) {
    const std::optional<Row> partition = key(table.partition, row), clustering = key(table.clustering, row);
    has_fault_ = has_fault_ || !partition || !clustering;
    for (const Column& column : table.columns) {
      const auto place = std::find(names_.begin(), names_.end(), column.name);
      if (place == names_.end()) continue;
      has_fault_ = has_fault_ || !cell_of(column.type, row[static_cast<std::size_t>(place - names_.begin())]);
    }
    if (has_fault_) return;
    Partition& stored = partitions_[*partition];
    for (const Column& column : table.columns) {
      if (table.is_key(column.name) || std::find(names_.begin(), names_.end(), column.name) == names_.end())
        continue;
      (column.is_static ? stored.statics : stored.rows[*clustering])[column.name] = cell(column.name, row);
    }
    stored.rows[*clustering];
    stored.written[*clustering] = row;
  }
}

std::optional<Row> Rows::key(const Names& columns, const std::vector<std::string>& row) const {
  Row key;
  for (const std::string& column : columns) {
    const auto place = std::find(names_.begin(), names_.end(), column);
    if (place == names_.end()) return std::nullopt;
    const std::optional<Cell> value =
        cell_of(table_.find(column)->type, row[static_cast<std::size_t>(place - names_.begin())]);
    if (!value || !*value) return std::nullopt;
    key.push_back(*value);
  }
  return key;
}

Cell Rows::cell(const std::string& column, const std::vector<std::string>& row) const {
  const auto place = std::find(names_.begin(), names_.end(), column);
  return *cell_of(table_.find(column)->type, row[static_cast<std::size_t>(place - names_.begin())]);
}

bool Rows::keeps(const std::vector<std::string>& row) const {
  const auto partition = partitions_.find(*key(table_.partition, row));
  if (partition == partitions_.end()) return false;
  const auto stored = partition->second.rows.find(*key(table_.clustering, row));
  if (stored == partition->second.rows.end()) return false;
  const std::vector<std::string>& last = partition->second.written.at(*key(table_.clustering, row));
  for (const Column& column : table_.columns) {
    if (table_.is_key(column.name) || std::find(names_.begin(), names_.end(), column.name) == names_.end())
      continue;
    if (cell(column.name, last) != cell(column.name, row)) return false;
  }
  return true;
}

Cell Rows::static_cell(const std::string& column, const std::vector<std::string>& row) const {
  return partitions_.at(*key(table_.partition, row)).statics.at(column);
}

bool Rows::comes_before(const Row& left, const Row& right) const {
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (left[i] == right[i]) continue;
    return (*left[i] < *right[i]) != (table_.descending.count(table_.clustering[i]) == 1);
  }
  return false;
}

std::vector<Row> Rows::all() const {
  std::vector<Row> all;
  for (const auto& [key, partition] : partitions_) {
    std::vector<Row> order;
    for (const auto& [clustering, cells] : partition.rows) order.push_back(clustering);
    std::sort(order.begin(), order.end(),
              [&](const Row& left, const Row& right) { return comes_before(left, right); });
    for (const Row& clustering : order) {
      std::map<std::string, Cell> cells = partition.rows.at(clustering);
      cells.insert(partition.statics.begin(), partition.statics.end());
      for (std::size_t i = 0; i < key.size(); ++i) cells[table_.partition[i]] = key[i];
      for (std::size_t i = 0; i < clustering.size(); ++i) cells[table_.clustering[i]] = clustering[i];
      Row& row = all.emplace_back();
      for (const Column& column : table_.columns) row.push_back(cells[column.name]);
    }
  }
  return all;
}

Row Rows::partition_of(const Row& row) const {
  Row key;
  for (const std::string& name : table_.partition)
    key.push_back(row[static_cast<std::size_t>(table_.find(name) - table_.columns.data())]);
  return key;
}

bool slices(const Select& select, const Table& table) {
  for (const Relation& relation : select.relations) {
    if (!relation.is_range()) continue;
    for (const std::string& column : relation.columns) {
      const auto place = std::find(table.clustering.begin(), table.clustering.end(), column);
      if (place == table.clustering.end()) return false;
      for (auto before = table.clustering.begin(); before != place; ++before) {
        const bool is_beside =
            std::find(relation.columns.begin(), relation.columns.end(), *before) != relation.columns.end();
        if (!is_beside && !select.fixes(*before)) return false;
      }
    }
  }
  return true;
}

bool lies_in_order(const Select& select, const Table& table, const std::vector<Order>& order) {
  std::vector<Order> stored;
  for (const std::string& column : table.clustering)
    if (!select.fixes(column)) stored.push_back({column, table.descending.count(column) == 1});
  const auto begins = [&] {
    return stored.size() >= order.size() && std::equal(order.begin(), order.end(), stored.begin());
  };
  if (begins()) return true;
  for (Order& each : stored) each.is_descending = !each.is_descending;
  return !select.order.empty() && begins();
}

namespace {

bool literals_fit(const Select& select, const Table& table) {
  for (const Relation& relation : select.relations) {
    for (std::size_t i = 0; i < relation.columns.size(); ++i) {
      const Column* column = table.find(relation.columns[i]);
      if (column == nullptr) return false;
      for (const std::vector<Literal>& value : relation.values)
        if (i >= value.size() || !value_of(column->type, value[i])) return false;
    }
  }
  return true;
}

/// How many of the clustering columns, from the first one on, the relations restrict; a range ends it.
std::size_t restricted_clustering(const Select& select, const Table& table, std::set<const Relation*>& used) {
  std::size_t at = 0;
  while (at < table.clustering.size()) {
    const std::size_t begin = at;
    bool has_range = false;
    for (const Relation& relation : select.relations) {
      if (relation.columns.front() != table.clustering[begin]) continue;
      for (std::size_t i = 0; i < relation.columns.size(); ++i)
        if (begin + i >= table.clustering.size() || table.clustering[begin + i] != relation.columns[i])
          return at;
      used.insert(&relation);
      has_range = has_range || relation.is_range();
      at = std::max(at, begin + relation.columns.size());
    }
    if (at == begin || has_range) break;
  }
  return at;
}

bool is_ordered(const Select& select, const Table& table, bool& is_reversed) {
  std::size_t at = 0;
  for (const Order& order : select.order) {
    while (at < table.clustering.size() && table.clustering[at] != order.column &&
           select.fixes(table.clustering[at]))
      ++at;
    if (at == table.clustering.size() || table.clustering[at] != order.column) return false;
    const bool turns = order.is_descending != (table.descending.count(order.column) == 1);
    if (&order != select.order.data() && turns != is_reversed) return false;
    is_reversed = turns;
    ++at;
  }
  return true;
}

/// CQL does not name rows to find what is kept once a partition.
bool names_rows_of_statics(const Select& select, const Table& table) {
  bool has_static = false;
  for (const std::string& name : select.columns) {
    const Column* column = table.find(name);
    const bool is_partition =
        std::find(table.partition.begin(), table.partition.end(), name) != table.partition.end();
    if (column == nullptr || (!column->is_static && !is_partition)) return false;
    has_static = has_static || column->is_static;
  }
  return has_static &&
         std::any_of(select.relations.begin(), select.relations.end(), [&](const Relation& relation) {
           return std::find(table.clustering.begin(), table.clustering.end(), relation.columns.front()) !=
                  table.clustering.end();
         });
}

}  // namespace

Service service_of(const Select& select, const Table& table) {
  Service service;
  bool has_columns = literals_fit(select, table);
  for (const std::string& column : select.columns) has_columns = has_columns && table.find(column) != nullptr;
  std::set<const Relation*> used;
  std::size_t partitions = 1, fixed = 0;
  for (const Relation& relation : select.relations) {
    const bool is_partition = std::find(table.partition.begin(), table.partition.end(),
                                        relation.columns.front()) != table.partition.end();
    if (!is_partition || relation.is_range()) continue;
    partitions *= relation.values.size();
    ++fixed;
    used.insert(&relation);
  }
  service.reads_one_partition = fixed == table.partition.size() && partitions == 1;
  restricted_clustering(select, table, used);
  // Part of a partition key finds nothing: it is tested row by row.
  service.filters = used.size() < select.relations.size() || (fixed > 0 && fixed < table.partition.size());
  const bool is_served = service.reads_one_partition && !service.filters;
  service.is_refused = !has_columns || (!is_served && !select.allows_filtering) ||
                       (!select.order.empty() && fixed < table.partition.size()) ||
                       !is_ordered(select, table, service.is_reversed) || select.limit == 0 ||
                       names_rows_of_statics(select, table);
  return service;
}

Service service_by_equality(const Select& select, const Table& table) {
  Select part = select;
  part.order.clear();
  part.limit.reset();
  part.columns.clear();
  std::erase_if(part.relations, [](const Relation& relation) { return relation.is_range(); });
  return service_of(part, table);
}

bool passes(const Select& select, const std::vector<Column>& columns, const Row& row) {
  for (const Relation& relation : select.relations) {
    bool is_any = false;
    for (const std::vector<Literal>& literals : relation.values) {
      Row cells, values;
      for (std::size_t i = 0; i < relation.columns.size(); ++i) {
        const auto column = std::find_if(columns.begin(), columns.end(), [&](const Column& each) {
          return each.name == relation.columns[i];
        });
        cells.push_back(row[static_cast<std::size_t>(column - columns.begin())]);
        values.push_back(value_of(column->type, literals[i]));
      }
      if (std::find(cells.begin(), cells.end(), Cell()) != cells.end()) continue;
      const std::string& op = relation.op;
      is_any = is_any || (cells < values && (op == "<" || op == "<=")) ||
               (values < cells && (op == ">" || op == ">=")) || (cells == values && op != "<" && op != ">");
    }
    if (!is_any) return false;
  }
  return true;
}

Row selected(const Select& select, const std::vector<Column>& columns, const Row& row) {
  Row cells;
  for (const std::string& name : select.columns) {
    const auto column =
        std::find_if(columns.begin(), columns.end(), [&](const Column& each) { return each.name == name; });
    cells.push_back(row[static_cast<std::size_t>(column - columns.begin())]);
  }
  return cells;
}

}  // namespace answer_model
