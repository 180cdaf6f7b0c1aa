#include "refusal/render.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>

#include "refusal/catalogue/driver_fixes.h"
#include "refusal/driver_words.h"
#include "refusal/excerpt.h"
#include "refusal/messages.h"
#include "refusal/rule_card.h"
#include "refusal/spans.h"
#include "refusal/verdict.h"
#include "refusal/width.h"
#include "refusal/wrap_words.h"

namespace cellar {

namespace {

// A mended statement with a longer line is not shown.
constexpr std::size_t kLongestProposal = 120;
constexpr std::size_t kMostLines = 12;
// Further lines of wrapped words are indented by at most this part of the columns.
constexpr std::size_t kIndentPart = 4;
constexpr std::size_t kTitleIndent = 4;

struct RenderedWords {
  std::string code, title, why, fix, label, related_label;
};

// Text of a person must not control the terminal. A newline stays, without the carriage return before it.
std::string without_controls(std::string_view text) {
  std::string shown;
  for (std::size_t newline; (newline = text.find('\n')) != text.npos; text.remove_prefix(newline + 1)) {
    std::string_view line = text.substr(0, newline);
    if (line.ends_with('\r')) line.remove_suffix(1);
    shown += expand(line) + '\n';
  }
  return shown + expand(text);
}

/// "L502: status gives orders few partitions, and large ones", with the way out if it is one of choice.
std::string doubt_text(const Diagnostic& doubt, Language language) {
  const Message& message = message_of(doubt);
  const Words words = words_of(message, language);
  std::string text =
      fmt::format("\n{}: {}", message.code, without_controls(fill(words.title, doubt.parameters)));
  if (message.message_class.kind != MessageKind::no_advice) return text;
  return text + std::string(frame_words(language).stop) + without_controls(fill(words.fix, doubt.parameters));
}

// A table that serves the statement comes before what else one may do.
std::string with_table(std::string fix, const Diagnostic& diagnostic, const Parameters& parameters,
                       Language language) {
  const auto table = std::ranges::find(parameters, "table_fix", &Parameter::name);
  if (table == parameters.end() || table->value.empty()) return fix;
  const FrameWords& frame = frame_words(language);
  std::string proposal = fill(frame.table, parameters);
  for (const Diagnostic& doubt : diagnostic.doubts) proposal += doubt_text(doubt, language);
  return fix.empty() ? proposal : proposal + "\n" + std::string(frame.otherwise) + fix;
}

RenderedWords filled(const Diagnostic& diagnostic, const Words& words, Language language) {
  Parameters parameters = diagnostic.parameters;
  for (Parameter& parameter : parameters) parameter.value = without_controls(phrase_in(parameter, language));
  return {std::string(diagnostic.code()),
          fill(words.title, parameters),
          fill(words.why, parameters),
          with_table(fill(words.fix, parameters), diagnostic, parameters, language),
          fill(words.label, parameters),
          fill(words.related_label, parameters)};
}

RenderedWords filled(const Diagnostic& diagnostic, Language language) {
  return filled(diagnostic, words_of(message_of(diagnostic), language), language);
}

std::vector<std::string_view> rules_of(const Message& message) {
  std::vector<std::string_view> rules;
  std::string_view rest = message.rules;
  while (!rest.empty()) {
    rules.push_back(rest.substr(0, rest.find(' ')));
    rest.remove_prefix(std::min(rest.size(), rules.back().size() + 1));
  }
  return rules;
}

/// "K1 every column of the partition key needs = or IN; K5 only key columns are searchable"
std::string words_of_rules(const Message& message, Language language) {
  std::string text;
  for (const std::string_view name : rules_of(message)) {
    const Rule* rule = find_rule(name);
    assert(rule != nullptr);
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", rule->name, words_of(*rule, language));
  }
  return text;
}

bool is_announced_as_note(const Diagnostic& diagnostic, Announced announced) {
  return is_notice(diagnostic) && announced == Announced::by_kind;
}

std::string_view kind_of(const Diagnostic& diagnostic, Language language, Announced announced) {
  const FrameWords& words = frame_words(language);
  return is_announced_as_note(diagnostic, announced) ? words.note : words.error;
}

// The span within the text; where it begins past the end, its last character.
Span within(const Span& span, std::string_view text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  const std::uint32_t begin = std::min(span.begin, size);
  return {begin, std::clamp(span.end, begin, size)};
}

std::string place_text(const SourcePlace& place, const LineAndColumn& where) {
  if (place.file.empty()) return fmt::format("{}:{}", where.line, where.column);
  return fmt::format("{}:{}:{}", expand(place.file), where.line, where.column);
}

struct Slot {
  std::string_view label;
  std::string text;
  bool is_statement = false;  // never broken
};

/// Text of a slot may have several lines (a table to make): they begin below each other.
std::string write_slot(std::string_view margin, const Slot& slot, std::size_t columns,
                       std::span<const std::string> to_paste) {
  const std::string head = fmt::format("{}= {}: ", margin, slot.label);
  const std::size_t begin = display_width(head);
  if (slot.is_statement || columns == 0) return head + wrap_words(slot.text, {0, begin, begin}) + '\n';
  const std::size_t indent = std::min(begin, columns / kIndentPart);
  return head + wrap_words(slot.text, {columns, begin, indent}, to_paste) + '\n';
}

/// Returns the whole statements that the words propose.
std::vector<std::string> statements_to_paste(const Diagnostic& diagnostic) {
  std::vector<std::string> statements;
  for (const Parameter& parameter : diagnostic.parameters) {
    if (parameter.name == "table_fix" || parameter.name == "statement")
      statements.push_back(without_controls(parameter.value));
  }
  return statements;
}

struct Paint {
  std::string_view head, mark, end;
};
Paint paint_for(const Diagnostic& diagnostic, bool colour, Announced announced) {
  if (!colour) return {};
  return is_announced_as_note(diagnostic, announced) ? Paint{"\033[1;36m", "\033[36m", "\033[0m"}
                                                     : Paint{"\033[1;31m", "\033[31m", "\033[0m"};
}

// JSON keeps what it says when a character of a string becomes an escape.
std::string escape_steering(std::string_view json) {
  std::string escaped;
  while (!json.empty()) {
    const ShownCharacter character = first_character(json);
    if (character.control) {
      escaped += fmt::format("\\u{:04x}", character.code_point);
    } else {
      escaped += json.substr(0, character.bytes);
    }
    json.remove_prefix(character.bytes);
  }
  return escaped;
}

// The mended statement, where it is short enough to read.
std::string mended_statement(const Diagnostic& diagnostic, const SourcePlace& place) {
  constexpr std::ptrdiff_t kLongest = 40;
  if (!diagnostic.fix) return {};
  std::string mended = without_controls(apply_fix(place.statement, *diagnostic.fix));
  if (std::ranges::count(mended, '\n') >= kLongest) return {};
  for (std::string_view rest = mended; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (display_width(line) > kLongestProposal) return {};
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  return mended;
}

std::vector<Mark> marks_of(const Diagnostic& diagnostic, const RenderedWords& words,
                           std::string_view statement) {
  std::vector<Mark> marks = {{within(diagnostic.span, statement), '^', words.label}};
  if (diagnostic.related) marks.push_back({within(*diagnostic.related, statement), '-', words.related_label});
  for (const Span& span : diagnostic.repeated) marks.push_back({within(span, statement), '^'});
  return marks;
}

/// Drops excerpts from the end, but never the first mark's, until the lines are as many as there may be.
/// Returns how many were dropped.
std::size_t keep_within(std::vector<Excerpt>& excerpts, std::size_t most_lines) {
  std::size_t lines = 0, dropped = 0;
  for (const Excerpt& excerpt : excerpts) lines += 1 + excerpt.marks.size();
  while (excerpts.size() > 1 && lines + (dropped > 0 ? 1 : 0) > most_lines) {
    const auto last = excerpts.back().has_first ? excerpts.begin() : excerpts.end() - 1;
    lines -= 1 + last->marks.size();
    excerpts.erase(last);
    ++dropped;
  }
  return dropped;
}

std::size_t last_marked_line(const SourcePlace& place, const std::vector<Mark>& marks) {
  const Span last = std::ranges::max(marks, {}, [](const Mark& mark) { return mark.span.begin; }).span;
  return locate(place, last.begin).line;
}

/// Returns the lines that are blamed, in the order of the text; of those that do not fit into `most_lines`,
/// the number. Sets the margin that the other lines begin with.
std::string marked_lines(const Diagnostic& diagnostic, const RenderedWords& words, const SourcePlace& place,
                         const Paint& paint, std::size_t most_lines, std::size_t columns, Language language,
                         std::string& margin) {
  constexpr std::size_t kBar = 3;  // " | "
  const std::vector<Mark> marks = marks_of(diagnostic, words, place.statement);
  const std::size_t numbers = std::to_string(last_marked_line(place, marks)).size();
  std::vector<Excerpt> excerpts =
      excerpts_of(place.statement, marks, columns == 0 ? 0 : columns - std::min(columns - 1, numbers + kBar));
  const std::size_t hidden = keep_within(excerpts, most_lines);
  margin = std::string(std::to_string(place.line + excerpts.back().line).size() + 1, ' ');
  std::string text;
  for (const Excerpt& excerpt : excerpts) {
    text += fmt::format("{:>{}} | {}\n", place.line + excerpt.line, margin.size() - 1, excerpt.text);
    for (const std::string& line : excerpt.marks) {
      const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
      text += fmt::format("{}| {}{}{}{}\n", margin, line.substr(0, begin), paint.mark, line.substr(begin),
                          paint.end);
    }
  }
  if (hidden > 0) {
    text += fmt::format("{}| {}\n", margin,
                        fill(frame_words(language).more_lines, {{"count", std::to_string(hidden)}}));
  }
  return text;
}

nlohmann::ordered_json as_json(const Span& span) { return {span.begin, span.end}; }

std::vector<Slot> slots_of(const Diagnostic& diagnostic, const RenderedWords& words, const SourcePlace& place,
                           std::span<const Diagnostic> after, Language language) {
  const Message& message = message_of(diagnostic);
  const FrameWords& labels = frame_words(language);
  std::vector<Slot> slots;
  const auto add = [&slots](std::string_view label, std::string text) {
    if (!text.empty()) slots.push_back({label, std::move(text)});
  };
  add(labels.rule, words_of_rules(message, language));
  add(labels.why, words.why);
  add(labels.fix, words.fix);
  add(labels.attempt, mended_statement(diagnostic, place));
  if (!slots.empty()) slots.back().is_statement = slots.back().label == labels.attempt;
  for (const Diagnostic& next : after) {
    const RenderedWords found = filled(next, language);
    add(next.fix ? labels.mended_too : labels.after, fmt::format("{}: {}", found.code, found.title));
  }
  if (is_notice(diagnostic)) return slots;
  add(labels.verdict, verdict_text(diagnostic, language));
  add(labels.help, fmt::format("HELP {}", message.code));
  return slots;
}

}  // namespace

bool is_notice(const Diagnostic& diagnostic) {
  switch (diagnostic.kind()) {
    case MessageKind::refusal:
    case MessageKind::no_advice:
      return false;
    case MessageKind::notice:
    case MessageKind::warning:
    case MessageKind::lesson:
    case MessageKind::lint:
      break;
  }
  return true;
}

SaidWords said_words(const Diagnostic& diagnostic, std::string_view statement, Language language) {
  RenderedWords words = filled(diagnostic, language);
  return {std::move(words.title), std::move(words.why), std::move(words.fix),
          mended_statement(diagnostic, {.file = {}, .statement = statement})};
}

SaidWords words_for_driver(const Diagnostic& diagnostic) {
  Words words = words_of(message_of(diagnostic), Language::english);
  const auto* const other =
      std::ranges::find(catalogue::kDriverFixes, diagnostic.id, &catalogue::DriverFix::id);
  if (other != std::end(catalogue::kDriverFixes)) words.fix = other->fix;
  RenderedWords said = filled(diagnostic, words, Language::english);
  return {std::move(said.title), std::move(said.why), std::move(said.fix), {}};
}

LineAndColumn locate(const SourcePlace& place, std::size_t offset) {
  const std::string_view before = place.statement.substr(0, std::min(offset, place.statement.size()));
  const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  if (lines == 0) return {place.line, place.column + count_characters(before)};
  return {place.line + lines, 1 + count_characters(before.substr(before.rfind('\n') + 1))};
}

std::string render_full(const Diagnostic& diagnostic, const SourcePlace& place, bool colour,
                        std::span<const Diagnostic> after, Language language, std::size_t columns,
                        Announced announced) {
  const RenderedWords words = filled(diagnostic, language);
  const Paint paint = paint_for(diagnostic, colour, announced);
  const std::string head = fmt::format("{}[{}]", kind_of(diagnostic, language, announced), words.code);
  std::string text =
      fmt::format("{}{}{}: {}\n", paint.head, head, paint.end,
                  wrap_words(words.title, {columns, head.size() + 2, columns == 0 ? 0 : kTitleIndent}));
  const std::vector<Slot> slots = slots_of(diagnostic, words, place, after, language);
  std::string margin = "  ";
  if (!place.statement.empty()) {
    const LineAndColumn where = locate(place, within(diagnostic.span, place.statement).begin);
    text += fmt::format(" --> {}\n", place_text(place, where));
    if (diagnostic.span != Span{}) {
      constexpr std::size_t kHead = 2;
      text += marked_lines(diagnostic, words, place, paint, kMostLines - kHead - slots.size(), columns,
                           language, margin);
    }
  }
  const std::vector<std::string> to_paste = statements_to_paste(diagnostic);
  for (const Slot& slot : slots) text += write_slot(margin, slot, columns, to_paste);
  return text;
}

std::string render_line(const Diagnostic& diagnostic, const SourcePlace& place, Language language,
                        Announced announced) {
  const RenderedWords words = filled(diagnostic, language);
  std::string title = words.title;
  std::replace(title.begin(), title.end(), '\n', ' ');
  const std::string_view kind = kind_of(diagnostic, language, announced);
  if (place.statement.empty()) return fmt::format("{}[{}]: {}\n", kind, words.code, title);
  const LineAndColumn where = locate(place, within(diagnostic.span, place.statement).begin);
  return fmt::format("{}: {}[{}]: {}\n", place_text(place, where), kind, words.code, title);
}

std::string render_json(const Diagnostic& diagnostic, const SourcePlace& place,
                        std::span<const Diagnostic> after, Language language) {
  const RenderedWords words = filled(diagnostic, language);
  const Message& message = message_of(diagnostic);
  const Span span = within(diagnostic.span, place.statement);
  const LineAndColumn where = locate(place, span.begin);
  nlohmann::ordered_json object = {{"kind", kind_of(diagnostic, Language::english, Announced::by_kind)},
                                   {"code", words.code},
                                   {"id", diagnostic.id},
                                   {"class", nullptr},
                                   {"title", words.title},
                                   {"label", words.label},
                                   {"rules", rules_of(message)},
                                   {"why", words.why},
                                   {"fix", words.fix},
                                   {"says", verdict_text(diagnostic, language)},
                                   {"help", fmt::format("HELP {}", words.code)},
                                   {"file", place.file},
                                   {"line", where.line},
                                   {"column", where.column},
                                   {"span", as_json(span)}};
  if (!is_notice(diagnostic)) object["class"] = name(diagnostic.error_class());
  object["parameters"] = nlohmann::ordered_json::object();
  for (const Parameter& parameter : diagnostic.parameters)
    object["parameters"][parameter.name] = shown_value(parameter);
  if (diagnostic.fix) {
    object["replacement"] = {{"span", as_json(diagnostic.fix->span)}, {"text", diagnostic.fix->text}};
  }
  for (const Span& further : diagnostic.repeated) object["repeated"].push_back(as_json(further));
  if (diagnostic.related) {
    object["related"] = {{"span", as_json(*diagnostic.related)}, {"label", words.related_label}};
  }
  for (const Diagnostic& next : after) {
    const RenderedWords found = filled(next, language);
    object[next.fix ? "mended_too" : "after"].push_back(
        {{"code", found.code}, {"id", next.id}, {"title", found.title}});
  }
  return escape_steering(object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) +
         '\n';
}

std::string render(DiagnosticForm form, const Diagnostic& diagnostic, const SourcePlace& place, bool colour,
                   std::span<const Diagnostic> after, Language language, std::size_t columns,
                   Announced announced) {
  switch (form) {
    case DiagnosticForm::full:
      return render_full(diagnostic, place, colour, after, language, columns, announced);
    case DiagnosticForm::one_line:
      return render_line(diagnostic, place, language, announced);
    case DiagnosticForm::json:
      return render_json(diagnostic, place, after, language);
  }
  return {};
}

}  // namespace cellar
