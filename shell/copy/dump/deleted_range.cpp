#include "shell/copy/dump/deleted_range.h"

#include <algorithm>

#include "shell/render/statement_literals.h"
#include "types/names.h"

namespace cellar {

namespace {

class RangeConditions {
 public:
  RangeConditions(const Table& table, const Position& start, const Position& end)
      : table_(table), start_(start), end_(end) {}

  std::vector<std::string> take() {
    const std::size_t depth = common_values();
    const std::size_t start_size = start_.prefix.size(), end_size = end_.prefix.size();
    if (start_size == depth && end_size == depth) {
      if (depth > 0) conditions_.push_back(equal(start_.prefix, depth));
      return std::move(conditions_);
    }
    for (std::size_t level = start_size; level-- > depth + 1;)
      conditions_.push_back(equal(start_.prefix, level) + lower(level));
    conditions_.push_back(equal(start_size > end_size ? start_.prefix : end_.prefix, depth) +
                          (start_size > depth ? lower(depth) : "") + (end_size > depth ? upper(depth) : ""));
    for (std::size_t level = depth + 1; level < end_size; ++level)
      conditions_.push_back(equal(end_.prefix, level) + upper(level));
    return std::move(conditions_);
  }

 private:
  std::size_t common_values() const {
    const auto [first, second] = std::ranges::mismatch(start_.prefix, end_.prefix);
    return static_cast<std::size_t>(first - start_.prefix.begin());
  }
  const Column& column(std::size_t level) const { return table_.columns[table_.partition_key_size + level]; }
  std::string compared(std::size_t level, std::string_view op, const std::string& value) const {
    const Column& compared = column(level);
    return " AND " + quote_name(compared.name) + ' ' + std::string(op) + ' ' +
           statement_literal(compared.type, value);
  }
  std::string equal(const std::vector<std::string>& values, std::size_t count) const {
    std::string text;
    for (std::size_t level = 0; level < count; ++level) text += compared(level, "=", values[level]);
    return text;
  }
  /// A descending column has the larger values first.
  std::string lower(std::size_t level) const {
    const bool is_in = level + 1 == start_.prefix.size() && !start_.after;
    const std::string op = std::string(column(level).descending ? "<" : ">") + (is_in ? "=" : "");
    return compared(level, op, start_.prefix[level]);
  }
  std::string upper(std::size_t level) const {
    const bool is_in = level + 1 == end_.prefix.size() && end_.after;
    const std::string op = std::string(column(level).descending ? ">" : "<") + (is_in ? "=" : "");
    return compared(level, op, end_.prefix[level]);
  }

  const Table& table_;
  const Position& start_;
  const Position& end_;
  std::vector<std::string> conditions_;
};

}  // namespace

std::vector<std::string> deleted_range(const Table& table, const Position& start, const Position& end) {
  return RangeConditions(table, start, end).take();
}

}  // namespace cellar
