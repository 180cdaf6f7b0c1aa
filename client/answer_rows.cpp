#include "client/answer_rows.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "refusal/refusal.h"
#include "types/value/value.h"

namespace cellar {

AnswerRows::AnswerRows(ServerConnection& node, std::string_view select) {
  const StatementSettings settings{.is_read = true};
  AnsweredPage page = node.query(select, settings);
  columns_ = std::move(page.columns);
  for (;;) {
    std::string next_page = std::move(page.next_page);
    add(std::move(page), node.address());
    if (next_page.empty()) return;
    page = node.query(select, settings, next_page);
  }
}

void AnswerRows::add(AnsweredPage page, const ServerAddress& address) {
  constexpr std::size_t kMostBytes = std::size_t{256} << 20, kMostPages = 10'000;
  for (const std::vector<Value>& row : page.rows) {
    bytes_ += sizeof row;
    for (const Value& value : row) bytes_ += sizeof value + (value ? value->size() : 0);
  }
  if (bytes_ > kMostBytes || ++pages_ > kMostPages)
    refuse("node_speaks_otherwise", {},
           {{"address", address.text()}, {"words", "what it tells of the cluster has no end"}});
  std::ranges::move(page.rows, std::back_inserter(rows_));
}

std::optional<std::size_t> AnswerRows::place_of(std::string_view column) const {
  for (std::size_t place = 0; place < columns_.size(); ++place) {
    if (columns_[place].name == column) return place;
  }
  return std::nullopt;
}

ValueView AnswerRows::value(std::size_t row, std::string_view column) const {
  const std::optional<std::size_t> place = place_of(column);
  if (!place || *place >= rows_[row].size() || !rows_[row][*place]) return std::nullopt;
  return std::string_view(*rows_[row][*place]);
}

std::string AnswerRows::text(std::size_t row, std::string_view column) const {
  return std::string(value(row, column).value_or(""));
}

std::int64_t AnswerRows::number(std::size_t row, std::string_view column) const {
  const std::string_view bytes = value(row, column).value_or("");
  if (bytes.empty() || bytes.size() > 8) return 0;
  std::uint64_t number = static_cast<signed char>(bytes[0]) < 0 ? ~std::uint64_t{0} : 0;
  for (const char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
  return static_cast<std::int64_t>(number);
}

std::vector<std::string> AnswerRows::list(std::size_t row, std::string_view column) const {
  std::vector<std::string> elements;
  const std::optional<std::size_t> place = place_of(column);
  if (!place || is_null(row, column)) return elements;
  const auto parts = try_unpack(columns_[*place].type, *value(row, column));
  if (!parts) return elements;
  for (const ValueView& part : *parts) elements.emplace_back(part.value_or(""));
  return elements;
}

std::map<std::string, std::string> AnswerRows::map(std::size_t row, std::string_view column) const {
  const std::vector<std::string> parts = list(row, column);
  std::map<std::string, std::string> entries;
  for (std::size_t index = 0; index + 1 < parts.size(); index += 2) entries[parts[index]] = parts[index + 1];
  return entries;
}

}  // namespace cellar
