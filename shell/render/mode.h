// The forms in which results are printed, as data, with the words that MODE and --mode take for them.
//
// In:      a form.
// Out:     its word, and whether it is one for people.
// Refused: nothing.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

namespace cellar {

enum class OutputMode : std::uint8_t {
  table,  // as cqlsh prints
  box,
  vertical,  // as cqlsh prints after EXPAND ON
  csv,
  tsv,
  json,
  jsonl,
  markdown,
  html,
  insert,
};

/// The words that --mode and MODE accept.
inline constexpr std::pair<const char*, OutputMode> kOutputModes[] = {
    {"table", OutputMode::table},  {"box", OutputMode::box},           {"vertical", OutputMode::vertical},
    {"csv", OutputMode::csv},      {"tsv", OutputMode::tsv},           {"json", OutputMode::json},
    {"jsonl", OutputMode::jsonl},  {"markdown", OutputMode::markdown}, {"html", OutputMode::html},
    {"insert", OutputMode::insert}};

/// True for the forms that people read: they show values as cqlsh does, and end with the number of rows.
constexpr bool is_for_people(OutputMode mode) { return mode <= OutputMode::vertical; }

}  // namespace cellar
