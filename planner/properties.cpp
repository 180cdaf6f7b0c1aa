#include "planner/properties.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "planner/names.h"

namespace cellar {

namespace {

[[noreturn]] void refuse_kind(const Property& property, std::string wanted) {
  refuse("option_kind", property.span, {{"option", property.name.text}, {"wanted", std::move(wanted)}});
}

bool is_one_of(const std::string& text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&text](std::string_view word) { return word == text; });
}

}  // namespace

void check_property_names(const std::vector<Property>& properties, std::span<const std::string_view> known) {
  for (std::size_t index = 0; index < properties.size(); ++index) {
    const Name& name = properties[index].name;
    for (std::size_t earlier = 0; earlier < index; ++earlier) {
      if (properties[earlier].name.text == name.text)
        refuse("option_twice", name.span, {{"option", name.text}});
    }
  }
  for (const Property& property : properties) {
    const Name& name = property.name;
    if (std::find(known.begin(), known.end(), name.text) != known.end()) continue;
    const std::string nearest = nearest_name(name.text, {known.begin(), known.end()});
    if (nearest.empty()) refuse("unknown_option", name.span, {{"option", name.text}});
    refuse("unknown_option_near", name.span, {{"option", name.text}, {"nearest", nearest}},
           Fix{name.span, nearest});
  }
}

const Property* find_property(const std::vector<Property>& properties, std::string_view name) {
  const auto found = std::find_if(properties.begin(), properties.end(),
                                  [name](const Property& property) { return property.name.text == name; });
  return found == properties.end() ? nullptr : &*found;
}

std::string property_text(const Property& property) {
  if (const auto* literal = std::get_if<Literal>(&property.value)) return literal->text;
  if (const auto* word = std::get_if<Name>(&property.value)) return word->text;
  refuse_kind(property, "one value, not a map");
}

PropertyMap property_map(const Property& property) {
  const auto* pairs = std::get_if<std::vector<std::pair<Literal, Literal>>>(&property.value);
  if (pairs == nullptr) refuse_kind(property, "a map, {'name': 'value', ...}");
  PropertyMap map;
  for (const auto& [key, value] : *pairs) {
    if (map.emplace(key.text, value.text).second) continue;
    refuse("sub_option_twice", property.span, {{"option", property.name.text}, {"sub_option", key.text}});
  }
  return map;
}

bool property_boolean(const Property& property) {
  std::string text = property_text(property);
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return std::tolower(letter); });
  if (is_one_of(text, {"1", "true", "yes"})) return true;
  if (is_one_of(text, {"0", "false", "no"})) return false;
  refuse_kind(property, "true or false");
}

std::int32_t property_integer(const Property& property) {
  const std::string text = property_text(property);
  std::int32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) refuse_kind(property, "a whole number");
  return value;
}

double property_number(const Property& property) {
  const std::string text = property_text(property);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) refuse_kind(property, "a number");
  return value;
}

}  // namespace cellar
