#include "shell/console/answer_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <vector>

#include "functions/json/json_list.h"
#include "refusal/memory_account.h"
#include "refusal/messages.h"
#include "refusal/render.h"
#include "shell/console/report/refusal_report.h"
#include "shell/render/value_format.h"
#include "shell/teach/trace_text.h"
#include "types/text/text.h"
#include "types/value/value.h"

namespace cellar {

namespace {

std::string member(std::string_view name, std::string_view json) {
  return ",\"" + std::string(name) + "\":" + std::string(json);
}

std::string column_json(const ResultColumn& column) {
  return "{\"name\":" + json_string(column.name) + ",\"type\":" + json_string(to_cql(column.type)) + "}";
}

/// The values of some columns in another form than JSON's own.
class ColumnTexts {
 public:
  using IsWanted = std::function<bool(const Type&)>;
  using Write = std::function<std::string(const Type&, ValueView)>;

  ColumnTexts(const std::vector<ResultColumn>& columns, const IsWanted& is_wanted, Write write)
      : columns_(columns), write_(std::move(write)) {
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (is_wanted(columns[i].type)) texts_.push_back({i, {}});
  }

  void add(const ResultRow& row) {
    for (auto& [column, text] : texts_) {
      const ValueView value = row[column];
      text += text.empty() ? "" : ",";
      text += value ? json_string(write_(columns_[column].type, value)) : "null";
    }
  }
  std::size_t size() const {
    std::size_t size = 0;
    for (const auto& [column, text] : texts_) size += text.size();
    return size;
  }
  /// Empty if there are no such columns.
  std::string member_called(std::string_view name) const {
    if (texts_.empty()) return "";
    std::string columns;
    for (const auto& [column, text] : texts_) add_json(columns, fmt::format("\"{}\":[{}]", column, text));
    return member(name, '{' + columns + '}');
  }

 private:
  const std::vector<ResultColumn>& columns_;
  const Write write_;
  std::vector<std::pair<std::size_t, std::string>> texts_;  // by the index of their column
};

/// JSON tells neither a set from a list nor the types of fields.
bool has_parts(const Type& type) { return !type.arguments.empty(); }

/// Whether FORMAT has set how values of the type are shown.
bool is_formatted(const Type& type, const ValueFormat& format) {
  return (contains_kind(type, TypeKind::timestamp) && (format.zone || !format.timestamp.empty())) ||
         (contains_kind(type, TypeKind::float_) && format.float_digits) ||
         (contains_kind(type, TypeKind::double_) && format.double_digits);
}

/// Appends the members about rows, up to the bounds. Long values take their time, so each row asks whether to stop.
void append_rows(Answer& answer, const AnswerBounds& bounds, const ShellSettings& settings, std::string& text,
                 AnswerFacts& facts) {
  if (!answer.rows.has_rows()) return;
  const std::vector<ResultColumn>& columns = answer.rows.columns();
  ColumnTexts literals(columns, has_parts, to_literal);
  const ValueText format_text(settings.output.format, TextForm::raw, true);
  ColumnTexts shown(
      columns, [&](const Type& type) { return is_formatted(type, settings.output.format); },
      [&](const Type& type, ValueView value) {
        std::string formatted;
        format_text.append(type, value, formatted);
        return formatted;
      });
  std::string rows;
  std::size_t count = 0;
  bool has_more = false;
  try {
    while (const ResultRow* row = answer.rows.next()) {
      if (settings.stop.stop_requested()) refuse("interrupted");
      has_more = ++count > bounds.rows ||
                 (bounds.row_bytes != 0 && rows.size() + literals.size() + shown.size() > bounds.row_bytes);
      if (has_more) break;
      rows += count == 1 ? "[" : ",[";
      for (std::size_t i = 0; i < columns.size(); ++i)
        rows += (i == 0 ? "" : ",") + json_text_of_column(columns[i].type, (*row)[i]);
      rows += ']';
      literals.add(*row);
      shown.add(*row);
    }
  } catch (const Refusal& refusal) {
    refuse_in(answer, refusal.diagnostic);
  }
  facts.has_rows = true;
  facts.has_more = has_more;
  facts.rows = has_more ? count - 1 : count;
  text += member("columns", json_list(columns, column_json)) + member("rows", '[' + rows + ']') +
          member("has_more", has_more ? "true" : "false") + literals.member_called("literals") +
          shown.member_called("shown");
}

/// Thrown by an output that has as much as it may keep.
struct EnoughText {};

/// While it lives, no memory is refused: destructors of the library of JSON take some, and must not fail. What is
/// written meanwhile was shown as a text before, whose length is bounded.
class UnrefusedMemory {
  const CountedWork work_{{counted_account.account, true}};
};

/// Returns the member with the document, if there is one.
std::string document_of(Answer& answer) {
  if (!answer.document || answer.refusal) return "";
  const UnrefusedMemory unrefused;
  try {
    return member("document", one_line(answer.document()));
  } catch (const Refusal& refusal) {
    refuse_in(answer, refusal.diagnostic);
    return "";
  }
}

class BoundedOutput final : public Output {
 public:
  explicit BoundedOutput(std::size_t most) : most_(most) {}

  const std::string& text() const { return text_; }

 private:
  int put_results(std::string_view text) override {
    put_diagnostic(text);
    return 0;
  }
  void put_diagnostic(std::string_view text) override {
    const std::size_t room = most_ - text_.size();
    text_ += text.substr(0, character_boundary(text, std::min(room, text.size())));
    if (room < text.size()) throw EnoughText();
  }

  std::size_t most_;
  std::string text_;
};

/// Appends the member with the text of an answer behind `before`, cut at the bound. Then the document would be much
/// longer, and is dropped.
void append_text(Answer& answer, std::size_t most, std::string before, std::string& members) {
  BoundedOutput output(most);
  try {
    write_text(answer, output);
    output.flush();
  } catch (const EnoughText&) {
    answer.document = nullptr;
    members += member("text", json_string(before + output.text() + "...\n")) + member("is_cut", "true");
    return;
  } catch (const Refusal& refusal) {
    refuse_in(answer, refusal.diagnostic);
  }
  members += member("text", json_string(before + output.text()));
}

std::string session_json(Console& console) {
  const ShellSettings& settings = console.settings();
  const Connection& connection = console.connection();
  return fmt::format(R"({{"policy":{},"consistency":{},"serial_consistency":{},"tracing":{}}})",
                     connection.policy() == Policy::teach ? R"("teach")" : R"("cassandra")",
                     json_string(settings.consistency), json_string(settings.serial_consistency),
                     connection.tracing());
}

void note_outcome(const Answer& answer, Language language, AnswerFacts& facts) {
  facts.outcome = answer.outcome;
  if (!answer.refusal) return;
  facts.code = answer.refusal->code();
  facts.title = fill(words_of(message_of(*answer.refusal), language).title, answer.refusal->parameters);
}

const char* name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::done:
      return "done";
    case Outcome::refused:
      return "refused";
    case Outcome::broken:
      return "broken";
    case Outcome::leave:
      return "leave";
  }
  return "";
}

/// The diagnostics of an answer as members: those of the statement, and those of other texts.
class Diagnostics {
 public:
  Diagnostics(Console& console, Answer& answer, std::string_view statement)
      : console_(console), answer_(answer), statement_(statement) {
    if (answer.is_statement && answer.rows.has_rows() && !answer.refusal)
      std::ranges::copy(answer.rows.notices(), std::back_inserter(answer.notices));
    take_refusal();
  }

  std::string members() {
    const UnrefusedMemory unrefused;
    ShellSettings& settings = console_.settings();
    const Language language = settings.language;
    std::string text;
    const auto notice = [&](const Diagnostic& each) {
      settings.note_met(each, statement_);
      return one_line(render_json(each, {"", 1, 1, statement_}, {}, language));
    };
    const auto placed = [&](const PlacedDiagnostic& each) {
      const SourcePlace place{each.file, each.line, each.column, each.text};
      return one_line(render_json(each.diagnostic, place, {}, language));
    };
    text += member(
        "notices",
        json_list(notices_to_show(answer_.notices, settings.silenced_lints, settings.lint_levels), notice));
    if (!answer_.placed.empty()) text += member("placed", json_list(answer_.placed, placed));
    if (!answer_.refusal) return text;
    settings.note_refused(statement_);
    const RefusalReport report = report_of(*answer_.refusal, statement_, console_.connection());
    settings.note_met(report.refusal, statement_);
    return text + member("refusal", one_line(render_json(report.refusal, {"", 1, 1, statement_}, report.after,
                                                         language)));
  }

 private:
  /// EXPLAIN of a statement that is refused has its refusal among the notices.
  void take_refusal() {
    const auto found = std::ranges::find_if_not(answer_.notices, is_notice);
    if (answer_.refusal || found == answer_.notices.end()) return;
    refuse_in(answer_, *found);
    answer_.notices.erase(found);
  }

  Console& console_;
  Answer& answer_;
  std::string_view statement_;
};

}  // namespace

std::string answer_json(Console& console, KeptOutput& output, std::string_view statement,
                        const AnswerBounds& bounds, AnswerFacts* facts) {
  const auto begin = std::chrono::steady_clock::now();
  AnswerFacts found;
  Answer answer = console.answer(statement);
  if (answer.fitted) answer.text = answer.fitted(console.settings().text_columns);
  std::string members;
  append_rows(answer, bounds, console.settings(), members, found);
  append_text(answer, bounds.text, output.take_results() + output.take_diagnostics(), members);
  members += document_of(answer);
  if (bounds.interruption && answer.refusal && answer.refusal->cause() == Cause::interrupted)
    answer.refusal = bounds.interruption;
  const MemoryAccount* const account = counted_account.account;
  if (account != nullptr && account->has_refused() && answer.outcome == Outcome::broken) {
    const auto& ended_by = account->is_over() ? bounds.interruption : bounds.exhaustion;
    if (ended_by) refuse_in(answer, *ended_by);
  }
  if (!bounds.file_name.empty() && answer.refusal) answer.refusal->set_parameter("path", bounds.file_name);
  if (!answer.remarks.empty()) members += member("remarks", json_string(answer.remarks));
  members += Diagnostics(console, answer, statement).members();
  if (!answer.lesson.empty()) members += member("lesson", json_string(answer.lesson));
  if (console.connection().tracing() && answer.is_statement) {
    const TracePointer trace = console.connection().end_trace(answer.refusal ? nullptr : &answer.rows);
    if (trace) members += member("trace", json_string(format_trace(*trace, console.settings().language)));
  }
  if (console.settings().timing) {
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    members += member("seconds", fmt::format("{:.6f}", time.count()));
  }
  members += member("keyspace", json_string(console.connection().keyspace()));
  members += member("session", session_json(console));
  if (facts != nullptr) {
    note_outcome(answer, console.settings().language, found);
    *facts = std::move(found);
  }
  return std::string("{\"outcome\":\"") + name_of(answer.outcome) + "\"" + members + "}\n";
}

std::string refusal_json(Console& console, KeptOutput& output, std::string_view statement, Diagnostic refusal,
                         AnswerFacts* facts) {
  output.take_results();
  output.take_diagnostics();
  if (console.connection().tracing()) console.connection().end_trace(nullptr);
  Answer answer;
  refuse_in(answer, std::move(refusal));
  if (facts != nullptr) {
    *facts = {};
    note_outcome(answer, console.settings().language, *facts);
  }
  return std::string("{\"outcome\":\"") + name_of(answer.outcome) + '"' + member("text", "\"\"") +
         Diagnostics(console, answer, statement).members() +
         member("keyspace", json_string(console.connection().keyspace())) + "}\n";
}

}  // namespace cellar
