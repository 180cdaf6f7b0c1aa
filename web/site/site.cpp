#include "web/site/site.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "functions/json/json_value.h"
#include "parser/script/splitter.h"
#include "shell/console/commands.h"
#include "types/inet.h"
#include "types/text/text.h"
#include "web/site/page_files.h"
#include "web/teacher/teacher_view.h"

namespace cellar {

namespace {

constexpr std::string_view kMessages[] = {"/start", "/answer",  "/complete",  "/schema",
                                          "/split", "/class",   "/exercises", "/exercise",
                                          "/hint",  "/hand_in", "/name"};
/// What is refused while the class is frozen.
constexpr std::string_view kWork[] = {"/answer", "/hint", "/hand_in"};

bool is_work(std::string_view target) { return std::ranges::find(kWork, target) != std::end(kWork); }

HttpResponse file_response(const WebFile& file, const HttpRequest& request) {
  if (request.known_tag == file.tag) return {.status = 304, .type = file.type, .tag = file.tag};
  if (!request.takes_gzip) return {.type = file.type, .body = unpacked(file), .tag = file.tag};
  return {.type = file.type, .file = file.gzip, .tag = file.tag, .is_gzip = true};
}

std::string statement_json(const ScriptStatement& statement) {
  return fmt::format(R"({{"line":{},"column":{},"text":{}}})", statement.line, statement.column,
                     json_string(statement.text));
}

/// Returns whether the name of a host, without its port, is an address in numbers.
bool is_in_numbers(std::string_view name) {
  const bool is_bracketed = name.starts_with('[') && name.ends_with(']');
  const bool is_version4 = name.find_first_not_of("0123456789.") == name.npos;
  return (is_bracketed || is_version4) && parse_inet(name).has_value();
}

/// Returns the name in the field Host; the whole field if what follows is no port.
std::string without_port(const std::string& host) {
  const std::size_t colon = host.find(':', host.starts_with('[') ? std::min(host.find(']'), host.size()) : 0);
  if (colon == host.npos || host.find_first_not_of("0123456789", colon + 1) != host.npos) return host;
  return host.substr(0, colon);
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

HttpResponse fault(unsigned status, std::string text) {
  return {.status = status, .body = std::move(text) + "\n"};
}

bool Site::is_message(std::string_view target) const {
  return is_teachers(target) ? parts_.classroom != nullptr
                             : std::ranges::find(kMessages, target) != std::end(kMessages);
}

bool Site::is_own_host(const std::string& host) const {
  const std::string lower = to_lower(host);
  if (std::ranges::find(hosts_.whole, lower) != hosts_.whole.end()) return true;
  const std::string name = without_port(lower);
  if (std::ranges::find(hosts_.names, name) != hosts_.names.end()) return true;
  return hosts_.takes_numbers && is_in_numbers(name);
}

/// The page of a class may come by a proxy that speaks TLS.
bool Site::is_own_origin(const HttpRequest& head) const {
  if (!head.asking_site.empty() && head.asking_site != "same-origin") return false;
  if (head.origin.empty()) return true;
  const bool takes_secure = hosts_.is_secure || parts_.classroom != nullptr;
  return (!hosts_.is_secure && head.origin == "http://" + head.host) ||
         (takes_secure && head.origin == "https://" + head.host);
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
  if (!is_own_origin(head)) return fault(403, "Another site asks.");
  if (head.content_type.substr(0, head.content_type.find(';')) != kJson)
    return fault(415, "A message is application/json.");
  return turn_away_stranger(head);
}

/// Who has no code word may begin, and send nothing else: what a stranger sends takes no memory. The teacher has a key.
std::optional<HttpResponse> Site::turn_away_stranger(const HttpRequest& head) const {
  constexpr std::size_t kLongestStart = 1'024;
  if (parts_.classroom == nullptr) return std::nullopt;
  if (is_teachers(head.target)) return turn_away_wrong_key(head);
  if (head.target == "/start")
    return head.length > kLongestStart ? std::optional(fault(413, "This is no such message.")) : std::nullopt;
  if (parts_.classroom->find(head.code_word) != nullptr) return std::nullopt;
  return unknown_code(head.from);
}

HttpResponse Site::unknown_code(const std::string& from) const {
  HttpResponse response = fault(410, "Nobody has this code word.");
  response.delay = parts_.classroom->delay_of_wrong_code(from);
  return response;
}

void Site::serve(HttpRequest request, Respond respond) {
  if (const WebFile* const file = find_page_file(request.target))
    return respond(file_response(*file, request));
  try {
    serve_message(std::move(request), respond);
  } catch (const WrongMessage&) {
    respond(fault(400, "This is no such message."));
  } catch (const std::exception&) {
    respond(fault(503, "There is not enough memory."));
  }
}

void Site::serve_message(HttpRequest request, const Respond& respond) {
  if (is_teachers(request.target)) return serve_teacher(request, respond);
  if (parts_.state.phase() != ClassPhase::open && is_work(request.target))
    return respond(fault(423, "The class takes no statements now."));
  if (parts_.classroom != nullptr && request.target == "/start")
    return start_visit(request.code_word, request.from, respond);
  const Visit visit = find_visit(request.code_word);
  if (visit.notebook == nullptr) return respond(unknown_code(request.from));
  visit.student->note_seen(std::chrono::steady_clock::now());
  if (is_work(request.target) || request.target == "/name") visit.notebook->touch();
  if (request.target == "/class") return respond({.type = kJson, .body = class_state()});
  if (request.target == "/hand_in") return hand_in(std::move(request), visit, respond);
  ask(visit, std::move(request), respond);
}

Site::Visit Site::find_visit(const std::string& code) const {
  if (parts_.classroom == nullptr) return {"", parts_.notebook, parts_.reader};
  const std::shared_ptr<Notebook> notebook = parts_.classroom->find(code);
  if (notebook == nullptr) return {};
  return {code, notebook, parts_.classroom->roster().student(code)};
}

/// Databases are opened in the threads of the statements.
void Site::start_visit(const std::string& code, const std::string& from, const Respond& respond) {
  if (parts_.state.phase() == ClassPhase::ended) return respond(fault(423, "The lesson has ended."));
  parts_.threads.work.run([this, code, from, respond] {
    Classroom& classroom = *parts_.classroom;
    try {
      const Classroom::Visit entered = code.empty() ? classroom.enter(from) : classroom.bring_back(code);
      if (entered.outcome != Classroom::Visit::Outcome::entered)
        return respond(not_entered(entered.outcome, from));
      const Visit visit{entered.code, entered.notebook, classroom.roster().student(entered.code)};
      visit.student->note_seen(std::chrono::steady_clock::now());
      ask(
          visit, [this, visit](const Notebook& notebook) { return start(notebook, visit); }, respond);
    } catch (const std::exception&) {
      respond(fault(503, "The database cannot be opened."));
    }
  });
}

HttpResponse Site::not_entered(Classroom::Visit::Outcome outcome, const std::string& from) const {
  switch (outcome) {
    case Classroom::Visit::Outcome::unknown:
      return unknown_code(from);
    case Classroom::Visit::Outcome::too_soon:
      return fault(429, "Many come at once.");
    case Classroom::Visit::Outcome::full:
    case Classroom::Visit::Outcome::entered:
      break;
  }
  return fault(503, "The class is full.");
}

/// The message is read as part of the work, so that its memory and time are the sender's.
void Site::ask(const Visit& visit, HttpRequest request, const Respond& respond) const {
  ask(
      visit,
      [this, visit, request = std::move(request)](Notebook& asked) {
        return work_of(request.target, PageMessage(request.body), visit)(asked);
      },
      respond);
}

void Site::ask(const Visit& visit, Notebook::Work work, const Respond& respond) const {
  const auto is_wrong = std::make_shared<bool>(false);
  const bool is_taken = visit.notebook->ask(
      [is_wrong, work = std::move(work)](Notebook& asked) {
        try {
          return work(asked);
        } catch (const WrongMessage&) {
          *is_wrong = true;
          return std::string();
        }
      },
      [respond, is_wrong](std::optional<std::string> text) {
        if (*is_wrong) return respond(fault(400, "This is no such message."));
        respond(text ? HttpResponse{.type = kJson, .body = *std::move(text)}
                     : fault(503, "There is not enough memory."));
      });
  if (!is_taken) respond(fault(429, "Too much waits for an answer."));
}

Notebook::Work Site::answering(const PageMessage& message, const std::shared_ptr<Student>& student) const {
  return [statement = message.text("statement"), language = find_language(message.optional_text("language")),
          columns = message.number_or(kUsualColumns, "columns"),
          is_beside = message.number_or(0, "beside") > 0, student](Notebook& notebook) {
    if (language) notebook.set_language(*language);
    notebook.set_columns(columns);
    AnswerFacts facts;
    const ClassTime begin = std::chrono::steady_clock::now();
    std::string answer = notebook.answer(statement, &facts);
    const ClassTime end = std::chrono::steady_clock::now();
    student->note_place(notebook.lesson_place(), end);
    if (!is_beside)
      student->note_ran({statement, std::move(facts),
                         std::chrono::duration_cast<std::chrono::milliseconds>(end - begin), end});
    return answer;
  };
}

Notebook::Work Site::work_of(const std::string& target, const PageMessage& message,
                             const Visit& visit) const {
  const std::shared_ptr<Student>& student = visit.student;
  if (target == "/split") return [text = message.text("text")](Notebook&) { return split_json(text); };
  if (target == "/schema") return [](const Notebook& notebook) { return notebook.schema(); };
  if (target == "/complete")
    return [text = message.text("text"), cursor = message.number("cursor")](Notebook& notebook) {
      return notebook.complete(text, cursor);
    };
  if (target == "/answer") return answering(message, student);
  if (target == "/name")
    return [name = message.text("name"), student](Notebook&) {
      student->set_name(name);
      return R"({"name":)" + json_string(student->name()) + "}";
    };
  if (target == "/exercises") return [this, student](Notebook&) { return parts_.exercises.list(*student); };
  if (target == "/exercise")
    return [&exercise = exercise_of(message), student](Notebook&) {
      return ExerciseDesk::open(exercise, *student);
    };
  if (target == "/hint")
    return [&exercise = exercise_of(message), task = message.text("task"), student](Notebook&) {
      return ExerciseDesk::hint(exercise, task, *student);
    };
  return [this, visit](const Notebook& notebook) { return start(notebook, visit); };
}

std::string Site::start(const Notebook& notebook, const Visit& visit) const {
  return fmt::format(
      R"({{"version":{},"database":{},"language":{},"code":{},"keyspace":{},"lesson":{},"number":{},"name":{}}})",
      json_string(facts_.version), json_string(facts_.database),
      json_string(languages()[static_cast<std::size_t>(facts_.language)].code), json_string(visit.code),
      json_string(notebook.keyspace()), json_string(notebook.lesson_place().lesson), visit.student->number(),
      json_string(visit.student->name()));
}

std::string Site::class_state() const {
  const ClassState::Shown shown = parts_.state.shown();
  return fmt::format(R"({{"phase":"{}","shown":{{"number":{},"text":{}}}}})", name_of(parts_.state.phase()),
                     shown.number, json_string(shown.text));
}

}  // namespace cellar
