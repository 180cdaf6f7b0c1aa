// DESCRIBE.

#include "shell/command/description.h"
#include "shell/command/families.h"

namespace cellar {

namespace {

std::optional<CommandOutcome> describe(const CommandCall& call) {
  const SchemaPointer schema = call.context.session.schema();
  const Description description =
      describe_schema(*schema, call.context.session.keyspace(), {call.words.begin(), call.words.end()});
  call.context.output.write_text(format_description(description, call.context.columns));
  return CommandOutcome::done;
}

constexpr Command kCommands[] = {
    {"DESCRIBE", "DESC", "...", "what the schema holds (HELP DESCRIBE)",
     "DESCRIBE KEYSPACES      their names; DESCRIBE TABLES and DESCRIBE TYPES likewise\n"
     "DESCRIBE SCHEMA         the statements that make everything again\n"
     "DESCRIBE KEYSPACE shop  those of a keyspace; without a name, of the one in use\n"
     "DESCRIBE TABLE posts    the one of a table\n"
     "DESCRIBE TYPE address   the one of a type\n"
     "At a terminal control characters in names and comments are shown as escapes; in a file they are as "
     "they "
     "are,\n"
     "so that the statements run again.\n",
     describe},
};

}  // namespace

std::span<const Command> describe_commands() { return kCommands; }

}  // namespace cellar
