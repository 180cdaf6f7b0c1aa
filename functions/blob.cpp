// TYPE_as_blob and blob_as_TYPE: the bytes of a value as they are.
#include "functions/family.h"
#include "refusal/refusal.h"
#include "types/text.h"
#include "types/value.h"

namespace cellar {

namespace {

Value evaluate_to_blob(const Function&, std::span<const Value> arguments, EvaluationContext&) {
  return arguments[0];
}

Value evaluate_from_blob(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (!arguments[0]) return std::nullopt;
  try {
    check(function.result_type, *arguments[0]);
  } catch (const Refusal&) {
    refuse("blob_of_other_type", {},
           {{"blob", shorten("0x" + to_hex(*arguments[0]))}, {"type", to_cql(function.result_type)}});
  }
  return arguments[0];
}

}  // namespace

std::vector<Function> blob_functions(const FunctionQuery& query) {
  constexpr std::string_view kFrom = "blob_as_";
  constexpr std::string_view kTo = "_as_blob";
  const std::string_view name = query.name;
  const bool is_from = name.starts_with(kFrom);
  if (!is_from && !name.ends_with(kTo)) return {};
  const std::string_view word =
      is_from ? name.substr(kFrom.size()) : name.substr(0, name.size() - kTo.size());
  const std::optional<TypeKind> kind = native_kind(word);
  if (!kind || *kind == TypeKind::blob) return {};
  const Type type = native_type(*kind);
  const Type blob = native_type(TypeKind::blob);
  if (is_from) return {scalar_function(name, {blob}, type, evaluate_from_blob)};
  return {scalar_function(name, {type}, blob, evaluate_to_blob)};
}

}  // namespace cellar
