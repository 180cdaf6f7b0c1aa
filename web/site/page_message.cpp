#include "web/site/page_message.h"

#include <charconv>

#include "refusal/refusal.h"

namespace cellar {

PageMessage::PageMessage(std::string_view body) {
  JsonValue json;
  try {
    json = read_json(body);
  } catch (const Refusal&) {
    throw WrongMessage();
  }
  auto* const members = std::get_if<JsonMembers>(&json.value);
  if (members == nullptr) throw WrongMessage();
  members_ = std::move(*members);
}

const JsonValue* PageMessage::find(std::string_view name) const {
  for (const auto& [member, value] : members_)
    if (member == name) return &value;
  return nullptr;
}

std::string PageMessage::text(std::string_view name) const {
  if (find(name) == nullptr) throw WrongMessage();
  return optional_text(name);
}

std::string PageMessage::optional_text(std::string_view name) const {
  const JsonValue* const value = find(name);
  if (value == nullptr) return {};
  const auto* const text = std::get_if<std::string>(&value->value);
  if (text == nullptr) throw WrongMessage();
  return *text;
}

std::size_t PageMessage::number_or(std::size_t otherwise, std::string_view name) const {
  return find(name) == nullptr ? otherwise : number(name);
}

std::size_t PageMessage::number(std::string_view name) const {
  const JsonValue* const value = find(name);
  const auto* const number = value == nullptr ? nullptr : std::get_if<JsonNumber>(&value->value);
  if (number == nullptr) throw WrongMessage();
  std::size_t result = 0;
  const char* const end = number->text.data() + number->text.size();
  const auto [rest, fault] = std::from_chars(number->text.data(), end, result);
  if (fault != std::errc() || rest != end) throw WrongMessage();
  return result;
}

}  // namespace cellar
