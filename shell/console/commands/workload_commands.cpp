// MATRIX and CHEBOTKO: the tables of a keyspace and the queries of a program.

#include <fmt/format.h>

#include <system_error>

#include "shell/console/commands/advise_file.h"
#include "shell/console/commands/families.h"
#include "shell/copy/to/export_files.h"
#include "shell/files/database_files.h"
#include "shell/files/home.h"
#include "shell/teach/chebotko/chebotko.h"
#include "shell/teach/matrix/matrix.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// Queries as they are given: in a file, or behind QUERIES as a text in quotes.
struct QueriesPlace {
  std::size_t word = 1;  // the quoted one
  bool is_text = false;
};

/// Nothing if the words do not begin with queries.
std::optional<QueriesPlace> find_queries(std::span<const CommandWord> words) {
  const auto is_quoted = [&](std::size_t word) { return word < words.size() && words[word].quote == '\''; };
  if (is_quoted(1)) return QueriesPlace{1, false};
  if (is_quoted(2) && says(words[1], "QUERIES")) return QueriesPlace{2, true};
  return std::nullopt;
}

bool names_file_beside_queries(std::span<const CommandWord> words) {
  const std::optional<QueriesPlace> queries = find_queries(words);
  return has_quoted_word(queries && queries->is_text ? words.subspan(queries->word + 1) : words);
}

AskedWorkload workload_at(const CommandCall& call, const QueriesPlace& place) {
  const std::string& word = call.words[place.word].text;
  if (place.is_text) return workload_of(word);
  if (word.empty()) call.refuse_usage(place.word);
  refuse_reading_database_file(word, call.context.connection);
  return read_workload(word);
}

/// How the queries are called: by their file.
std::string name_of(const CommandCall& call, const QueriesPlace& place) {
  return place.is_text ? "QUERIES" : call.words[place.word].text;
}

/// Reports what cannot be understood of the queries.
MatrixReport read_matrix(const CommandCall& call, const QueriesPlace& place) {
  const AskedWorkload workload = workload_at(call, place);
  const std::string path = name_of(call, place);
  MatrixReport matrix = report_matrix(workload.queries, call.context.connection, call.context.settings.stop);
  const auto report = [&](const Diagnostic& fault, const AskedQuery& query) {
    call.answer.placed.push_back({fault, path, query.line, query.column, query.text});
    call.answer.outcome = Outcome::refused;
  };
  for (const FaultyQuery& each : matrix.faulty) report(each.fault, workload.queries[each.query]);
  if (workload.unfinished) report(workload.unfinished->second, workload.unfinished->first);
  return matrix;
}

/// Behind QUERIES, if it is there, a text is missing.
[[noreturn]] void refuse_missing_queries(const CommandCall& call) {
  call.refuse_usage(call.words.size() > 1 && says(call.words[1], "QUERIES") ? 2 : 1);
}

void matrix(const CommandCall& call) {
  const std::optional<QueriesPlace> queries = find_queries(call.words);
  if (!queries) refuse_missing_queries(call);
  call.refuse_words_from(queries->word + 1);
  MatrixReport report = read_matrix(call, *queries);
  const std::string_view file = queries->is_text ? std::string_view() : call.words[queries->word].text;
  call.answer.text = matrix_text(report, file, call.context.settings.language, call.terminal_columns());
  call.answer.may_be_paged = true;
  call.answer.document = [report = std::move(report)] { return matrix_json(report); };
}

/// A file of that name is as it was before if this fails.
void write_drawing(const CommandCall& call, std::size_t word, const std::string& drawing) {
  const std::string& name = call.words[word].text;
  try {
    ExportFiles file(with_home(name, call.context.settings.home), std::nullopt, "", call.context.connection,
                     call.context.settings.stop);
    file.begin_row();
    file.rows() += drawing;
    file.end_row();
    file.publish();
  } catch (const ExportFault& fault) {
    refuse("drawing_unwritten", call.words[word].span,
           {{"file", fault.file}, {"reason", std::generic_category().message(fault.error)}});
  }
  call.answer.remarks = ConsoleWords::say(call.context.settings.language, "drawn in {file}\n",
                                          {{"file", show_on_terminal(name)}});
}

void chebotko(const CommandCall& call) {
  const std::optional<QueriesPlace> queries = find_queries(call.words);
  const std::size_t drawing = queries ? queries->word + 1 : 1;
  const bool draws = drawing < call.words.size();
  if (draws && !queries && !says(call.words[1], "SVG")) refuse_missing_queries(call);
  if (draws && !says(call.words[drawing], "SVG")) call.refuse_usage(drawing);
  if (draws && !call.is_file_name(drawing + 1)) call.refuse_usage(drawing + 1);
  call.refuse_words_from(drawing + 2);
  const MatrixReport matrix = queries
                                  ? read_matrix(call, *queries)
                                  : report_matrix({}, call.context.connection, call.context.settings.stop);
  ChebotkoDiagram diagram = draw_diagram(matrix);
  if (draws) return write_drawing(call, drawing + 1, diagram_svg(diagram));
  call.answer.text = diagram_text(diagram, call.context.settings.language, call.terminal_columns());
  call.answer.may_be_paged = true;
  call.answer.document = [diagram = std::move(diagram)] { return diagram_json(diagram); };
}

bool is_drawn(std::span<const CommandWord> words) {
  return words.size() > 2 && says(words[words.size() - 2], "SVG");
}

constexpr Command kWorkloadCommands[] = {
    {"MATRIX", "", "'file' | QUERIES 'queries'", "which tables serve the queries of a file",
     "MATRIX 'queries.cql'  each SELECT of the file against each table of the keyspace: served forwards or\n"
     "                      backwards, or the code for which it is refused; then queries without a table, "
     "and\n"
     "                      tables without a query\n"
     "Queries may have markers. Each is planned as if it named the other table, without ALLOW FILTERING.\n",
     matrix, CommandEffect::none, CommandEnd::line, nullptr, nullptr, names_file_beside_queries},
    {"CHEBOTKO", "", "['file' | QUERIES 'queries'] [SVG 'drawing']",
     "a Chebotko diagram of the tables, with their queries",
     "CHEBOTKO                                the tables of the keyspace in use, each a box: K partition "
     "key, C↑\n"
     "                                        and C↓ clustering, S static, IDX indexed, ++ counter\n"
     "CHEBOTKO 'queries.cql'                  with the queries of a file at the tables that serve them\n"
     "CHEBOTKO 'queries.cql' SVG 'model.svg'  as a drawing for a page or a slide\n"
     "CHEBOTKO QUERIES 'SELECT * FROM posts WHERE author = ?'  with queries that are typed\n",
     chebotko, CommandEffect::writes, CommandEnd::line, nullptr, is_drawn, names_file_beside_queries},
};

}  // namespace

std::span<const Command> workload_commands() { return kWorkloadCommands; }

}  // namespace cellar
