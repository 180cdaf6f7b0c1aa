#include "web/site/split_json.h"

#include <fmt/format.h>

#include "functions/json/json_list.h"
#include "parser/script/command_text.h"
#include "parser/script/splitter.h"
#include "shell/console/commands.h"

namespace cellar {

std::string split_json(std::string_view text) {
  Splitter splitter(begins_line_command);
  splitter.feed(text);
  splitter.end();
  std::string statements;
  const auto add = [&](const ScriptStatement& statement) {
    add_json(statements, fmt::format(R"({{"line":{},"column":{},"text":{}{}}})", statement.line,
                                     statement.column, json_string(statement.text),
                                     begins_write(statement.text) ? R"(,"is_write":true)" : ""));
  };
  while (const std::optional<ScriptStatement> statement = splitter.next()) add(*statement);
  if (const std::optional<ScriptStatement> rest = splitter.finish()) add(*rest);
  return "{\"statements\":[" + statements + "]}";
}

}  // namespace cellar
