#include "web/site/site.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "functions/json/json_value.h"
#include "types/text/text.h"
#include "web/site/faults.h"
#include "web/site/page_files.h"

namespace cellar {

namespace {

HttpResponse file_response(const WebFile& file, const HttpRequest& request) {
  if (request.known_tag == file.tag) return {.status = 304, .type = file.type, .tag = file.tag};
  if (!request.takes_gzip) return {.type = file.type, .body = unpacked(file), .tag = file.tag};
  return {.type = file.type, .file = file.gzip, .tag = file.tag, .is_gzip = true};
}

/// What may stand behind --name, and as what the page calls a host: nothing of a request that could be read as something else.
bool is_plain_name(std::string_view name) {
  constexpr std::size_t kLongestName = 253;
  return !name.empty() && name.size() <= kLongestName &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-") == name.npos;
}

}  // namespace

const Site::Message* Site::find_message(std::string_view target) {
  static constexpr Message kMessages[] = {
      {"/start", &Site::starting},
      {.target = "/answer", .read = &Site::answering, .is_typed = true, .is_work = true},
      {.target = "/answers", .read = &Site::answering_run, .is_typed = true, .is_work = true},
      {"/complete", &Site::completing},
      {"/schema", &Site::listing_schema},
      {"/split", &Site::splitting},
      {.target = "/class", .read = nullptr, .serve = &Site::class_state},
      {"/exercises", &Site::listing_exercises},
      {.target = "/exercise", .read = &Site::opening_exercise, .is_typed = true},
      {.target = "/hint", .read = &Site::hinting, .is_typed = true, .is_work = true},
      {.target = "/hand_in", .read = nullptr, .serve = &Site::hand_in, .is_typed = true, .is_work = true},
      {"/name", &Site::naming}};
  const auto* const found = std::ranges::find(kMessages, target, &Message::target);
  return found == std::end(kMessages) ? nullptr : found;
}

/// The page of a class may come by a proxy that speaks TLS.
bool Site::is_own_origin(const HttpRequest& head) const {
  if (!head.asking_site.empty() && head.asking_site != "same-origin") return false;
  if (head.origin.empty()) return true;
  const bool takes_secure = hosts_.is_secure || parts_.classroom != nullptr;
  return (!hosts_.is_secure && head.origin == "http://" + head.host) ||
         (takes_secure && head.origin == "https://" + head.host);
}

HttpResponse Site::unknown_host(const std::string& host) const {
  const std::string name = to_lower(without_port(host));
  return plain_response(
      421,
      fmt::format("Cellar does not answer to this host name. Open the address that the program printed{}",
                  parts_.classroom == nullptr ? "."
                  : is_plain_name(name)       ? ", or start it with --name " + name
                                              : ", or start it with --name HOST"));
}

std::optional<HttpResponse> Site::turn_away(const HttpRequest& head) {
  if (!hosts_.contains(head.host)) return unknown_host(head.host);
  if (find_page_file(head.target) != nullptr) {
    if (head.method == "GET" || head.method == "HEAD") return std::nullopt;
    return plain_response(405, "A file is asked for by GET.");
  }
  if (find_message(head.target) == nullptr && find_teacher_message(head.target) == nullptr)
    return plain_response(404, "Not found.");
  if (head.method != "POST") return plain_response(405, "A message is sent by POST.");
  // Browsers name the site of a page in each message that it sends elsewhere, and let no page of another site set this type.
  if (!is_own_origin(head)) return plain_response(403, "The message is from a page of another site.");
  if (head.content_type.substr(0, head.content_type.find(';')) != kJson)
    return plain_response(415, "A message is application/json.");
  return turn_away_stranger(head);
}

/// A client without a code word may only send /start. Its other requests are refused before the body is read. The teacher has
/// a key.
std::optional<HttpResponse> Site::turn_away_stranger(const HttpRequest& head) const {
  constexpr std::size_t kLongestStart = 1'024;
  if (parts_.classroom == nullptr) return std::nullopt;
  if (find_teacher_message(head.target) != nullptr) return turn_away_wrong_key(head);
  if (head.target == "/start") {
    if (head.length <= kLongestStart) return std::nullopt;
    return plain_response(413, fmt::format("This message has at most {} bytes.", kLongestStart));
  }
  if (parts_.classroom->find(head.code_word) != nullptr) return std::nullopt;
  return unknown_code(head.from);
}

HttpResponse Site::unknown_code(const std::string& from) const {
  HttpResponse response = fault(410, "code");
  response.delay = parts_.classroom->delay_of_wrong_code(from);
  return response;
}

void Site::serve(HttpRequest request, Respond respond) {
  if (const WebFile* const file = find_page_file(request.target))
    return respond(file_response(*file, request));
  try {
    serve_message(std::move(request), respond);
  } catch (const std::exception&) {
    respond(fault_of(std::current_exception()));
  }
}

void Site::serve_message(HttpRequest request, const Respond& respond) {
  if (const TeacherMessage* const message = find_teacher_message(request.target))
    return serve_teacher(*message, std::move(request), respond);
  const Message* const message = find_message(request.target);
  if (message == nullptr) return respond(plain_response(404, "Not found."));
  if (message->is_work) check_open();
  if (parts_.classroom != nullptr && request.target == "/start")
    return start_visit(request.code_word, request.from, respond);
  const Sender sender = find_sender(request.code_word);
  if (sender.notebook == nullptr) return respond(unknown_code(request.from));
  sender.student->note_seen(std::chrono::steady_clock::now());
  if (message->is_typed) sender.notebook->touch();
  if (message->serve != nullptr) return (this->*message->serve)(std::move(request), sender, respond);
  // The message is read as part of the work, so that its memory and time are the sender's.
  ask(
      sender,
      [this, sender, message, body = std::move(request.body)](Notebook& asked) {
        if (message->is_work) check_open();  // what has waited may be too late
        return (this->*message->read)(PageMessage(body), sender)(asked);
      },
      respond);
}

void Site::check_open() const {
  if (const ClassPhase phase = parts_.state.phase(); phase != ClassPhase::open) throw ClassNotOpen(phase);
}

Site::Sender Site::find_sender(const std::string& code) const {
  if (parts_.classroom == nullptr) return {"", parts_.notebook, parts_.reader};
  const std::shared_ptr<Notebook> notebook = parts_.classroom->find(code);
  if (notebook == nullptr) return {};
  return {code, notebook, parts_.classroom->roster().student(code)};
}

/// Databases are opened in the threads of the statements.
void Site::start_visit(const std::string& code, const std::string& from, const Respond& respond) {
  if (parts_.state.phase() == ClassPhase::ended) return respond(fault(423, "ended"));
  parts_.threads.work.run([this, code, from, respond] {
    Classroom& classroom = *parts_.classroom;
    try {
      const Classroom::Admission entered = code.empty() ? classroom.enter(from) : classroom.bring_back(code);
      if (entered.outcome != Classroom::Admission::Outcome::entered)
        return respond(not_entered(entered.outcome, from));
      const Sender sender{entered.code, entered.notebook, classroom.roster().student(entered.code)};
      sender.student->note_seen(std::chrono::steady_clock::now());
      ask(
          sender, [this, sender](const Notebook& notebook) { return start(notebook, sender); }, respond);
    } catch (const std::exception&) {
      respond(fault_of(std::current_exception()));
    }
  });
}

HttpResponse Site::not_entered(Classroom::Admission::Outcome outcome, const std::string& from) const {
  switch (outcome) {
    case Classroom::Admission::Outcome::unknown:
      return unknown_code(from);
    case Classroom::Admission::Outcome::too_soon:
      return fault(429, "soon");
    case Classroom::Admission::Outcome::full:
    case Classroom::Admission::Outcome::entered:
      break;
  }
  return fault(503, "full");
}

void Site::ask(const Sender& sender, Notebook::Work work, const Respond& respond) const {
  sender.notebook->ask(std::move(work), [respond](Notebook::Result result) {
    if (auto* const text = std::get_if<std::string>(&result))
      respond({.type = kJson, .body = std::move(*text)});
    else
      respond(fault_of(std::get<std::exception_ptr>(result)));
  });
}

/// The page asks for it every few seconds, also while a statement runs.
void Site::class_state(HttpRequest /*request*/, const Sender& sender, const Respond& respond) const {
  const ClassState::Shown shown = parts_.state.shown();
  respond({.type = kJson,
           .body = fmt::format(R"({{"phase":"{}","shown":{{"number":{},"text":{}}},"is_kept":{}}})",
                               name_of(parts_.state.phase()), shown.number, json_string(shown.text),
                               sender.student->is_kept())});
}

}  // namespace cellar
