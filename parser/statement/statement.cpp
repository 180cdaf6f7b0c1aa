#include "parser/statement/statement.h"

namespace cellar {

ExpressionVariant::ExpressionVariant() = default;
ExpressionVariant::ExpressionVariant(ExpressionVariant&&) noexcept = default;
ExpressionVariant& ExpressionVariant::operator=(ExpressionVariant&&) noexcept = default;
ExpressionVariant::~ExpressionVariant() = default;

RelationTarget::RelationTarget() = default;
RelationTarget::RelationTarget(RelationTarget&&) noexcept = default;
RelationTarget& RelationTarget::operator=(RelationTarget&&) noexcept = default;
RelationTarget::~RelationTarget() = default;

StatementVariant::StatementVariant() = default;
StatementVariant::StatementVariant(StatementVariant&&) noexcept = default;
StatementVariant& StatementVariant::operator=(StatementVariant&&) noexcept = default;
StatementVariant::~StatementVariant() = default;

Access Statement::access() const {
  return std::visit([](const auto& statement) { return statement.kAccess; }, node);
}

}  // namespace cellar
