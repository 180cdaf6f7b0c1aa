// What statements are made of, as plain data with positions: names, types, expressions, selectors, relations.
//
// In:      nothing; the parser fills it.
// Out:     plain data.
// Refused: nothing.
//
// Names are folded (lower case unless quoted). Literals stay untyped text. A literal in
// VALUES, SET, WHERE, IF, LIMIT or USING, and every bind marker, is a slot: the expression holds its
// index, the statement its source. Literals of a select list stay in the expression, since they name
// the result's columns; so do null, true, false, NaN and Infinity, which are words of the language.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "refusal/refusal.h"
#include "types/type.h"
#include "types/value/literal.h"

namespace cellar {

/// How deep brackets and expressions may be nested.
inline constexpr int kMaximumDepth = 500;

struct Name {
  std::string text;  // folded, without quotes
  Span span;
  bool quoted = false;
};

struct QualifiedName {
  std::optional<Name> keyspace;
  Name name;
  Span span;
};

/// A type as written; user types are names until the planner looks them up.
struct TypeName {
  std::string name;  // lower case, or the name of a user type; "frozen", "list", "vector" ...
  bool quoted = false;
  bool custom = false;              // a Java class in a string literal
  std::optional<Name> keyspace;     // of a user type
  std::vector<TypeName> arguments;  // frozen: 1, list: 1, map: 2 ...
  std::int64_t dimension = 0;       // vector
  Span span;
};

// ---- expressions -----------------------------------------------------------------------------

struct Expression;

struct Literal {
  LiteralKind kind;
  std::string text;  // see types/value/literal.h
};
struct NullLiteral {};
/// Index into Statement::slots.
struct SlotReference {
  std::size_t index;
};
struct ColumnReference {
  Name name;
};
struct ListLiteral {
  std::vector<Expression> elements;  // list or vector
};
struct SetLiteral {
  std::vector<Expression> elements;  // `{}` is a SetLiteral without elements: set, map or user type
};
struct MapLiteral {
  std::vector<Expression> elements;  // key, value, key, value
};
struct UserTypeLiteral {
  std::vector<Name> fields;
  std::vector<Expression> values;  // one a field
};
/// `(a, b)`; with one element, `(a)`, it may stand for the element itself.
struct TupleLiteral {
  std::vector<Expression> elements;
};
struct FunctionCall {
  QualifiedName function;
  std::vector<Expression> arguments;
  bool star = false;  // count(*)
};
enum class ArithmeticOperator : std::uint8_t { add, subtract, multiply, divide, modulo };
struct Arithmetic {
  ArithmeticOperator op;
  std::vector<Expression> operands;  // 2
};
struct Negation {
  std::vector<Expression> operand;  // 1
};
struct Cast {                       // CAST(x AS type)
  std::vector<Expression> operand;  // 1
  TypeName type;
};
struct TypeHint {  // (type) x
  TypeName type;
  std::vector<Expression> operand;  // 1
};
struct ElementAccess {               // x[k]
  std::vector<Expression> operands;  // 2
};
struct SliceAccess {                 // x[a..b], either end open
  std::vector<Expression> operand;   // 1
  std::vector<Expression> from, to;  // 0 or 1
};
struct FieldAccess {                // x.f
  std::vector<Expression> operand;  // 1
  Name field;
};
enum class CellFunction : std::uint8_t { writetime, maxwritetime, ttl };
struct CellFunctionCall {  // WRITETIME(c), also c[k], c[a..b], c.f
  CellFunction function;
  std::vector<Expression> operand;  // 1
};

using ExpressionAlternatives =
    std::variant<NullLiteral, Literal, SlotReference, ColumnReference, ListLiteral, SetLiteral, MapLiteral,
                 UserTypeLiteral, TupleLiteral, FunctionCall, Arithmetic, Negation, Cast, TypeHint,
                 ElementAccess, SliceAccess, FieldAccess, CellFunctionCall>;
/// Its special members are compiled in statement.cpp alone, since every source that holds an expression would
/// compile them again. The same holds for RelationTarget and StatementVariant.
struct ExpressionVariant : ExpressionAlternatives {
  using ExpressionAlternatives::variant;
  ExpressionVariant();
  ExpressionVariant(ExpressionVariant&&) noexcept;
  ExpressionVariant& operator=(ExpressionVariant&&) noexcept;
  ~ExpressionVariant();
};

struct Expression {
  ExpressionVariant node;
  Span span;
};

/// One element of a select list.
struct Selector {
  Expression expression;
  std::optional<Name> alias;
  std::string text;  // name of the result's column as Cassandra writes it is derived by the planner
};

/// The source of a slot's value.
struct SlotSource {
  enum class Kind : std::uint8_t { literal, marker };
  Kind kind = Kind::literal;
  Literal literal;           // of a literal
  std::optional<Name> name;  // of a marker `:name`; a plain `?` has none
  Span span;
};

// ---- relations and conditions ----------------------------------------------------------------

enum class RelationOperator : std::uint8_t {
  equal,
  not_equal,
  less,
  less_or_equal,
  greater,
  greater_or_equal,
  in,
  contains,
  contains_key,
  like,
  is_not_null,
  ann,
};

/// Returns true for <, <=, > and >=.
constexpr bool is_range(RelationOperator op) {
  return op >= RelationOperator::less && op <= RelationOperator::greater_or_equal;
}

struct ColumnTarget {
  Name column;
};
struct ElementTarget {  // m[k]
  Name column;
  Expression key;
};
struct FieldTarget {  // c.f, in IF only
  Name column;
  Name field;
};
struct TupleTarget {
  std::vector<Name> columns;
};
struct TokenTarget {
  std::vector<Name> columns;
};
struct CustomIndexTarget {  // expr(index, value)
  QualifiedName index;
};

using RelationTargetAlternatives =
    std::variant<ColumnTarget, ElementTarget, FieldTarget, TupleTarget, TokenTarget, CustomIndexTarget>;
struct RelationTarget : RelationTargetAlternatives {
  using RelationTargetAlternatives::variant;
  RelationTarget();
  RelationTarget(RelationTarget&&) noexcept;
  RelationTarget& operator=(RelationTarget&&) noexcept;
  ~RelationTarget();
};

struct Relation {
  RelationTarget target;
  RelationOperator op;
  /// One value; of IN the values between its parentheses, or the one marker where `in_marker`.
  std::vector<Expression> values;
  bool in_marker = false;  // IN ? or IN :name
  Span span;               // the relation as a whole
  Span target_span;
};

/// How a statement uses the database. Each kind of statement declares its own as kAccess.
enum class Access : std::uint8_t { read, write, definition };

}  // namespace cellar
