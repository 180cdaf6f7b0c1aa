#include "program/subcommands/cqlsh_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <iterator>
#include <utility>

#include "client/server_connection.h"
#include "database/result.h"
#include "parser/script/splitter.h"
#include "program/words/program_words.h"
#include "shell/files/script_file.h"
#include "shell/render/printer.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr int kRefusedByServer = 2;

/// Sends statements one after another, and prints their answers.
class StatementSender {
 public:
  StatementSender(ServerConnection& server, Language language, Output& output)
      : server_(server), language_(language), output_(output) {}

  /// Sends the statements of a text. `name` says where it is from, beside what is refused.
  void send_text(std::string_view text, const std::string& name) {
    Splitter splitter;
    splitter.feed(text);
    send_rest(splitter, name);
  }
  void send_file(const std::string& path) {
    const std::string name = path == "-" ? "stdin" : path;
    ScriptFile script(path);
    Splitter splitter;
    for (std::string_view piece = script.read(); !piece.empty(); piece = script.read()) {
      splitter.feed(piece);
      while (const std::optional<ScriptStatement> statement = splitter.next()) send(*statement, name);
    }
    send_rest(splitter, name);
  }
  bool was_refused() const { return was_refused_; }

 private:
  void send_rest(Splitter& splitter, const std::string& name) {
    splitter.end();
    while (const std::optional<ScriptStatement> statement = splitter.finish()) send(*statement, name);
  }

  void send(const ScriptStatement& statement, const std::string& name) {
    try {
      print(statement.text);
    } catch (const ServerError& error) {
      was_refused_ = true;
      output_.write_diagnostic(ProgramWords::say(
          language_, "{place}: the server answers {code}: {message}\n",
          {{"place", fmt::format("{}:{}:{}", show_on_terminal(name), statement.line, statement.column)},
           {"code", fmt::format("0x{:04X}", static_cast<unsigned>(error.code()))},
           {"message", show_on_terminal(error.what())}}));
    }
  }

  void print(std::string_view text) {
    AnsweredPage answer = server_.query(text);
    while (!answer.next_page.empty()) {
      AnsweredPage page = server_.query(text, {}, answer.next_page);
      std::ranges::move(page.rows, std::back_inserter(answer.rows));
      answer.next_page = std::move(page.next_page);
    }
    for (const std::string& warning : answer.warnings)
      output_.write_diagnostic(
          ProgramWords::say(language_, "-- warning: {message}\n", {{"message", show_on_terminal(warning)}}));
    if (answer.columns.empty()) return;
    std::vector<ResultColumn> columns;
    for (AnsweredColumn& column : answer.columns)
      columns.push_back({.name = std::move(column.name), .type = std::move(column.type)});
    PrintOptions options;
    options.language = language_;
    options.counts_rows = !is_conditional_answer(columns);
    Result result(std::move(columns), std::move(answer.rows));
    printer_.print(result, options, output_);
    output_.end_statement();
  }

  ServerConnection& server_;
  Language language_;
  Output& output_;
  Printer printer_;
  bool was_refused_ = false;
};

/// Returns the name in quotes, as drivers do it: it is in its own letters.
std::string in_quotes(std::string_view name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + '"';
}

}  // namespace

int run_cqlsh(const CqlshOptions& options, Language language, Output& output) {
  std::signal(SIGINT, SIG_DFL);  // nothing is open that an end could harm
  ServerConnection server({options.host, options.port}, {});
  StatementSender sender(server, language, output);
  if (!options.keyspace.empty()) sender.send_text("USE " + in_quotes(options.keyspace), "-k");
  if (sender.was_refused()) return kRefusedByServer;
  for (const std::string& statement : options.statements) sender.send_text(statement, "-e");
  if (options.file || options.statements.empty()) sender.send_file(options.file.value_or("-"));
  return sender.was_refused() ? kRefusedByServer : 0;
}

}  // namespace cellar
