// Expressions as Cassandra writes them in the names of result columns, and as refusals name them.
//
// In:      an expression of a statement and its slots.
// Out:     its text with blanks around operators, names without quotes, strings in quotes, `NULL`, `?`.
// Refused: nothing.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "parser/statement/statement.h"

namespace cellar {

/// Says for an expression within another how it is written instead, or nothing.
using TextOverride = std::function<std::optional<std::string>(const Expression&)>;

std::string text_of(const Expression& expression, const std::vector<SlotSource>& sources,
                    const TextOverride& instead = nullptr);
/// As above, but without the keyspace of built-in functions: `now()`, where the name of a column is `system.now()`.
std::string told_text_of(const Expression& expression, const std::vector<SlotSource>& sources);
/// `day > 1`, `(a, b) = (1, 2)`, `tags CONTAINS 'x'`.
std::string text_of(const Relation& relation, const std::vector<SlotSource>& sources,
                    const TextOverride& instead = nullptr);
std::string text_of(RelationOperator op);
std::string text_of(ArithmeticOperator op);
std::string text_of(const TypeName& type);

}  // namespace cellar
