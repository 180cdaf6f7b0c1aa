#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "shell/check/grade/layout/layout.h"
#include "shell/check/grade/layout/written_line.h"
#include "types/names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::array<std::string_view, 5> kOperators{"<=", ">=", "=", "<", ">"};

class WrittenLayout {
 public:
  WrittenLayout(const Table& table, const LiteralForm& literal_form)
      : table_(table), literal_form_(literal_form) {}

  void read(std::string_view text, std::size_t number) {
    number_ = number;
    text = trim(text);
    while (text.starts_with('-')) text.remove_prefix(1);
    text = trim(text);
    const std::string plain = with_plain_words(text);
    WrittenLine line(plain);
    // What CELLS shows of cells that nobody can see is no part of the layout.
    if (line.at_end() || line.says("hidden by")) return;
    if (line.take("(no partition)")) {
      layout_.says_empty = true;
      return;
    }
    if (!read_line(line)) remark({"no_layout_line", {{"what", shorten(text)}}});
  }
  CellLayout take() { return std::move(layout_); }

 private:
  /// A column may be called like one of the words: then something is said of it.
  static bool begins(WrittenLine line, std::string_view word) {
    return line.take(word) && !line.rest().starts_with('=') && !line.rest().starts_with('[');
  }

  bool read_line(WrittenLine& line) {
    if (begins(line, "partition")) return line.take("partition") && read_partition(line);
    if (partition_ == nullptr) return false;
    if (begins(line, "static")) return line.take("static") && read_static(line);
    if (begins(line, "row")) return line.take("row") && read_row(line);
    if (begins(line, "range")) return line.take("range") && read_range(line);
    if (line.take("(marker)") || begins(line, "marker")) return read_marker(line);
    return read_cell(line);
  }

  bool read_partition(WrittenLine& line) {
    if (partition_ != nullptr && begins(line, "deleted")) {
      delete_partition();
      return true;
    }
    const std::string key = key_form(line, 0, table_.partition_key_size);
    partition_ = &layout_.partitions[key];
    row_ = nullptr;
    if (line.says("deleted")) delete_partition();
    return true;
  }
  /// To delete a partition of one row is to delete that row.
  void delete_partition() {
    if (table_.clustering_size > 0) {
      partition_->is_deleted = true;
      return;
    }
    begin_row("");
    row_->is_deleted = true;
  }

  bool read_static(WrittenLine& line) {
    row_ = &partition_->static_row;
    return line.at_end() || read_cell(line);
  }

  bool read_row(WrittenLine& line) {
    const bool is_deletion = begins(line, "deleted") && line.take("deleted");
    if (is_deletion && row_ != nullptr) {
      row_->is_deleted = true;
      return true;
    }
    begin_row(key_form(line, table_.partition_key_size, table_.clustering_size));
    if (is_deletion || line.says("deleted")) row_->is_deleted = true;
    return true;
  }
  void begin_row(const std::string& name) {
    const auto [row, is_new] = partition_->rows.try_emplace(name);
    if (is_new) partition_->order.push_back(name);
    row_ = &row->second;
  }

  bool read_range(const WrittenLine& line) {
    std::string_view relations = line.rest();
    relations = trim(relations.substr(0, find_word(relations, "deleted")));
    if (to_lower(relations) == "of all rows") relations = "";
    partition_->ranges.insert(range_form(relations, table_, literal_form_));
    return true;
  }

  bool read_marker(const WrittenLine& line) {
    if (!has_row()) return false;
    if (!line.says("deleted") && !line.says("expired"))
      row_->marker = LaidCell{"", false, line.time_to_live()};
    return true;
  }

  /// A table without clustering columns has one row a partition, which need not be named.
  bool has_row() {
    if (row_ == nullptr && table_.clustering_size == 0) begin_row("");
    return row_ != nullptr;
  }

  bool read_cell(WrittenLine& line) {
    const std::optional<std::string> column = line.name();
    if (!column || !has_row()) return false;
    const Column* known = find(*column);
    Type type = known == nullptr ? Type() : known->type;
    std::string name = quote_name(*column);
    if (line.take("[")) {
      name += "[" + element_form(line.literal(), *column, known, type) + "]";
      if (!line.take("]")) return false;
    } else if (line.take(".")) {
      const std::optional<std::string> field = line.name();
      if (!field) return false;
      name += "." + quote_name(*field);
      if (known != nullptr) type = field_type(*known, *field);
    }
    LaidCell cell;
    if (line.take("=")) {
      const std::string written = line.literal();
      if (written.empty()) return false;
      cell.value = literal_of(known == nullptr ? nullptr : &type, written);
    } else if (line.says("elements") && line.says("deleted")) {
      row_->emptied.insert(name);
      return true;
    }
    const bool is_element = cell.value.empty() && name.ends_with(']');
    cell.is_deleted = line.says("deleted") || line.says("expired");
    if (cell.value.empty() && !is_element && !cell.is_deleted) return false;
    if (cell.is_deleted) cell.value.clear();
    cell.time_to_live = line.time_to_live();
    keep(name, std::move(cell));
    return true;
  }

  void keep(const std::string& name, LaidCell cell) {
    const auto [place, is_new] = row_->cells.emplace(name, cell);
    if (!is_new && place->second != cell) place->second.is_contradicted = true;
  }

  const Column* find(const std::string& name) const {
    const std::optional<std::size_t> place = table_.find(name);
    return place ? &table_.columns[*place] : nullptr;
  }

  /// Returns the words of an element's key, and puts the type of its value into `type`.
  std::string element_form(const std::string& written, const std::string& column, const Column* known,
                           Type& type) {
    if (known == nullptr || known->type.arguments.empty()) return written;
    const Type& all = known->type;
    type = all.arguments.back();
    if (all.kind != TypeKind::list) return literal_of(&all.arguments.front(), written);
    if (!written.starts_with("0x")) return written;
    // As CELLS shows the positions of a list; here its elements are counted.
    const std::string begin = quote_name(column) + "[";
    return std::to_string(
        std::ranges::count_if(row_->cells, [&](const auto& each) { return each.first.starts_with(begin); }));
  }

  static Type field_type(const Column& column, const std::string& field) {
    const auto found = std::ranges::find(column.type.field_names, field);
    if (found == column.type.field_names.end()) return {};
    return column.type.arguments[static_cast<std::size_t>(found - column.type.field_names.begin())];
  }

  /// Reads `column = literal` for each of some columns of the key, in any order, or literals alone in theirs.
  std::string key_form(WrittenLine& line, std::size_t first, std::size_t count) {
    std::vector<std::string> values(count);
    std::string others;
    for (std::size_t i = 0; !line.at_end(); ++i) {
      std::size_t place = i;
      WrittenLine ahead = line;
      const std::optional<std::string> name = ahead.name();
      if (name && ahead.take("=")) {
        line = ahead;
        const std::optional<std::size_t> column = table_.find(*name);
        place = column && *column >= first ? *column - first : count;
        if (place >= count) others += ", " + quote_name(*name) + " = " + line.literal();
      } else if (place >= count) {
        break;
      }
      if (place < count) values[place] = literal_of(&table_.columns[first + place].type, line.literal());
      if (!line.take(",") && !line.take("and")) break;
    }
    std::string form;
    for (std::size_t i = 0; i < count; ++i)
      form += fmt::format("{}{} = {}", i == 0 ? "" : ", ", quote_name(table_.columns[first + i].name),
                          values[i].empty() ? "?" : values[i]);
    return form + others;
  }

  /// A literal that is no value of the type stays as it is written, and differs from every value.
  std::string literal_of(const Type* type, const std::string& written) {
    if (type == nullptr) return written;
    try {
      return literal_form_(*type, written);
    } catch (const Refusal& refusal) {
      remark({"no_value", {{"what", shorten(written)}, {"reason", refusal.diagnostic}}});
      return written;
    }
  }
  void remark(Sentence sentence) {
    constexpr std::size_t kMost = 3;
    if (layout_.remarks.size() == kMost) return;
    sentence.parts.push_back({"line", std::to_string(number_)});
    layout_.remarks.push_back(std::move(sentence));
  }

  const Table& table_;
  const LiteralForm& literal_form_;
  CellLayout layout_;
  LaidPartition* partition_ = nullptr;  // in layout_: those of the lines that come
  LaidRow* row_ = nullptr;
  std::size_t number_ = 1;
};

std::string relation_form(std::string_view relation, const Table& table, const LiteralForm& literal_form) {
  WrittenLine line(relation);
  WrittenLine ahead = line;
  const std::optional<std::string> name = ahead.name();
  const std::optional<std::size_t> column = name ? table.find(*name) : std::nullopt;
  const auto* op = std::ranges::find_if(kOperators, [&](std::string_view each) { return ahead.take(each); });
  if (!column || op == kOperators.end()) {
    std::string form(relation);
    std::erase_if(form, [](char c) { return kBlanks.find(c) != kBlanks.npos; });
    return form;
  }
  std::string value = ahead.literal();
  try {
    value = literal_form(table.columns[*column].type, value);
  } catch (const Refusal&) {
    // As it is written: it equals no value.
  }
  return fmt::format("{} {} {}", quote_name(*name), *op, value);
}

}  // namespace

std::string range_form(std::string_view relations, const Table& table, const LiteralForm& literal_form) {
  constexpr std::string_view kAnd = "and";
  std::vector<std::string> forms;
  while (!relations.empty()) {
    const std::size_t end = find_word(relations, kAnd);
    forms.push_back(relation_form(trim(relations.substr(0, end)), table, literal_form));
    relations.remove_prefix(end == relations.npos ? relations.size() : end + kAnd.size());
  }
  std::ranges::sort(forms);
  return fmt::format("{}", fmt::join(forms, " AND "));
}

CellLayout written_layout(std::string_view text, std::size_t first_line, const Table& table,
                          const LiteralForm& literal_form) {
  WrittenLayout layout(table, literal_form);
  for (std::size_t number = first_line; !text.empty(); ++number) {
    const std::size_t newline = text.find('\n');
    layout.read(text.substr(0, newline), number);
    text.remove_prefix(newline == text.npos ? text.size() : newline + 1);
  }
  return layout.take();
}

}  // namespace cellar
