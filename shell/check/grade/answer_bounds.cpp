#include "shell/check/grade/answer_bounds.h"

#include <algorithm>

namespace cellar {

namespace {

constexpr std::size_t kMostParts = 10'000;
/// Larger numbers are of no interest, and must not overflow.
constexpr std::size_t kMany = std::size_t{1} << 30;

}  // namespace

std::size_t TypeBounds::parts_of(const TypeName& type) const {
  std::size_t parts = 1;
  for (const TypeName& argument : type.arguments) parts = std::min(kMany, parts + parts_of(argument));
  const auto user_type = parts_.find(type.name);
  return user_type == parts_.end() ? parts : std::min(kMany, parts + user_type->second);
}

std::optional<Sentence> TypeBounds::check(const Statement& statement) {
  std::size_t parts = 0;
  if (const auto* type = std::get_if<CreateTypeStatement>(&statement.node)) {
    for (const auto& [name, field] : type->fields) parts = std::min(kMany, parts + parts_of(field));
    parts_[type->type.name.text] = parts;
  } else if (const auto* table = std::get_if<CreateTableStatement>(&statement.node)) {
    for (const ColumnDefinition& column : table->columns)
      parts = std::min(kMany, parts + parts_of(column.type));
  }
  if (parts <= kMostParts) return std::nullopt;
  return Sentence{"too_many_parts", {{"parts", std::to_string(kMostParts)}}};
}

std::size_t named_rows(const std::vector<Relation>& where) {
  std::size_t rows = 1;
  for (const Relation& relation : where)
    if (relation.op == RelationOperator::in)
      rows = std::min(kMany, rows * std::max<std::size_t>(relation.values.size(), 1));
  return rows;
}

}  // namespace cellar
