// TYPE_as_blob and blob_as_TYPE: the bytes of a value as they are.
#include "functions/family.h"
#include "refusal/refusal.h"
#include "types/text/hex.h"
#include "types/text/text.h"
#include "types/value/value.h"

namespace cellar {

namespace {

Value evaluate_to_blob(const Function&, std::span<const Value> arguments, EvaluationContext&) {
  return arguments[0];
}

Value evaluate_from_blob(const Function& function, std::span<const Value> arguments, EvaluationContext&) {
  if (!arguments[0]) return std::nullopt;
  if (fault_of(function.result_type, *arguments[0])) {
    refuse("blob_of_other_type", {},
           {{"blob", shorten("0x" + to_hex(*arguments[0]))}, {"type", to_cql(function.result_type)}});
  }
  return arguments[0];
}

// The name is found only with a native type in it.
std::optional<Type> type_in(std::string_view name, std::string_view before, std::string_view behind) {
  const std::string_view word = name.substr(before.size(), name.size() - before.size() - behind.size());
  const TypeKind kind = *native_kind(word);
  return kind == TypeKind::blob ? std::nullopt : std::optional(native_type(kind));
}

Signatures to_blob(const FunctionQuery& query) {
  const std::optional<Type> type = type_in(query.name, "", "_as_blob");
  if (!type) return {};
  return std::vector{scalar_function(query.name, {*type}, native_type(TypeKind::blob), evaluate_to_blob)};
}

Signatures from_blob(const FunctionQuery& query) {
  const std::optional<Type> type = type_in(query.name, "blob_as_", "");
  if (!type) return {};
  return std::vector{scalar_function(query.name, native_types({TypeKind::blob}), *type, evaluate_from_blob)};
}

}  // namespace

FunctionFamily blob_functions() {
  static const FunctionEntry kFunctions[] = {
      {"<type>_as_blob", "<type>asblob", "the bytes of a value",
       DerivedSignatures{"<type>_as_blob(<type>) -> blob", to_blob}},
      {"blob_as_<type>", "blobas<type>", "the value that has these bytes",
       DerivedSignatures{"blob_as_<type>(blob) -> <type>", from_blob}},
  };
  return {"Bytes", kFunctions};
}

}  // namespace cellar
