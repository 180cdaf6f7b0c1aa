#include "functions/json/json_members.h"

#include <charconv>

namespace cellar {

const JsonValue* find_member(const JsonMembers& members, std::string_view name) {
  for (const auto& [member, value] : members)
    if (member == name) return &value;
  return nullptr;
}

std::optional<std::size_t> count_in(const JsonValue& value) {
  const auto* const number = std::get_if<JsonNumber>(&value.value);
  if (number == nullptr) return std::nullopt;
  std::size_t count = 0;
  const char* const end = number->text.data() + number->text.size();
  const auto [rest, fault] = std::from_chars(number->text.data(), end, count);
  return fault == std::errc() && rest == end ? std::optional(count) : std::nullopt;
}

}  // namespace cellar
