#include "refusal/render.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>

#include "refusal/messages.h"
#include "refusal/width.h"

namespace cellar {

namespace {

// A longer source line is shown in part, around what is blamed.
constexpr std::size_t kExcerptColumns = 120;
constexpr std::size_t kColumnsBefore = 40;
constexpr std::string_view kCut = "...";

struct Words {
  std::string code, title, why, fix;
};

// What a person wrote must not steer the terminal; a new line may stay.
std::string without_controls(std::string_view text) {
  std::string shown;
  for (std::size_t newline; (newline = text.find('\n')) != text.npos; text.remove_prefix(newline + 1)) {
    shown += expand(text.substr(0, newline)) + '\n';
  }
  return shown + expand(text);
}

Words words_of(const Diagnostic& diagnostic) {
  const Message* message = find_message(diagnostic.id);
  assert(message != nullptr);
  Parameters parameters = diagnostic.parameters;
  for (Parameter& parameter : parameters) parameter.value = without_controls(parameter.value);
  return {std::string(message->code), fill(message->title, parameters), fill(message->why, parameters),
          fill(message->fix, parameters)};
}

std::string_view kind_of(const Diagnostic& diagnostic) { return is_notice(diagnostic) ? "note" : "error"; }

// The span within the text; where it begins past the end, its last character.
Span span_within(const Diagnostic& diagnostic, std::string_view text) {
  const auto size = static_cast<std::uint32_t>(text.size());
  const std::uint32_t begin = std::min(diagnostic.span.begin, size);
  return {begin, std::clamp(diagnostic.span.end, begin, size)};
}

struct Excerpt {
  std::string line;
  std::size_t caret_column = 0;  // columns before the carets
  std::size_t carets = 1;
};

std::string_view line_around(std::string_view text, std::size_t offset, std::size_t& start) {
  const std::size_t before = offset == 0 ? text.npos : text.rfind('\n', offset - 1);
  start = before == text.npos ? 0 : before + 1;
  std::string_view line = text.substr(start, text.find('\n', start) - start);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

// The line where the span begins, with tabs and wide characters accounted for in the carets' place.
Excerpt excerpt_of(std::string_view text, const Span& span) {
  std::size_t start = 0;
  const std::string_view line = line_around(text, span.begin, start);
  const std::size_t begin = std::min<std::size_t>(span.begin - start, line.size());
  const std::size_t end = std::clamp<std::size_t>(span.end - start, begin, line.size());

  std::string before = expand(line.substr(0, begin));
  const std::size_t width_before = display_width(before);
  const std::size_t width_through = display_width(expand(line.substr(0, end)));
  std::string shown = expand(line);
  Excerpt excerpt{std::move(shown), width_before, std::max<std::size_t>(width_through - width_before, 1)};
  if (display_width(excerpt.line) <= kExcerptColumns) return excerpt;

  std::string_view rest = excerpt.line;
  std::string cut;
  if (width_before > kColumnsBefore) {
    const std::string_view dropped = fit(rest, width_before - kColumnsBefore);
    rest.remove_prefix(dropped.size());
    excerpt.caret_column = width_before - display_width(dropped) + kCut.size();
    cut = kCut;
  }
  const std::string_view kept = fit(rest, kExcerptColumns);
  cut += kept;
  if (kept.size() < rest.size()) cut += kCut;
  excerpt.line = std::move(cut);
  const std::size_t room =
      display_width(excerpt.line) - std::min(display_width(excerpt.line), excerpt.caret_column);
  excerpt.carets = std::clamp<std::size_t>(excerpt.carets, 1, std::max<std::size_t>(room, 1));
  return excerpt;
}

std::string place_text(const SourcePlace& place, const LineAndColumn& where) {
  if (place.file.empty()) return fmt::format("{}:{}", where.line, where.column);
  return fmt::format("{}:{}:{}", expand(place.file), where.line, where.column);
}

// Text of a slot may have several lines (a table to make): they stand below each other.
std::string slot(std::string_view margin, std::string_view label, std::string_view text) {
  std::string lines = fmt::format("{}= {}: ", margin, label);
  const std::string indent(margin.size() + label.size() + 4, ' ');
  for (const char c : text) {
    lines += c;
    if (c == '\n') lines += indent;
  }
  return lines + '\n';
}

struct Paint {
  std::string_view head, mark, end;
};
Paint paint_for(const Diagnostic& diagnostic, bool colour) {
  if (!colour) return {};
  return is_notice(diagnostic) ? Paint{"\033[1;36m", "\033[36m", "\033[0m"}
                               : Paint{"\033[1;31m", "\033[31m", "\033[0m"};
}

std::string apply_fix(std::string_view statement, const Fix& fix) {
  const std::size_t begin = std::min<std::size_t>(fix.span.begin, statement.size());
  const std::size_t end = std::clamp<std::size_t>(fix.span.end, begin, statement.size());
  return std::string(statement.substr(0, begin)) + fix.text + std::string(statement.substr(end));
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
  constexpr std::ptrdiff_t kMostLines = 40;
  if (!diagnostic.fix) return {};
  std::string mended = without_controls(apply_fix(place.statement, *diagnostic.fix));
  if (std::ranges::count(mended, '\n') >= kMostLines) return {};
  for (std::string_view rest = mended; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (display_width(line) > kExcerptColumns) return {};
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
  }
  return mended;
}

}  // namespace

bool is_notice(const Diagnostic& diagnostic) { return diagnostic.code().starts_with('W'); }

LineAndColumn locate(const SourcePlace& place, std::size_t offset) {
  const std::string_view before = place.statement.substr(0, std::min(offset, place.statement.size()));
  const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  if (lines == 0) return {place.line, place.column + count_characters(before)};
  return {place.line + lines, 1 + count_characters(before.substr(before.rfind('\n') + 1))};
}

std::string render_full(const Diagnostic& diagnostic, const SourcePlace& place, bool colour,
                        std::span<const Diagnostic> after) {
  const Words words = words_of(diagnostic);
  const Paint paint = paint_for(diagnostic, colour);
  std::string text =
      fmt::format("{}{}[{}]{}: {}\n", paint.head, kind_of(diagnostic), words.code, paint.end, words.title);
  std::string margin = "  ";
  if (!place.statement.empty()) {
    const Span span = span_within(diagnostic, place.statement);
    const LineAndColumn where = locate(place, span.begin);
    text += fmt::format(" --> {}\n", place_text(place, where));
    if (diagnostic.span != Span{}) {
      const Excerpt excerpt = excerpt_of(place.statement, span);
      const std::string number = std::to_string(where.line);
      margin = std::string(number.size() + 1, ' ');
      text += fmt::format("{} | {}\n", number, excerpt.line);
      text += fmt::format("{}| {}{}{}{}\n", margin, std::string(excerpt.caret_column, ' '), paint.mark,
                          std::string(excerpt.carets, '^'), paint.end);
    }
  }
  if (!words.why.empty()) text += slot(margin, "why", words.why);
  if (!words.fix.empty()) text += slot(margin, "fix", words.fix);
  const std::string mended = mended_statement(diagnostic, place);
  if (!mended.empty()) text += slot(margin, "try", mended);
  for (const Diagnostic& next : after) {
    const Words found = words_of(next);
    text += slot(margin, "after that", fmt::format("{}: {}", found.code, found.title));
  }
  return text;
}

std::string render_line(const Diagnostic& diagnostic, const SourcePlace& place) {
  const Words words = words_of(diagnostic);
  std::string title = words.title;
  std::replace(title.begin(), title.end(), '\n', ' ');
  if (place.statement.empty()) return fmt::format("{}[{}]: {}\n", kind_of(diagnostic), words.code, title);
  const LineAndColumn where = locate(place, span_within(diagnostic, place.statement).begin);
  return fmt::format("{}: {}[{}]: {}\n", place_text(place, where), kind_of(diagnostic), words.code, title);
}

std::string render_json(const Diagnostic& diagnostic, const SourcePlace& place,
                        std::span<const Diagnostic> after) {
  const Words words = words_of(diagnostic);
  const Span span = span_within(diagnostic, place.statement);
  const LineAndColumn where = locate(place, span.begin);
  nlohmann::ordered_json object = {{"kind", kind_of(diagnostic)},
                                   {"code", words.code},
                                   {"id", diagnostic.id},
                                   {"class", nullptr},
                                   {"title", words.title},
                                   {"why", words.why},
                                   {"fix", words.fix},
                                   {"file", place.file},
                                   {"line", where.line},
                                   {"column", where.column},
                                   {"span", {span.begin, span.end}}};
  if (!is_notice(diagnostic)) object["class"] = name(diagnostic.error_class());
  object["parameters"] = nlohmann::ordered_json::object();
  for (const Parameter& parameter : diagnostic.parameters)
    object["parameters"][parameter.name] = shown_value(parameter);
  if (diagnostic.fix) {
    object["replacement"] = {{"span", {diagnostic.fix->span.begin, diagnostic.fix->span.end}},
                             {"text", diagnostic.fix->text}};
  }
  for (const Diagnostic& next : after) {
    const Words found = words_of(next);
    object["after"].push_back({{"code", found.code}, {"id", next.id}, {"title", found.title}});
  }
  return escape_steering(object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) +
         '\n';
}

std::string render(DiagnosticForm form, const Diagnostic& diagnostic, const SourcePlace& place, bool colour,
                   std::span<const Diagnostic> after) {
  switch (form) {
    case DiagnosticForm::full:
      return render_full(diagnostic, place, colour, after);
    case DiagnosticForm::one_line:
      return render_line(diagnostic, place);
    case DiagnosticForm::json:
      return render_json(diagnostic, place, after);
  }
  return {};
}

}  // namespace cellar
