// Writes with times as text: TimedWrites::append_text.
#include <fmt/format.h>

#include <algorithm>

#include "shell/copy/copy_target.h"
#include "shell/copy/times/timed_writes.h"
#include "shell/render/statement_literals.h"

namespace cellar {

namespace {

void append_listed(std::string& list, std::string_view part) {
  if (!list.empty()) list += ", ";
  list += part;
}

/// " USING TIMESTAMP 1000 AND TTL 60"; empty: as the load and the table say.
std::string using_times(const TimedWrite& write, const Table& table, Seconds now) {
  std::string times;
  if (write.time.written) times = fmt::format("TIMESTAMP {}", *write.time.written);
  const bool says_life = write.ends() || table.default_time_to_live() > 0;
  const Seconds life = write.ends() ? std::max<Seconds>(*write.time.expires - now, 1) : 0;
  if (says_life) times += (times.empty() ? "TTL " : " AND TTL ") + std::to_string(life);
  return times.empty() ? "" : " USING " + times;
}

}  // namespace

void TimedWrites::append_text(const TimedWrite& write, Seconds now, std::string& text) const {
  const Form& form = form_of(write.kind);
  RowKey key;
  std::string names, values, assignments;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = *columns_[i];
    if (!form.places[i]) continue;
    const std::size_t fields = fields_of(write.kind, column);
    for (std::size_t part = 0; part < std::max<std::size_t>(fields, 1); ++part) {
      const BoundValue& value = write.values[*form.places[i] + part];
      if (value.unset || !value.value) continue;
      const Type& type = fields > 0 ? column.type.arguments[part] : column.type;
      const std::string literal = statement_literal(type, *value.value);
      append_listed(names, quote_name(column.name));
      append_listed(values, literal);
      if (column.is_key()) {
        key.add(column, literal);
      } else {
        append_listed(assignments, assignment(write.kind, column, part, literal));
      }
    }
  }
  const std::string name = qualified_name(table_), times = using_times(write, table_, now);
  text += write.kind == Kind::insert
              ? fmt::format("INSERT INTO {} ({}) VALUES ({}){};\n", name, names, values, times)
              : fmt::format("UPDATE {}{} SET {} WHERE {}{};\n", name, times, assignments, key.partition,
                            key.clustering);
}

}  // namespace cellar
