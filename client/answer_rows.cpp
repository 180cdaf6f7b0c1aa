#include "client/answer_rows.h"

#include <iterator>
#include <utility>

#include "types/value/value.h"

namespace cellar {

AnswerRows::AnswerRows(ServerConnection& node, std::string_view select) {
  AnsweredPage page = node.query(select);
  columns_ = std::move(page.columns);
  rows_ = std::move(page.rows);
  while (!page.next_page.empty()) {
    page = node.query(select, {}, std::string(page.next_page));
    std::ranges::move(page.rows, std::back_inserter(rows_));
  }
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
