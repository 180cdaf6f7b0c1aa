#include "planner/select/index_choice.h"

#include <algorithm>

#include "planner/plan/restrictions.h"
#include "planner/select/key_description.h"
#include "schema/index_type.h"

namespace cellar {

namespace {

using Kind = Restriction::Kind;
using Group = std::vector<const Index*>;

bool supports_legacy(const Index& index, RelationOperator op, bool is_entry, bool is_set) {
  switch (index.target) {
    case IndexTarget::value:
    case IndexTarget::full:
      return op == RelationOperator::equal && !is_entry;
    case IndexTarget::values:
      return op == RelationOperator::contains;
    case IndexTarget::keys:
      return op == RelationOperator::contains_key || (is_set && op == RelationOperator::contains);
    case IndexTarget::entries:
      return is_entry && op == RelationOperator::equal;
  }
  return false;
}

/// Types whose values a storage-attached index keeps in no order that a range could use.
bool is_equal_only(const Type& type) {
  switch (type.kind) {
    case TypeKind::ascii:
    case TypeKind::text:
    case TypeKind::boolean:
    case TypeKind::uuid:
    case TypeKind::list:
    case TypeKind::set:
    case TypeKind::map:
    case TypeKind::tuple:
    case TypeKind::user:
      return true;
    default:
      return false;
  }
}

bool supports_sai(const Index& index, const Type& type, RelationOperator op, bool is_entry) {
  switch (index.target) {
    case IndexTarget::value:
      if (type.kind == TypeKind::vector) return op == RelationOperator::ann;
      return op == RelationOperator::equal || (is_range(op) && !is_equal_only(type));
    case IndexTarget::full:
      return op == RelationOperator::equal;
    case IndexTarget::values:
      return op == RelationOperator::contains;
    case IndexTarget::keys:
      return op == RelationOperator::contains_key;
    case IndexTarget::entries:
      return is_entry && op == RelationOperator::equal;
  }
  return false;
}

bool serves(const Index& index, const TypedRelation& relation, const Table& table) {
  const bool is_entry = relation.target == TypedRelation::Target::element;
  if (relation.list) return false;
  return std::any_of(relation.columns.begin(), relation.columns.end(), [&](std::size_t column) {
    return supports(index, table.columns[column], relation.op, is_entry);
  });
}

/// A slice and several CONTAINS are served if one of their relations is.
bool serves_some(const Index& index, const Restriction& restriction, const Table& table) {
  return std::any_of(restriction.relations.begin(), restriction.relations.end(),
                     [&](const TypedRelation* relation) { return serves(index, *relation, table); });
}

bool serves_some(const Table& table, const std::vector<Restriction>& restrictions) {
  return std::any_of(restrictions.begin(), restrictions.end(), [&](const Restriction& restriction) {
    return std::any_of(table.indexes.begin(), table.indexes.end(),
                       [&](const Index& index) { return serves_some(index, restriction, table); });
  });
}

/// Each column of a tuple needs an index of its own. A legacy index answers one CONTAINS at a time.
bool serves_all(const Group& group, const Restriction& restriction, const Table& table) {
  const bool has_several = restriction.kind == Kind::contains && restriction.relations.size() > 1;
  return std::all_of(restriction.columns.begin(), restriction.columns.end(), [&](std::size_t column) {
    return std::any_of(group.begin(), group.end(), [&](const Index* index) {
      return index->column == table.columns[column].id && serves_some(*index, restriction, table) &&
             !(has_several && index->kind == IndexKind::legacy);
    });
  });
}

/// Returns the groups of indexes that can serve one read: each legacy index alone, all storage-attached ones
/// together.
std::vector<Group> groups_of(const Table& table) {
  std::vector<Group> groups;
  Group sai;
  for (const Index& index : table.indexes) {
    if (index.kind == IndexKind::sai) {
      sai.push_back(&index);
    } else {
      groups.push_back({&index});
    }
  }
  if (!sai.empty()) groups.push_back(std::move(sai));
  return groups;
}

void append(const std::vector<ServedRestriction>& served, std::vector<const Restriction*>& tested) {
  for (const ServedRestriction& each : served) tested.push_back(each.restriction);
}

/// Takes the group that leaves the fewest restrictions to be filtered.
void choose_group(IndexChoice& choice, VectorSearch search, const Table& table) {
  choice.filtered = choice.tested;
  for (const Group& group : groups_of(table)) {
    if (search == VectorSearch::yes && group.front()->kind == IndexKind::legacy) continue;
    std::vector<const Restriction*> filtered;
    for (const Restriction* restriction : choice.tested) {
      if (!serves_all(group, *restriction, table)) filtered.push_back(restriction);
    }
    Group serving;
    for (const Index* index : group) {
      const bool serves_one = std::any_of(
          choice.tested.begin(), choice.tested.end(),
          [&](const Restriction* restriction) { return serves_some(*index, *restriction, table); });
      if (serves_one) serving.push_back(index);
    }
    if (serving.empty() || (!choice.indexes.empty() && filtered.size() >= choice.filtered.size())) continue;
    choice.filtered = std::move(filtered);
    choice.indexes = std::move(serving);
  }
}

/// Returns the value with which a relation compares the column, which is one of its own.
Node value_for(const TypedRelation& relation, ColumnId column, const Table& table) {
  std::size_t place = 0;
  while (table.columns[relation.columns[place]].id != column) ++place;
  return first_value_of(relation, place, table);
}

std::optional<IndexBound> index_bound(const TypedRelation* relation) {
  if (relation == nullptr || relation->target == TypedRelation::Target::tuple) return std::nullopt;
  return IndexBound{relation->values.front().front(), relation->is_inclusive()};
}

/// Adds the tests of a restriction by one index: one for each relation, or one for both bounds of a slice.
void add_tests(const Restriction& restriction, std::size_t number, const Table& table,
               std::vector<IndexTest>& tests) {
  const Index& index = table.indexes[number];
  for (const TypedRelation* relation : restriction.relations) {
    if (!serves(index, *relation, table)) continue;
    IndexTest test;
    test.index = number;
    test.span = relation->span;
    if (restriction.kind == Kind::slice) {
      test.lower = index_bound(restriction.bound(true));
      test.upper = index_bound(restriction.bound(false));
      if (test.lower || test.upper) tests.push_back(std::move(test));
      return;
    }
    test.equal = value_for(*relation, index.column, table);
    test.key = relation->key;
    tests.push_back(std::move(test));
  }
}

}  // namespace

bool supports(const Index& index, const Column& column, RelationOperator op, bool is_entry) {
  if (index.column != column.id) return false;
  return index.kind == IndexKind::legacy
             ? supports_legacy(index, op, is_entry, column.type.kind == TypeKind::set)
             : supports_sai(index, indexed_type(index.target, column.type), op, is_entry);
}

bool has_index_for(const TypedRelation& relation, const Table& table) {
  return std::any_of(table.indexes.begin(), table.indexes.end(),
                     [&](const Index& index) { return serves(index, relation, table); });
}

IndexChoice choose_indexes(const Restrictions& restrictions, const ServedRestrictions& served,
                           VectorSearch search, const Table& table) {
  IndexChoice choice;
  const bool by_vector = search == VectorSearch::yes;
  const bool serves_clustering = serves_some(table, restrictions.clustering);
  choice.can_serve = by_vector || serves_clustering || serves_some(table, restrictions.partition_key) ||
                     serves_some(table, restrictions.others);
  if (!choice.can_serve) return choice;
  const bool key_is_partial = !unserved(served.partition_key).empty();
  const bool reads_ring = served.partition_key.empty() || key_is_partial;
  choice.is_used = key_is_partial || (served.partition_key.empty() && !restrictions.token);
  if (choice.is_used) append(served.partition_key, choice.tested);
  const bool clustering_is_partial = !unserved(served.clustering).empty();
  choice.is_used = choice.is_used || clustering_is_partial || (reads_ring && serves_clustering);
  if (choice.is_used) append(served.clustering, choice.tested);
  choice.is_used = choice.is_used || by_vector || !served.others.empty();
  append(served.others, choice.tested);
  if (choice.is_used) choose_group(choice, search, table);
  return choice;
}

std::vector<IndexTest> plan_index_tests(const IndexChoice& indexes, const Table& table) {
  std::vector<IndexTest> tests;
  if (!indexes.is_used) return tests;
  for (std::size_t number = 0; number < table.indexes.size(); ++number) {
    const Index& index = table.indexes[number];
    // The options of analysis are not applied to entries yet (docs/deviations.md).
    if (analysis_of(index).any()) continue;
    for (const Restriction* restriction : indexes.tested) add_tests(*restriction, number, table, tests);
  }
  return tests;
}

void require_built(const IndexChoice& indexes, const Table& table, Span span) {
  if (!indexes.is_used) return;
  for (const Index* index : indexes.indexes) {
    if (index->is_built) continue;
    refuse("index_unbuilt", span,
           {{"index", quote_name(index->name)},
            {"base", quote_name(table.name)},
            {"keyspace", table.keyspace},
            {"table", table.name}},
           std::nullopt, subject_of(table));
  }
}

void require_no_order_by_index(const IndexChoice& indexes, Span order_by_span) {
  if (indexes.is_used && !order_by_span.empty()) refuse("order_beside_index", order_by_span);
}

void require_no_indexed_vector(const Restrictions& restrictions, const Table& table) {
  for (const Restriction& restriction : restrictions.others) {
    const Column& column = table.columns[restriction.first()];
    if (column.type.kind != TypeKind::vector) continue;
    if (!table.has_index_on(column.id)) continue;
    refuse("indexed_vector_in_where", restriction.relations.front()->span,
           {{"column", names_of(table, {restriction.first()})}});
  }
}

void require_one_partition_by_index(const Restrictions& restrictions, const IndexChoice& indexes) {
  if (!indexes.is_used) return;
  for (const Restriction& restriction : restrictions.partition_key) {
    if (restriction.kind == Kind::in)
      refuse("in_beside_index", restriction.relations.front()->span,
             {{"relation", restriction.relations.front()->text}});
  }
}

bool has_index_for(const Restriction& restriction, const Table& table) {
  return std::any_of(table.indexes.begin(), table.indexes.end(),
                     [&](const Index& index) { return serves_some(index, restriction, table); });
}

void require_indexes_for_all(const IndexChoice& indexes, const Table& table) {
  if (!indexes.is_used || indexes.filtered.empty()) return;
  const Restriction& blamed = *indexes.filtered.front();
  std::string names;
  for (const Index* index : indexes.indexes)
    names += (names.empty() ? "" : ", ") + target_text(*index, table);
  Parameters parameters = {{"column", names_of(table, {blamed.first()})}, {"indexed", names}};
  const char* id = indexes.indexes.empty()        ? "index_serves_key_only"
                   : has_index_for(blamed, table) ? "indexes_not_combined"
                                                  : "filter_beside_index";
  refuse(id, blamed.relations.front()->target_span, parameters);
}

}  // namespace cellar
