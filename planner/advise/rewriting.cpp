#include "planner/advise/rewriting.h"

#include <algorithm>

namespace cellar {

namespace {

struct Edit {
  Span span;
  std::string text;
};
using Edits = std::vector<Edit>;

std::string_view within(std::string_view text, Span span) {
  return text.substr(span.begin, span.end - span.begin);
}

/// A clause goes with the blanks before it.
Span with_blanks(std::string_view text, Span span) {
  while (span.begin > 0 && (text[span.begin - 1] == ' ' || text[span.begin - 1] == '\n')) --span.begin;
  return span;
}

bool is_partition_key(const Table& target, const std::string& column) {
  const std::optional<std::size_t> found = target.find(column);
  return found && *found < target.partition_key_size;
}

void edit_orders(std::string_view text, const SelectStatement& statement, const Table& target, Edits& edits) {
  std::string kept;
  std::size_t count = 0;
  for (const Ordering& ordering : statement.order_by) {
    if (is_partition_key(target, ordering.column.text)) continue;
    kept += (count++ == 0 ? "ORDER BY " : ", ") + std::string(within(text, ordering.span));
  }
  if (count == statement.order_by.size()) return;
  const Span clause = statement.order_by_span;
  edits.push_back({count == 0 ? with_blanks(text, clause) : clause, kept});
}

std::string equality(const std::string& column, std::string_view value) {
  return quote_name(column) + " = " + std::string(value);
}

/// `(a, b) = (1, 2)` is `a = 1 AND b = 2`, if a partition key needs it so.
void edit_tuple(std::string_view text, const Relation& relation, const TupleTarget& target,
                const Table& table, Edits& edits) {
  const bool needed = std::ranges::any_of(
      target.columns, [&](const Name& name) { return is_partition_key(table, name.text); });
  if (!needed || relation.values.size() != 1) return;
  const auto* tuple = std::get_if<TupleLiteral>(&relation.values.front().node);
  if (tuple == nullptr || tuple->elements.size() != target.columns.size()) return;
  std::string parts;
  for (std::size_t index = 0; index < target.columns.size(); ++index) {
    parts += (index == 0 ? "" : " AND ") +
             equality(target.columns[index].text, within(text, tuple->elements[index].span));
  }
  edits.push_back({relation.span, std::move(parts)});
}

/// One query reads one partition, so where nothing but IN names it, the first of its values is asked for.
void edit_column(std::string_view text, const Relation& relation, const ColumnTarget& target,
                 const Table& source, const Table& table, bool in_alone, Edits& edits) {
  using Holds = ElementColumn::Holds;
  const std::string& column = target.column.text;
  if (relation.values.empty()) return;
  const std::string_view value = within(text, relation.values.front().span);
  const bool contains = relation.op == RelationOperator::contains;
  if (contains || relation.op == RelationOperator::contains_key) {
    const std::string element =
        element_name(source, source.columns[*source.find(column)], contains ? Holds::value : Holds::key);
    if (is_partition_key(table, element)) edits.push_back({relation.span, equality(element, value)});
  } else if (relation.op == RelationOperator::in && in_alone && is_partition_key(table, column)) {
    edits.push_back({relation.span, equality(column, value)});
  }
}

void edit_element(std::string_view text, const Relation& relation, const ElementTarget& target,
                  const Table& source, const Table& table, Edits& edits) {
  using Holds = ElementColumn::Holds;
  const Column& collection = source.columns[*source.find(target.column.text)];
  const std::string key = element_name(source, collection, Holds::key);
  const std::string value = element_name(source, collection, Holds::value);
  if (!is_partition_key(table, key) || !is_partition_key(table, value)) return;
  edits.push_back({relation.span, equality(key, within(text, target.key.span)) + " AND " +
                                      equality(value, within(text, relation.values.front().span))});
}

std::string apply(std::string_view text, Edits edits) {
  std::ranges::sort(edits, std::greater{}, [](const Edit& edit) { return edit.span.begin; });
  std::string edited(text);
  for (const Edit& edit : edits) edited.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.text);
  return edited;
}

}  // namespace

std::string without_filtering(std::string_view text, const SelectStatement& statement) {
  std::string blanked(text);
  const Span span = statement.allow_filtering_span;
  std::fill(blanked.begin() + span.begin, blanked.begin() + span.end, ' ');
  return blanked;
}

std::string rewrite(std::string_view text, const SelectStatement& statement, const Table& source,
                    const Table& target) {
  Edits edits;
  if (target.name != source.name) edits.push_back({statement.table.name.span, quote_name(target.name)});
  if (statement.allow_filtering) edits.push_back({with_blanks(text, statement.allow_filtering_span), ""});
  edit_orders(text, statement, target, edits);
  const bool in_alone = std::ranges::none_of(statement.where, [](const Relation& relation) {
    return relation.op == RelationOperator::equal || relation.op == RelationOperator::contains ||
           relation.op == RelationOperator::contains_key;
  });
  for (const Relation& relation : statement.where) {
    if (const auto* tuple = std::get_if<TupleTarget>(&relation.target)) {
      edit_tuple(text, relation, *tuple, target, edits);
    } else if (const auto* column = std::get_if<ColumnTarget>(&relation.target)) {
      edit_column(text, relation, *column, source, target, in_alone, edits);
    } else if (const auto* element = std::get_if<ElementTarget>(&relation.target)) {
      edit_element(text, relation, *element, source, target, edits);
    }
  }
  return apply(text, std::move(edits));
}

}  // namespace cellar
