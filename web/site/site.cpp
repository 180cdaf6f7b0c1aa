#include "web/site/site.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "functions/json/json_value.h"
#include "parser/script/splitter.h"
#include "shell/console/commands.h"
#include "types/text/text.h"
#include "web/site/page_files.h"
#include "web/site/page_message.h"

namespace cellar {

namespace {

constexpr std::string_view kMessages[] = {"/start", "/answer", "/complete", "/split"};
constexpr std::string_view kJson = "application/json";

bool is_message(std::string_view target) {
  return std::ranges::find(kMessages, target) != std::end(kMessages);
}

HttpResponse fault(unsigned status, std::string text) {
  return {.status = status, .body = std::move(text) + "\n"};
}

HttpResponse file_response(const WebFile& file, const HttpRequest& request) {
  if (request.known_tag == file.tag) return {.status = 304, .type = file.type, .tag = file.tag};
  if (!request.takes_gzip) return {.type = file.type, .body = unpacked(file), .tag = file.tag};
  return {.type = file.type, .file = file.gzip, .tag = file.tag, .is_gzip = true};
}

std::string statement_json(const ScriptStatement& statement) {
  return fmt::format(R"({{"line":{},"column":{},"text":{}}})", statement.line, statement.column,
                     json_string(statement.text));
}

/// Splits as scripts are split: a command ends with its line.
std::string split_json(const std::string& text) {
  Splitter splitter(begins_line_command);
  splitter.feed(text);
  splitter.end();
  std::string statements;
  const auto add = [&](const ScriptStatement& statement) {
    statements += (statements.empty() ? "" : ",") + statement_json(statement);
  };
  while (const std::optional<ScriptStatement> statement = splitter.next()) add(*statement);
  if (const std::optional<ScriptStatement> rest = splitter.finish()) add(*rest);
  return "{\"statements\":[" + statements + "]}";
}

}  // namespace

bool Site::is_own_host(const std::string& host) const {
  return std::ranges::find(hosts_, to_lower(host)) != hosts_.end();
}

std::optional<HttpResponse> Site::turn_away(const HttpRequest& head) {
  if (!is_own_host(head.host)) return fault(421, "This server is not called so.");
  if (find_page_file(head.target) != nullptr) {
    if (head.method == "GET" || head.method == "HEAD") return std::nullopt;
    return fault(405, "A file is asked for by GET.");
  }
  if (!is_message(head.target)) return fault(404, "There is nothing here.");
  if (head.method != "POST") return fault(405, "A message is sent by POST.");
  // Browsers name the site of a page in each message that it sends elsewhere, and let no page of another site set this type.
  if (!head.origin.empty() && head.origin != "http://" + head.host) return fault(403, "Another site asks.");
  if (head.content_type.substr(0, head.content_type.find(';')) != kJson)
    return fault(415, "A message is application/json.");
  return std::nullopt;
}

void Site::serve(HttpRequest request, Respond respond) {
  if (const WebFile* const file = find_page_file(request.target))
    return respond(file_response(*file, request));
  try {
    const bool is_taken = notebook_->ask(work_of(request), [respond](std::optional<std::string> text) {
      respond(text ? HttpResponse{.type = kJson, .body = *std::move(text)}
                   : fault(503, "There is not enough memory."));
    });
    if (!is_taken) respond(fault(429, "Too much waits for an answer."));
  } catch (const WrongMessage&) {
    respond(fault(400, "This is no such message."));
  } catch (const std::exception&) {
    respond(fault(503, "There is not enough memory."));
  }
}

Notebook::Work Site::work_of(const HttpRequest& request) const {
  const PageMessage message(request.body);
  if (request.target == "/split")
    return [text = message.text("text")](Notebook&) { return split_json(text); };
  if (request.target == "/complete")
    return [text = message.text("text"), cursor = message.number("cursor")](Notebook& notebook) {
      return notebook.complete(text, cursor);
    };
  const std::optional<Language> language = find_language(message.optional_text("language"));
  if (request.target == "/answer")
    return [statement = message.text("statement"), language,
            columns = message.number_or(kUsualColumns, "columns")](Notebook& notebook) {
      if (language) notebook.set_language(*language);
      notebook.set_columns(columns);
      return notebook.answer(statement);
    };
  return [this](Notebook& notebook) { return start(notebook); };
}

std::string Site::start(Notebook& notebook) const {
  return fmt::format(R"({{"version":{},"database":{},"language":{},"keyspace":{}}})",
                     json_string(facts_.version), json_string(facts_.database),
                     json_string(languages()[static_cast<std::size_t>(facts_.language)].code),
                     json_string(notebook.keyspace()));
}

}  // namespace cellar
