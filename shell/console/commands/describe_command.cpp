// DESCRIBE.

#include "shell/console/commands/families.h"
#include "shell/teach/description.h"

namespace cellar {

namespace {

Description read_all(Result result) {
  Description description{result.columns(), {}};
  while (const ResultRow* row = result.next()) {
    std::vector<Value>& values = description.rows.emplace_back();
    for (std::size_t column = 0; column < row->size(); ++column) {
      const ValueView value = (*row)[column];
      values.push_back(value ? Value(std::string(*value)) : std::nullopt);
    }
  }
  return description;
}

/// DESCRIBE is a statement of CQL. Here its rows become text.
void describe(const CommandCall& call) {
  const Connection& connection = call.context.connection;
  Description description = read_all(call.context.connection.execute(call.text));
  if (!is_description(description) && connection.cluster() != nullptr) {
    refuse("node_speaks_otherwise", {},
           {{"address", connection.cluster()->node}, {"words", "DESCRIBE is answered by other columns"}});
  }
  call.answer.text = format_description(description, call.context.columns, connection.keyspace(),
                                        call.context.settings.language);
  call.answer.is_result = true;
  call.answer.rows = Result(std::move(description.columns), std::move(description.rows));
}

constexpr Command kDescribeCommands[] = {
    {"DESCRIBE", "DESC", "...", "what the schema holds (HELP DESCRIBE)",
     "DESCRIBE KEYSPACES          their names; DESCRIBE TABLES and DESCRIBE TYPES likewise\n"
     "DESCRIBE SCHEMA             the statements that make everything again; FULL SCHEMA: the database's "
     "own, "
     "too\n"
     "DESCRIBE KEYSPACE examples  those of a keyspace; without a name, of the one in use\n"
     "DESCRIBE TABLE posts        the one of a table\n"
     "DESCRIBE TYPE address       the one of a type; likewise INDEX and MATERIALIZED VIEW\n"
     "DESCRIBE posts              whatever has that name\n"
     "DESCRIBE CLUSTER            what a driver learns of the cluster\n"
     "WITH INTERNALS at the end adds ids, and the columns that were dropped.\n"
     "At a terminal control characters in names and comments are shown as escapes; in a file they stay as\n"
     "they are, so that the statements run again.\n",
     describe},
};

}  // namespace

std::span<const Command> describe_commands() { return kDescribeCommands; }

}  // namespace cellar
