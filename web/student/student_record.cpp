#include "web/student/student_record.h"

#include <fmt/format.h>

#include <algorithm>

#include "functions/json/json_list.h"
#include "functions/json/json_members.h"
#include "refusal/refusal.h"
#include "types/text/text.h"

namespace cellar {

namespace {

constexpr std::size_t kLongestName = 40;  // characters

std::string count_json(std::size_t count) { return std::to_string(count); }

std::string mark_json(const ExerciseMark& mark) {
  const std::string hints = json_object(mark.hints, count_json);
  if (!mark.best) return fmt::format(R"({{"hints":{}}})", hints);
  return fmt::format(R"({{"hundredths":{},"hints":{}}})", *mark.best, hints);
}

/// The members of an object within another; none if it is something else.
const JsonMembers& members_of(const JsonMembers& members, std::string_view name) {
  static const JsonMembers none;
  const JsonValue* const value = find_member(members, name);
  const auto* const found = value == nullptr ? nullptr : std::get_if<JsonMembers>(&value->value);
  return found == nullptr ? none : *found;
}

/// A file that somebody has changed may hold any number.
std::optional<std::size_t> bounded_count(const JsonValue& value) {
  constexpr std::size_t kMost = 1'000'000;
  const std::optional<std::size_t> count = count_in(value);
  return count && *count <= kMost ? count : std::nullopt;
}

template <typename Counts>
void read_counts(const JsonMembers& members, Counts& counts) {
  for (const auto& [name, value] : members)
    if (const std::optional<std::size_t> count = bounded_count(value)) counts[name] = *count;
}

ExerciseMark read_mark(const JsonMembers& members) {
  ExerciseMark mark;
  if (const JsonValue* const best = find_member(members, "hundredths"))
    if (const std::optional<std::size_t> count = bounded_count(*best)) mark.best = static_cast<int>(*count);
  read_counts(members_of(members, "hints"), mark.hints);
  return mark;
}

bool is_invisible(std::string_view character) {
  constexpr std::string_view kInvisible[] = {"\u00ad", "\u180e", "\u200b", "\u200c",
                                             "\u200d", "\u2060", "\ufeff"};
  return std::ranges::find(kInvisible, character) != std::end(kInvisible);
}

}  // namespace

std::string record_json(const StudentRecord& record) {
  return fmt::format(R"({{"number":{},"name":{},"exercises":{},"lessons":{}}})", record.number,
                     json_string(record.name), json_object(record.exercises, mark_json),
                     json_object(record.lessons, count_json));
}

std::optional<StudentRecord> read_record(std::string_view text) {
  JsonValue json;
  try {
    json = read_json(text);
  } catch (const Refusal&) {
    return std::nullopt;
  }
  const auto* const members = std::get_if<JsonMembers>(&json.value);
  if (members == nullptr) return std::nullopt;
  StudentRecord record;
  if (const JsonValue* const number = find_member(*members, "number"))
    record.number = bounded_count(*number).value_or(0);
  if (const JsonValue* const name = find_member(*members, "name"))
    if (const auto* const typed = std::get_if<std::string>(&name->value)) record.name = fit_name(*typed);
  for (const auto& [id, value] : members_of(*members, "exercises"))
    if (const auto* const mark = std::get_if<JsonMembers>(&value.value))
      record.exercises[id] = read_mark(*mark);
  read_counts(members_of(*members, "lessons"), record.lessons);
  return record;
}

std::string fit_name(std::string_view typed) {
  std::string name;
  std::size_t characters = 0;
  typed = trim(typed);
  for (std::size_t at = 0; at < typed.size() && characters < kLongestName; ++characters) {
    const std::size_t length = character_length(typed, at);
    const std::string_view character = typed.substr(at, std::max<std::size_t>(length, 1));
    // What is no character, what would end the line or turn the direction of writing, and what nobody sees is left out.
    const bool is_shown =
        character == "\\" || (show_control_characters(character) == character && !is_invisible(character));
    if (length > 0 && is_shown) name += character;
    at += character.size();
  }
  return name;
}

}  // namespace cellar
