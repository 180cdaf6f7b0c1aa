#include "web/site/page_message.h"

#include "functions/json/json_members.h"
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

std::string PageMessage::text(std::string_view name) const {
  if (find_member(members_, name) == nullptr) throw WrongMessage();
  return optional_text(name);
}

std::string PageMessage::optional_text(std::string_view name) const {
  const JsonValue* const value = find_member(members_, name);
  if (value == nullptr) return {};
  const auto* const text = std::get_if<std::string>(&value->value);
  if (text == nullptr) throw WrongMessage();
  return *text;
}

std::vector<std::string> PageMessage::texts(std::string_view name) const {
  const JsonValue* const value = find_member(members_, name);
  const auto* const list = value == nullptr ? nullptr : std::get_if<JsonList>(&value->value);
  if (list == nullptr || list->empty()) throw WrongMessage();
  std::vector<std::string> texts;
  for (const JsonValue& each : *list) {
    const auto* const text = std::get_if<std::string>(&each.value);
    if (text == nullptr) throw WrongMessage();
    texts.push_back(*text);
  }
  return texts;
}

std::size_t PageMessage::number_or(std::size_t otherwise, std::string_view name) const {
  return find_member(members_, name) == nullptr ? otherwise : number(name);
}

std::size_t PageMessage::number(std::string_view name) const {
  const JsonValue* const value = find_member(members_, name);
  const std::optional<std::size_t> count = value == nullptr ? std::nullopt : count_in(*value);
  if (!count) throw WrongMessage();
  return *count;
}

}  // namespace cellar
