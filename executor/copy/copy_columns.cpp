#include "executor/copy/copy_columns.h"

#include <algorithm>

namespace cellar {

namespace {

[[noreturn]] void refuse_misfit(const Table& source, const Table& target, const std::string& column) {
  refuse("copy_misfits", {},
         {{"table", quote_name(source.name)},
          {"copy", quote_name(target.name)},
          {"column", quote_name(column)}});
}

bool is_counter(const Column& column) { return column.type.kind == TypeKind::counter; }

/// A key holds values of frozen types, and other columns may be frozen in one of the tables only.
bool fits(const Column& from, const Column& to) {
  return is_counter(from) == is_counter(to) && freeze(from.type) == freeze(to.type);
}

std::vector<CopiedElements> copied_elements(const Table& source, const Table& target,
                                            const std::vector<ElementColumn>& element_columns) {
  std::vector<CopiedElements> all;
  for (const ElementColumn& element : element_columns) {
    const std::optional<std::size_t> from = source.find(element.collection);
    if (!from || element.column >= target.key_size()) refuse_misfit(source, target, element.collection);
    const auto same = std::ranges::find(all, *from, &CopiedElements::source);
    CopiedElements& copied = same != all.end() ? *same : all.emplace_back();
    copied.source = *from;
    (element.holds == ElementColumn::Holds::key ? copied.key : copied.value) = element.column;
  }
  return all;
}

}  // namespace

CopyColumns::CopyColumns(const Table& source, const Table& target,
                         const std::vector<ElementColumn>& element_columns)
    : elements(copied_elements(source, target, element_columns)) {
  for (std::size_t to = 0; to < target.columns.size(); ++to) {
    const Column& column = target.columns[to];
    const bool is_element = std::ranges::any_of(
        elements, [&](const CopiedElements& each) { return each.key == to || each.value == to; });
    if (is_element) continue;
    const std::optional<std::size_t> from = source.find(column.name);
    if (!from && !column.is_key()) continue;
    if (!from || !fits(source.columns[*from], column)) refuse_misfit(source, target, column.name);
    (column.is_key() ? keys : values).push_back({*from, to});
  }
  for (std::size_t from = 0; from < source.columns.size(); ++from) {
    const Column& column = source.columns[from];
    const bool has_elements = std::ranges::find(elements, from, &CopiedElements::source) != elements.end();
    const std::optional<std::size_t> to = target.find(column.name);
    if (column.is_key() && (!to || !target.columns[*to].is_key())) refuse_misfit(source, target, column.name);
    if (!to && !has_elements && column.kind == ColumnKind::regular) left_out.push_back(from);
    if (to || has_elements || column.kind == ColumnKind::regular) wanted.push_back(from);
  }
}

}  // namespace cellar
