// The options of WITH: their names, their values, the sub-options of maps. The planner knows them
// (planner/definition/options/option_words.h).
#include <algorithm>

#include "planner/definition/options/option_words.h"
#include "shell/completion/sources.h"
#include "types/text/text.h"

namespace cellar {

namespace {

OptionHolder holder_of(const TypedPlace& place) {
  for (const BegunRule& begun : place.path) {
    if (begun.rule == "createKeyspace" || begun.rule == "alterKeyspace") return OptionHolder::keyspace;
    if (begun.rule == "createView" || begun.rule == "alterView") return OptionHolder::view;
    if (begun.rule == "createIndex") return OptionHolder::index;
  }
  return OptionHolder::table;
}

/// The text of a string without its quotes; empty for other tokens.
std::string string_at(const TypedTokens& typed, std::size_t index) {
  if (!typed.is(index, "STRING")) return {};
  const std::string_view text = typed.texts[index];
  return std::string(text.substr(1, text.size() - 2));
}

/// The class that the map names which began at `first`.
std::string class_in_map(const TypedTokens& typed, std::size_t first) {
  for (std::size_t index = first; index < typed.tokens.size() && !typed.is(index, "CLOSE_CURLY"); ++index)
    if (string_at(typed, index) == "class" && typed.is(index + 1, "COLON"))
      return string_at(typed, index + 2);
  return {};
}

bool is_option_set(const TypedPlace& place, std::string_view option) {
  for (std::size_t index = 0; index + 1 < place.typed.cursor; ++index)
    if (place.typed.is(index + 1, "EQUAL") && place.typed.name(index) == option) return true;
  return false;
}

}  // namespace

void offer_option_names(const TypedPlace& place) {
  const OptionHolder holder = holder_of(place);
  for (const std::string& name : option_names(holder)) {
    if (is_option_set(place, to_lower(name))) continue;
    if (holder == OptionHolder::index)
      place.offers.add_words(name);
    else
      place.offers.add_name_and_blank(name);
  }
}

void offer_option_values(const TypedPlace& place) {
  if (place.offset() > 0) return;
  const std::string option = place.typed.name(place.begin_of("property").value_or(0));
  for (const std::string& value : option_values(holder_of(place), option))
    place.offers.add_text(value, {}, true);
  if (holder_of(place) == OptionHolder::index) place.offers.add_text("{");
}

void offer_sub_options(const TypedPlace& place) {
  const TypedTokens& typed = place.typed;
  const std::size_t map = place.begin_of("mapOfConstants").value_or(0);
  const std::string option = typed.name(place.begin_of("property").value_or(0));
  const std::string class_name = class_in_map(typed, map);
  const OptionHolder holder = holder_of(place);
  if (typed.is_behind("COLON")) {
    const std::string key = typed.cursor >= 2 ? string_at(typed, typed.cursor - 2) : std::string();
    for (const std::string& value : sub_option_values(holder, option, class_name, key))
      place.offers.add_text(value);
  } else if (typed.is_behind("OPEN_CURLY") || typed.is_behind("COMMA")) {
    for (const std::string& name : sub_option_names(holder, option, class_name)) {
      const auto is_set = [&](std::string_view text) { return text == name; };
      const auto begin = typed.texts.begin() + map;
      if (std::none_of(begin, typed.texts.begin() + typed.cursor, is_set))
        place.offers.add_text(name + ":", {}, true);
    }
  }
}

}  // namespace cellar
