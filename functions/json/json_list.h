// Lists and objects of JSON whose parts are written one by one.
//
// In:      things; what writes one of them as JSON. Of an object: names with things.
// Out:     "[...]"; "{...}"; or the parts alone, with commas between them.
// Refused: nothing.
#pragma once

#include <string>

#include "functions/json/json_value.h"

namespace cellar {

inline void add_json(std::string& parts, const std::string& part) {
  if (!parts.empty()) parts += ',';
  parts += part;
}

template <typename Things, typename Write>
std::string json_list(const Things& things, Write write) {
  std::string parts;
  for (const auto& thing : things) add_json(parts, write(thing));
  return "[" + parts + "]";
}

template <typename Members, typename Write>
std::string json_object(const Members& members, Write write) {
  std::string parts;
  for (const auto& [name, thing] : members) add_json(parts, json_string(name) + ":" + write(thing));
  return "{" + parts + "}";
}

}  // namespace cellar
