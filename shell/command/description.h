// DESCRIBE: objects of the schema, as rows and as statements that can run again.
//
// In:      the schema, the keyspace in use, the words of the command.
// Out:     the objects that the words name.
// Refused: objects that do not exist (invalid), and words that DESCRIBE does not know (syntax).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schema/schema.h"
#include "shell/command/command_text.h"

namespace cellar {

struct DescribedThing {
  std::string keyspace;
  std::string type;  // "keyspace", "type", "table"
  std::string name;  // quoted if CQL requires it
  std::string statement;
};

struct Description {
  bool with_statements = false;  // false: a list of names
  std::vector<DescribedThing> things;
};

/// The first of `words` is DESCRIBE or DESC.
Description describe_schema(const Schema& schema, std::string_view keyspace_in_use,
                            const std::vector<CommandWord>& words);

/// Formats a list by keyspace in columns of a terminal of that width, or statements with blank lines between.
std::string format_description(const Description& description, std::size_t columns);

}  // namespace cellar
