// Checks JSON against a schema of docs/schema.
//
// In:      a schema, a document.
// Out:     the faults of the document, each with its place; none if it fits.
// Refused: a keyword of JSON Schema that this check does not know is reported as a fault, so that no part of a
//          schema goes unchecked.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace cellar {

/// Reads docs/schema/`name`.schema.json.
nlohmann::json read_schema(const std::string& name);

std::vector<std::string> faults_of(const nlohmann::json& document, const nlohmann::json& schema);

}  // namespace cellar
