// The schema of a cluster as statements that create it again.
//
// In:      nothing; client/schema_reader.h fills it.
// Out:     for each keyspace that is no system keyspace its definitions.
// Refused: nothing.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace cellar {

struct DefinitionText {
  std::string
      name;  // by which statements use it: of the table (also of an index), type or view; empty: the keyspace
  std::string text;
};

struct SchemaTexts {
  std::map<std::string, std::vector<DefinitionText>> keyspaces;
  /// Names that a statement may use and that have no definition here: functions, aggregates.
  std::set<std::string> functions;
};

}  // namespace cellar
