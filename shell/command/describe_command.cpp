// DESCRIBE.

#include "shell/command/description.h"
#include "shell/command/families.h"
#include "types/type.h"

namespace cellar {

namespace {

// Cassandra answers DESCRIBE with rows.
Result rows_of(const Description& description) {
  std::vector<ResultColumn> columns;
  for (const char* name : {"keyspace_name", "type", "name"}) {
    columns.push_back({name, native_type(TypeKind::text)});
  }
  if (description.with_statements) columns.push_back({"create_statement", native_type(TypeKind::text)});
  std::vector<std::vector<Value>> rows;
  for (const DescribedThing& thing : description.things) {
    rows.push_back({thing.keyspace, thing.type, thing.name});
    if (description.with_statements) rows.back().push_back(thing.statement);
  }
  return {std::move(columns), std::move(rows)};
}

std::optional<CommandOutcome> describe(const CommandCall& call) {
  if (call.words.size() == 2 && says(call.words[1], "CLUSTER")) {
    call.context.notices.push_back(
        {"cluster_unneeded", call.words[1].span, {{"command", "DESCRIBE CLUSTER"}}, std::nullopt});
    return CommandOutcome::done;
  }
  const SchemaPointer schema = call.context.session.schema();
  const Description description =
      describe_schema(*schema, call.context.session.keyspace(), {call.words.begin(), call.words.end()});
  call.context.output.write_text(format_description(description, call.context.columns));
  call.context.result = rows_of(description);
  return CommandOutcome::done;
}

constexpr Command kDescribeCommands[] = {
    {"DESCRIBE", "DESC", "...", "what the schema holds (HELP DESCRIBE)",
     "DESCRIBE KEYSPACES      their names; DESCRIBE TABLES and DESCRIBE TYPES likewise\n"
     "DESCRIBE SCHEMA         the statements that make everything again\n"
     "DESCRIBE KEYSPACE shop  those of a keyspace; without a name, of the one in use\n"
     "DESCRIBE TABLE posts    the one of a table\n"
     "DESCRIBE TYPE address   the one of a type\n"
     "At a terminal control characters in names and comments are shown as escapes; in a file they stay as\n"
     "they are, so that the statements run again.\n",
     describe},
};

}  // namespace

std::span<const Command> describe_commands() { return kDescribeCommands; }

}  // namespace cellar
