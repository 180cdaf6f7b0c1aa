#include "shell/console/commands/advise_file.h"

#include "parser/script/splitter.h"
#include "shell/console/commands/advise_text.h"
#include "shell/console/report/unfinished_script.h"
#include "shell/files/script_file.h"

namespace cellar {

namespace {

AskedQuery asked(const ScriptStatement& statement) {
  return {std::string(without_end(statement.text)), statement.line, statement.column,
          read_query_directive(statement.annotations)};
}

void take_statements(Splitter& splitter, std::vector<AskedQuery>& queries) {
  while (const std::optional<ScriptStatement> statement = splitter.next())
    queries.push_back(asked(*statement));
}

/// Takes what is behind the last semicolon, too.
void end_workload(Splitter& splitter, AskedWorkload& workload) {
  splitter.end();
  take_statements(splitter, workload.queries);
  const Unfinished unfinished = splitter.unfinished();
  if (const std::optional<ScriptStatement> rest = splitter.finish()) {
    if (unfinished == Unfinished::statement) {
      workload.queries.push_back(asked(*rest));  // the last query needs no semicolon
    } else {
      workload.unfinished = {asked(*rest), describe_unfinished(*rest, unfinished)};
    }
  }
}

}  // namespace

AskedWorkload read_workload(const std::filesystem::path& path) {
  AskedWorkload workload;
  ScriptFile file(path);
  Splitter splitter;
  for (std::string_view piece = file.read(); !piece.empty(); piece = file.read()) {
    splitter.feed(piece);
    take_statements(splitter, workload.queries);
  }
  end_workload(splitter, workload);
  if (workload.queries.empty() && !workload.unfinished)
    refuse("workload_is_empty", {}, {{"file", path.string()}});
  return workload;
}

AskedWorkload workload_of(std::string_view text) {
  constexpr std::size_t kMostQueries = 200;
  AskedWorkload workload;
  Splitter splitter;
  splitter.feed(text);
  end_workload(splitter, workload);
  std::size_t queries = workload.queries.size();
  for (const AskedQuery& query : workload.queries) queries += query.directive.after.size();
  if (queries > kMostQueries) refuse("too_many_queries", {}, {{"queries", std::to_string(kMostQueries)}});
  return workload;
}

}  // namespace cellar
