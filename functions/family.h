// The table of functions. It comes in families: each source file holds the entries of one family and their
// code. A new function is an entry in the file of its family; a new family is declared here and added to
// kFamilies in functions/functions.cpp.
//
// In:      a query for a function.
// Out:     its signatures, or a Misfit.
// Refused: nothing here. The code of a function refuses what it cannot compute (functions/function.h).
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "functions/function.h"
#include "functions/functions.h"

namespace cellar {

struct FunctionQuery {
  std::string_view name;  // today's name
  std::span<const std::optional<Type>> arguments;
  const std::optional<Type>& receiver;
};

/// A signature with native types.
struct NativeSignature {
  std::vector<TypeKind> arguments;
  TypeKind result;
};

/// Signatures that are the same for every call. Help shows them as they are.
struct NativeSignatures {
  std::vector<NativeSignature> signatures;
  Evaluate evaluate;
  bool monotonic = false;
};

/// Signatures that depend on the arguments, or that are too many to show: help shows the forms instead, which
/// are one text with a line each.
struct DerivedSignatures {
  std::string_view forms;
  Signatures (*derive)(const FunctionQuery& query);
};

/// One function: its names, its signatures with their code, its help.
struct FunctionEntry {
  std::string_view name;        // `<type>` is the name of a native type: "blob_as_<type>"
  std::string_view older_name;  // that the language keeps; empty where there is none
  std::string_view help;        // one line; empty: help does not show the function
  std::variant<NativeSignatures, DerivedSignatures> signatures;
};

struct FunctionFamily {
  std::string_view title;
  std::span<const FunctionEntry> functions;
};

FunctionFamily aggregate_functions();
FunctionFamily arithmetic_functions();
FunctionFamily blob_functions();
FunctionFamily cast_functions();
FunctionFamily collection_functions();
FunctionFamily json_functions();
FunctionFamily key_functions();
FunctionFamily mask_functions();
FunctionFamily math_functions();
FunctionFamily time_functions();
FunctionFamily vector_functions();

Function scalar_function(std::string_view name, std::vector<Type> argument_types, Type result_type,
                         Evaluate evaluate);
std::vector<Type> native_types(std::initializer_list<TypeKind> kinds);

/// tinyint ... counter, in the order in which their signatures are tried.
std::span<const TypeKind> numeric_kinds();
/// One signature for each numeric type: from the type to the type itself.
std::vector<Function> number_signatures(std::string_view name, Evaluate evaluate);

/// Returns the misfit of a number of arguments that is not between `least` and `most`.
std::optional<Misfit> misfit_of_count(const FunctionQuery& query, std::size_t least, std::size_t most);
/// Nothing tells the type of the argument at `index`.
Misfit unknown_argument(const FunctionQuery& query, std::size_t index);
/// `wanted` says what the function takes instead of `type`: "a map".
Misfit misfit_of_type(const FunctionQuery& query, std::string_view wanted, const Type& type);

/// Null, or the empty value of a type that has no use for it: most functions answer null to both.
bool is_missing(const Type& type, const Value& value);
bool any_missing(const Function& function, std::span<const Value> arguments);

/// The entries that the aggregates of rows and those of collections share. The accumulator is of the
/// function's result type.
std::unique_ptr<Accumulator> accumulate_min(const Function& function);
std::unique_ptr<Accumulator> accumulate_max(const Function& function);
std::unique_ptr<Accumulator> accumulate_sum(const Function& function);
std::unique_ptr<Accumulator> accumulate_average(const Function& function);

/// The text that Java writes for a number, a boolean, a time, a uuid, an address or a text: what casts to
/// text and JSON show.
std::string java_text(TypeKind kind, std::string_view bytes);

/// Converts between date, timestamp, timeuuid and milliseconds: what `to_date` and casts share.
Value convert_time(const Function& function, std::span<const Value> arguments, EvaluationContext& context);

}  // namespace cellar
