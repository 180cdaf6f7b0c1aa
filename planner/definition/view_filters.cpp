#include "planner/definition/view_filters.h"

#include <algorithm>
#include <set>

#include "parser/parser.h"
#include "planner/definition/definition_checks.h"
#include "planner/expression/expression_text.h"
#include "planner/names.h"
#include "planner/select/restrictions.h"
#include "schema/cql_text.h"

namespace cellar {

namespace {

void require_columns(const std::vector<Relation>& where) {
  for (const Relation& relation : where) {
    const bool is_of_column = !std::holds_alternative<TokenTarget>(relation.target) &&
                              !std::holds_alternative<CustomIndexTarget>(relation.target);
    if (!is_of_column) refuse("view_of_token", relation.span);
  }
}

/// Resolves the columns of IS NOT NULL, and returns the other relations.
std::vector<const Relation*> relations_of_values(const std::vector<Relation>& where, const Table& base,
                                                 std::set<std::size_t>& restricted) {
  std::vector<const Relation*> others;
  for (const Relation& relation : where) {
    if (relation.op == RelationOperator::is_not_null) {
      restricted.insert(resolve_column(base, std::get<ColumnTarget>(relation.target).column));
    } else {
      others.push_back(&relation);
    }
  }
  return others;
}

void require_whole_key(const std::vector<Name>& key, const std::set<std::size_t>& restricted,
                       const Table& base, Span span) {
  std::vector<std::string> missing;
  for (const Name& name : key) {
    if (!restricted.contains(*base.find(name.text))) missing.push_back(name.text);
  }
  if (missing.empty()) return;
  refuse("view_key_unrestricted", span, {{"missing", list_of_names(missing)}});
}

void require_key_columns(const TypedRelation& relation, const Table& base) {
  for (const std::size_t column : relation.columns) {
    if (base.columns[column].is_key()) continue;
    refuse("view_filter_column", relation.span,
           {{"column", quote_name(base.columns[column].name)}, {"table", quote_name(base.name)}});
  }
}

void refuse_null(const TypedRelation& relation) {
  for (const std::vector<Node>& values : relation.values) {
    for (const Node& value : values) {
      if (std::holds_alternative<NullNode>(value.node)) refuse("view_filter_null", relation.span);
    }
  }
}

}  // namespace

std::vector<ViewFilterPlan> plan_view_filters(const CreateViewStatement& statement,
                                              const std::vector<Name>& key, Scope& scope) {
  const Table& base = *scope.table;
  require_columns(statement.where);
  std::set<std::size_t> restricted;
  const std::vector<const Relation*> others = relations_of_values(statement.where, base, restricted);
  const Restrictions restrictions = gather_restrictions(others, StatementKind::select, scope);
  for (const TypedRelation& relation : restrictions.relations)
    restricted.insert(relation.columns.begin(), relation.columns.end());
  require_whole_key(key, restricted, base,
                    statement.where_span.empty() ? statement.primary_key.span : statement.where_span);
  std::vector<ViewFilterPlan> filters;
  for (const TypedRelation& relation : restrictions.relations) {
    require_key_columns(relation, base);
    refuse_null(relation);
    filters.push_back({relation.columns, relation.op, relation.values, relation.span});
  }
  return filters;
}

namespace {

const Literal* literal_of(const Expression& expression, const std::vector<SlotSource>& sources) {
  if (const auto* slot = std::get_if<SlotReference>(&expression.node)) return &sources[slot->index].literal;
  return std::get_if<Literal>(&expression.node);
}

/// Unlike text_of(), writes the quotes that CQL requires around names and within strings.
std::string runnable_text(const Relation& relation, const std::vector<SlotSource>& sources) {
  TextOverride instead;
  instead = [&](const Expression& expression) -> std::optional<std::string> {
    const Literal* literal = literal_of(expression, sources);
    if (literal != nullptr && literal->kind == LiteralKind::string) return quote_string(literal->text);
    const auto* user_type = std::get_if<UserTypeLiteral>(&expression.node);
    if (user_type == nullptr) return std::nullopt;
    std::string fields;
    for (std::size_t index = 0; index < user_type->fields.size(); ++index) {
      fields += (fields.empty() ? "" : ", ") + quote_name(user_type->fields[index].text) + ": " +
                text_of(user_type->values[index], sources, instead);
    }
    return "{" + fields + "}";
  };
  return text_of(relation, sources, instead);
}

}  // namespace

std::string where_clause_text(const std::vector<Relation>& where, const std::vector<SlotSource>& sources) {
  std::string text;
  for (const Relation& relation : where)
    text += (text.empty() ? "" : " AND ") + runnable_text(relation, sources);
  return text;
}

std::string renamed_where_clause(const std::string& clause,
                                 const std::vector<std::pair<Name, Name>>& renamed) {
  Statement statement = parse("SELECT * FROM t WHERE " + clause);
  auto& where = std::get<SelectStatement>(statement.node).where;
  const auto rename = [&](Name& column) {
    for (const auto& [from, to] : renamed) {
      if (column.text != from.text) continue;
      column.text = to.text;
      return;
    }
  };
  for (Relation& relation : where) {
    if (auto* column = std::get_if<ColumnTarget>(&relation.target)) rename(column->column);
    if (auto* tuple = std::get_if<TupleTarget>(&relation.target))
      std::ranges::for_each(tuple->columns, rename);
  }
  return where_clause_text(where, statement.slots);
}

}  // namespace cellar
