#include <fmt/format.h>

#include <utility>

#include "functions/json/json_list.h"
#include "functions/json/json_value.h"
#include "shell/console/commands.h"
#include "web/site/site.h"
#include "web/site/split_json.h"

namespace cellar {

namespace {

void note_ran(Student& student, const std::string& statement, AnsweredStatement& answered) {
  student.note_ran({statement, std::move(answered.facts), answered.took, answered.at});
}

}  // namespace

Notebook::Work Site::starting(const PageMessage& /*message*/, const Sender& sender) const {
  return [this, sender](const Notebook& notebook) { return start(notebook, sender); };
}

std::string Site::start(const Notebook& notebook, const Sender& sender) const {
  return fmt::format(
      R"({{"version":{},"database":{},"language":{},"code":{},"keyspace":{},"lesson":{},"number":{},"name":{}}})",
      json_string(facts_.version), json_string(facts_.database), json_string(language()),
      json_string(sender.code), json_string(notebook.keyspace()), json_string(notebook.lesson_place().lesson),
      sender.student->number(), json_string(sender.student->name()));
}

std::string_view Site::language() const {
  return languages()[static_cast<std::size_t>(facts_.language)].code;
}

Notebook::Work Site::answering(const PageMessage& message, const Sender& sender) const {
  return [statement = message.text("statement"), language = find_language(message.optional_text("language")),
          columns = message.number_or(kUsualColumns, "columns"),
          is_beside = message.number_or(0, "beside") > 0, student = sender.student](Notebook& notebook) {
    student->keep_again();
    if (language) notebook.set_language(*language);
    notebook.set_columns(columns);
    AnsweredStatement answered = notebook.answer_timed(statement);
    student->note_place(notebook.lesson_place(), answered.at);
    if (!is_beside || !begins_command(statement)) note_ran(*student, statement, answered);
    return std::move(answered.answer);
  };
}

Notebook::Work Site::answering_run(const PageMessage& message, const Sender& sender) const {
  return
      [statements = message.texts("statements"), language = find_language(message.optional_text("language")),
       columns = message.number_or(kUsualColumns, "columns"), student = sender.student](Notebook& notebook) {
        student->keep_again();
        if (language) notebook.set_language(*language);
        notebook.set_columns(columns);
        std::string answers;
        std::size_t count = 0;
        for (AnsweredStatement& answered : notebook.answer_run(statements)) {
          note_ran(*student, statements[count++], answered);
          add_json(answers, answered.answer);
        }
        student->note_place(notebook.lesson_place(), std::chrono::steady_clock::now());
        return "{\"answers\":[" + answers + "]}";
      };
}

Notebook::Work Site::completing(const PageMessage& message, const Sender& /*sender*/) const {
  return [text = message.text("text"), cursor = message.number("cursor")](Notebook& notebook) {
    return notebook.complete(text, cursor);
  };
}

Notebook::Work Site::listing_schema(const PageMessage& /*message*/, const Sender& /*sender*/) const {
  return [](const Notebook& notebook) { return notebook.schema(); };
}

Notebook::Work Site::splitting(const PageMessage& message, const Sender& /*sender*/) const {
  return [text = message.text("text")](const Notebook&) { return split_json(text); };
}

Notebook::Work Site::naming(const PageMessage& message, const Sender& sender) const {
  return [name = message.text("name"), student = sender.student](const Notebook&) {
    student->set_name(name);
    return R"({"name":)" + json_string(student->name()) + "}";
  };
}

}  // namespace cellar
