// The tables that the examples of HELP use, as EXAMPLES makes them (sample_schema.cql).
//
// In:      nothing.
// Out:     their names, with their keys, and the keyspace that they are in.
// Refused: nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cellar {

inline constexpr std::string_view kSampleKeyspace = "examples";

struct SampleTable {
  std::string_view name;
  std::string key;  // "PRIMARY KEY (author, id)"
};

/// In the order in which they are made.
std::vector<SampleTable> sample_tables();

/// Returns the statements of the sample schema, each with its semicolon.
std::vector<std::string_view> sample_statements();

}  // namespace cellar
