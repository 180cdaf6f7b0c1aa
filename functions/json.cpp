// to_json and from_json. Without a line of help they are not shown: they are not run yet.
#include "functions/family.h"

namespace cellar {

namespace {

Signatures not_run_yet(const FunctionQuery& query) {
  return Misfit{"not_run_yet", {{"statement", std::string(query.name) + "()"}}};
}

}  // namespace

FunctionFamily json_functions() {
  static const FunctionEntry kFunctions[] = {
      {"to_json", "tojson", "", DerivedSignatures{"to_json(any) -> text", not_run_yet}},
      {"from_json", "fromjson", "", DerivedSignatures{"from_json(text) -> any", not_run_yet}},
  };
  return {"JSON", kFunctions};
}

}  // namespace cellar
