// CELLS RAW: the entries of LMDB, with the parts of their keys.

#include <fmt/format.h>

#include <algorithm>

#include "refusal/told_phrase.h"
#include "refusal/width.h"
#include "shell/teach/cells/cells_forms.h"
#include "shell/teach/cells/words/raw_words.h"
#include "shell/teach/words/teach_words.h"
#include "storage/raw_entry.h"
#include "types/text/hex.h"
#include "types/text/text.h"

namespace cellar {

namespace {

/// What a part of an entry is. The values of a key are told as conditions, which are CQL.
std::string meaning_in(const std::string& meaning, Language language) {
  const bool is_condition = meaning.find(" = ") != meaning.npos;
  if (language == Language::english || is_condition) return meaning;
  return told_in(meaning, RawWords::phrases(language));
}

/// Writes a key as digits, and below each part of it what it is.
void write_entry(const CellsPrint& print, const RawEntries& entries) {
  const TeachWords::Speech say(print.language);
  const std::string key = say("key    ");
  std::string digits = key;
  std::string meanings(display_width(key), ' ');
  for (const RawPart& part : entries.parts()) {
    const std::string hex = to_hex(part.bytes);
    const std::string meaning = meaning_in(part.meaning, print.language);
    const std::size_t width = std::max(hex.size(), meaning.size());
    digits += fmt::format("{:<{}} | ", hex, width);
    meanings += meaning + std::string(width - display_width(meaning), ' ') + " | ";
  }
  const auto line = [&output = print.output](std::string text) {
    while (text.ends_with(' ') || text.ends_with('|')) text.pop_back();
    output.write_text(show_control_characters(text) + '\n');
  };
  line(digits);
  line(meanings);
  line(say("value  ") + to_hex(entries.value()));
  line("       " + meaning_in(entries.meaning(), print.language));
  if (entries.is_long()) {
    line(
        say("       a key of {bytes} bytes: its first 510 and 01 are the key of an entry that names a space, "
            "which holds the rest",
            {{"bytes", std::to_string(entries.key().size())}}));
  }
  print.output.write("\n");
}

}  // namespace

/// A limit counts partitions; of one partition, packed entries, which are rows.
CellsRest print_raw_entries(const CellsPrint& print) {
  CellsPlace& place = print.place;
  const bool counts_rows = place.place.key.has_value();
  const std::size_t limit = place.limit.value_or(counts_rows ? SIZE_MAX : kPartitionsWithoutLimit);
  RawEntries entries(place.snapshot.transaction, place.table, place.place);
  std::int64_t last_token = 0;
  bool has_entries = false;
  for (std::size_t shown = 0; entries.next();) {
    has_entries = true;
    if (counts_rows ? entries.begins_row() : entries.begins_partition()) {
      if (shown++ == limit) return left_out(place, limit, counts_rows ? "row" : "partition", last_token);
    }
    last_token = entries.token();
    write_entry(print, entries);
  }
  if (!has_entries) print.output.write(TeachWords::say(print.language, "(no partition)\n"));
  return std::nullopt;
}

void print_raw_index(const CellsPrint& print, std::size_t index) {
  RawEntries entries(print.place.snapshot.transaction, print.place.table, index);
  while (entries.next()) write_entry(print, entries);
}

}  // namespace cellar
