#include "planner/select/restrictions.h"

#include <algorithm>

#include "planner/select/index_choice.h"

namespace cellar {

namespace {

using Kind = Restriction::Kind;

Kind kind_of(const TypedRelation& relation) {
  if (relation.is_contains()) return Kind::contains;
  if (relation.is_slice()) return Kind::slice;
  return relation.op == RelationOperator::in ? Kind::in : Kind::equal;
}

bool shares_column(const Restriction& restriction, const TypedRelation& relation) {
  return std::any_of(relation.columns.begin(), relation.columns.end(), [&](std::size_t column) {
    return std::find(restriction.columns.begin(), restriction.columns.end(), column) !=
           restriction.columns.end();
  });
}

Parameters parameters_of(const Restriction& existing, const TypedRelation& added, const Table& table) {
  const auto shared = std::find_if(added.columns.begin(), added.columns.end(), [&](std::size_t column) {
    return std::find(existing.columns.begin(), existing.columns.end(), column) != existing.columns.end();
  });
  const std::size_t column = shared == added.columns.end() ? added.columns.front() : *shared;
  return {{"column", quote_name(table.columns[column].name)},
          {"relation", added.text},
          {"other", existing.relations.front()->text}};
}

/// Blames the later relation, and shows the earlier one.
[[noreturn]] void refuse_twice(std::string_view id, const TypedRelation& existing, const TypedRelation& added,
                               const Parameters& parameters) {
  throw Refusal({id, added.span, parameters, std::nullopt, std::nullopt, {}, existing.span});
}

void require_two_bounds(const Restriction& existing, const TypedRelation& added, const Table& table) {
  const Parameters parameters = parameters_of(existing, added, table);
  if (existing.first() != added.columns.front())
    refuse_twice("ranges_start_apart", *existing.relations.front(), added, parameters);
  const TypedRelation* other = existing.bound(added.is_lower_bound());
  if (other == nullptr) return;
  refuse_twice(added.is_lower_bound() ? "two_lower_bounds" : "two_upper_bounds", *other, added, parameters);
}

/// a column has one `=` or IN, or a slice of up to two bounds, or any number of CONTAINS.
void require_combinable(const Restriction& existing, const TypedRelation& added, const Table& table) {
  const Kind kind = kind_of(added);
  if (existing.kind == Kind::contains && kind == Kind::contains) return;
  const Parameters parameters = parameters_of(existing, added, table);
  if (existing.kind == Kind::contains || kind == Kind::contains) {
    refuse_twice("contains_with_others", *existing.relations.front(), added, parameters);
  }
  if (existing.kind != Kind::slice || kind != Kind::slice) {
    refuse_twice("column_restricted_twice", *existing.relations.front(), added, parameters);
  }
  require_two_bounds(existing, added, table);
}

void add_to(Restriction& existing, const TypedRelation& added) {
  existing.relations.push_back(&added);
  if (added.columns.size() > existing.columns.size()) existing.columns = added.columns;
}

void add_to(std::vector<Restriction>& restrictions, const TypedRelation& added, const Table& table) {
  Restriction* met = nullptr;
  for (Restriction& existing : restrictions) {
    if (!shares_column(existing, added)) continue;
    require_combinable(existing, added, table);
    met = &existing;
  }
  if (met != nullptr) return add_to(*met, added);
  restrictions.push_back({kind_of(added), added.columns, {&added}});
  std::stable_sort(
      restrictions.begin(), restrictions.end(),
      [](const Restriction& left, const Restriction& right) { return left.first() < right.first(); });
}

/// Returns the violation of R-071 if `added` joins `clustering`: the slice may come before or after the other
/// relation in the text.
std::optional<AfterSlice> after_slice(const std::vector<Restriction>& clustering,
                                      const TypedRelation& added) {
  if (clustering.empty()) return std::nullopt;
  const Restriction& last = clustering.back();
  const std::size_t first = added.columns.front();
  if (last.kind == Kind::slice && first > last.first()) return AfterSlice{&added, first, last.first()};
  if (first < last.first() && added.is_slice()) {
    return AfterSlice{last.relations.front(), last.first(), first};
  }
  return std::nullopt;
}

void add_token(std::optional<Restriction>& token, const TypedRelation& added, const Table& table) {
  if (!token) {
    token = Restriction{kind_of(added), added.columns, {&added}};
    return;
  }
  require_combinable(*token, added, table);
  add_to(*token, added);
}

}  // namespace

const TypedRelation* Restriction::bound(bool lower) const {
  for (const TypedRelation* relation : relations) {
    if (relation->is_slice() && relation->is_lower_bound() == lower) return relation;
  }
  return nullptr;
}

bool Restrictions::restricts_regular(const Table& table) const {
  return !table.is_static_compact() &&
         std::any_of(others.begin(), others.end(), [&table](const Restriction& restriction) {
           return table.columns[restriction.first()].kind == ColumnKind::regular;
         });
}

bool Restrictions::fixes(std::size_t column) const {
  const auto fixes_it = [column](const Restriction& restriction) {
    return restriction.kind == Kind::equal && std::ranges::count(restriction.columns, column) > 0;
  };
  return std::ranges::any_of(partition_key, fixes_it) || std::ranges::any_of(clustering, fixes_it);
}

bool Restrictions::fixes_row(const Table& table) const {
  for (std::size_t column = 0; column < table.key_size(); ++column) {
    if (!fixes(column)) return false;
  }
  return true;
}

Restrictions gather_restrictions(const std::vector<Relation>& where, StatementKind statement, Scope& scope) {
  std::vector<const Relation*> relations;
  for (const Relation& relation : where) relations.push_back(&relation);
  return gather_restrictions(relations, statement, scope);
}

Restrictions gather_restrictions(const std::vector<const Relation*>& where, StatementKind statement,
                                 Scope& scope) {
  Restrictions restrictions;
  const Table& table = *scope.table;
  for (const Relation* relation : where) {
    const TypedRelation& added =
        restrictions.relations.emplace_back(plan_relation(*relation, statement, scope));
    if (added.target == TypedRelation::Target::token) {
      add_token(restrictions.token, added, table);
      continue;
    }
    switch (table.columns[added.columns.front()].kind) {
      case ColumnKind::partition_key:
        add_to(restrictions.partition_key, added, table);
        break;
      case ColumnKind::clustering:
        if (!restrictions.after_slice && !has_index_for(added, table))
          restrictions.after_slice = after_slice(restrictions.clustering, added);
        add_to(restrictions.clustering, added, table);
        break;
      default:
        add_to(restrictions.others, added, table);
    }
  }
  return restrictions;
}

void require_nothing_after_slice(const Restrictions& restrictions, const Table& table) {
  if (!restrictions.after_slice) return;
  const AfterSlice& found = *restrictions.after_slice;
  refuse("restricted_after_range", found.blamed->span,
         {{"column", quote_name(table.columns[found.column].name)},
          {"preceding", quote_name(table.columns[found.preceding].name)}});
}

}  // namespace cellar
