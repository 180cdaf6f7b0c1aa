#include "shell/teach/cells/cells_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "shell/teach/cells/time_words.h"
#include "storage/format/element_type.h"
#include "types/text/hex.h"
#include "types/text/text.h"
#include "types/value/value.h"

namespace cellar {

std::string field_name(const Type& type, std::string_view path) {
  const std::size_t field = field_of_path(path);
  return field < type.field_names.size() ? type.field_names[field] : std::to_string(field);
}

std::string CellsWords::value(const Type& type, std::string_view bytes) const {
  return as_hex_ ? "0x" + to_hex(bytes) : show_control_characters(to_literal(type, bytes));
}

std::string CellsWords::columns(std::size_t first, const std::vector<std::string>& values) const {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Column& column = table_.columns[first + i];
    text +=
        fmt::format("{}{} = {}", i == 0 ? "" : ", ", quote_name(column.name), value(column.type, values[i]));
  }
  return text;
}

std::string CellsWords::key(const std::vector<std::string>& values) const { return columns(0, values); }

std::string CellsWords::clustering(const std::vector<std::string>& values) const {
  return columns(table_.partition_key_size, values);
}

std::string CellsWords::name(const RawCell& cell) const {
  std::string text = quote_name(cell.column->name);
  if (!cell.path) return text;
  const Type& type = *cell.column->type;
  if (type.kind == TypeKind::user) return text + '.' + quote_name(field_name(type, *cell.path));
  if (type.kind == TypeKind::list) return text + "[0x" + to_hex(*cell.path) + ']';
  return text + '[' + value(type.arguments[0], *cell.path) + ']';
}

std::string CellsWords::value(const RawCell& cell) const {
  const Type& type = *cell.column->type;
  if (!cell.path) return value(type, cell.version.value);
  const Type* element = element_type(type, *cell.path);
  return element == nullptr ? std::string() : value(*element, cell.version.value);
}

std::string CellsWords::bound(std::string_view op, std::size_t first,
                              const std::vector<std::string>& values) const {
  const std::size_t begin = table_.partition_key_size;
  std::string names, literals;
  for (std::size_t i = first; i < values.size(); ++i) {
    const Column& column = table_.columns[begin + i];
    names += (i == first ? "" : ", ") + quote_name(column.name);
    literals += (i == first ? "" : ", ") + value(column.type, values[i]);
  }
  if (values.size() - first == 1) return names + ' ' + std::string(op) + ' ' + literals;
  return '(' + names + ") " + std::string(op) + " (" + literals + ')';
}

/// In stored order: in a descending column the lower bound is what the range ends with. Bounds of several columns
/// are written as those of the first one.
std::string CellsWords::range(const RawRange& range) const {
  const std::vector<std::string>& from = range.start.prefix;
  const std::vector<std::string>& to = range.end.prefix;
  const std::size_t most = std::min(from.size() - (range.start.after && !from.empty() ? 1 : 0),
                                    to.size() - (!range.end.after && !to.empty() ? 1 : 0));
  std::size_t alike = 0;
  while (alike < most && from[alike] == to[alike]) ++alike;
  std::vector<std::string> conditions;
  for (std::size_t i = 0; i < alike; ++i) {
    const Column& column = table_.columns[table_.partition_key_size + i];
    conditions.push_back(quote_name(column.name) + " = " + value(column.type, from[i]));
  }
  const bool descends =
      alike < table_.clustering_size && table_.columns[table_.partition_key_size + alike].descending;
  if (from.size() > alike) {
    const std::string_view op =
        descends ? (range.start.after ? "<" : "<=") : (range.start.after ? ">" : ">=");
    conditions.push_back(bound(op, alike, from));
  }
  if (to.size() > alike) {
    const std::string_view op = descends ? (range.end.after ? ">=" : ">") : (range.end.after ? "<=" : "<");
    conditions.push_back(bound(op, alike, to));
  }
  return fmt::format("{}", fmt::join(conditions, " AND "));
}

std::string CellsWords::purgeable_from(Seconds deleted_at) const {
  return deleted_at > INT64_MAX - grace_ - 1 ? std::string() : second_text(deleted_at + grace_ + 1);
}

std::string CellsWords::purge(Seconds deleted_at) const {
  const std::string time = purgeable_from(deleted_at);
  return time.empty() ? time : say_(", may be purged from {time}", {{"time", time}});
}

std::string CellsWords::deletion(const Deletion& deletion) const {
  return say_("deleted {time}", {{"time", microseconds_text(deletion.timestamp)}}) +
         purge(deletion.local_deletion_time);
}

std::string CellsWords::tombstone(const CellVersion& version) const {
  return say_("deleted {time}", {{"time", microseconds_text(version.liveness.timestamp)}}) +
         purge(version.deleted_at);
}

std::string CellsWords::liveness(const Liveness& liveness) const {
  const std::string time = microseconds_text(liveness.timestamp);
  if (liveness.time_to_live == 0) return time;
  const Parameters parameters = {{"time", time},
                                 {"ttl", std::to_string(liveness.time_to_live)},
                                 {"seconds", std::to_string(liveness.expires_at - now_)},
                                 {"end", second_text(liveness.expires_at)}};
  if (liveness.is_live(now_)) return say_("{time}, ttl {ttl}, {seconds} s left until {end}", parameters);
  return say_("{time}, ttl {ttl}, expired {end}", parameters) + purge(liveness.expires_at);
}

}  // namespace cellar
