#include "server/connection/server_statement.h"

#include <vector>

#include "parser/script/command_text.h"
#include "parser/script/quotes.h"
#include "refusal/refusal.h"
#include "server/state/server_state.h"
#include "types/names.h"
#include "types/text/text.h"

namespace cellar {

namespace {

struct RunServerStatement {
  ServerState& server;

  void operator()(const ResetStatement&) const {
    if (server.database.reset_to_baseline()) server.note_schema_change();
  }
  void operator()(const FaultStatement& statement) const { server.faults.add(statement.fault); }
  void operator()(const FaultsOffStatement&) const { server.faults.clear(); }
};

}  // namespace

std::optional<ServerStatement> parse_server_statement(std::string_view text) {
  if (!is_same_word(leading_word(without_beginning(text)), "cellar")) return std::nullopt;
  const std::vector<CommandWord> words = split_command(text);
  const auto is = [&](std::size_t place, std::string_view word) {
    return place < words.size() && says(words[place], word);
  };
  if (words.size() == 2 && is(1, "reset")) return ResetStatement{};
  if (words.size() == 3 && is(1, "faults") && is(2, "off")) return FaultsOffStatement{};
  if (words.size() == 3 && is(1, "fault") && words[2].quote == '\'')
    return FaultStatement{parse_fault(words[2].text)};
  refuse("server_statement_unknown");
}

void run_server_statement(ServerState& server, const ServerStatement& statement) {
  std::visit(RunServerStatement{server}, statement);
}

}  // namespace cellar
