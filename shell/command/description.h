// DESCRIBE: what the schema holds, as rows and as text that runs again.
//
// In:      the schema, the keyspace in use, the words of the command.
// Out:     the things that it names.
// Refused: what there is not (invalid), and words that DESCRIBE does not know (syntax).
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
  std::string name;  // quoted where CQL needs it
  std::string statement;
};

struct Description {
  bool with_statements = false;  // false: a list of names
  std::vector<DescribedThing> things;
};

/// `words` begin with DESCRIBE or DESC.
Description describe_schema(const Schema& schema, std::string_view keyspace_in_use,
                            const std::vector<CommandWord>& words);

/// A list in columns of a terminal of that width, by keyspace; or statements with a blank line between.
std::string format_description(const Description& description, std::size_t columns);

}  // namespace cellar
