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
     "DESCRIBE KEYSPACES | TABLES | TYPES            names\n"
     "DESCRIBE SCHEMA | KEYSPACE [k] | TABLE t | TYPE t   the statements that make them again\n",
     describe},
};

}  // namespace

std::span<const Command> describe_commands() { return kCommands; }

}  // namespace cellar
